"""One entry, one transaction: written once, whoever asks how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from scoring import clock
from scoring.deeds import Refusal
from scoring.editions.books import is_other_rules
from scoring.engine.problems import Problem
from scoring.models import Act, Entry, Posting, Row, Sheet
from scoring.occasions import Actor, NewEntry, occasion_of
from scoring.table.counting import count_anew, count_further
from scoring.table.reasons import says
from scoring.table.replay import (
    DerivedRow,
    Fact,
    Position,
    StoredRow,
    is_of_the_bell,
    replayed,
    standing_facts,
    start_of,
    step,
    stored_rows,
)
from scoring.table.rights import locked_sheet, member_of

GAP = 2**40  # between two places: room for what was forgotten
MOST_OF_THE_BELL = 4  # entries of its own at a time: one for each bell of a round
EVER = ("last_place", "versions")  # of where a sheet stands, what also entries say that no longer count


class Illegal(Refusal):
    """What the rules say against an entry; ids stand for names."""

    def __init__(self, problems: Sequence[Problem], *, number: int | None = None) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = tuple(problems)
        self.number = number  # of the later hand that could not stand any more; None: the entry itself

    @property
    def sentences(self) -> list[str]:
        return [_("Nothing was changed: the rules of this sheet do not allow it.")]


class Stale(Refusal):
    """The sheet has moved on since the phone looked at it."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(f"sheet {sheet.pk} is at {sheet.seq}")
        self.sheet = sheet

    @property
    def sentences(self) -> list[str]:
        return [_("Something has been entered at this table in the meantime. Please look once more.")]


class Closed(Refusal):
    """Nothing is written on a closed sheet."""

    @property
    def sentences(self) -> list[str]:
        return [_("This table is closed. Nothing more is written on it.")]


class OtherContents(Refusal):
    """This id was used before, for something else."""

    @property
    def sentences(self) -> list[str]:
        return [_("This was saved before with other contents. Please look once more.")]


@dataclass(frozen=True)
class Written:
    """An entry that stands in the database, and the sheet after it."""

    entry: Entry
    sheet: Sheet
    row: Row | None  # of this entry, if it has one


def ready(sheet: Sheet, actor: Actor, entry: UUID) -> tuple[Sheet, Entry | None]:
    """The sheet, locked; and the entry, if it was written before."""
    sheet = locked_sheet(sheet, actor)
    before = Entry.objects.select_related("reason", "grounds").filter(pk=entry).first()
    if before is not None and before.sheet_id != sheet.pk:
        raise OtherContents
    return sheet, before


def demand_as_before(
    before: Entry,
    act: Act,
    record: object,
    supersedes: UUID | None = None,
    *,
    reason: str = "",
    grounds: str = "",
) -> None:
    """The same id, the same contents."""
    if (before.act, before.record, before.supersedes_id) != (act, record, supersedes):
        raise OtherContents
    if not (says(before.reason, reason) and says(before.grounds, grounds)):
        raise OtherContents


def demand_open(sheet: Sheet, after: int, entered: datetime | None = None) -> None:
    if not sheet.is_open and (entered is None or not occasion_of(sheet).takes_late(sheet, entered)):
        raise Closed
    if sheet.seq != after and not _only_the_bell_since(sheet, after):
        raise Stale(sheet)


def _only_the_bell_since(sheet: Sheet, after: int) -> bool:
    """What the clock wrote by itself changes neither hand nor dealer: it is no news that has to be seen."""
    since = sheet.entries.filter(seq__gt=after).select_related("supersedes")
    if after < 0 or sheet.seq - after > MOST_OF_THE_BELL or sheet.seq < after:
        return False
    return all(is_of_the_bell(one.record or (one.supersedes and one.supersedes.record)) for one in since)


def written_before(sheet: Sheet, before: Entry) -> Written:
    return Written(before, sheet, Row.objects.filter(pk=before.pk).first())


def write(sheet: Sheet, actor: Actor, asked: NewEntry) -> Entry:
    """One row more. What follows from it is written by `went_on` or `rederive`."""
    occasion_of(sheet).demand(sheet, actor, asked)
    return put(sheet, actor, asked)


def put(sheet: Sheet, actor: Actor, asked: NewEntry) -> Entry:
    """The same, where nobody has to be asked."""
    sheet.seq += 1
    place = asked.place if asked.supersedes is None else asked.supersedes.place
    if place is None:
        place = sheet.standing["last_place"] + GAP
        sheet.standing["last_place"] = place
    if is_other_rules(asked.record):
        sheet.standing["versions"] = sorted({*sheet.standing["versions"], asked.record["version"]})
    return Entry.objects.create(
        id=asked.id,
        sheet=sheet,
        seq=sheet.seq,
        place=place,
        supersedes=asked.supersedes,
        act=asked.act,
        record=asked.record,
        reason=asked.reason,
        grounds=asked.grounds,
        by_id=member_of(sheet, actor),
        at=clock.now(),
        entered_at=asked.entered,
    )


def went_on(sheet: Sheet, position: Position, fact: Fact) -> Row | None:
    """What follows from an entry at the end of the sheet."""
    position, derived = step(position, fact)
    if derived is not None and derived.number is not None:
        count_further(sheet, derived)
    _keep(sheet, position)
    row = None if derived is None else _store(sheet, [derived])[0]
    occasion_of(sheet).moved(sheet)
    return row


def rederive(sheet: Sheet) -> None:
    """Everything that follows from the entries; only what changed is written."""
    replay = replayed(start_of(sheet), standing_facts(sheet))
    if replay.problems:
        raise Illegal([problem for _, _, problem in replay.problems], number=replay.problems[0][1])
    before = {row.id: row for row in stored_rows(sheet)}
    after = {derived.fact.id: derived.as_stored() for derived in replay.rows}
    gone = [entry for entry, row in before.items() if after.get(entry) != row]
    Row.objects.filter(pk__in=gone).delete()
    _store(
        sheet, [derived for derived in replay.rows if before.get(derived.fact.id) != after[derived.fact.id]]
    )
    count_anew(sheet, replay.rows)
    _keep(sheet, replay.position)
    occasion_of(sheet).moved(sheet)


def _keep(sheet: Sheet, position: Position) -> None:
    sheet.standing = {**position.as_json(), **{key: sheet.standing[key] for key in EVER}}
    sheet.save(update_fields=["seq", "standing", "counted", "sums"])


def _store(sheet: Sheet, derived: Sequence[DerivedRow]) -> list[Row]:
    stored = [one.as_stored() for one in derived]
    rows = Row.objects.bulk_create([_row(sheet, one) for one in stored])
    Posting.objects.bulk_create(
        Posting(row_id=one.id, participant_id=int(player), twelfths=twelfths, schrift_twelfths=schrift)
        for one in stored
        for player, (twelfths, schrift) in one.postings.items()
    )
    return rows


def _row(sheet: Sheet, stored: StoredRow) -> Row:
    return Row(
        entry_id=stored.id,
        sheet=sheet,
        place=stored.place,
        number=stored.number,
        dealer=stored.dealer,
        players=list(stored.players),
        radl=stored.radl,
        owed=stored.owed,
        triggers=list(stored.triggers),
    )
