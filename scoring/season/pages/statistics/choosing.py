"""Which hands of a season are counted: under which rules, and who played at them on which side."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from scoring.models import Sheet
from scoring.models.evenings import ScoresOfSheet
from scoring.season.pages.season import Season
from scoring.season.pages.statistics.reading import SeasonPerson
from scoring.table.counting import HandCounted, across


class HandFilter(NamedTuple):
    """Which hands of the season count."""

    rules: str = ""  # only those under this sheet; empty: all
    people: frozenset[str] = frozenset()  # only those at which all of these played too, by `Person.key`
    against: bool = False  # of a member's hands only those with all these people on the other side


EVERYTHING = HandFilter()


class Seated(NamedTuple):
    """A sheet of the season, and who has hands on it."""

    sheet: int
    evening: int
    first: int  # the version it began with
    hands: int
    later: Sequence[int]  # further versions
    played: Mapping[int, int]  # hands by participant

    @property
    def versions(self) -> set[int]:
        return {self.first, *self.later}

    @property
    def participants(self) -> set[int]:
        return set(self.played)

    def all_hands_of(self, participants: Collection[int]) -> bool:
        """Did none of them ever sit out?"""
        return all(self.played[one] == self.hands for one in participants)


def seated_in(season: Season) -> list[Seated]:
    """Return all sheets of a season by one query; the hands themselves are not read."""
    sheets = Sheet.objects.filter(season.counts("evening__")).order_by()
    rows = sheets.annotate(score_list=ScoresOfSheet("pk")).values_list(
        "pk", "evening", "ruleset", "standing__hands", "standing__versions", "score_list"
    )
    return [
        Seated._make((*row, {person: hands for person, _kassa, _schrift, hands in scored if hands}))
        for *row, scored in rows
    ]


def chosen_at(
    played: Mapping[int, Collection[int]], people: Mapping[int, SeasonPerson], chosen: frozenset[str]
) -> dict[int, frozenset[int]]:
    """By sheet, whom the chosen people are there; without those on which not all of them have played."""
    if not chosen:
        return dict.fromkeys(played, frozenset())
    found = {}
    for sheet, players in played.items():
        there = frozenset(player for player in players if people[player].key in chosen)
        if len(there) == len(chosen):  # nobody is at an evening twice
            found[sheet] = there
    return found


def opponents_in(hand: HandCounted, seat: int) -> set[int]:
    """Participants who were on the other side in one of its games."""
    return {hand.players[other] for raw in hand.games for other in across(raw[1], seat)}
