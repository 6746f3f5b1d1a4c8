"""Send a tournament as files, like the club's, to everyone who may see the page."""

from collections.abc import Iterator
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import include, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from scoring.capability import Capability
from scoring.clock import day_in_words
from scoring.evenings.export import figures_of_rules
from scoring.export.answering import exported, file_of, for_programs
from scoring.export.feeds import Event
from scoring.export.figures import Figures, Workbook, under_rules
from scoring.models import Club, Sheet
from scoring.rules.versions.rules_played import rules_in_words
from scoring.sharing.feeds import EveningPeople, FeedResult, LastChange, Source, listed
from scoring.web.language import current_language
from tournaments.cash.pages import money_of
from tournaments.corrections.disputes.pages import disputes_of
from tournaments.engine.played import RankedTournament
from tournaments.engine.terms import Format, Terms
from tournaments.export.pages import (
    figures_of_course,
    figures_of_disputes,
    figures_of_fees,
    figures_of_hands,
    figures_of_prizes,
    figures_of_standings,
)
from tournaments.export.stored import stored_in_tournaments
from tournaments.models import Round, Stage, State, Tournament
from tournaments.public.visits import PublicVisit, kept_by_proxies, visible_results, visit_of
from tournaments.standings.derived import BEGUN, may_see, ranked, ranked_each
from tournaments.standings.pages.played import played_in
from tournaments.standings.pages.prizes import prizes_of, prizes_shown
from tournaments.standings.pages.standings import (
    ShownStandings,
    StandingsPart,
    overall_of,
    overall_shown,
    round_shown,
    standings_of,
)
from tournaments.standings.prizes import offered
from tournaments.web.access import round_in, run_tournament, tournament_at_the_door, tournament_of


def workbook_of_tournament(
    tournament: Tournament, language: str, *, director: bool, arbiter: bool
) -> Workbook:
    """Return the whole tournament; money is for directors, rulings are for them and the arbiters."""
    return Workbook(tournament.title_and_day, tuple(_tables(tournament, language, director, arbiter)))


def _tables(tournament: Tournament, language: str, director: bool, arbiter: bool) -> Iterator[Figures]:
    names, whole, terms = tournament.evening.names(), ranked(tournament), tournament.terms
    begin = terms.capital if terms.format is Format.MONEY else 0
    played = played_in(tournament)
    overall = overall_shown(whole, names)
    if overall is not None:
        title = f"{pgettext('tournament', 'Standings')} {tournament.title_and_day}"
        yield figures_of_standings(overall, title)
    rounds = [
        round_
        for round_ in tournament.rounds.order_by("number")
        if round_.stage in (Stage.RUNNING, Stage.CLOSED)
    ]
    for round_ in rounds:
        of_round = round_shown(whole, round_, names)
        title = f"{of_round.title} {tournament.title_and_day}"
        yield figures_of_standings(of_round, title)
        yield figures_of_course(played, of_round, round_.number, begin=begin)
    sheets = list(Sheet.objects.filter(evening=tournament.evening).select_related("ruleset").order_by("pk"))
    rules = rules_in_words(sheets, language)
    yield under_rules(figures_of_hands(played, tournament.title_and_day), rules)
    lists = [
        (round_, prizes_shown(whole, round_, offered(tournament, round_), names))
        for round_ in (*rounds, None)
    ]
    yield figures_of_prizes(lists, tournament.title_and_day, tournament.evening.currency)
    if director:
        yield figures_of_fees(money_of(tournament), tournament.title_and_day)
    if director or arbiter:
        yield figures_of_disputes(disputes_of(tournament, language), tournament.title_and_day)
    yield figures_of_rules(sheets, language)


def _shown_tournament(request: HttpRequest, slug: str, pk: int) -> Tournament:
    """Return the tournament, if this person may see how it stands."""
    tournament = tournament_of(request, slug, pk)
    if not may_see(tournament):
        raise PermissionDenied
    return tournament


def _titled(what: str, tournament: Tournament, number: int | None = None) -> str:
    return " ".join(filter(None, (what, "" if number is None else str(number), tournament.title_and_day)))


