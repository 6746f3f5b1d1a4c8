"""Who registered by themselves, who has a place and who waits; and what each phone is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.engine.names import NameRegister
from tournaments.entrants.registration.codes import code_of
from tournaments.entrants.registration.verbs import is_there, name_of, problems_with_opening, round_to_come_to
from tournaments.models import Opening, Round, Signup, Stage, Table, Tournament

# The list


class SignedUp(NamedTuple):
    """Somebody who registered and was not taken in yet."""

    signup: Signup
    waits: int  # their place on the waiting list; 0: there is room
    alike: tuple[str, ...]  # who else could be the same person


@dataclass(frozen=True)
class SignupList:
    """Everybody who registered by themselves, and how many places there are."""

    limit: int | None
    playing: int  # who are on the list of the tournament
    asking: tuple[SignedUp, ...]
    taken: tuple[tuple[str, Signup], ...]  # those on the list, by the name that stands there
    ended: tuple[Signup, ...]  # those who do not come

    @property
    def with_a_place(self) -> tuple[SignedUp, ...]:
        return tuple(signed_up for signed_up in self.asking if not signed_up.waits)

    @property
    def waiting(self) -> tuple[SignedUp, ...]:
        return tuple(signed_up for signed_up in self.asking if signed_up.waits)

    @property
    def turned_away(self) -> int:
        return sum(signup.ended_by_id is not None for signup in self.ended)

    @property
    def text(self) -> str:
        """Return those for whom there is room, as a list that is pasted."""
        return "\n".join(signed_up.signup.name for signed_up in self.with_a_place)


def room_in(tournament: Tournament, limit: int | None) -> int | None:
    """Return how many of those who ask have a place; None: all of them."""
    if limit is None:
        return None
    return max(0, limit - playing_in(tournament))


def playing_in(tournament: Tournament) -> int:
    """Return how many are on the list of the tournament and play."""
    return tournament.entrants.filter(withdrawn_at=None, house=False).count()


def signups_of(tournament: Tournament, opening: Opening | None) -> SignupList:
    """Return the whole list; four queries, however long."""
    limit = opening.limit if opening else None
    names = tournament.evening.names()
    playing = playing_in(tournament)
    room = None if limit is None else max(0, limit - playing)
    asking = list(tournament.signups.asking())
    known: NameRegister[str] = NameRegister(
        [
            *((name, f"p{pk}") for pk, name in names.items()),
            *((signup.name, f"s{signup.pk}") for signup in asking),
        ]
    )
    called = {
        **{f"p{pk}": name for pk, name in names.items()},
        **{f"s{signup.pk}": signup.name for signup in asking},
    }

    def alike(one: Signup) -> Iterator[str]:
        yield from dict.fromkeys(called[who] for who, _why in known.like(one.name) if who != f"s{one.pk}")

    others = list(tournament.signups.select_related("entrant").order_by("at", "pk"))
    return SignupList(
        limit=limit,
        playing=playing,
        asking=tuple(
            SignedUp(signup, _waits(place, room), tuple(alike(signup)))
            for place, signup in enumerate(asking, 1)
        ),
        taken=tuple(
            (names[str(signup.entrant.participant_id)], signup)
            for signup in others
            if signup.entrant is not None
        ),
        ended=tuple(signup for signup in others if signup.entrant is None and signup.ended_at is not None),
    )


def _waits(place: int, room: int | None) -> int:
    return 0 if room is None else max(0, place - room)


# What everybody sees


@dataclass(frozen=True, slots=True)
class RegistrationPage:
    """What the page says above its form."""

    problem: str  # why nobody can register now
    needs_word: bool
    left: int | None  # places; None: nobody counts them
    waiting: int  # how many wait


def open_page(opening: Opening) -> RegistrationPage:
    """Return what whoever wants to register has to know; two queries."""
    asking = opening.tournament.signups.asking().count()
    room = room_in(opening.tournament, opening.limit)
    left = None if room is None else max(0, room - asking)
    waiting = 0 if room is None else max(0, asking - room)
    return RegistrationPage(problems_with_opening(opening), bool(opening.word), left, waiting)


# What one phone sees


@dataclass(frozen=True, slots=True)
class OwnTable:
    """Where somebody sits in a round that is published or runs."""

    round: int
    table: int
    seat: int
    runs: bool
    others: str


@dataclass(frozen=True, slots=True)
class OwnPage:
    """What the phone of somebody who registered is told."""

    code: str
    name: str
    kind: str  # asked, waits, taken, cancelled, turned_away
    waits: int
    tables: tuple[OwnTable, ...]
    came: int  # the round for which they are checked in; 0: none
    can_cancel: bool


def own_page(signup: Signup, opening: Opening | None) -> OwnPage:
    """Return what somebody's own page says now."""
    tournament = signup.tournament
    kind, waits = _standing(signup, opening)
    tables = tuple(_tables(signup)) if kind == "taken" else ()
    round_ = round_to_come_to(tournament) if kind == "taken" else None
    return OwnPage(
        code=code_of(signup),
        name=name_of(tournament, signup),
        kind=kind,
        waits=waits,
        tables=tables,
        came=round_.number if round_ is not None and is_there(signup, round_) else 0,
        can_cancel=tournament.is_open and kind in ("asked", "waits", "taken") and not tables,
    )


def _standing(signup: Signup, opening: Opening | None) -> tuple[str, int]:
    """Return how it stands, and the place on the waiting list."""
    if signup.entrant is not None:
        return ("cancelled" if signup.entrant.withdrawn_at else "taken"), 0
    if signup.ended_at is not None:
        return ("cancelled" if signup.ended_by_id is None else "turned_away"), 0
    tournament = signup.tournament
    room = room_in(tournament, opening.limit if opening else None)
    if room is None:
        return "asked", 0
    before = list(tournament.signups.asking().values_list("pk", flat=True))
    waits = _waits(before.index(signup.pk) + 1, room)
    return ("waits" if waits else "asked"), waits


def _tables(signup: Signup) -> Iterator[OwnTable]:
    """Yield somebody's own seats, also of a tournament that only the club may look at."""
    assert signup.entrant is not None
    me, tournament = str(signup.entrant.participant_id), signup.tournament
    if not tournament.is_open:
        return
    rounds: dict[int, Round] = {
        round_.pk: round_ for round_ in tournament.rounds.filter(stage__in=(Stage.PUBLISHED, Stage.RUNNING))
    }
    tables = Table.objects.filter(round__in=rounds).select_related("sheet").order_by("round__number")
    names = tournament.evening.names() if rounds else {}
    for table in tables:
        sitting = table.seated
        if me in sitting:
            round_ = rounds[table.round_id]
            others = ", ".join(names[player] for player in sitting if player != me)
            runs = round_.stage == Stage.RUNNING
            yield OwnTable(round_.number, table.number, sitting.index(me) + 1, runs, others)


# At the door


@dataclass(frozen=True, slots=True)
class OnThisPhone:
    """Somebody who registered on the phone that scanned the code at the door."""

    pk: int
    code: str
    name: str
    kind: str  # as on their own page
    is_there: bool


def on_this_phone(signups: list[Signup], round_: Round | None) -> list[OnThisPhone]:
    """Return everybody who registered on this phone and does come."""
    found = []
    for signup in signups:
        kind, _waits = _standing(signup, None)
        if kind in ("asked", "taken"):
            there = round_ is not None and is_there(signup, round_)
            found.append(
                OnThisPhone(signup.pk, code_of(signup), name_of(signup.tournament, signup), kind, there)
            )
    return found
