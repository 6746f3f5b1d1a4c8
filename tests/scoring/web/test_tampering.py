"""Whoever holds the database writes into it: `verify` finds what, or `SECURITY.md` says that it does not.

Each change is made past the program, and past what protects its tables, in a club with everything. What is
not found is a sentence there, and a sentence that is not true any more goes.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, TypeVar
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Model, QuerySet
from django.utils import translation

from scoring import chain, protection
from scoring.accounts.verbs import appoint
from scoring.archive.reading import Unusable
from scoring.capability import covered_rows
from scoring.deeds import PendingDeed
from scoring.evenings import verbs as evening_verbs
from scoring.heads import BEGINNING, head_after
from scoring.models import (
    Account,
    Club,
    ClubLog,
    Deed,
    Entry,
    Evening,
    OldBatch,
    OtherName,
    Participant,
    Reason,
    Role,
    RulesetVersion,
    Seal,
    Sheet,
)
from scoring.table.writing import derive
from scoring.verifying import of_the_database, wholes
from tests.support.scoring.archives import brought, emptied, exported
from tests.support.scoring.chains import chained_anew, sealed_anew
from tests.support.scoring.tables import FOUR, dreier
from tests.support.scoring.whole_club import all_of_it, the_past
from tests.support.stages import stage
from tests.support.tournaments.playing import Playing, by_hand
from tests.support.tournaments.verify_tournaments import played
from tournaments.models import Attendance, PaperResult, Table, Tournament
from tournaments.standings import results

__all__ = ["played"]  # the fixture

Change = str | Callable[[], object] | tuple[Any, ...]  # SQL, with numbers in braces; or several, in order
AnyRow = TypeVar("AnyRow", bound=Model)


@stage(on=played)
def club(played: Playing) -> Club:
    """A tournament, old sheets of both kinds, an evening with two tables that was closed, one that runs."""
    with by_hand(played):
        house = played.house
        the_past(all_of_it(house))
        evening = house.evening(place="Löwe")
        for name in ("1", "2"):
            sheet = house.sheet((*FOUR[:3], "Otto"), evening=evening, name=name)
            for _hand in range(3):
                house.play(sheet, dreier("Bert"))
        evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=evening)
        house.play(house.sheet((*FOUR[:3], "Otto"), name="läuft"), dreier("Cilli"))
        house.do(appoint, by="Anna", member=house.member("Emil"), role=Role.SCORER)
    return house.club


def closed() -> Evening:
    return Evening.objects.get(place="Löwe")


def running() -> Sheet:
    return Sheet.objects.whole().get(name="läuft")


def table() -> Sheet:
    """One of the two of the closed evening."""
    return Sheet.objects.whole().get(evening=closed(), name="2")


def old(kind: str) -> OldBatch:
    """What was brought in and counts."""
    return OldBatch.objects.get(kind=kind, withdrawn_at=None)


def withdrawn(kind: str) -> OldBatch:
    return OldBatch.objects.get(kind=kind, withdrawn_at__isnull=False)


def tournament() -> Tournament:
    return Tournament.objects.earliest("pk")


def numbers() -> dict[str, object]:
    """Return the numbers of the rows above, which statements and sentences have in braces."""
    return {
        "club": Club.objects.get(name="Mühlviertler Runde").pk,
        "other": Club.objects.exclude(name="Mühlviertler Runde").earliest("pk").pk,
        "closed": closed().pk,
        "running": running().evening_id,
        "table": table().pk,
        "hands": old("hands").pk,
        "amounts": old("amounts").pk,
        "withdrawn": withdrawn("hands").pk,
        "tournament": tournament().pk,
        "true": "true" if connection.vendor == "postgresql" else 1,
        "false": "false" if connection.vendor == "postgresql" else 0,
    }


def sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement.format(**numbers()))
        assert cursor.rowcount > 0, statement


def gone(rows: QuerySet[Any]) -> None:
    """Delete rows with everything that leads to them."""
    pks = list(rows.values_list("pk", flat=True))
    if not pks:
        return
    for relation in rows.model._meta.related_objects:
        other, column = relation.related_model, relation.field.name
        if other is not rows.model:
            gone(other._base_manager.filter(**{f"{column}__in": pks}))
    rows.model._base_manager.filter(pk__in=pks)._raw_delete(connection.alias)


def copied(row: AnyRow, **columns: Any) -> AnyRow:
    """Insert the same row once more, as something else."""
    row.pk, row._state.adding = None, True
    for name, value in columns.items():
        setattr(row, name, value)
    row.save(force_insert=True)
    return row


def without_log(*, whole: bool) -> None:
    the_club = closed().club
    Deed.objects.filter(club=the_club)._raw_delete(connection.alias)
    if whole:
        ClubLog.objects.filter(club=the_club)._raw_delete(connection.alias)
    else:
        ClubLog.objects.filter(club=the_club).update(written=0, head=BEGINNING)


def log_made_anew() -> None:
    """As the program itself would make it: whatever it covers is as it is now."""
    log = ClubLog.objects.get(club=closed().club)
    head, number = BEGINNING, 0
    for number, deed in enumerate(Deed.objects.filter(club=log.club).order_by("number"), 1):
        deed.number, deed.digest = number, chain.said_in(deed)
        deed.covers = {key: checksum for key, checksum in chain.today(deed.covers).items() if checksum}
        head = deed.head = head_after(head, chain.link_of_deed(deed))
        deed.save()
    log.written, log.head = number, head
    log.save()


def last_deed() -> Deed:
    return Deed.objects.filter(club=closed().club).latest("number")


def last_deed_of_somebody_else() -> None:
    """With the checksums and the heads that belong to it."""
    deed = last_deed()
    deed.actor = "x"
    deed.digest = chain.said_in(deed)
    deed.save()
    chained_log()


def cut_off(verb: str) -> None:
    """Delete the last row, and let the log end before it."""
    last = last_deed()
    assert last.verb == verb
    before = Deed.objects.get(club=last.club, number=(last.number or 0) - 1)
    Deed.objects.filter(pk=last.pk)._raw_delete(connection.alias)
    ClubLog.objects.filter(club=last.club).update(written=before.number, head=before.head)


def forged(verb: str, **details: Any) -> None:
    """Put a row at the end of the log as the program does, of something that nobody did."""
    the_club = closed().club
    account = the_club.members.get(name="Anna").account
    PendingDeed(uuid4(), account, verb).record(the_club, **details)


def closed_once_more() -> None:
    """An evening that still plays gets a seal, and is closed."""
    evening = Evening.objects.get(pk=running().evening_id)
    evening_verbs.seal(evening, [running()], by=closed().club.members.get(name="Anna"), at=evening.opened_at)
    Evening.objects.filter(pk=evening.pk).update(closed_at=evening.opened_at)
    Sheet.objects.filter(evening=evening).update(closed_at=evening.opened_at)


def played_earlier(sheet: Sheet) -> None:
    """By a second, with the heads that belong to it."""
    assert sheet.entries.update(at=F("at") - timedelta(seconds=1))
    chained_anew(sheet)


def last_hand_gone() -> None:
    """The last hand of a closed table, with all that follows from it, and what was sealed."""
    sheet = table()
    gone(Entry.objects.filter(pk=sheet.entries.latest("seq").pk))
    Sheet.objects.filter(pk=sheet.pk).update(seq=sheet.seq - 1)
    sheet = table()
    derive(sheet)
    chained_anew(table())
    Seal.objects.filter(evening=sheet.evening).update(
        sheets={str(s.pk): s.seq for s in sheet.evening.sheets.all()}
    )
    sealed_anew(table())


def record_sealed_anew() -> None:
    """A hand that was won was lost, with the heads and the seal that belong to it."""
    entry = table().entries.get(seq=2)
    assert entry.record is not None
    entry.record["games"][0]["won"] = False
    entry.save()
    chained_anew(table())
    sealed_anew(table())


def participants_exchanged() -> None:
    """Two of the closed evening, so that each has what the other won."""
    one, other = closed().participants.filter(member__name__in=("Anna", "Bert"))
    for participant, member in ((one, None), (other, one.member), (one, other.member)):
        guest = "" if member else "x"
        Participant.objects.filter(pk=participant.pk).update(member=member, guest=guest, key=guest)


def reason_said_otherwise() -> None:
    """With the checksum that belongs to it."""
    reason = Entry.objects.exclude(reason=None).earliest("at").reason
    assert reason is not None
    Reason.objects.filter(pk=reason.pk).update(text="x", digest=chain.salted(reason.salt, "x"))


def old_reason(text: str) -> None:
    reason = withdrawn("hands").reason
    assert reason is not None
    blanked_at = None if text else reason.old_batches.get().at
    digest = chain.salted(reason.salt, text)
    Reason.objects.filter(pk=reason.pk).update(text=text, digest=digest, blanked_at=blanked_at)


def old_amounts_changed() -> None:
    """One gets what the other loses, also in what follows from it."""
    batch = old("amounts")
    one, other = batch.people.order_by("pk")[:2]
    for person, more in ((one, 12), (other, -12)):
        amount = person.amounts.get()
        person.amounts.update(twelfths=amount.twelfths + more)
        person.days = {day: twelfths + more for day, twelfths in person.days.items()}
        person.save()


def paper_exchanged() -> None:
    """Two get what the other has on paper, and whatever follows from it is worked out anew."""
    for paper_result in PaperResult.objects.select_related("table__round__tournament__club"):
        *_others, one, other = paper_result.lines
        lines = paper_result.lines
        lines[one], lines[other] = lines[other], lines[one]
        paper_result.save()
        results.derive(paper_result.table)


def table_of_a_round_gone() -> None:
    """The last table of the last round, with everybody who was there for it."""
    table = Table.objects.filter(round__tournament=tournament()).latest("round__number", "number")
    gone(Attendance.objects.filter(round=table.round, entrant__participant__in=table.seats))
    gone(Sheet.objects.filter(pk=table.sheet_id))


def before_they_were_covered() -> None:
    """Let old sheets be as they came in before the log covered what was in them."""
    deeds = Deed.objects.filter(club=closed().club)
    keys = {key for deed in deeds.filter(verb="import_old_sheets") for key in deed.covers}
    for deed in deeds.filter(verb__in=("import_old_sheets", "withdraw_old_batch", "admit_guest")):
        deed.covers = {key: value for key, value in deed.covers.items() if key not in keys}
        deed.save()
    chained_log()


def before_rows_were_covered() -> None:
    """As the log was when it covered no rows of all kinds together."""
    for deed in tournament().club.deeds.all():
        left = {key: said for key, said in deed.covers.items() if key.partition(":")[0] not in covered_rows()}
        Deed.objects.filter(pk=deed.pk).update(covers=left)


def legacy(change: Change) -> Callable[[], None]:
    return lambda: (before_they_were_covered(), apply(change))[1]


def chained_log() -> None:
    """Put the heads of the log right, and nothing else."""
    log, head = ClubLog.objects.get(club=closed().club), BEGINNING
    for deed in Deed.objects.filter(club=log.club).order_by("number"):
        deed.head = head = head_after(head, chain.link_of_deed(deed))
        deed.save()
    ClubLog.objects.filter(club=log.club).update(head=head)


def apply(change: Change) -> None:
    if isinstance(change, tuple):
        for one in change:
            apply(one)
    elif isinstance(change, str):
        sql(change)
    else:
        change()


WHOLE_CLUB_LOG = "DELETE FROM scoring_clublog WHERE club_id = {club}"
FOUND: dict[str, tuple[Change, str]] = {
    # the log itself
    "its length and last head deleted": (WHOLE_CLUB_LOG, "The log of Mühlviertler Runde, how long it is: "),
    "the whole log deleted": (lambda: without_log(whole=True), "how long it is: "),
    "the log emptied": (lambda: without_log(whole=False), "in the log of its club: "),
    "its length deleted, and an evening": (
        (WHOLE_CLUB_LOG, lambda: gone(Evening.objects.filter(place="Löwe"))),
        "how long it is: ",
    ),
    "a deed forged at the end: opened again": (
        lambda: forged("reopen_evening", evening=closed().pk, date="2026-01-01", reason="x"),
        "Löwe (evening {closed}), open or closed: expected open, found closed",
    ),
    "a deed forged at the end: closed": (
        lambda: forged("close_evening", evening=running().evening_id, date="2026-01-01", place="", code=""),
        "open or closed: expected closed, found open",
    ),
    "a deed forged at the end: of a tournament that never was": (
        lambda: forged("open_tournament", tournament=99_999, title="x", date="2026-01-01", arbiters=[]),
        "The log of Mühlviertler Runde: tournament 99999: expected something, found nothing",
    ),
    "a deed forged at the end: old sheets withdrawn": (
        lambda: forged(
            "withdraw_old_batch", batch=old("hands").pk, kind="hands", date="2016-01-01", reason="x"
        ),
        "withdrawn: expected yes, found no",
    ),
    "the last deed says something else": (
        lambda: Deed.objects.filter(pk=last_deed().pk).update(details={}),
        "as it was then: ",
    ),
    "a deed deleted from the middle": (
        lambda: Deed.objects.filter(
            pk=Deed.objects.filter(club=closed().club, verb="open_evening").earliest("number").pk
        )._raw_delete(connection.alias),
        ", the next row: ",
    ),
    "a deed moved to another club": (
        lambda: Deed.objects.filter(pk=last_deed().pk).update(club=Club.objects.latest("pk"), number=9999),
        "how many rows it has: ",
    ),
    # evenings
    "an evening deleted with everything": (
        lambda: gone(Evening.objects.filter(place="Löwe")),
        ": evening {closed}: expected something, found nothing",
    ),
    "an evening inserted": (lambda: copied(closed()), "in the log of its club: expected a row about it"),
    "an evening inserted that plays": (lambda: copied(closed(), closed_at=None), "in the log of its club: "),
    "an evening opened": (
        "UPDATE scoring_evening SET closed_at = NULL WHERE id = {closed}",
        "Löwe (evening {closed}), open or closed: expected closed, found open",
    ),
    "an evening opened with its tables": (
        (
            "UPDATE scoring_evening SET closed_at = NULL WHERE id = {closed}",
            "UPDATE scoring_sheet SET closed_at = NULL WHERE evening_id = {closed}",
        ),
        "Löwe (evening {closed}), open or closed: expected closed, found open",
    ),
    "an evening closed": (closed_once_more, "open or closed: expected open, found closed"),
    "an evening moved to another club": (
        "UPDATE scoring_evening SET club_id = {other} WHERE id = {closed}",
        ": evening {closed}, as it was then: ",
    ),
    "an evening made old sheets that were taken back": (
        "UPDATE scoring_evening SET occasion = 'taken_back' WHERE id = {closed}",
        "taken back with its old sheets: ",
    ),
    "an evening put into old sheets that were taken back": (
        "UPDATE scoring_evening SET occasion = 'taken_back', old_batch_id = {withdrawn} WHERE id = {closed}",
        "old sheets {withdrawn}, evenings: expected 1, found 2",
    ),
    "an evening made a tournament": (
        "UPDATE scoring_evening SET occasion = 'tournament' WHERE id = {closed}",
        "The tournament of this evening: expected a tournament, found nothing",
    ),
    "an evening made something unknown": (
        "UPDATE scoring_evening SET occasion = 'x' WHERE id = {closed}",
        "what it is: expected one of club, taken_back, tournament, found x",
    ),
    "an evening taken out of the season": (
        "UPDATE scoring_evening SET spontaneous = {true} WHERE id = {closed}",
        "counts in the season: expected yes, found no",
    ),
    "the date of an evening": (
        "UPDATE scoring_evening SET date = '2001-01-01' WHERE id = {closed}",
        ": evening {closed}, as it was then: ",
    ),
    "what a point costs at a closed evening": (
        "UPDATE scoring_evening SET cents_per_point = 99 WHERE id = {closed}",
        "checksum: ",
    ),
    "somebody added to a closed evening": (
        lambda: Participant.objects.create(evening=closed(), guest="x", key="x"),
        "in the log of its club: ",
    ),
    "two of a closed evening exchanged": (participants_exchanged, ": participant "),
    "a guest of a closed evening renamed": (
        "UPDATE scoring_participant SET guest = 'x' WHERE evening_id = {closed} AND guest = 'Otto'",
        ": participant ",
    ),
    "a guest's name beside members who never were one": (
        lambda: Participant.objects.exclude(member=None).update(former_guest="x", joined_by=uuid4()),
        ", as a guest before: ",
    ),
    # tables
    "a table deleted with everything": (
        lambda: gone(Sheet.objects.filter(pk=table().pk)),
        ": sheet {table}: expected something, found nothing",
    ),
    "a table that plays deleted with everything": (
        lambda: gone(Sheet.objects.filter(name="läuft")),
        ": expected something, found nothing",
    ),
    "a table inserted": (
        lambda: copied(running(), name="x", seq=0),
        "in the log of its club: expected a row about it",
    ),
    "a table opened": (
        "UPDATE scoring_sheet SET closed_at = NULL WHERE id = {table}",
        "sheet {table}, open or closed: expected closed, found open",
    ),
    "a table closed": (
        "UPDATE scoring_sheet SET closed_at = opened_at WHERE evening_id = {running}",
        "open or closed: expected open, found closed",
    ),
    "a table moved to another evening": (
        "UPDATE scoring_sheet SET evening_id = {running} WHERE id = {table}",
        ": sheet {table}, as it was then: ",
    ),
    "a table of a tournament deleted with its sheet": (
        lambda: gone(Sheet.objects.filter(pk=tournament().evening.sheets.latest("pk").pk)),
        ": expected something, found nothing",
    ),
    # hands
    "an amount": (
        "UPDATE scoring_row SET twelfths = '[12, 12, 12, -36]' WHERE sheet_id = {table}",
        "Kassa: ",
    ),
    "a hand deleted": (
        lambda: gone(Entry.objects.filter(pk=table().entries.get(seq=2).pk)),
        "The number of the next entry: ",
    ),
    "a record, everything sealed anew": (record_sealed_anew, ": seal "),
    "when an entry was written": (
        lambda: table().entries.filter(seq=2).update(at=F("at") - timedelta(hours=3)),
        "Entry 2 (entered), its head: ",
    ),
    "the last hand deleted, everything worked out and sealed anew": (last_hand_gone, ": seal "),
    "all hands deleted": (lambda: gone(table().entries.all()), "The number of entries: "),
    # seals
    "the seals of an evening deleted": (lambda: gone(closed().seals.all()), ": seal "),
    "a seal inserted": (lambda: copied(closed().seals.get(), number=2), "seal 2, in the log of its club: "),
    "what was sealed": (
        "UPDATE scoring_seal SET balances = '{{}}' WHERE evening_id = {closed}",
        "Seal 1, ",
    ),
    # reasons
    "a reason": ("UPDATE scoring_reason SET text = 'x'", ": reason "),
    "a reason with its checksum": (reason_said_otherwise, "its head: "),
    "a reason with no checksum": ("UPDATE scoring_reason SET text = 'x', digest = ''", "its head: "),
    "why old sheets were taken back, with its checksum": (
        lambda: old_reason("x"),
        "why they were withdrawn: ",
    ),
    "why old sheets were taken back, blanked": (
        lambda: old_reason(""),
        ": reason ",
    ),
    # old sheets
    "old sheets deleted": (
        lambda: gone(OldBatch.objects.filter(pk=old("amounts").pk)),
        "The log of Mühlviertler Runde: import of old sheets ",
    ),
    "an evening of old sheets deleted": (
        lambda: gone(Evening.objects.filter(old_batch=old("hands"))),
        "old sheets {hands}, evenings: expected 1, found 0",
    ),
    "an evening of old sheets inserted": (
        lambda: copied(Evening.objects.get(old_batch=old("hands"))),
        "old sheets {hands}, evenings: expected 1, found 2",
    ),
    "the date of an evening of old sheets": (
        "UPDATE scoring_evening SET date = '2001-01-01' WHERE old_batch_id = {hands}",
        ", as it was then: ",
    ),
    "an evening of old sheets opened": (
        "UPDATE scoring_evening SET closed_at = NULL WHERE old_batch_id = {hands}",
        "open or closed: expected closed, found open",
    ),
    "an evening of old sheets moved to another club": (
        "UPDATE scoring_evening SET club_id = {other} WHERE old_batch_id = {hands}",
        ", as it was then: ",
    ),
    "old sheets taken back": (
        lambda: (
            sql("UPDATE scoring_evening SET occasion = 'taken_back' WHERE old_batch_id = {hands}"),
            OldBatch.objects.filter(pk=old("hands").pk).update(
                withdrawn_at=withdrawn("hands").at,
                withdrawn_by=withdrawn("hands").by,
                reason=withdrawn("hands").reason,
            ),
        ),
        "withdrawn: expected no, found yes",
    ),
    "old sheets counted again": (
        (
            "UPDATE scoring_evening SET occasion = 'club' WHERE old_batch_id = {withdrawn}",
            lambda: OldBatch.objects.update(withdrawn_at=None, withdrawn_by=None, reason=None),
        ),
        "withdrawn: expected yes, found no",
    ),
    "old amounts with all that follows from them": (
        old_amounts_changed,
        ": import of old sheets {amounts}, as it was then: ",
    ),
    "a row of old amounts deleted": (
        lambda: gone(old("amounts").sheets.get().lines.all()),
        "old sheets {amounts}, rows: expected 1, found 0",
    ),
    "what stood on paper": (
        "UPDATE scoring_olddifference SET file_row = 99 WHERE batch_id = {hands}",
        ": import of old sheets {hands}, as it was then: ",
    ),
    "an evening of old sheets from before the log covered them deleted": (
        legacy(lambda: gone(Evening.objects.filter(old_batch=old("hands")))),
        "old sheets {hands}, evenings: expected 1, found 0",
    ),
    "an evening put into old sheets from before the log covered them": (
        legacy("UPDATE scoring_evening SET old_batch_id = {hands} WHERE id = {closed}"),
        "old sheets {hands}, evenings: expected 1, found 2",
    ),
    # tournaments
    "a tournament deleted with everything": (
        lambda: gone(Evening.objects.filter(pk=tournament().evening_id)),
        "The log of Mühlviertler Runde: tournament ",
    ),
    "a tournament inserted": (
        lambda: copied(tournament(), code="x", evening=copied(tournament().evening)),
        "in the log of its club: ",
    ),
    "a tournament made an evening": (
        "UPDATE scoring_evening SET occasion = 'club' WHERE occasion = 'tournament'",
        "in the log of its club: ",
    ),
    # rows that only some verbs write, of every kind: test_behind_its_back.py
    "an amount of cash": ("UPDATE tournaments_cashentry SET cents = 1", ": cash of tournament "),
    "what a prize is worth": ("UPDATE tournaments_prize SET cents = 1", ": prizes of tournament "),
    "a fee": ("UPDATE tournaments_attendance SET paid = 1 WHERE paid > 1", ": fees of tournament "),
    "the day of a tournament": (
        "UPDATE scoring_evening SET date = '2001-01-01' WHERE occasion = 'tournament'",
        ": days of tournament ",
    ),
    "what was typed from paper": (paper_exchanged, ": paper of tournament "),
    "a role": (
        "UPDATE scoring_appointment SET role = 'owner' WHERE role = 'scorer'",
        ": roles of club {club}, as it was then: ",
    ),
    "a duty": ("UPDATE tournaments_duty SET kind = 'director'", ": duties of tournament "),
    "a member who is active no more": (
        "UPDATE scoring_member SET active = {false} WHERE name = 'Bert' AND club_id = {club}",
        ": members of club {club}, as it was then: ",
    ),
    "what a point costs in a club": (
        "UPDATE scoring_club SET cents_per_point = 99",
        ": settings of club {club}, as it was then: ",
    ),
}


def sentences() -> Iterator[str]:
    """What `verify` says in English, one after the other."""
    with translation.override("en"):
        yield from map(str, of_the_database())
        for checked in wholes(Sheet.objects.whole().defer(None), Evening.objects.all()):
            yield from checked.sentences()


@pytest.mark.parametrize("name", FOUND)
def test_verify_finds_what_was_changed(club: Club, name: str) -> None:
    change, words = FOUND[name]
    words = words.format(**numbers())
    with transaction.atomic(), protection.lifted(connection):
        apply(change)
    assert any(words in sentence for sentence in sentences()), list(sentences())


def test_nothing_of_it_is_found_where_nobody_changed_anything(club: Club) -> None:
    assert list(sentences()) == []
    with transaction.atomic(), protection.lifted(connection):
        before_they_were_covered()
    assert list(sentences()) == []


# The club's file of such a database


@pytest.mark.parametrize("name", ["its length deleted, and an evening", "an evening opened with its tables"])
def test_the_file_of_a_club_that_was_changed_does_not_come_in(club: Club, name: str) -> None:
    with transaction.atomic(), protection.lifted(connection):
        apply(FOUND[name][0])
    file = exported(club)
    emptied()
    with pytest.raises(Unusable):
        brought(file)
    assert brought(file, unclean=True).differences


# What nothing finds: a sentence each


UNFOUND: dict[str, Change] = {
    "A row added at the end of a club's log, or cut off there with the record of its end adjusted": (
        last_deed_of_somebody_else,
        lambda: cut_off("appoint"),
        lambda: forged("appoint", member=1, name="x", role="owner"),
    ),
    "A log that was rewritten from its first row to its last": (
        "UPDATE scoring_evening SET date = '2001-01-01' WHERE id = {closed}",
        log_made_anew,
    ),
    "A whole club that was deleted together with its log": (
        lambda: gone(Club.objects.filter(name="Kaffeehaus Süd")),
    ),
    "Hands of an open evening or of a tournament": (
        lambda: played_earlier(running()),
        lambda: played_earlier(Sheet.objects.whole().get(pk=tournament().evening.sheets.earliest("pk").pk)),
    ),
    "The rows in the table above that begin with": (
        "UPDATE tournaments_prize SET cents = 1",
        lambda: PendingDeed(uuid4(), Account.objects.get(name="Anna"), "change_prize").record(
            tournament().club, tournament=tournament().pk
        ),
    ),
    "Free text, because names can be removed from it": (
        "UPDATE scoring_evening SET place = 'x' WHERE occasion = 'tournament'",
        "UPDATE tournaments_tournament SET title = 'x'",
        "UPDATE tournaments_prize SET name = 'x', sponsor = 'x'",
        "UPDATE tournaments_cashentry SET name = 'x'",
        "UPDATE tournaments_signup SET name = 'x'",
        "UPDATE scoring_participant SET guest = 'x' WHERE guest = 'Karl'",
    ),
    "The names of a series and its groups": (
        "UPDATE tournaments_series SET title = 'x'",
        "UPDATE tournaments_membergroup SET name = 'x'",
    ),
    "Which links were withdrawn or renewed": (
        "UPDATE scoring_sharing SET withdrawn_at = NULL",
        "UPDATE scoring_sheet SET record_link = 9",
    ),
    "Names and nicknames of members": (
        "UPDATE scoring_member SET name = 'x', key = 'x' WHERE name = 'Bert' AND club_id = {club}",
        lambda: OtherName.objects.create(club=closed().club, name="x", key="x"),
    ),
    "Rule sheets of a club that nobody has played by": (
        lambda: copied(RulesetVersion.objects.exclude(ruleset=None).latest("edition"), edition=99),
        "UPDATE scoring_account SET is_superuser = {true}",
    ),
    "What is kept beside the log so that it need not be read": (
        "UPDATE scoring_evening SET with_table = {true}, changes = 9 WHERE id = {running}",
        "UPDATE scoring_club SET erased = '[]'",
    ),
    "The people and the price of a point of an evening that was never closed": (
        "UPDATE scoring_participant SET guest = 'x' WHERE guest = 'Otto' AND evening_id = {running}",
        "UPDATE scoring_evening SET cents_per_point = 99 WHERE id = {running}",
    ),
    "The name of a table": ("UPDATE scoring_sheet SET name = 'x' WHERE id = {table}",),
    "On old sheets of amounts: who is meant": (
        "UPDATE scoring_oldperson SET guest = 'x' WHERE guest <> ''",
        "UPDATE scoring_oldsheet SET place = 'x'",
    ),
    "Of old sheets imported before the update of 28 November 2026": (
        before_they_were_covered,
        "UPDATE scoring_evening SET date = '2001-01-01' WHERE old_batch_id = {withdrawn}",
        old_amounts_changed,
    ),
    "A table that was deleted together with everybody who sat there": (
        lambda: Deed.objects.filter(verb="start_round").update(covers={}),
        before_rows_were_covered,
        table_of_a_round_gone,
        chained_log,
    ),
    "Who confirmed a hand or objected to it, and why": (
        "DELETE FROM scoring_voice",
        "UPDATE scoring_sheet SET voiced = 0 WHERE voiced > 0",
    ),
    "Members' answers to whether they are coming": ("UPDATE scoring_coming SET says = 'no'",),
}


@pytest.mark.parametrize("sentence", UNFOUND)
def test_what_verify_does_not_find_is_a_sentence_in_the_promises(club: Club, sentence: str) -> None:
    with transaction.atomic(), protection.lifted(connection):
        apply(UNFOUND[sentence])
    assert list(sentences()) == [], "it is found by now: the sentence goes"


def test_each_of_these_sentences_stands_in_the_promises() -> None:
    promises = (settings.BASE_DIR / "SECURITY.md").read_text(encoding="utf-8")
    listed = promises.partition("Nothing finds these changes:")[2].partition("\n\n")[2].partition("\n\n")[0]
    items = [" ".join(item.split()) for item in listed.split("\n- ")]
    assert [item for item in items if not any(sentence in item for sentence in UNFOUND)] == []
    assert [sentence for sentence in UNFOUND if not any(sentence in item for item in items)] == []
