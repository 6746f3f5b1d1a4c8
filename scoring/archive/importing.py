"""Import a club from its file into an empty installation: all of it, or nothing.

Numbers stay as they were: hands, seals and deeds know people by number. Afterwards the tables are written
down once more and compared with the file, and everything is worked out again from the hands.
"""

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from json.encoder import encode_basestring
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import (
    DataError,
    IntegrityError,
    OperationalError,
    connection,
    transaction,
)
from django.db.models import AutoField, F, Max, Model

from scoring import chain, verifying
from scoring.accounts.names import problems_with_password
from scoring.accounts.verbs import SET_UP
from scoring.archive.canonical_json import line_of, row_from
from scoring.archive.exporting import ArchivedTable, Report, digest_of
from scoring.archive.reading import Archive, Owner, Unusable, unusable
from scoring.archive.snapshots import freeze_reading
from scoring.archive.tables import (
    FOLLOWING,
    VANISHED_COLUMNS,
    WITHOUT,
    converters,
    fields_of,
    fills_from_log,
    name_of,
    tables,
)
from scoring.capability import capabilities
from scoring.deeds import PendingDeed, Refusal, Refused
from scoring.engine.numbers import BLOCK
from scoring.engine.problems import IllegalHand
from scoring.language import _
from scoring.models import (
    Account,
    Club,
    Deed,
    Entry,
    Evening,
    OldPerson,
    Row,
    Sheet,
)
from scoring.old_papers import days_of_amounts
from scoring.table.writing import derive, write_facts
from scoring.uploads.packed import Illegible

VERB = "import_club"
# The first deed of an installation is its setting up; where the club brings that of the old one along, this.
IMPORTED = UUID("20e0ad90-5c1b-4f7e-9f67-3c2f6a5d0003")
# Numbers of what was removed last in the old installation are not given to somebody else in the new one.
NUMBERS_LEFT_FREE = 1000
MOST_DIFFERENCES = 5
ONE_AT_A_TIME = 0x5461726F636B  # "Tarock", the number that is locked meanwhile
# What the database says of rows that cannot be.
IMPOSSIBLE = (IntegrityError, DataError, OverflowError, RecursionError, ValueError, TypeError)


class ImportProgress(NamedTuple):
    """How far it is: rows that are stored, rows that were compared with the file, hands worked out again;
    then evenings and what else is played, as a whole: nobody knows how many there are (`of` is 0)."""

    what: str
    rows_done: int
    of: int


STORED, COMPARED, VERIFIED, OTHERS = "stored", "compared", "verified", "further"
T = TypeVar("T")
Steps = Generator[ImportProgress, None, T]


class Brought(NamedTuple):
    """The imported club, its owner, and its discrepancies where they were accepted."""

    club: Club
    owner: Account
    differences: tuple[str, ...]


def bring_in(archive: Archive, **options: Any) -> Brought:
    """Bring in a club as `bringing_in` does, without reporting progress."""
    return to_the_end(bringing_in(archive, **options))


