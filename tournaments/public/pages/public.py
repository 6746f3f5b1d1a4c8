"""The public page of a tournament, the same for all, so it is made once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.capability import OpenPage
from scoring.engine.naming import Names
from scoring.names import sorting
from tournaments.draw.pages.drawing import Seatings, seating_of
from tournaments.engine.played import RankedTournament
from tournaments.models import Round, Stage, State, Table, Tournament
from tournaments.preconditions import arbiters_of
from tournaments.standings.derived import BEGUN, is_shown, ranked
from tournaments.standings.pages.prizes import PrizesOfRound, prizes_shown
from tournaments.standings.pages.standings import (
    ShownStandings,
    overall_shown,
    round_shown,
    with_rulings_and_changes,
)
from tournaments.standings.prizes import offered
from tournaments.standings.results import lines_of
from tournaments.wording import TermInWords, terms_for_players

SEATED = (Stage.PUBLISHED, Stage.RUNNING)


# What is going on


class SeatInRound(NamedTuple):
    """A player's seat in a round that runs or comes next."""

    person: str
    name: str
    round: int
    runs: bool
    table: int
    seat: int
    others: tuple[str, ...]
    section: str = ""


class Now(NamedTuple):
    """What a visitor has to know at this moment."""

    kind: str  # before, seated, running, between, played, over
    round: int  # that it is about; 0: none yet
    coming: int  # another one that is being prepared, or published meanwhile
    hands: tuple[tuple[int, int], ...]  # people at a table, and how many hands they play
    seats: tuple[SeatInRound, ...]  # by name
    was_there: Mapping[str, str]  # who sat somewhere before and has no seat now, by id

    @property
    def has_clock(self) -> bool:
        return self.kind in ("seated", "running")

    @property
    def is_over(self) -> bool:
        """Return whether no further round will be drawn."""
        return self.kind in ("played", "over")


def now_of(tournament: Tournament) -> Now:
    """Return the current state; a draft counts as a round being prepared. Four queries."""
    rounds = list(tournament.rounds.order_by("number"))
    running = next((round_ for round_ in rounds if round_.stage == Stage.RUNNING), None)
    published = next((round_ for round_ in rounds if round_.stage == Stage.PUBLISHED), None)
    seated = published if tournament.is_open else None
    played = [round_ for round_ in rounds if round_.stage == Stage.CLOSED]
    waiting = [round_ for round_ in rounds if round_.stage in (Stage.CHECK_IN, Stage.DRAFT)]
    kind, number, coming = _kind(tournament, running, seated, played, waiting)
    names = tournament.evening.names()
    seats = _seats(tournament, [round_ for round_ in (running, seated) if round_ is not None], names)
    return Now(
        kind=kind,
        round=number,
        coming=coming,
        hands=tuple(sorted(tournament.terms.hands.items())),
        seats=seats,
        was_there=_was_there(tournament, played, names, {seat.person for seat in seats}),
    )


def _kind(
    tournament: Tournament,
    running: Round | None,
    seated: Round | None,
    played: Sequence[Round],
    waiting: Sequence[Round],
) -> tuple[str, int, int]:
    if tournament.state == State.FINISHED:
        return "over", played[-1].number if played else 0, 0
    if running is not None:
        return "running", running.number, seated.number if seated else 0
    if seated is not None:
        return "seated", seated.number, 0
    if not played:
        return "before", 0, waiting[0].number if waiting else 0
    if waiting:
        return "between", played[-1].number, waiting[0].number
    return "played", played[-1].number, 0


def _seats(tournament: Tournament, rounds: Sequence[Round], names: Names) -> tuple[SeatInRound, ...]:
    seats = []
    by_pk = {round_.pk: round_ for round_ in rounds}
    tables = list(Table.objects.filter(round__in=by_pk).select_related("sheet")) if by_pk else []
    for table in tables:
        round_ = by_pk[table.round_id]
        sitting = table.seated
        for seat, person in enumerate(sitting, 1):
            others = tuple(names[other] for other in sitting if other != person)
            runs = round_.stage == Stage.RUNNING
            position = (table.number, seat, others, round_.section_of(table.number))
            seats.append(SeatInRound(person, names[person], round_.number, runs, *position))
    seats.sort(key=lambda seat: (tournament.in_list(seat.name), seat.person, seat.round))
    return tuple(seats)


def _was_there(
    tournament: Tournament, played: Sequence[Round], names: Names, sitting: set[str]
) -> dict[str, str]:
    if not played:
        return {}
    tables = Table.objects.filter(round__in=played).values_list("seats", "stored_results")
    former = {seat for seats, results in tables for seat in (*seats, *results.get("players", ()))} - sitting
    withdrawn = tournament.entrants.filter(withdrawn_at__isnull=False).values_list(
        "participant_id", flat=True
    )
    return {person: names[person] for person in former - {str(pk) for pk in withdrawn}}


# Where do I sit?


class NameAnswer(NamedTuple):
    """The answer to a search for a name."""

    seats: Sequence[SeatInRound]  # of one person: the seats
    people: Sequence[SeatInRound] = ()  # several to choose from
    waits: str = ""  # who it is, without a seat just now


class NameQuery(NamedTuple):
    """The player a visitor looks for, from the query of the address."""

    who: str = ""
    name: str = ""


