"""What tournaments add to a club's calendar and to its results: more than the day only if all may see it."""

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.clock import day_in_words
from scoring.export.feeds import Event, day_after
from scoring.models import Club
from scoring.sharing.feeds import EveningPeople, FeedResult, LastChange, changes, listed
from tournaments.engine.played import RankedTournament
from tournaments.engine.terms import Terms
from tournaments.models import Round, State, Tournament
from tournaments.standings.derived import BEGUN, ranked_each
from tournaments.standings.pages.standings import ShownStandings, StandingsPart, overall_shown, round_shown

LAST_NAMED = 3  # rank; of a table that ranks by itself only the first
TOLD = (  # deeds after which a calendar says something else
    *("open_tournament", "copy_tournament", "change_tournament", "show_tournament"),
    *("start_round", "close_round", "reopen_round"),
)


def _address(tournament: Tournament) -> str:
    return reverse("tournaments:public", args=[tournament.code])


def tournament_days(club: Club) -> Iterator[Event]:
    """Return the day of each; the rounds with their times once they have begun."""
    changed = changes(club, TOLD, "tournament")
    rounds: dict[int, list[Round]] = {}
    for round_ in Round.objects.filter(tournament__club=club, tournament__public=True, stage__in=BEGUN):
        rounds.setdefault(round_.tournament_id, []).append(round_)
    for tournament in Tournament.objects.filter(club=club).select_related("evening").order_by("pk"):
        change, day = changed.get(tournament.pk, LastChange(tournament.made_at, 0)), tournament.evening.date
        key, title = f"tournament {tournament.pk}", tournament.title if tournament.public else _("Tournament")
        place, address = (tournament.evening.place, _address(tournament)) if tournament.public else ("", "")
        yield Event(key, *change, day, day_after(day), title, place, address)
        for round_ in rounds.get(tournament.pk, ()):
            yield _round(round_, change, key, title, place, address)


def _round(round_: Round, change: LastChange, key: str, title: str, place: str, address: str) -> Event:
    assert round_.started_at is not None
    until = round_.closed_at
    if until is None and round_.minutes is not None:
        until = round_.started_at + timedelta(minutes=round_.minutes)
    told = f"{title}: {_('Round %(number)d') % {'number': round_.number}}"
    return Event(f"{key} round {round_.number}", *change, round_.started_at, until, told, place, address)


def tournament_results(club: Club, most: int) -> Iterator[FeedResult]:
    """Return the results of those that are over and shown to everybody: five queries for all of them."""
    finished = Tournament.objects.shown_to_all().filter(club=club, state=State.FINISHED)
    newest = list(finished.select_related("evening").order_by("-evening__date", "-pk")[:most])
    whole = ranked_each(newest) if newest else {}
    for tournament in newest:
        yield _result(tournament, whole[tournament.pk])


def _result(tournament: Tournament, whole: RankedTournament) -> FeedResult:
    assert tournament.finished_at is not None
    evening = tournament.evening

    def content(people: EveningPeople) -> SafeString:
        where = " · ".join(filter(None, (day_in_words(evening.date), evening.place)))
        return format_html("<p>{}</p>{}", where, _winners(whole, people, tournament.terms))

    return FeedResult(
        key=f"tournament {tournament.pk}",
        evening=evening.pk,
        date=evening.date,
        at=tournament.finished_at,
        title=tournament.title,
        told=content,
        address=_address(tournament),
    )


def _winners(whole: RankedTournament, people: EveningPeople, terms: Terms) -> SafeString:
    """Return the winners of the whole; or of each round, where each ranks only by itself."""
    overall = overall_shown(whole, people.names)
    if overall is not None:
        return _firsts(overall)
    standings = (round_shown(whole, round_.round, people.names) for round_ in whole.rounds)
    return format_html_join(
        "", "<h2>{}</h2>{}", ((standings.title, _firsts(standings)) for standings in standings)
    )


def _firsts(standing: ShownStandings) -> SafeString:
    return format_html_join("", "{}", ((_first(part),) for part in standing.parts))


def _first(part: StandingsPart) -> SafeString:
    last = 1 if part.title and not part.section else LAST_NAMED
    named = [f"{row.rank}. {row.name}" for row in part.rows if row.rank is not None and row.rank <= last]
    if not part.title:
        return listed(named)
    return format_html("<p>{}</p>{}", part.title, listed(named))
