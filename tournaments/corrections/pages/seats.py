"""Who could come, go and change places in a round whose seating is published."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.deeds import rehearsed
from scoring.engine.naming import Names
from scoring.names import sorting
from tournaments.corrections.verbs.seats import ROOM_AT, seated_in
from tournaments.draw.wishes import not_kept_in_words, report_on_wishes
from tournaments.engine.seating import RoundSeating
from tournaments.models import Round, Table

NamedChoices = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A table of which the people change: who sits there now, and who would."""

    table: int
    before: str
    after: str
    hands_before: int | None  # so many are played there; None: as many as there is time for
    hands_after: int | None
    not_kept: tuple[str, ...] = ()  # wishes of its people, from now on


@dataclass(frozen=True, slots=True)
class SeatChoices:
    """What the forms offer."""

    newcomers: NamedChoices
    fours: NamedChoices
    goers: NamedChoices
    seated: NamedChoices


def choices_of(round_: Round, names: Names) -> SeatChoices:
    """Return who may come to which tables, who may go, and who may change places; three queries."""
    tables = _tables(round_)
    there = seated_in(round_)
    entrants = round_.tournament.entrants.filter(withdrawn_at=None, house=False)
    new = [
        (str(entrant.pk), names[str(entrant.participant_id)])
        for entrant in entrants
        if str(entrant.participant_id) not in there
    ]
    open_ = [table for table in tables if table.sheet is None or table.sheet.is_open]
    return SeatChoices(
        newcomers=sorted(new, key=lambda choice: sorting(choice[1])),
        fours=[
            (str(table.number), _table_in_words(table, names))
            for table in open_
            if len(table.seated) == ROOM_AT
        ],
        goers=_people([table for table in open_ if len(table.seated) > ROOM_AT], names),
        seated=_people([table for table in open_ if not _has_played(table)], names),
    )


def _tables(round_: Round) -> list[Table]:
    tables = list(round_.tables.select_related("sheet").order_by("number"))
    for table in tables:
        table.round = round_
    return tables


def _has_played(table: Table) -> bool:
    return table.sheet is not None and table.sheet.standing["hands"] > 0


def _table_in_words(table: Table, names: Names) -> str:
    people = ", ".join(names[player] for player in table.seated)
    return _("Table %(number)d: %(people)s") % {"number": table.number, "people": people}


def _people(tables: list[Table], names: Names) -> NamedChoices:
    words = _("%(name)s, table %(number)d")
    return [
        (player, words % {"name": names[player], "number": table.number})
        for table in tables
        for player in table.seated
    ]


def foreseen_seats(round_: Round, names: Mapping[str, str], act: Callable[[], Any]) -> list[SeatChange]:
    """Return the tables that change; raises what doing it would raise."""

    def done() -> tuple[list[Table], list[Table], Mapping[str, str]]:
        before = _tables(round_)
        act()
        return before, _tables(round_), round_.tournament.evening.names()

    before, after, known = rehearsed(done)
    seating = RoundSeating(tuple([tuple(table.seated) for table in after]))
    wishes = report_on_wishes(round_, seating)
    return [
        SeatChange(
            now.number,
            ", ".join(known[player] for player in then.seated),
            ", ".join(known[player] for player in now.seated),
            round_.tournament.terms.hands_at(len(then.seated)),
            round_.tournament.terms.hands_at(len(now.seated)),
            tuple(not_kept_in_words(wishes, {player: known[player] for player in now.seated})),
        )
        for then, now in zip(before, after, strict=True)
        if list(then.seated) != list(now.seated)
    ]