def to_the_end(steps: Steps[T]) -> T:
    """Run all steps of an import and return what it comes to."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def bringing_in(
    archive: Archive,
    *,
    deed: UUID,
    owner: int | None = None,
    password: str | None = None,
    unclean: bool = False,
    report: Report = lambda line: None,
) -> Steps[Brought]:
    """Import a club in steps; one owner runs the installation and gets this password.

    Nobody has a password otherwise. `unclean`: also where the hands do not add up to what is stored. One
    transaction from the first step to the last: whoever closes it in between leaves nothing behind.
    """
    who = chosen_owner(archive.contents.owners, owner)
    if password is not None and (wrong := problems_with_password(password, Account(name=who.name))):
        raise Refused(password=wrong)
    hashed = make_password(password)  # slow on purpose, so not while others wait for the database
    try:
        with transaction.atomic():
            _demand_empty()
            club = yield from _stored(archive)
            # What follows from the entries is written as it is kept today; what statistics ask is in no file.
            follows = derive if archive.is_older else write_facts
            for pk in Sheet.objects.order_by("pk").values_list("pk", flat=True):
                with if_it_can_be():
                    follows(Sheet.objects.whole().get(pk=pk))
            for fill in fills_from_log(club, {name: part.fields for name, part in archive.parts.items()}):
                with if_it_can_be():
                    fill()
            with if_it_can_be():
                _finish()
            if "head" not in archive.parts[name_of(Entry)].fields:
                with if_it_can_be():
                    chain.begin_evenings(club)
                    chain.begin_log(club)
            if (old := archive.parts.get(name_of(OldPerson))) and "days" not in old.fields:
                for pk, days in days_of_amounts().items():
                    OldPerson.objects.filter(pk=pk).update(days=days)
            counts = {counted.table: count for counted, count in archive.contents.counts}
            differences = yield from worked_out(club, counts.get(name_of(Row), 0), report)
            if differences and not unclean:
                raise wrong_sums(differences)
            account = Account.objects.get(pk=who.account)
            account.password, account.is_superuser = hashed, True
            account.save(update_fields=["password", "is_superuser"])
            number_on()
            # Not in the club's log: its file lacks it. Whoever sets up the installation meanwhile writes
            # the same row, and one of the two is refused.
            imported = IMPORTED if Deed.objects.filter(pk=SET_UP).exists() else SET_UP
            PendingDeed(imported, account, VERB, deed).record(None, name=club.name, counts=counts)
    except IntegrityError as error:  # another one was quicker
        raise unusable("not_empty") from error
    except OperationalError as error:  # another one is at it, or the disk is full
        raise unusable("busy") from error
    return Brought(club, account, tuple(differences))


def brought_before(deed: UUID, password: str) -> Account | None:
    """Return the owner whom this form imported before, if the password still fits; else None."""
    for imported in Deed.objects.filter(pk__in=(SET_UP, IMPORTED), verb=VERB).select_related("account"):
        fingerprint = PendingDeed(imported.pk, imported.account, VERB, deed).fingerprint
        if (
            imported.asked == fingerprint
            and imported.account is not None
            and imported.account.check_password(password)
        ):
            return imported.account
    return None


def was_brought() -> bool:
    """Return whether what is here is a club out of a file."""
    return Deed.objects.filter(pk__in=(SET_UP, IMPORTED), verb=VERB).exists()


def is_empty() -> bool:
    """Return whether this installation holds nothing that a club's file could hold."""
    anything = " OR ".join(f'EXISTS (SELECT 1 FROM "{model._meta.db_table}")' for model in tables())
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 WHERE {anything}")
        return cursor.fetchone() is None


def wrong_sums(differences: list[str]) -> Unusable:
    """Return the refusal of a file whose totals do not follow from its hands."""
    return unusable("wrong_sums", "; ".join(differences[:MOST_DIFFERENCES]))


def alone() -> None:
    """Lock out other imports, and read all as it is now. SQLite has one writer anyhow."""
    freeze_reading()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [ONE_AT_A_TIME])
            if cursor.fetchone() == (False,):
                raise unusable("busy")


def _demand_empty() -> None:
    alone()
    if not is_empty():
        raise unusable("not_empty")


def chosen_owner(owners: tuple[Owner, ...], account: int | None) -> Owner:
    """Return the owner with this account, or else the first."""
    if not owners:
        raise unusable("no_owner")
    return next(owner for owner in owners if account is None or owner.account == account)


# the rows


def _stored(archive: Archive) -> Steps[Club]:
    rows, stored = sum(part.rows for part in archive.parts.values()), 0
    for model in tables():
        if name_of(model) in archive.parts:
            for added in filled(archive, model):
                stored += added
                yield ImportProgress(STORED, stored, rows)
    try:
        connection.check_constraints()
    except IntegrityError as error:
        raise unusable("contradictory", str(error).split("\n")[0]) from error
    club, compared = Club.objects.get(), 0
    for model in tables():
        part = archive.parts.get(name_of(model))
        if part and not _is_as_written(club, model, archive, part):
            raise unusable("contradictory", part.name)
        if part and part.rows:
            compared += part.rows
            yield ImportProgress(COMPARED, compared, rows)
    for names, store in converters().items():
        if in_file := [name for name in names if name in archive.parts]:
            at = in_file[0]
            with_columns = [name for name in VANISHED_COLUMNS if name in archive.parts]
            rows_of = {
                name: (row for chunk in archive.chunks(name) for row in chunk)
                for name in (*in_file, *with_columns)
            }
            try:
                for at in store(rows_of):  # noqa: B007  (it is named where it fails)
                    pass
                connection.check_constraints()
            except (*IMPOSSIBLE, *verifying.UNREADABLE, ValidationError) as error:
                raise unusable("contradictory", at) from error
    return club


def _finish() -> None:
    """Write what is written once after an update."""
    for capability in capabilities():
        for finish in capability.after_update:
            finish()


def _is_as_written(club: Club, model: type[Model], archive: Archive, part: ArchivedTable) -> bool:
    """Return whether a table's stored rows equal those of the file, byte for byte."""
    vanished = VANISHED_COLUMNS.get(part.name, {}).keys() & set(part.fields)
    is_converted = vanished or archive.renamed[part.name]
    expected = _digest_without(vanished, archive, part) if is_converted else (part.rows, part.sha256)
    return digest_of(model, club, part.fields) == expected


