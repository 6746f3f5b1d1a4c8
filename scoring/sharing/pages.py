"""What a link shows to people who belong to no club."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from scoring.evenings.pages.evening import RunningTotal
from scoring.models import Sheet
from scoring.season.pages import season
from scoring.table.replay import position_of


class SharedTable(NamedTuple):
    """A table of an evening: who has sat there, and what they have."""

    name: str
    address: str
    hands: int
    is_open: bool
    people: tuple[RunningTotal, ...]


def shared_tables(sheets: Iterable[Sheet], names: Mapping[str, str]) -> list[SharedTable]:
    """Return what a link shows of these tables."""
    return [_table(sheet, names) for sheet in sheets]


def _table(sheet: Sheet, names: Mapping[str, str]) -> SharedTable:
    position = position_of(sheet)
    seated, totals = position.standing.players, position.standing.totals
    left = [total for total in totals if total not in seated]
    people = [
        RunningTotal(names[player], totals.get(player, 0), player in seated) for player in (*seated, *left)
    ]
    return SharedTable(sheet.name, sheet.get_absolute_url(), position.hands, sheet.is_open, tuple(people))


def without_money(standings: season.SeasonStandings) -> season.SeasonStandings:
    """With everybody's points as they are."""
    members, guests = (
        tuple(
            season_standing._replace(score=replace(season_standing.score, money={}))
            for season_standing in some
        )
        for some in (standings.members, standings.guests)
    )
    return season.SeasonStandings(members, guests)
