"""Derive from the entries of a sheet its rows, scores and position."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any
from uuid import UUID

from scoring.engine import facts
from scoring.engine.naming import renamed
from scoring.engine.record import to_dict
from scoring.engine.record.stored import OF_DOUBLING, PEOPLE, read_stored
from scoring.engine.result import in_twelfths
from scoring.engine.rules import Rules
from scoring.engine.sheet import Fact, Position, SheetRow, first_position, with_points
from scoring.models import Entry, Points, Row, Sheet
from scoring.models.entries import amounts_by_player
from scoring.names import tidy
from scoring.rules.versions.timelines import RulesTimeline, seated_first, timeline_of

SYSTEM_EVENTS = (*OF_DOUBLING, PEOPLE)
BLANKED = "…"  # in place of grounds that were blanked


def fact_of(entry: Entry, timeline: RulesTimeline) -> Fact:
    """Return an entry read by the rules in force when it was written, even if superseded since."""
    rules = timeline.of(entry)
    as_written = read_stored(whole_record(entry), rules)
    return Fact(
        entry.id,
        entry.sort_key,
        with_corrected_names(as_written, timeline.names(entry.seq, entry.sort_key)),
        rules,
    )


def with_corrected_names(entry: facts.Entry, names: Mapping[str, str]) -> facts.Entry:
    """Return the entry with the right names put in; a correction of names itself stays as written."""
    return entry if not names or isinstance(entry, facts.RightNames) else renamed(entry, names)


def is_of_doubling(record: object) -> bool:
    """Return whether this system event ends doubled hands or makes them possible again."""
    return isinstance(record, dict) and record.get("event") in OF_DOUBLING


def is_system_event(record: object) -> bool:
    """Return whether an event was not entered at the table, so that undo and phones skip it."""
    return isinstance(record, dict) and record.get("event") in SYSTEM_EVENTS


def record_now(entry: Entry, timeline: RulesTimeline) -> dict[str, Any]:
    """Return the record with corrected names, and with the grounds of a void hand."""
    if not timeline.names(entry.seq, entry.sort_key):
        return whole_record(entry)
    fact = fact_of(entry, timeline)
    return {**to_dict(fact.entry, fact.rules)}


def whole_record(entry: Entry) -> dict[str, Any]:
    """Return the record as it was sent, with the grounds of a void hand, which are stored apart."""
    assert entry.record is not None
    if "void" not in entry.record:
        return dict(entry.record)
    return {**entry.record, "reason": "" if entry.grounds is None else entry.grounds.text or BLANKED}


def record_of(entry: facts.Entry, rules: Rules) -> dict[str, Any]:
    """Return the record of an entry for storing, without free text."""
    record = {**to_dict(entry, rules)}
    return {"void": record["void"]} if "void" in record else record


def grounds_of(entry: facts.Entry | None) -> str:
    """Return why a void hand does not count; empty for anything else."""
    return tidy(entry.reason) if isinstance(entry, facts.Void) else ""


def position_of(sheet: Sheet) -> Position:
    """Return the position of the sheet, as stored with its last entry."""
    return with_points(sheet.state.position, sheet.scores)


@dataclass(frozen=True)
class StoredRow:
    """A row as the database stores it; all its fields are read, written and verified."""

    id: UUID  # of its entry
    sort_key: int
    number: int | None
    dealer: str
    players: tuple[str, ...]
    radl: bool
    times: int  # what it is multiplied by if so
    owed: int
    triggers: tuple[str, ...]
    twelfths: tuple[int, ...] | None  # by seat; None: a void hand
    schrift_twelfths: tuple[int, ...] | None  # None: the same

    @property
    def amounts(self) -> dict[str, tuple[int, int]]:
        """Return twelfths of Kassa and Schrift by participant."""
        return amounts_by_player(self.players, self.twelfths, self.schrift_twelfths)


def stored_row(derived: SheetRow) -> StoredRow:
    """Return a row as the database keeps it."""
    kassa, schrift = None, None
    settlement = derived.settlement
    if settlement is not None:
        kassa = tuple(map(in_twelfths, settlement.amounts))
        schrift = tuple(map(in_twelfths, settlement.schrift_amounts))
    return StoredRow(
        id=derived.fact.id,
        sort_key=derived.fact.sort_key,
        number=derived.number,
        dealer=derived.dealer,
        players=derived.players,
        radl=derived.radl,
        times=derived.times,
        owed=derived.owed,
        triggers=derived.triggers,
        twelfths=kassa,
        schrift_twelfths=None if schrift == kassa else schrift,
    )


def scores_of(position: Position) -> dict[str, Points]:
    """Return the scores of everybody who ever sat at the table."""
    kassa, schrift = position.totals, position.schrift_totals
    return {
        player: Points(
            in_twelfths(kassa[player]), in_twelfths(schrift[player]), position.played.get(player, 0)
        )
        for player in kassa
    }


ROW_COLUMNS = tuple(field.name for field in fields(StoredRow))[1:]


def start_of(sheet: Sheet, timeline: RulesTimeline | None = None) -> Position:
    """Return where this sheet stands before its first entry."""
    return first_position(*seated_first(sheet, timeline))


def current_facts(sheet: Sheet, timeline: RulesTimeline | None = None) -> list[Fact]:
    """Return the entries of a sheet that stand, read, in their order."""
    timeline = timeline or timeline_of(sheet)
    return [fact_of(entry, timeline) for entry in sheet.entries.current().select_related("grounds")]


def stored_rows(sheet: Sheet) -> list[StoredRow]:
    """Return the rows that the database keeps, by one query and without models."""
    return stored_rows_by_sheet([sheet])[sheet.pk]


def stored_rows_by_sheet(sheets: Iterable[Sheet]) -> dict[int, list[StoredRow]]:
    """Return the stored rows of several sheets, by one query."""
    by_sheet: dict[int, list[StoredRow]] = {sheet.pk: [] for sheet in sheets}
    rows = Row.objects.filter(sheet__in=by_sheet).order_by("sort_key")
    for sheet, *row in rows.values_list("sheet_id", "entry_id", *ROW_COLUMNS):
        by_sheet[sheet].append(StoredRow(*map(_as_derived, row)))
    return by_sheet


def _as_derived(value: Any) -> Any:
    """Return a stored value as it is derived: a list of the database is a tuple."""
    return tuple(value) if isinstance(value, list) else value
