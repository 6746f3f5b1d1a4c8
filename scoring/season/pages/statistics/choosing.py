"""Which hands of a season are counted: under which rules, and who played at them on which side."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db.models import Max, Q

from scoring.models import Sheet, TableScore
from scoring.names import sorting
from scoring.season.pages.season import Season
from scoring.season.pages.statistics.reading import SeasonPerson
from scoring.table.counting import HandCounted, across


class HandFilter(NamedTuple):
    """Which hands of the season count."""

    rules: str = ""  # only those under this sheet; empty: all
    people: frozenset[str] = frozenset()  # only those at which all of these played too, by `Person.key`
    against: bool = False  # of a member's hands only those with all these people on the other side


EVERYTHING = HandFilter()
NUMBER = re.compile("[1-9][0-9]{0,17}")  # of a member, as an address carries it


def versions_in(season: Season) -> set[int]:
    """Return the versions of the rules that tables of a season were played by."""
    played = Sheet.objects.filter(season.counts("evening__"), standing__hands__gt=0).order_by()
    rows = played.values_list("ruleset_id", "standing__versions").distinct()
    return {version for first, later in rows for version in (first, *later)}


def offered_in(season: Season) -> tuple[SeasonPerson, ...]:
    """Return everybody who has played in a season, by their names; of spellings of a guest the last one."""
    here = "participant__evening__"
    played = TableScore.objects.filter(season.counts(here), hands__gt=0).order_by()
    who = ("participant__member", "participant__key", "participant__guest")
    rows = played.values_list(*who).annotate(
        last=Max(f"{here}date"),
        newest=Max("participant"),
        name=Max("participant__member__name"),
        in_lists=Max("participant__member__sorting"),
    )
    found: dict[str, SeasonPerson] = {}
    for member, key, guest, _last, _newest, name, in_lists in sorted(rows, key=lambda row: row[3:5]):
        one = (
            SeasonPerson(f"~{key}", guest, sorting(guest))
            if member is None
            else SeasonPerson(str(member), name, in_lists)
        )
        found[one.key] = one
    return tuple(sorted(found.values(), key=lambda one: one.sorting))


def tables_with(season: Season, chosen: frozenset[str]) -> dict[int, frozenset[int]]:
    """Return the tables of a season at which all of these people have played, and whom they are there."""
    members = [int(key) for key in chosen if NUMBER.fullmatch(key)]
    guests = [key.removeprefix("~") for key in chosen if key.startswith("~")]
    one_of_them = Q(participant__member__in=members)
    one_of_them |= Q(participant__member=None, participant__key__in=guests)
    played = TableScore.objects.filter(season.counts("participant__evening__"), one_of_them, hands__gt=0)
    there: dict[int, set[int]] = {}
    for sheet, participant in played.order_by().values_list("sheet_id", "participant_id"):
        there.setdefault(sheet, set()).add(participant)
    # Nobody is at an evening twice.
    return {sheet: frozenset(them) for sheet, them in there.items() if len(them) == len(chosen)}


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
