"""Whoever holds the database writes into it, and `verify` finds what.

Each change is made past the program, and past what protects its tables, in a club with everything. Rows that
only some verbs write are changed, of every kind, in test_behind_its_back.py.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, TypeVar
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.db.models import F, Model, QuerySet

from scoring import chain, clock, protection
from scoring.accounts.verbs import appoint
from scoring.archive.reading import Unusable
from scoring.belonging import TwoWays, comparisons, strangers
from scoring.deeds import PendingDeed
from scoring.evenings import verbs as evening_verbs
from scoring.heads import BEGINNING
from scoring.models import (
    Club,
    ClubLog,
    Deed,
    Entry,
    Evening,
    OldBatch,
    Participant,
    Reason,
    Role,
    Seal,
    Sheet,
)
from scoring.table.writing import derive
from tests.scoring.web.chains import chained_anew, sealed_anew
from tests.support.scoring.archives import brought, emptied, exported
from tests.support.scoring.tables import FOUR, dreier
from tests.support.scoring.verify import differences
from tests.support.scoring.whole_club import all_of_it, the_past
from tests.support.stages import stage
from tests.support.tournaments.playing import Playing, by_hand
from tests.support.tournaments.verify_tournaments import played
from tournaments.models import Tournament

__all__ = ["played"]  # the fixture

Change = str | Callable[[], object] | tuple[Any, ...]  # SQL, with numbers in braces; or several, in order
AnyRow = TypeVar("AnyRow", bound=Model)


@stage(on=played)
def club(played: Playing) -> Club:
    """A tournament, old sheets of both kinds, an evening with two tables that was closed, one that runs."""
    with by_hand(played):
        house = played.house
        the_past(all_of_it(house))
        evening = house.evening(venue="Löwe")
        for name in ("1", "2"):
            sheet = house.sheet((*FOUR[:3], "Otto"), evening=evening, name=name)
            for _hand in range(3):
                house.play(sheet, dreier("Bert"))
        evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=evening)
        house.play(house.sheet((*FOUR[:3], "Otto"), name="läuft"), dreier("Cilli"))
        house.do(appoint, by="Anna", member=house.member("Emil"), role=Role.SCORER)
    return house.club


def closed() -> Evening:
    return Evening.objects.get(venue="Löwe")


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


def last_deed() -> Deed:
    return Deed.objects.filter(club=closed().club).latest("number")


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
    "the log emptied": (lambda: without_log(whole=False), "in the log of its club: "),
    "a deed forged at the end: opened again": (
        lambda: forged("reopen_evening", evening=closed().pk, date="2026-01-01", reason="x"),
        "Löwe (evening {closed}), Closed: expected no, found yes",
    ),
    "a deed forged at the end: of a tournament that never was": (
        lambda: forged("open_tournament", tournament=99_999, title="x", date="2026-01-01", arbiters=[]),
        "The log of Mühlviertler Runde: tournament 99999: expected something, found nothing",
    ),
    "a row forged behind the last one": (
        lambda: copied(last_deed(), id=uuid4(), number=last_deed().number + 1),
        "The log of Mühlviertler Runde, how many rows it has: ",
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
        lambda: gone(Evening.objects.filter(venue="Löwe")),
        ": evening {closed}: expected something, found nothing",
    ),
    "an evening inserted": (lambda: copied(closed()), "in the log of its club: expected a row about it"),
    "an evening opened": (
        "UPDATE scoring_evening SET closed_at = NULL WHERE id = {closed}",
        "Löwe (evening {closed}), Closed: expected yes, found no",
    ),
    "an evening closed": (closed_once_more, "Closed: expected no, found yes"),
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
        "what it is: expected an evening or a tournament, found x",
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
        "Checksum: ",
    ),
    "somebody added to a closed evening": (
        lambda: Participant.objects.create(evening=closed(), guest="x", key="x"),
        "in the log of its club: ",
    ),
    "two of a closed evening exchanged": (participants_exchanged, ": participant "),
    "a guest's name beside members who never were one": (
        lambda: Participant.objects.exclude(member=None).update(former_guest="x", joined_by=uuid4()),
        ", as a guest before: ",
    ),
    # tables
    "a table deleted with everything": (
        lambda: gone(Sheet.objects.filter(pk=table().pk)),
        ": sheet {table}: expected something, found nothing",
    ),
    "a table inserted": (
        lambda: copied(running(), name="x", seq=0),
        "in the log of its club: expected a row about it",
    ),
    "a table opened": (
        "UPDATE scoring_sheet SET closed_at = NULL WHERE id = {table}",
        "sheet {table}, Closed: expected yes, found no",
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
        "Entry 3 (entered), its head: ",
    ),
    "a record, everything sealed anew": (record_sealed_anew, ": seal "),
    "when an entry was written": (
        lambda: table().entries.filter(seq=2).update(at=F("at") - timedelta(hours=3)),
        "Entry 2 (entered), its head: ",
    ),
    "the last hand deleted, everything worked out and sealed anew": (last_hand_gone, ": seal "),
    "all hands deleted": (lambda: gone(table().entries.all()), "The state of the table, how many entries: "),
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
    "the date of an evening of old sheets": (
        "UPDATE scoring_evening SET date = '2001-01-01' WHERE old_batch_id = {hands}",
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
    "a row of old amounts deleted": (
        lambda: gone(old("amounts").sheets.get().lines.all()),
        "old sheets {amounts}, rows: expected 1, found 0",
    ),
    "what stood on paper": (
        "UPDATE scoring_olddifference SET file_row = 99 WHERE batch_id = {hands}",
        ": import of old sheets {hands}, as it was then: ",
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
}


if connection.vendor == "sqlite":  # PostgreSQL refuses it
    FOUND["a key of another kind"] = (
        "UPDATE scoring_club SET feed_key = 'x' WHERE id = {club}",
        "scoring_club, feed_key: expected readable, found ValueError: ",
    )


@pytest.mark.parametrize("name", FOUND)
def test_verify_finds_what_was_changed(club: Club, name: str) -> None:
    change, words = FOUND[name]
    words = words.format(**numbers())
    with transaction.atomic(), protection.lifted(connection):
        apply(change)
    found = list[str]()
    for told in differences():
        assert told.is_in_words, told
        found.append(told.english)
        if words in told.english:
            return
    pytest.fail("\n".join(found))


def test_a_club_goes_on_behind_a_row_that_was_forged(club: Club) -> None:
    with transaction.atomic(), protection.lifted(connection):
        apply(FOUND["a row forged behind the last one"][0])
    forged_number = last_deed().number
    house_evening = {"date": clock.today(), "venue": "", "rules": "standard", "options": {}}
    anna = club.members.get(name="Anna").account
    evening_verbs.open_evening(actor=anna, deed=uuid4(), club=club, **house_evening)
    assert last_deed().number == forged_number + 1
    assert any(f"row {forged_number} " in told.english for told in differences())


def elsewhere(model: type[Model], way: TwoWays) -> Iterator[tuple[QuerySet[Any], Model]]:
    """Yield a few rows of this table, each with what it could name of another whole."""
    rows = model._base_manager.exclude(**{way.own_way: None})
    others: QuerySet[Any] = way.column.related_model._base_manager.all()
    whose = way.other_way.partition("__")[2] or "pk"
    for pk, own in rows.order_by("-pk").values_list("pk", way.own_way)[:9]:
        if other := others.exclude(**{whose: own}).exclude(**{whose: None}).order_by("pk").first():
            yield model._base_manager.filter(pk=pk), other


def test_every_column_that_names_something_of_another_club_or_evening_is_found(club: Club) -> None:
    found, refused, unnamed = list[TwoWays](), list[TwoWays](), list[TwoWays]()
    for model in apps.get_models():
        for way in comparisons(model):
            planted = [*elsewhere(model, way)]
            for rows, other in planted:
                with transaction.atomic():
                    protection.unprotect(connection)
                    try:
                        with transaction.atomic():
                            rows.update(**{way.column.name: other})
                    except DatabaseError:
                        continue  # what another row says already; the next one may name it
                    else:
                        named = {(one.row, one.column) for one in strangers([model])}
                        (found if (rows.get(), way.column) in named else unnamed).append(way)
                        break
                    finally:
                        transaction.set_rollback(True)
            else:
                refused += [way] if planted else []
    assert unnamed == []
    assert len(found) >= 45, (len(found), refused)


def test_nothing_of_it_is_found_where_nobody_changed_anything(club: Club) -> None:
    assert list(differences()) == []


def test_the_file_of_a_club_that_was_changed_does_not_come_in(club: Club) -> None:
    with transaction.atomic(), protection.lifted(connection):
        apply(FOUND["an evening opened"][0])
    file = exported(club)
    emptied()
    with pytest.raises(Unusable):
        brought(file)
    assert brought(file, unclean=True).differences


# The club's file of such a database