def _digest_without(columns: Collection[str], archive: Archive, part: ArchivedTable) -> tuple[int, str]:
    """Return the digest of a file's part as it would be without these columns, and with today's names."""
    names = [field for field in part.fields if field not in columns]
    keys, digest, rows = [encode_basestring(name) for name in names], sha256(), 0
    for chunk in archive.chunks(part.name):
        for row in chunk:
            digest.update(line_of(keys, [row[name] for name in names]).encode())
        rows += len(chunk)
    return rows, digest.hexdigest()


def filled(
    archive: Archive,
    model: type[Model],
    changed: Callable[[dict[str, Any]], dict[str, Any] | None] = lambda row: row,
) -> Iterator[int]:
    """Store a table's rows, transformed by `changed` (None skips one); yield the size of each chunk."""
    name = name_of(model)
    fields, file_fields = {field.name: field for field in fields_of(model)}, archive.parts[name].fields
    vanished = VANISHED_COLUMNS.get(name, {})
    stored = {column: fields[column] for column in file_fields if column not in vanished}
    without = {column: begin() for column, begin in WITHOUT.get(name, {}).items()}
    follows = {column: of for column, of in FOLLOWING.get(name, {}).items() if column not in file_fields}
    number = 0
    for chunk in archive.chunks(name):
        try:
            rows = []
            for file_row in chunk:
                number += 1
                known = {key: value for key, value in file_row.items() if key not in vanished}
                if (changed_row := changed(known)) is None:
                    continue
                row = row_from(changed_row, stored)
                try:
                    following = {column: of(row) for column, of in follows.items()}
                except (ValueError, RecursionError) as error:
                    raise Illegible(", ".join(follows)) from error
                rows.append(model(**row, **without, **following))
            model._base_manager.bulk_create(rows)
        except Illegible as error:
            raise unusable("illegible", name, number, str(error)) from error
        except IMPOSSIBLE as error:
            raise unusable("contradictory", name) from error
        yield len(rows)


def number_on() -> None:
    """Let ids of new rows continue after the imported ones, in all tables of clubs."""
    for model in tables():
        key, table = model._meta.pk, model._meta.db_table
        if not isinstance(key, AutoField):
            continue
        rows = model._base_manager.all()
        last, most = rows.aggregate(last=Max("pk"), most=Max(F("pk") % BLOCK)).values()
        if last is None:
            continue
        # As it is written, a new number is greater than all others, in whichever block they are.
        free = last - last % BLOCK + most + NUMBERS_LEFT_FREE
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                quoted = connection.ops.quote_name(table)
                cursor.execute(
                    "SELECT setval(name, greatest(%s, nextval(name))) "
                    "FROM (SELECT pg_get_serial_sequence(%s, %s) AS name) AS sequence",
                    [free, quoted, key.column],
                )
            else:
                cursor.execute("UPDATE sqlite_sequence SET seq = max(seq, %s) WHERE name = %s", [free, table])


# what follows from them


@contextmanager
def if_it_can_be() -> Iterator[None]:
    """Store what follows from something else, or nothing: verifying says why."""
    with suppress(IllegalHand, Refusal, *verifying.UNREADABLE), transaction.atomic():
        yield


def worked_out(club: Club, hands: int, report: Report, known: Collection[str] = ()) -> Steps[list[str]]:
    """Return a club's discrepancies in words, without those `known` of the database before."""
    counted: Counter[str] = Counter()
    others = 0
    try:
        database = [wrong for wrong in verifying.of_the_database() if str(wrong) not in known]
        _demand_readable(database)
        differences = list(map(str, database))
        sheets = Sheet.objects.whole().defer(None).filter(evening__club=club)
        for checked in verifying.wholes(sheets, Evening.objects.filter(club=club)):
            _demand_readable(checked.differences)
            differences += checked.sentences()
            counted.update(checked.counted)
            if "sheet" in checked.counted:
                yield ImportProgress(VERIFIED, min(counted["hand"], hands), hands)
            else:
                others += 1
                yield ImportProgress(OTHERS, others, 0)
    except verifying.UNREADABLE as error:
        raise unusable("contradictory", type(error).__name__) from error
    if in_words := verifying.counted_in_words(counted):
        report(_("Verified: {counted}", counted=in_words))
    return differences


def _demand_readable(differences: Iterable[verifying.Discrepancy]) -> None:
    """Raise what came of values from which nothing can be worked out."""
    for error in (wrong.error for wrong in differences if wrong.error is not None):
        raise error