@require_safe
def export_tournament(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send everything in one file; parts for some readers only are there only for them."""
    tournament = _shown_tournament(request, slug, pk)
    workbook = workbook_of_tournament(
        tournament, current_language(), director=tournament.is_directed, arbiter=tournament.is_arbitrated
    )
    return file_of(request, tournament.club, workbook, form)


@require_safe
def export_disputes(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send calls and rulings, to directors and arbiters, as the page is."""
    tournament = run_tournament(request, slug, pk)
    disputes = disputes_of(tournament, current_language())
    figures = figures_of_disputes(disputes, _titled(_("Rulings"), tournament))
    return file_of(request, tournament.club, figures, form)


@require_safe
def export_standings(
    request: HttpRequest, slug: str, pk: int, form: str, number: int | None = None
) -> HttpResponseBase:
    """Send the standings of a round, or of all rounds together."""
    tournament = _shown_tournament(request, slug, pk)
    standings = overall_of(tournament) if number is None else standings_of(round_in(tournament, number))
    return file_of(request, tournament.club, _standings(standings, tournament, number), form)


def _standings(standings: ShownStandings | None, tournament: Tournament, number: int | None) -> Figures:
    if standings is None:
        raise Http404
    title = _titled(_("Round") if number else pgettext("tournament", "Standings"), tournament, number)
    return figures_of_standings(standings, title)


@require_safe
def export_hands(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send every table with its hands, under the rules by which they were played."""
    tournament = _shown_tournament(request, slug, pk)
    title = _titled(_("Tables"), tournament)
    figures = figures_of_hands(played_in(tournament), title)
    sheets = Sheet.objects.filter(evening=tournament.evening).select_related("ruleset")
    rules = rules_in_words(sheets, current_language())
    return file_of(request, tournament.club, under_rules(figures, rules), form)


@require_safe
def export_prizes(
    request: HttpRequest, slug: str, pk: int, form: str, number: int | None = None
) -> HttpResponseBase:
    """Send the prizes of a round, or of the whole tournament."""
    tournament = _shown_tournament(request, slug, pk)
    round_ = None if number is None else round_in(tournament, number)
    prizes = prizes_of(tournament, round_)
    title = _titled(_("Prizes"), tournament, number)
    figures = figures_of_prizes([(round_, prizes)], title, tournament.evening.currency)
    return file_of(request, tournament.club, figures, form)


@require_safe
def export_fees(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send the money of the day; for directors and cashiers."""
    tournament = tournament_at_the_door(request, slug, pk)
    figures = figures_of_fees(money_of(tournament), _titled(_("Money"), tournament))
    return file_of(request, tournament.club, figures, form)


# For everybody


@require_safe
def export_public_standings(
    request: HttpRequest, code: str, form: str, number: int | None = None
) -> HttpResponseBase:
    """Send the standings of the public page, cached for all readers."""
    visit = visit_of(request, code, "standings", *([] if number is None else [number]))
    figures: Figures = visit.cached("figures", visit.tag, lambda: _shown(visit), *visit.arguments)
    answer = file_of(request, visit.tournament.club, figures, form)
    return for_programs(request, answer, kept_by_proxies()) if visit.version.public else answer


def _shown(visit: PublicVisit) -> Figures:
    results = visible_results(visit)
    if results.standings is None or not results.standings.begun:
        raise Http404
    return _standings(results.standings, visit.tournament, results.round or None)


# The club's calendar and results: more than the day only if all may see it

LAST_NAMED = 3  # rank; of a table that ranks by itself only the first


def _address(tournament: Tournament) -> str:
    return reverse("tournaments:public", args=[tournament.code])


def tournament_days(club: Club) -> Iterator[Event]:
    """Yield the day of each tournament, and the rounds with their times once begun."""
    rounds: dict[int, list[Round]] = {}
    for round_ in Round.objects.filter(tournament__club=club, tournament__public=True, stage__in=BEGUN):
        rounds.setdefault(round_.tournament_id, []).append(round_)
    for tournament in Tournament.objects.filter(club=club).select_related("evening").order_by("pk"):
        change = LastChange(tournament.changed_at or tournament.made_at, tournament.changes)
        day = tournament.evening.date
        key, title = f"tournament {tournament.pk}", tournament.title if tournament.public else _("Tournament")
        venue, address = (tournament.evening.venue, _address(tournament)) if tournament.public else ("", "")
        yield Event(key, *change, day, day + timedelta(days=1), title, venue, address)
        for round_ in rounds.get(tournament.pk, ()):
            yield _round(round_, change, key, title, venue, address)


def _round(round_: Round, change: LastChange, key: str, title: str, venue: str, address: str) -> Event:
    assert round_.started_at is not None
    until = round_.closed_at
    if until is None and round_.minutes is not None:
        until = round_.started_at + timedelta(minutes=round_.minutes)
    summary = f"{title}: {_('Round %(number)d') % {'number': round_.number}}"
    return Event(f"{key} round {round_.number}", *change, round_.started_at, until, summary, venue, address)


def tournament_results(club: Club, most: int) -> Iterator[FeedResult]:
    """Return the results of finished public tournaments; five queries for all."""
    finished = Tournament.objects.shown_to_all().filter(club=club, state=State.FINISHED)
    newest = list(finished.select_related("evening").order_by("-evening__date", "-pk")[:most])
    whole = ranked_each(newest) if newest else {}
    for tournament in newest:
        yield _result(tournament, whole[tournament.pk])


def _result(tournament: Tournament, whole: RankedTournament) -> FeedResult:
    assert tournament.finished_at is not None
    evening = tournament.evening

    def content(people: EveningPeople) -> SafeString:
        where = " · ".join(filter(None, (day_in_words(evening.date), evening.venue)))
        return format_html("<p>{}</p>{}", where, _winners(whole, people, tournament.terms))

    return FeedResult(
        key=f"tournament {tournament.pk}",
        evening=evening.pk,
        date=evening.date,
        at=tournament.finished_at,
        title=tournament.title,
        describe=content,
        address=_address(tournament),
    )


def _winners(whole: RankedTournament, people: EveningPeople, terms: Terms) -> SafeString:
    """Return the overall winners; or each round's, where rounds rank on their own."""
    overall = overall_shown(whole, people.names)
    if overall is not None:
        return _firsts(overall)
    standings = (round_shown(whole, round_.round, people.names) for round_ in whole.rounds)
    return format_html_join(
        "", "<h2>{}</h2>{}", ((standings.title, _firsts(standings)) for standings in standings)
    )


def _firsts(of_round: ShownStandings) -> SafeString:
    firsts = format_html_join("", "{}", ((_first(part),) for part in of_round.parts))
    return format_html("{}<p>{}</p>", firsts, of_round.provisional_briefly) if of_round.missing else firsts


def _first(part: StandingsPart) -> SafeString:
    last = 1 if part.title and not part.section else LAST_NAMED
    named = [f"{row.rank}. {row.name}" for row in part.rows if row.rank is not None and row.rank <= last]
    if not part.title:
        return listed(named)
    return format_html("<p>{}</p>{}", part.title, listed(named))


# Tournaments as files and in feeds: what it hands to the rest of the program


tournament_urls = [  # below …/<int:pk>/
    path("", include(exported(export_tournament))),
    path("disputes/", include(exported(export_disputes))),
    path("standings/", include(exported(export_standings))),
    path("tables/", include(exported(export_hands))),
    path("prizes/", include(exported(export_prizes))),
    path("money/", include(exported(export_fees))),
]
round_urls = [  # below …/<int:pk>/rounds/<int:number>/
    path("standings/", include(exported(export_standings, "export_round_standings"))),
    path("prizes/", include(exported(export_prizes, "export_round_prizes"))),
]
public_urls = [  # below tournaments/<code>/
    path("standings/", include(exported(export_public_standings))),
    path("rounds/<int:number>/", include(exported(export_public_standings, "export_public_round"))),
]


CAPABILITY = Capability(
    urls=__name__,
    feeds=(Source(tournament_days, tournament_results),),
    privacy_reports=(stored_in_tournaments,),
)
