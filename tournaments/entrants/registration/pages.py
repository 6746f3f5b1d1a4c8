"""Online registrations for the director: places and waiting list; and pages for each phone."""

from collections.abc import Iterator
from typing import Any

from tournaments.engine.names import NameRegister
from tournaments.entrants.registration.codes import code_of
from tournaments.entrants.registration.verbs import is_there, name_of, problems_with_opening, round_to_come_to
from tournaments.models import Opening, Round, Signup, Stage, Table, Tournament

# The list


def room_in(tournament: Tournament, limit: int | None) -> int | None:
    """Return how many of the open registrations have a place; None: all."""
    if limit is None:
        return None
    return max(0, limit - playing_in(tournament))


def playing_in(tournament: Tournament) -> int:
    """Return how many are on the list of the tournament and play."""
    return tournament.entrants.filter(withdrawn_at=None, house=False).count()


def signups_of(tournament: Tournament, opening: Opening | None) -> dict[str, Any]:
    """Return all online registrations, and the number of places; four queries."""
    limit = opening.limit if opening else None
    names = tournament.evening.names()
    playing = playing_in(tournament)
    room = None if limit is None else max(0, limit - playing)
    asking = list(tournament.signups.asking())
    called = {
        **{f"p{pk}": name for pk, name in names.items()},
        **{f"s{signup.pk}": signup.name for signup in asking},
    }
    known: NameRegister[str] = NameRegister([(name, who) for who, name in called.items()])

    def alike(signup: Signup) -> list[str]:
        similar = [called[who] for who, _why in known.like(signup.name) if who != f"s{signup.pk}"]
        return list(dict.fromkeys(similar))

    others = list(tournament.signups.select_related("entrant").order_by("at", "pk"))
    ended = [signup for signup in others if signup.entrant is None and signup.ended_at is not None]
    return {
        "limit": limit,
        "playing": playing,
        "asking": [
            {"signup": signup, "waits": _waits(position, room), "alike": alike(signup)}
            for position, signup in enumerate(asking, 1)
        ],
        "with_a_place": asking if room is None else asking[:room],
        "taken": [
            (names[str(signup.entrant.participant_id)], signup)
            for signup in others
            if signup.entrant is not None
        ],
        "ended": ended,
        "turned_away": sum(signup.ended_by_id is not None for signup in ended),
    }


def _waits(position: int, room: int | None) -> int:
    return 0 if room is None else max(0, position - room)


# What everybody sees


def open_page(opening: Opening) -> dict[str, Any]:
    """Return what the registration page shows before a name is entered; two queries."""
    asking = opening.tournament.signups.asking().count()
    room = room_in(opening.tournament, opening.limit)
    return {
        "problem": problems_with_opening(opening),  # why nobody can register now
        "left": None if room is None else max(0, room - asking),  # places; None: nobody counts them
        "waiting": 0 if room is None else max(0, asking - room),
    }


# What one phone sees


def own_page(signup: Signup, opening: Opening | None) -> dict[str, Any]:
    """Return a person's own page; its kind is asked, waits, taken, cancelled or turned_away."""
    tournament = signup.tournament
    kind, waits = _signup_state(signup, opening)
    tables = list(_tables(signup)) if kind == "taken" else []
    round_ = round_to_come_to(tournament) if kind == "taken" else None
    return {
        "code": code_of(signup),
        "name": name_of(tournament, signup),
        "kind": kind,
        "waits": waits,
        "tables": tables,
        "came": round_.number if round_ is not None and is_there(signup, round_) else 0,
        "can_cancel": tournament.is_open and kind in ("asked", "waits", "taken") and not tables,
    }


def _signup_state(signup: Signup, opening: Opening | None) -> tuple[str, int]:
    """Return the state of a registration, and its place on the waiting list."""
    if signup.entrant is not None:
        return ("cancelled" if signup.entrant.withdrawn_at else "taken"), 0
    if signup.ended_at is not None:
        return ("cancelled" if signup.ended_by_id is None else "turned_away"), 0
    tournament = signup.tournament
    room = room_in(tournament, opening.limit if opening else None)
    if room is None:
        return "asked", 0
    asking = list(tournament.signups.asking().values_list("pk", flat=True))
    waits = _waits(asking.index(signup.pk) + 1, room)
    return ("waits" if waits else "asked"), waits


def _tables(signup: Signup) -> Iterator[dict[str, Any]]:
    """Yield a person's own seats, even of a tournament that only the club sees."""
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
            yield {
                "round": round_.number,
                "table": table.number,
                "seat": sitting.index(me) + 1,
                "runs": round_.stage == Stage.RUNNING,
                "others": ", ".join(names[player] for player in sitting if player != me),
            }


# At the door


def on_this_phone(signups: list[Signup], round_: Round | None) -> list[dict[str, Any]]:
    """Return the people who registered on the phone at the door, and are coming."""
    kinds = [(signup, _signup_state(signup, None)[0]) for signup in signups]
    return [
        {
            "pk": signup.pk,
            "code": code_of(signup),
            "name": name_of(signup.tournament, signup),
            "kind": kind,
            "is_there": round_ is not None and is_there(signup, round_),
        }
        for signup, kind in kinds
        if kind in ("asked", "taken")
    ]