def answer_to(now: Now, query: NameQuery) -> NameAnswer:
    """Return the seat of the player looked for, or the players to choose from."""
    if query.who:
        seats = tuple(seat for seat in now.seats if seat.person == query.who)
        return NameAnswer(seats, waits="" if seats else now.was_there.get(query.who, ""))
    matches = list(_matches(now.seats, query))
    people = {seat.person: seat for seat in reversed(matches)}
    if len(people) == 1:
        return NameAnswer(matches)
    return NameAnswer((), [seat for seat in now.seats if people.get(seat.person) is seat])


def _matches(seats: Iterable[SeatInRound], query: NameQuery) -> Iterator[SeatInRound]:
    prefix, words_wanted = sorting(query.name), sorted(_words(query.name))
    if not prefix:
        return
    exact = [seat for seat in seats if sorted(_words(seat.name)) == words_wanted]
    yield from exact
    for seat in () if exact else seats:
        if any(word.startswith(prefix) for word in (sorting(seat.name), *_words(seat.name))):
            yield seat


def _words(name: str) -> list[str]:
    return sorting(name).replace("-", " ").replace(",", " ").split()


# Who sits where


def seatings_shown(tournament: Tournament, names: Names | None = None) -> tuple[Seatings, ...]:
    """Return the seatings of the running round and of the next published one, else of the last."""
    rounds = list(tournament.rounds.filter(stage__in=SEATED).order_by("number"))
    if not rounds or not tournament.is_open:
        rounds = list(tournament.rounds.filter(stage=Stage.CLOSED).order_by("-number")[:1])
    if names is None:
        names = tournament.evening.names() if rounds else {}
    return tuple(seating_of(round_, names) for round_ in rounds)


# How it stands


class Results(NamedTuple):
    """How it stands, as far as everybody may see it."""

    rounds: tuple[Round, ...]  # that have begun
    round: int = 0  # whose standings these are; 0: of all rounds
    shown: bool = True
    standings: ShownStandings | None = None
    prizes: PrizesOfRound | None = None
    tables: tuple[dict[str, Any], ...] = ()  # where the sheet of each is


def results_of(tournament: Tournament, number: int | None = None) -> Results | None:
    """Return the standings of a round, or overall, else of the last round; None for an unknown round."""
    if number is not None and not tournament.rounds.filter(number=number).exists():
        return None
    if not is_shown(tournament):
        hidden = tuple(tournament.rounds.filter(stage__in=BEGUN).order_by("number"))
        return Results(hidden, number or 0, shown=False)
    whole, names = ranked(tournament), tournament.evening.names()
    begun = tuple(round_.round for round_ in whole.rounds)
    overall = None if number is not None else overall_shown(whole, names)
    if overall is not None:
        overall = with_rulings_and_changes(overall, whole, tournament, names)
        return Results(begun, standings=overall, prizes=_prizes(tournament, None, whole, names))
    round_ = next((round_ for round_ in reversed(begun) if number in (None, round_.number)), None)
    if round_ is None:
        return Results(begun, number or 0)
    standings = round_shown(whole, round_, names)
    return Results(
        begun,
        round_.number,
        standings=with_rulings_and_changes(standings, whole, tournament, names, round_.number),
        prizes=_prizes(tournament, round_, whole, names),
        tables=tuple(_sheet_lines(round_, names)),
    )


def _prizes(
    tournament: Tournament, round_: Round | None, whole: RankedTournament, names: Names
) -> PrizesOfRound | None:
    """Return the prizes, once their round or the tournament is over."""
    over = tournament.state == State.FINISHED if round_ is None else round_.stage == Stage.CLOSED
    prizes = offered(tournament, round_) if over else []
    return prizes_shown(whole, round_, prizes, names) if prizes else None


def _sheet_lines(round_: Round, names: Names) -> Iterator[dict[str, Any]]:
    for table in round_.tables.select_related("sheet").order_by("number"):
        people = lines_of(table) or table.seats
        on_paper = table.paper or table.result.is_typed
        recorded = table.sheet is not None and not on_paper
        sheet = table.started_sheet.get_absolute_url() if recorded else ""
        yield {"number": table.number, "names": [names[person] for person in people], "sheet": sheet}


# What was agreed on, for whoever comes to play


def terms_shown(tournament: Tournament) -> tuple[TermInWords, ...]:
    """Return the public terms, and who settles disputes; one query."""
    agreed = terms_for_players(tournament.terms, tournament.evening.currency)
    arbiters = ", ".join(arbiters_of(tournament).values_list("name", flat=True))
    final = _("The table stops and calls the arbiters. Their ruling is final; there is no appeal.")
    return (*agreed, TermInWords(_("Arbiters"), arbiters), TermInWords(_("Disputes"), final))


def shown_to_strangers() -> list[OpenPage]:
    """Return the demo club's public tournament pages: standings if finished, else the current state."""
    over = _("{title}: a tournament with {rounds} rounds")
    running = _("{title}: a tournament that is running")
    return [
        OpenPage(
            (over if tournament.state == State.FINISHED else running).format(
                title=tournament.title, rounds=tournament.terms.rounds
            ),
            reverse(
                f"tournaments:public{'_standings' if tournament.state == State.FINISHED else ''}",
                args=[tournament.code],
            ),
        )
        for tournament in Tournament.objects.shown_to_all().filter(club__demonstration=True)
    ]
