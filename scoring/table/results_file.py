"""The tables of results files: the records, with their amounts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from scoring.engine.record.stored import OTHER_RULES, PEOPLE
from scoring.engine.result import Amount, amount_in_words, exact, from_twelfths
from scoring.models import Club, ClubLog, Entry, Row, RulesetVersion, Sheet
from scoring.models.entries import current_among
from scoring.rules.versions.timelines import RulesTimeline, is_other_rules, seated_first, timelines_of
from scoring.rules.versions.versions import digest_of
from scoring.table.replay import ROW_COLUMNS, StoredRow, record_now

TableDocument = dict[str, Any]


def revision_of_files(club: Club) -> int:
    """Return the revision of a club's files, which grows with every hand and deed."""
    deeds = ClubLog.objects.filter(club=club).values_list("written", flat=True).first() or 0
    return 1 + deeds + Entry.objects.filter(sheet__evening__club=club).count()


class SheetsInFile:
    """The sheets of a file: their tables by the sheet's id, and their rules."""

    def __init__(self, sheets: Iterable[Sheet], *, words: bool = True) -> None:
        """Read all sheets by a few queries; `words` adds who corrected, and why."""
        self.words = words
        self.sheets = {sheet.pk: sheet for sheet in sheets}
        self.timelines = timelines_of(self.sheets.values())
        entries = Entry.objects.filter(sheet__in=self.sheets).select_related("grounds", "reason", "by")
        self.entries: dict[int, list[Entry]] = {pk: [] for pk in self.sheets}
        for entry in entries.order_by("sheet", "seq"):
            self.entries[entry.sheet_id].append(entry)
        rows = Row.objects.filter(sheet__in=self.sheets).values_list("entry_id", *ROW_COLUMNS)
        self.rows = {row[0]: StoredRow(*row) for row in rows}
        written = [entry.record for entries in self.entries.values() for entry in entries]
        versions = {sheet.ruleset_id for sheet in self.sheets.values()}
        versions |= {record["version"] for record in written if is_other_rules(record)}
        self.versions = RulesetVersion.objects.in_bulk(versions)

    @property
    def rules(self) -> TableDocument:
        """Return every rule sheet by its checksum."""
        return {
            digest_of(version.text): {"slug": version.slug, "text": version.text}
            for version in self.versions.values()
        }

    def table(self, sheet: Sheet, number: int, without_time: Collection[UUID] = ()) -> TableDocument:
        """Return the table of a sheet; times of some entries are left out."""
        timeline, entries = self.timelines[sheet.pk], self.entries[sheet.pk]
        current = current_among(entries)
        seats, dealer = seated_first(sheet, timeline)
        first: TableDocument = {"version": sheet.ruleset_id, "options": sheet.options}
        for entry in current:
            if is_other_rules(entry.record) and entry.record.get("from_first"):
                first = entry.record
        written: dict[int, list[Entry]] = {}
        for entry in entries:
            written.setdefault(entry.sort_key, []).append(entry)
        going = _Going(seats)
        hands = []
        for entry in current:
            record = self._record(entry, timeline)
            if record is None:
                continue
            item: TableDocument = {"record": record}
            if entry.pk not in without_time:
                was = written[entry.sort_key][0]
                item["at"] = (was.entered_at or was.at).isoformat()
            if settled := going.settled(record, self.rows.get(entry.pk)):
                item["settled"] = settled
            if corrections := list(_corrections(written[entry.sort_key], timeline, words=self.words)):
                item["corrections"] = corrections
            hands.append(item)
        table: TableDocument = {"number": number, "name": sheet.name, "seats": list(seats), "dealer": dealer}
        table["rules"] = digest_of(self.versions[first["version"]].text)
        if first.get("options"):
            table["options"] = first["options"]
        table["hands"] = hands
        if taken_back := list(self._taken_back(written.values(), timeline)):
            table["taken_back"] = taken_back
        return table

    def _taken_back(
        self, entries: Iterable[Sequence[Entry]], timeline: RulesTimeline
    ) -> Iterator[TableDocument]:
        """Yield entries that no longer count, with what was done to them."""
        for versions in entries:
            last = max((entry for entry in versions if entry.record is not None), key=lambda entry: entry.seq)
            if versions[-1].record is None and last.record is not None:
                yield {
                    "record": record_now(last, timeline),
                    "at": (versions[0].entered_at or versions[0].at).isoformat(),
                    "corrections": list(_corrections(versions, timeline, words=self.words)),
                }

    def _record(self, entry: Entry, timeline: RulesTimeline) -> TableDocument | None:
        """Return an entry's record with corrected names; None where the table itself has it."""
        record = record_now(entry, timeline)
        if record.get("event") == PEOPLE:
            return record if record.get("from_here") else None
        if record.get("event") == OTHER_RULES:
            rules = digest_of(self.versions[record["version"]].text)
            agreed = {"event": OTHER_RULES, "rules": rules, "options": record.get("options", {})}
            return None if record.get("from_first") is True else agreed
        return record


class _Going:
    """What everybody at a table has by now."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.seats = list(seats)
        self.totals: dict[str, Amount] = dict.fromkeys(seats, 0)
        self.schrift: dict[str, Amount] = dict.fromkeys(seats, 0)

    def settled(self, record: TableDocument, row: StoredRow | None) -> TableDocument | None:
        """Return the stored amounts of an entry's row; None where it has none."""
        if row is None:
            if record.get("event") == PEOPLE:
                self.seats = [record["people"].get(seat, seat) for seat in self.seats]
            elif record.get("event") == "seating":
                self.seats = record["players"]
            for newcomer in self.seats:
                self.totals.setdefault(newcomer, 0)
                self.schrift.setdefault(newcomer, 0)
            return None
        amounts = {player: tuple(map(from_twelfths, both)) for player, both in row.amounts.items()}
        paid = {player: amounts.get(player, (0, 0)) for player in row.players}
        for player, (kassa, schrift) in paid.items():
            self.totals[player] = exact(self.totals[player] + kassa)
            self.schrift[player] = exact(self.schrift[player] + schrift)
        settled = {
            "dealer": row.dealer,
            "players": list(row.players),
            "radl": row.radl,
            "payouts": _written({player: kassa for player, (kassa, _schrift) in paid.items()}),
            "totals": _written(self.totals),
            "triggers": list(row.triggers),
        }
        if any(kassa != schrift for kassa, schrift in paid.values()):
            settled["schrift"] = _written({player: schrift for player, (_kassa, schrift) in paid.items()})
        if self.totals != self.schrift:
            settled["schrift_totals"] = _written(self.schrift)
        return settled


def _written(amounts: Mapping[str, Amount]) -> TableDocument:
    return {player: amount_in_words(amount) for player, amount in amounts.items()}


def _corrections(
    versions: Sequence[Entry], timeline: RulesTimeline, *, words: bool
) -> Iterator[TableDocument]:
    """Yield the changes of an entry after it was made, and whether it was inserted."""
    for previous, entry in zip((None, *versions), versions, strict=False):
        if previous is None and entry.act == "add":
            continue
        correction: TableDocument = {"act": entry.act, "at": entry.at.isoformat()}
        if words and entry.by is not None:
            correction["by"] = entry.by.name
        if words and entry.reason is not None and entry.reason.text:
            correction["reason"] = entry.reason.text
        if previous is not None and previous.record is not None:
            correction["before"] = record_now(previous, timeline)
        yield correction
