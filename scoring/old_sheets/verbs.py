"""Score sheets from the time before come in as a whole, and are taken back as a whole.

Hands become evenings like all others: opened, played, closed and sealed here and now, on the day that stands
on the paper. Amounts that no hand explains are kept apart.
"""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import chain, clock
from scoring.accounts.club_rights import demand_director, locked
from scoring.accounts.names import remember_other_names
from scoring.accounts.verbs import add_members
from scoring.capability import day_in_words
from scoring.deeds import PendingDeed, Refused, store, verb
from scoring.engine import facts
from scoring.engine.naming import renamed
from scoring.evenings.seals import seal
from scoring.evenings.verbs import empty_sheet
from scoring.heads import put_on
from scoring.models import (
    TAKEN_BACK,
    Account,
    Club,
    ComparedWith,
    Entry,
    Evening,
    Member,
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
from scoring.models.old_sheets import LONGEST_FILE_NAME
from scoring.names import folded, tidy
from scoring.old_sheets.comparing import ControlNumber, ControlTotal, problems_with
from scoring.rules import SLUGS
from scoring.rules.versions.versions import current_text, digest_of, in_use, newest_of, rules_of
from scoring.table.reasons import demand_reason, store_reason
from scoring.table.replay import record_of
from scoring.table.writing import GAP, Illegal, rederive
from scoring.web.language import in_every_language

ROWS_PER_STATEMENT = 500  # rows in one statement


class Someone(NamedTuple):
    """A person on old sheets: a member, a guest, or a guest who joins the club."""

    name: str
    member: int | None = None
    joins: bool = False
    called: str = ""  # in the file, where that is to be remembered

    @property
    def id(self) -> str:
        """Return the same id for everybody who is the same."""
        return f"m{self.member}" if self.member is not None else f"g{folded(self.name)}"

    @property
    def columns(self) -> dict[str, Any]:
        """Return how a row of the database names them."""
        if self.member is not None:
            return {"member_id": self.member}
        return {"guest": self.name, "key": folded(self.name)}


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


def unnamed_table(language: str) -> str:
    """Return the name that an unnamed table gets in this language."""
    with translation.override(language):
        return _("Table")


@lru_cache(maxsize=1000)
def table_key(name: str) -> str:
    """Return a key that is the same for equal names; empty for all unnamed tables."""
    key = folded(name)
    return "" if key in map(folded, in_every_language(lambda: _("Table"))) else key


def tables_there(club: Club, days: Iterable[datetime.date]) -> set[tuple[datetime.date, str]]:
    """Return day and `table_key` of every table that counts, played or brought in, by two queries."""
    days = set(days)
    played = Sheet.objects.filter(evening__in=Evening.objects.played_in(club).filter(date__in=days))
    amounts = OldSheet.objects.filter(batch__club=club, batch__withdrawn_at=None, date__in=days)
    known = [*played.values_list("evening__date", "name"), *amounts.values_list("date", "name")]
    return {(day, table_key(name)) for day, name in known}


def edition_of(slug: str, club: Club) -> str:
    """Return the digest of the newest edition of a published sheet or of one of the club's own."""
    if slug in SLUGS:
        return digest_of(current_text(slug))
    return next(version.digest for version in newest_of(club) if version.slug == slug)


def _contents(
    *, club: Club, evenings: Sequence[OldEvening], rules: str, cents_per_point: int, digest: str, **_: object
) -> tuple[object, ...]:
    return (club, "hands", rules, cents_per_point, digest) if evenings else (club, "amounts", digest)


def _brought_in(details: dict[str, Any]) -> str:
    first, last = (day_in_words({"date": details[key]}) for key in ("since", "until"))
    fields = {**details, "days": first if first == last else f"{first} – {last}"}
    if details["kind"] == "hands":
        sentence = _("imported old sheets, %(days)s: evenings %(evenings)d, hands %(hands)d") % fields
    else:
        sentence = _("imported old amounts, %(days)s: evenings %(evenings)d, rows %(rows)d") % fields
    if "compared" not in details:  # from before
        return sentence
    return f"{sentence}, {ComparedWith(details['compared']).label}"


@verb(
    "import_old_sheets",
    log=_brought_in,
    fingerprint=_contents,
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
    edition: str = "",
    cents_per_point: int = 0,
    digest: str,
    file_name: str = "",
    compared_with: str = ComparedWith.NOTHING,
) -> OldBatch:
    """Bring in all evenings with their hands, or amounts that no hand explains, or nothing.

    `digest` is of the file and of everything that was said about it; `edition` is that of the rules by which
    hands were looked at, empty: whichever is theirs now. Every row of amounts adds up to zero.
    """
    club = locked(club)
    demand_director(club, act.actor)
    tables_on_days = [
        (evening.date, evening.venue, table.name) for evening in evenings for table in evening.tables
    ]
    tables_on_days += [(table.date, table.venue, table.name) for table in amounts]
    if not tables_on_days:
        raise Refused(form=[_("There is nothing in these sheets.")])
    existing = tables_there(club, (day for day, _venue, _name in tables_on_days))
    if any((day, table_key(name)) in existing for day, _venue, name in tables_on_days):
        raise Refused(form=[_("Some of these tables have been imported in the meantime. Please look again.")])
    for row in (row for table in amounts for row in table.rows):
        if sum(row.amounts.values()):
            raise Refused(form=[_("Row %(row)d does not add up to zero.") % {"row": row.row}])
    kind, at = OldKind.HANDS if evenings else OldKind.AMOUNTS, clock.now()
    batch = OldBatch.objects.create(
        club=club,
        kind=kind,
        by=club.members.get(account=act.actor),
        at=at,
        file_name=tidy(file_name)[:LONGEST_FILE_NAME],
        compared_with=compared_with,
    )
    version = in_use(rules, club) if evenings else None
    if version is not None and edition not in ("", version.digest):
        raise Refused(form=[_("The rules have changed in the meantime. Please look again.")])
    known = _with_newcomers(club, act.actor, act.id, people)
    newcomers = [str(known[someone.id].member) for someone in people if someone.joins]
    store(batch, newcomers=newcomers or None)
    remember_other_names(club, {someone.called: someone.member for someone in people if someone.called})
    if version is not None:
        hands = 0
        for number, evening in enumerate(evenings):
            terms = {"ruleset": version, "cents_per_point": cents_per_point}
            hands += _write_evening(batch, evening, known, uuid5(act.id, str(number)), **terms)
        counted: dict[str, Any] = {"evenings": len(evenings), "tables": len(tables_on_days), "hands": hands}
    else:
        _write_amounts(batch, amounts, known)
        met = {(day, folded(venue)) for day, venue, _name in tables_on_days}
        rows = sum(len(table.rows) for table in amounts)
        counted = {"evenings": len(met), "tables": len(tables_on_days), "rows": rows}
    days = [day for day, _venue, _name in tables_on_days]
    counted |= {"since": str(min(days)), "until": str(max(days)), "compared": str(compared_with)}
    act.record(club, covers=chain.keys_of_batch(batch), batch=batch.pk, kind=str(kind), **counted)
    return batch


@verb(log=gettext_lazy("withdrew the old sheets of %(date)s: %(reason)s"))
def withdraw_old_batch(act: PendingDeed[Account], *, batch: OldBatch, reason: str) -> OldBatch:
    """Withdraw a batch: nothing of it counts any more, everything stays to be looked at."""
    reason = demand_reason(reason)
    club = locked(batch.club)
    batch = OldBatch.objects.select_for_update().get(pk=batch.pk)
    batch.club = club
    demand_director(club, act.actor)
    if not batch.counts:
        raise Refused(form=[_("These old sheets have already been withdrawn.")])
    evenings = Evening.objects.select_for_update().filter(old_batch=batch)
    if running := [evening for evening in evenings if evening.is_open]:
        sentence = ngettext(
            "%(count)d of the evenings is open again. Please close it first.",
            "%(count)d of the evenings are open again. Please close them first.",
            len(running),
        )
        raise Refused(form=[sentence % {"count": len(running)}])
    evenings.update(occasion=TAKEN_BACK)
    store(
        batch,
        withdrawn_at=clock.now(),
        withdrawn_by=club.members.get(account=act.actor),
        reason=store_reason(reason),
    )
    fields: dict[str, Any] = {"batch": batch.pk, "kind": str(batch.kind), "date": str(batch.at.date())}
    act.record(club, covers=[f"reason:{batch.reason_id}"], **fields, reason=reason)
    return batch


@verb(
    log=gettext_lazy("compared the old sheets of %(date)s with a number from the paper: they agree"),
    fingerprint=lambda *, batch, control, **_fields: (batch, *control),
)
def check_old_batch(
    act: PendingDeed[Account], *, batch: OldBatch, control: ControlNumber, totals: Sequence[ControlTotal]
) -> OldBatch:
    """Compare a batch with a number from the paper, and note that they agree; refuse where they do not."""
    club = locked(batch.club)
    batch = OldBatch.objects.select_for_update().get(pk=batch.pk)
    batch.club = club
    demand_director(club, act.actor)
    if not batch.counts:
        raise Refused(form=[_("These old sheets have already been withdrawn.")])
    if problems := problems_with(control, totals):
        raise Refused(form=problems)
    store(batch, compared_with=ComparedWith.NUMBER)
    act.record(club, batch=batch.pk, kind=str(batch.kind), date=str(batch.at.date()))
    return batch


def newcomers_of(batch: OldBatch) -> list[Member]:
    """Return the people who became members with this batch and still are."""
    members = Member.objects.filter(club=batch.club, pk__in=map(int, batch.newcomers or ()))
    newcomers = members.filter(active=True, anonymised_at=None)
    return list(newcomers.order_by("sorting"))


def _with_newcomers(club: Club, actor: Account, deed: UUID, people: Sequence[Someone]) -> dict[str, Someone]:
    """Return the people by id, with their member; those who join become members."""
    joining = [someone.name for someone in people if someone.joins]
    if joining:
        add_members(actor, uuid5(deed, "members"), club=club, names=joining)
    keys = dict(club.members.values_list("key", "pk"))
    remaining = set(club.members.filter(anonymised_at=None).values_list("pk", flat=True))
    members: dict[str, Someone] = {}
    for someone in people:
        member = keys[folded(someone.name)] if someone.joins else someone.member
        if member is not None and member not in remaining:
            raise Refused(form=[_("One of these members is no longer there. Please look again.")])
        members[someone.id] = someone._replace(member=member)
    return members


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
    try:
        rederive(sheet)
    except Illegal:
        raise Refused(form=[_("The rules have changed in the meantime. Please look again.")]) from None
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
