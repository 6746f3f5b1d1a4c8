"""Old score sheets of both kinds, as versions before 2.0.0 brought them in: hands, and amounts alone."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from scoring import chain, clock
from scoring.accounts.club_rights import locked
from scoring.accounts.names import remember_other_names
from scoring.deeds import PendingDeed, verb
from scoring.engine import facts
from scoring.engine.facts import Game, Hand
from scoring.engine.naming import renamed
from scoring.evenings.seals import seal
from scoring.evenings.verbs import empty_sheet
from scoring.heads import put_on
from scoring.models import (
    Account,
    Club,
    ComparedWith,
    Entry,
    Evening,
    OldAmount,
    OldBatch,
    OldDifference,
    OldKind,
    OldLine,
    OldPerson,
    OldSheet,
    Participant,
    Sheet,
)
from scoring.models import Act as EntryAct
from scoring.old_sheets.pages import OldTotal, totals_of
from scoring.old_sheets.verbs import Someone
from scoring.rules.versions.versions import in_use, rules_of
from scoring.table.replay import record_of
from scoring.table.writing import GAP, rederive
from tests.support.scoring.house import House

ROWS_PER_STATEMENT = 500


class OldEntry(NamedTuple):
    """An entry of an old sheet, and, of a hand, where the paper differs from the rules."""

    row: int  # of the file
    entry: facts.Entry
    amounts: Mapping[str, int] | None = None  # in twelfths; None: the rules agree
    radl: bool | None = None  # None: the rules agree


class OldTable(NamedTuple):
    """The sheet of a table; people by the ids of `Someone`."""

    name: str
    players: tuple[str, ...]
    dealer: str
    entries: tuple[OldEntry, ...]


class OldEvening(NamedTuple):
    """An evening with hands."""

    date: datetime.date
    venue: str
    tables: tuple[OldTable, ...]


class OldRow(NamedTuple):
    """A row of amounts, in twelfths."""

    row: int
    amounts: Mapping[str, int]


class TableOfAmounts(NamedTuple):
    """A table of which only amounts are known."""

    date: datetime.date
    venue: str
    name: str
    rows: tuple[OldRow, ...]


@verb(
    "import_old_sheets",
    repeat_result=lambda deed, _fields: OldBatch.objects.select_related("club").get(pk=deed.details["batch"]),
)
def import_batch(
    act: PendingDeed[Account],
    *,
    club: Club,
    people: Sequence[Someone],
    evenings: Sequence[OldEvening] = (),
    amounts: Sequence[TableOfAmounts] = (),
    rules: str = "",
    cents_per_point: int = 0,
) -> OldBatch:
    """Store old sheets as they were stored."""
    club = locked(club)
    kind, at = OldKind.HANDS if evenings else OldKind.AMOUNTS, clock.now()
    batch = OldBatch.objects.create(
        club=club,
        kind=kind,
        by=club.members.get(account=act.actor),
        at=at,
        compared_with=ComparedWith.NOTHING,
    )
    known = {someone.id: someone for someone in people}
    remember_other_names(club, {someone.called: someone.member for someone in people if someone.called})
    days = [(evening.date, evening.venue) for evening in evenings for _table in evening.tables]
    days += [(table.date, table.venue) for table in amounts]
    if evenings:
        terms = {"ruleset": in_use(rules, club), "cents_per_point": cents_per_point}
        hands = sum(
            _write_evening(batch, evening, known, uuid5(act.id, str(number)), **terms)
            for number, evening in enumerate(evenings)
        )
        counted: dict[str, Any] = {"evenings": len(evenings), "tables": len(days), "hands": hands}
    else:
        _write_amounts(batch, amounts, known)
        rows = sum(len(table.rows) for table in amounts)
        counted = {"evenings": len({*days}), "tables": len(days), "rows": rows}
    span = {"since": str(min(days)[0]), "until": str(max(days)[0]), "compared": str(ComparedWith.NOTHING)}
    act.record(club, covers=chain.keys_of_batch(batch), batch=batch.pk, kind=str(kind), **counted, **span)
    return batch


def _write_evening(
    batch: OldBatch, old: OldEvening, known: Mapping[str, Someone], deed: UUID, **terms: Any
) -> int:
    """Write an evening with all that follows from it, closed and sealed; return the number of hands."""
    evening = Evening.objects.create(
        club=batch.club,
        date=old.date,
        place=old.venue,
        currency=batch.club.currency,
        old_batch=batch,
        opened_at=batch.at,
        closed_at=batch.at,
        **terms,
    )
    seated = [table.players for table in old.tables]
    entries = (written.entry for table in old.tables for written in table.entries)
    seated += [entry.players for entry in entries if isinstance(entry, facts.Seating)]
    participants = dict.fromkeys(player for players in seated for player in players)
    rows = Participant.objects.bulk_create(
        Participant(evening=evening, **known[player].columns) for player in participants
    )
    ids = {player_id: str(row.pk) for player_id, row in zip(participants, rows, strict=True)}
    sheets = [_write_table(evening, table, ids, deed) for table in old.tables]
    seal(evening, sheets, by=batch.by, at=batch.at)
    return sum(sheet.standing["hands"] for sheet in sheets)


def _write_table(evening: Evening, table: OldTable, ids: Mapping[str, str], deed: UUID) -> Sheet:
    batch = evening.old_batch
    assert batch is not None
    rules, last, at = rules_of(evening.ruleset), len(table.entries), batch.at
    fields = {"ruleset": evening.ruleset, "options": {}, "opened_at": at, "closed_at": at, "seq": last}
    players = [ids[player] for player in table.players]
    sheet = empty_sheet(evening, table.name, players, ids[table.dealer], last_place=last * GAP, **fields)
    entries = [
        Entry(
            id=uuid5(deed, f"{table.name} {number}"),
            sheet=sheet,
            seq=number,
            place=number * GAP,
            act=EntryAct.ADD,
            record=record_of(renamed(entry.entry, ids), rules),
            by=batch.by,
            at=batch.at,
        )
        for number, entry in enumerate(table.entries, 1)
    ]
    for entry in entries:
        put_on(sheet, entry)
    Entry.objects.bulk_create(entries, batch_size=ROWS_PER_STATEMENT)
    rederive(sheet)
    OldDifference.objects.bulk_create(
        OldDifference(
            batch=batch,
            entry=entry,
            file_row=old_entry.row,
            amounts={ids[person]: twelfths for person, twelfths in (old_entry.amounts or {}).items()},
            radl=old_entry.radl,
        )
        for old_entry, entry in zip(table.entries, entries, strict=True)
        if old_entry.amounts is not None or old_entry.radl is not None
    )
    return sheet


def _write_amounts(batch: OldBatch, tables: Sequence[TableOfAmounts], known: Mapping[str, Someone]) -> None:
    named = dict.fromkeys(amount for table in tables for row in table.rows for amount in row.amounts)
    days: dict[str, Counter[str]] = {player: Counter() for player in named}
    for table in tables:
        for row in table.rows:
            for player, twelfths in row.amounts.items():
                days[player][str(table.date)] += twelfths
    people = OldPerson.objects.bulk_create(
        OldPerson(batch=batch, days=days[player], **known[player].columns) for player in named
    )
    person = dict(zip(named, people, strict=True))
    new_sheets = [
        OldSheet(batch=batch, date=table.date, place=table.venue, name=table.name) for table in tables
    ]
    sheets = OldSheet.objects.bulk_create(new_sheets, batch_size=ROWS_PER_STATEMENT)
    rows = [
        (OldLine(sheet=sheet, number=number, file_row=row.row), row)
        for sheet, table in zip(sheets, tables, strict=True)
        for number, row in enumerate(table.rows, 1)
    ]
    lines = OldLine.objects.bulk_create([line for line, _row in rows], batch_size=ROWS_PER_STATEMENT)
    amounts = [
        OldAmount(line=line, person=person[player], twelfths=twelfths)
        for line, (_line, row) in zip(lines, rows, strict=True)
        for player, twelfths in row.amounts.items()
    ]
    OldAmount.objects.bulk_create(amounts, batch_size=ROWS_PER_STATEMENT)


NAMES = ("Anna", "Bert", "Cilli")
XANDL = "Xandl von einst"


def people_of(house: House, guest: str = XANDL) -> list[Someone]:
    """Members by their names, and whoever is none as a guest."""
    members = dict(house.club.members.values_list("name", "pk"))
    return [Someone(name, member=members.get(name)) for name in (*NAMES, guest)]


def old_hands(
    house: House,
    day: date = date(2016, 3, 4),
    *,
    days: int = 1,
) -> OldBatch:
    """One Dreier, of which the paper knew less than the rules; the same on each of so many `days`."""
    people = people_of(house)
    ids = tuple(person.id for person in people)
    dreier = Hand((), (Game("dreier", ids[0], won=True),))
    on_paper = dict(zip(ids, (24, -8, -8, -8), strict=True))
    table = OldTable("Ofenbank", ids, ids[-1], (OldEntry(2, dreier, on_paper),))
    return house.do(
        import_batch,
        by="Anna",
        club=house.club,
        people=people,
        evenings=[OldEvening(day + timedelta(days=after), "Lamm", (table,)) for after in range(days)],
        rules="standard",
        cents_per_point=10,
    )


def old_amounts(house: House, day: date = date(2015, 3, 4), guest: str = XANDL, *, days: int = 1) -> OldBatch:
    """One row of amounts; the same on each of so many `days`."""
    people = people_of(house, guest)
    row = OldRow(2, dict(zip((person.id for person in people), (144, -48, -76, -20), strict=True)))
    return house.do(
        import_batch,
        by="Anna",
        club=house.club,
        people=people,
        amounts=[
            TableOfAmounts(day + timedelta(days=after), "Lamm", "Ofenbank", (row,)) for after in range(days)
        ],
    )


def totals_of_club(club: Club) -> list[OldTotal]:
    """Return everybody on the sheets of amounts that count."""
    return totals_of(club.old_batches.filter(withdrawn_at=None, kind=OldKind.AMOUNTS))
