"""The year of a cup, by a seed: closed tournaments of members, stored as rows."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from scoring import clock
from scoring.models import Club, Evening, Member, Participant
from scoring.names import folded
from scoring.rules.versions.versions import in_use
from tournaments.engine.series import SeriesTerms, TieBreak, WhatCounts
from tournaments.engine.terms import CUP
from tournaments.models import (
    TOURNAMENT,
    Counted,
    Entrant,
    Pulse,
    Round,
    Series,
    Stage,
    State,
    Table,
    Tournament,
)

FIRST = datetime.date(2026, 1, 3)
AT_A_TABLE = 4
HANDS = 16
# What a cup may add up of one year, by title.
SEVEN = {
    "Schrift": SeriesTerms(),
    "Beste sechs": SeriesTerms("fifty_places", counting=WhatCounts.BEST, best=6, least=2),
    "Plätze": SeriesTerms("places", ties=(TieBreak.BEST, TieBreak.FEWER_STARTS)),
    "Kurve": SeriesTerms("curve", counting=WhatCounts.BEST, best=6),
    "Heinepunkte": SeriesTerms("tapered", counting=WhatCounts.HALF, ties=(TieBreak.MORE_STARTS,)),
    "Halbjahre": SeriesTerms("per_60_hands", counting=WhatCounts.PARTS, best=2, off=Fraction(1, 2)),
    "Am Tisch": SeriesTerms("at_tables", counting=WhatCounts.BEST, best=8, least=3, ties=()),
}


def people_of_the_year(club: Club, count: int) -> list[Member]:
    """New members of the club."""
    names = [f"Spieler {number:03}" for number in range(1, count + 1)]
    Member.objects.bulk_create(Member(club=club, name=name, key=folded(name)) for name in names)
    return list(club.members.filter(name__in=names).order_by("pk"))


def tournaments_of_the_year(
    club: Club, people: Sequence[Member], *, numbers: Iterable[int], players: int
) -> list[Tournament]:
    """Each with so many of the people, four at a table, and a Schrift that adds up to 0 at each.

    The number of a tournament is its seed, too.
    """
    at, rules = clock.now(), in_use("cup", club)
    terms = replace(CUP, rounds=1).as_json()
    found = []
    for number in numbers:
        dice = Random(number)
        evening = Evening.objects.create(
            club=club,
            date=FIRST + datetime.timedelta(days=(number - 1) * 11 % 360),
            ruleset=rules,
            cents_per_point=0,
            currency="EUR",
            occasion=TOURNAMENT,
            opened_at=at,
        )
        tournament = Tournament.objects.create(
            club=club,
            evening=evening,
            title=f"Turnier {number}",
            code=f"turnier{number}",
            kept_terms=terms,
            state=State.FINISHED,
            made_at=at,
            finished_at=at,
        )
        Pulse.objects.create(tournament=tournament)
        there = [Participant(evening=evening, member=member) for member in dice.sample(people, players)]
        Participant.objects.bulk_create(there)
        Entrant.objects.bulk_create(
            Entrant(tournament=tournament, participant=one, number=place, registered_at=at)
            for place, one in enumerate(there, 1)
        )
        ids = [str(participant.pk) for participant in there]
        dice.shuffle(ids)
        seated = [ids[first : first + AT_A_TABLE] for first in range(0, players, AT_A_TABLE)]
        round_ = Round.objects.create(
            tournament=tournament, number=1, stage=Stage.CLOSED, started_at=at, closed_at=at
        )
        Table.objects.bulk_create(
            Table(round=round_, number=place, seats=seats, stored_results=_results(seats, dice))
            for place, seats in enumerate(seated, 1)
        )
        found.append(tournament)
    return found


def _results(seats: Sequence[str], dice: Random) -> dict[str, Any]:
    amounts = [dice.randrange(-60, 90, 5) for _ in seats[1:]]
    lines = {
        seat: {"hands": HANDS, "kassa": amount, "schrift": amount}
        for seat, amount in zip(seats, (*amounts, -sum(amounts)), strict=True)
    }
    return {"hands": HANDS, "paper": False, "players": lines}


def series_of_the_year(club: Club, tournaments: Sequence[Tournament]) -> dict[str, Series]:
    """The seven of them; these tournaments count in each, beside those that did before."""
    found = {}
    for title, terms in SEVEN.items():
        kept = {"kept_terms": terms.as_json(), "made_at": clock.now()}
        series, _new = Series.objects.get_or_create(club=club, title=title, defaults=kept)
        Counted.objects.bulk_create(Counted(series=series, tournament=each) for each in tournaments)
        found[title] = series
    return found
