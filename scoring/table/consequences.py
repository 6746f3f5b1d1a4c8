"""What a correction would change: done, looked at, and taken back before anybody sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from scoring.deeds import rehearsed
from scoring.models import Act, Entry, Sheet
from scoring.table.replay import StoredRow, stored_rows
from scoring.table.rights import locked_sheet
from scoring.table.verbs.hands import correct, insert, take_out
from scoring.table.writing import Written
from scoring.table_policy import Actor, ElsewherePlace, occasion_of


@dataclass(frozen=True)
class Change:
    """A correction, an insertion before `target`, or the taking out of `target`."""

    act: Act
    target: Entry
    record: dict[str, Any] | None = None
    keep_deal: bool = False  # whoever deals next according to the sheet still does

    def make(self, *, actor: Actor, entry: UUID, sheet: Sheet, after: int, reason: str) -> Written:
        asked: dict[str, Any] = {
            "actor": actor,
            "entry": entry,
            "sheet": sheet,
            "after": after,
            "reason": reason,
            "keep_deal": self.keep_deal,
        }
        if self.act == Act.TAKE_OUT:
            return take_out(target=self.target, **asked)
        if self.act == Act.INSERT:
            return insert(before=self.target, record=self.record or {}, **asked)
        return correct(target=self.target, record=self.record or {}, **asked)


class ChangedRow(NamedTuple):
    """A row before and after; None where there is none."""

    before: StoredRow | None
    after: StoredRow | None
    totals_before: Mapping[str, int]
    totals_after: Mapping[str, int]


class ChangedElsewhere(NamedTuple):
    """What follows from the sheet in another place, before and after; empty where nothing does."""

    place: ElsewherePlace
    before: str
    after: str


@dataclass(frozen=True)
class Consequences:
    """The rows that change, from the first one on, and the totals at the end, in twelfths."""

    rows: tuple[ChangedRow, ...]
    totals_before: Mapping[str, int]
    totals_after: Mapping[str, int]
    elsewhere: tuple[ChangedElsewhere, ...] = ()


def consequences(change: Change, *, actor: Actor, sheet: Sheet, after: int) -> Consequences:
    """Return what a change would make of the sheet, undone again; raise what making it would raise."""

    def made() -> Consequences:
        locked = locked_sheet(sheet, actor)
        before, elsewhere = stored_rows(locked), _elsewhere(locked)
        written = change.make(actor=actor, entry=uuid4(), sheet=locked, after=after, reason="…")
        found = between(before, stored_rows(written.sheet), locked, written.sheet)
        return replace(found, elsewhere=changed_elsewhere(elsewhere, _elsewhere(written.sheet)))

    return rehearsed(made)


def _elsewhere(sheet: Sheet) -> Mapping[ElsewherePlace, str]:
    return {} if sheet.is_open else occasion_of(sheet).elsewhere(sheet)


def changed_elsewhere(
    before: Mapping[ElsewherePlace, str], after: Mapping[ElsewherePlace, str]
) -> tuple[ChangedElsewhere, ...]:
    """Return only what differs, in the order of the headings."""
    places = list(dict.fromkeys([*after, *before]))
    titles = list(dict.fromkeys(place.title for place in places))
    places.sort(key=lambda one: titles.index(one.title))
    found = (ChangedElsewhere(place, before.get(place, ""), after.get(place, "")) for place in places)
    return tuple(
        changed_elsewhere
        for changed_elsewhere in found
        if changed_elsewhere.before != changed_elsewhere.after
    )


def between(
    before: list[StoredRow], after: list[StoredRow], sheet: Sheet, sheet_after: Sheet
) -> Consequences:
    """Return the rows that changed between two states of a sheet, and the totals in both."""
    then, now = _by_place(before), _by_place(after)
    rows = []
    for place in sorted(then.keys() | now.keys()):
        row_then, totals_then = then.get(place, (None, {}))
        row_now, totals_now = now.get(place, (None, {}))
        if (row_then, totals_then) != (row_now, totals_now):
            rows.append(ChangedRow(row_then, row_now, totals_then, totals_now))
    return Consequences(tuple(rows), sheet.totals, sheet_after.totals)


def _by_place(rows: list[StoredRow]) -> dict[int, tuple[StoredRow | None, Mapping[str, int]]]:
    """Return each row with the totals after it, by its place."""
    totals: dict[str, int] = {}
    found: dict[int, tuple[StoredRow | None, Mapping[str, int]]] = {}
    for row in rows:
        for player, (twelfths, _) in row.amounts.items():
            totals[player] = totals.get(player, 0) + twelfths
        found[row.place] = (row, dict(totals))
    return found
