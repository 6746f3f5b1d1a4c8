"""A tournament as files: in the same way as the club's, and for whoever may see the page."""

from collections.abc import Iterator

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import include, path
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from scoring.capability import Capability
from scoring.evenings.export import figures_of_rules
from scoring.export.answering import exported, file_of
from scoring.export.figures import Book, Figures, under_rules
from scoring.models import Sheet
from scoring.rules.versions.rules_played import rules_in_words
from scoring.sharing.feeds import Source
from scoring.web.access import kept_from_search
from scoring.web.language import current_language
from tournaments.cash.pages import money_of
from tournaments.corrections.disputes.pages import disputes_of
from tournaments.engine.terms import Format
from tournaments.export.feeds import tournament_days, tournament_results
from tournaments.export.pages import (
    HandTotals,
    figures_of_course,
    figures_of_disputes,
    figures_of_fees,
    figures_of_hands,
    figures_of_prizes,
    figures_of_standings,
)
from tournaments.export.stored import stored_in_tournaments
from tournaments.models import Stage, Tournament
from tournaments.public.visits import PublicVisit, visible_results, visit_of
from tournaments.standings.derived import may_see, ranked
from tournaments.standings.pages.played import played_in
from tournaments.standings.pages.prizes import prizes_of, prizes_shown
from tournaments.standings.pages.standings import (
    ShownStandings,
    overall_of,
    overall_shown,
    round_shown,
    standings_of,
)
from tournaments.standings.prizes import offered
from tournaments.web.access import round_in, run_tournament, tournament_at_the_door, tournament_of


def title_of(tournament: Tournament) -> str:
    """Return the title of the tournament's book: its name and its date."""
    return f"{tournament.title} {tournament.evening.date}"


def capital_of(tournament: Tournament) -> int:
    """Return what everybody begins a round with; in a cup it is nothing."""
    terms = tournament.terms
    return terms.capital if terms.format is Format.MONEY else 0


def book_of_tournament(tournament: Tournament, language: str, *, director: bool, arbiter: bool) -> Book:
    """Return the whole tournament; money is for directors, rulings are for them and the arbiters."""
    return Book(title_of(tournament), tuple(_tables(tournament, language, director, arbiter)))


def _tables(tournament: Tournament, language: str, director: bool, arbiter: bool) -> Iterator[Figures]:
    names, whole, begin = tournament.evening.names(), ranked(tournament), capital_of(tournament)
    played = played_in(tournament)
    overall = overall_shown(whole, names)
    if overall is not None:
        title = f"{pgettext('tournament', 'Standings')} {title_of(tournament)}"
        counted = HandTotals.of(played, overall.rounds)
        yield figures_of_standings(overall, title, capital=begin, counted=counted)
    rounds = [
        round_
        for round_ in tournament.rounds.order_by("number")
        if round_.stage in (Stage.RUNNING, Stage.CLOSED)
    ]
    for round_ in rounds:
        standing = round_shown(whole, round_, names)
        title = f"{standing.title} {title_of(tournament)}"
        counted = HandTotals.of(played, [round_.number])
        yield figures_of_standings(standing, title, capital=begin, counted=counted)
        yield figures_of_course(played, standing, round_.number, begin=begin)
    sheets = list(Sheet.objects.filter(evening=tournament.evening).select_related("ruleset").order_by("pk"))
    rules = rules_in_words(sheets, language)
    yield under_rules(figures_of_hands(played, title_of(tournament), capital=begin), rules)
    lists = [
        (round_, prizes_shown(whole, round_, offered(tournament, round_), names))
        for round_ in (*rounds, None)
    ]
    yield figures_of_prizes(lists, title_of(tournament), tournament.evening.currency)
    if director:
        yield figures_of_fees(money_of(tournament), title_of(tournament))
    if director or arbiter:
        yield figures_of_disputes(disputes_of(tournament, language), title_of(tournament))
    yield figures_of_rules(sheets, language)


def _shown_tournament(request: HttpRequest, slug: str, pk: int) -> Tournament:
    """Return the tournament, if this person may see how it stands."""
    tournament = tournament_of(request, slug, pk)
    if not may_see(tournament):
        raise PermissionDenied
    return tournament


def _titled(what: str, tournament: Tournament, number: int | None = None) -> str:
    words = [what, "" if number is None else str(number), tournament.title, str(tournament.evening.date)]
    return " ".join(filter(None, words))


@require_safe
def export_tournament(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send all of it in one file; what only some may see is there for them only."""
    tournament = _shown_tournament(request, slug, pk)
    book = book_of_tournament(
        tournament, current_language(), director=tournament.is_directed, arbiter=tournament.is_arbitrated
    )
    return file_of(request, tournament.club, book, form)


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
    return figures_of_standings(standings, title, capital=capital_of(tournament))


@require_safe
def export_hands(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send every table with its hands, under the rules by which they were played."""
    tournament = _shown_tournament(request, slug, pk)
    title = _titled(_("Tables"), tournament)
    figures = figures_of_hands(played_in(tournament), title, capital=capital_of(tournament))
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
    """Send the standings that the public page shows, and nothing else of it.

    Looked up for all who ask once.
    """
    visit = visit_of(request, code, "standings", *([] if number is None else [number]))
    figures: Figures = visit.kept("figures", visit.tag, lambda: _shown(visit), *visit.asked)
    return kept_from_search(file_of(request, visit.tournament.club, figures, form))


def _shown(visit: PublicVisit) -> Figures:
    results = visible_results(visit)
    if results.standings is None or not results.standings.begun:
        raise Http404
    return _standings(results.standings, visit.tournament, results.round or None)


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
    urls=__name__, feeds=(Source(tournament_days, tournament_results),), stored=(stored_in_tournaments,)
)
