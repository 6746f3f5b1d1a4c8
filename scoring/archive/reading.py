"""Read a club file: check it before anything is stored, then yield it line by line.

Columns of older files get the names that they have today.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import IO, Any, NamedTuple
from zipfile import ZipFile

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scoring.archive.backups import is_from_before_releases, known_migrations
from scoring.archive.exporting import END, FORMAT, MANIFEST, ROWS_PER_READ, VERSION, ArchivedTable
from scoring.archive.tables import (
    FOLLOWING,
    RENAMED,
    VANISHED,
    VANISHED_COLUMNS,
    CountedRows,
    converted,
    counted_rows,
    fields_of,
    in_words,
    name_of,
    tables,
)
from scoring.models import Account, Appointment, Club, Member, Role
from scoring.uploads import sandbox
from scoring.uploads.packed import (
    Broken,
    CountedColumn,
    Illegible,
    TablesQuery,
    TablesReport,
    lines_of,
    parsed,
    tables_report,
)
from scoring.uploads.spreadsheets import UnreadableFile

SENTENCES = {
    "foreign": _("This file is not a club: it was not made by “The whole club as one file”."),
    "cut_off": _("The file is incomplete: its end is missing. Please copy or download it again."),
    "damaged": _("The file is damaged at “%(part)s”. Please copy or download it again."),
    "newer": _(
        "The file was made by a newer version of the program (%(version)s). Please update this "
        "installation first."
    ),
    "older": _(
        "The file was made by an older version of the program (%(version)s), which stored some things "
        "differently. Please update the program it comes from and export the club there again."
    ),
    "too_old": _(
        "The file was made by a version of the program from before 22 November 2026 (%(version)s). It "
        "cannot be imported here, and neither can the database of that version: please keep using that "
        "version."
    ),
    "too_big": _("The file is too big: unpacked, a club may take up %(limit)s at most."),
    "too_much": _(
        "This file is too big to check on a web page. The person who runs the program can import it "
        "with “%(command)s”."
    ),
    "illegible": _("The file cannot be read at “%(part)s”, line %(line)s: %(what)s. Nothing was stored."),
    "contradictory": _(
        "The file contradicts itself at “%(part)s”: something there does not match the rest. Nothing was "
        "stored."
    ),
    "wrong_sums": _(
        "The totals in the file do not follow from its hands: %(differences)s. Nothing was stored."
    ),
    "not_empty": _("This installation is not empty. A club can only be imported into an empty one."),
    "here_already": _("This club is here already, or one made from the same file: %(club)s."),
    "invented": _("This is the invented club. Here it is made by “%(command)s”."),
    "busy": _(
        "The club cannot be stored at the moment. Perhaps it is already being imported: please open "
        "this page again in a few minutes."
    ),
    "no_owner": _(
        "The file names nobody who owns the club and can sign in, so nobody could look after it here."
    ),
}


class Unusable(Exception):
    """Raised where a file cannot be imported; one sentence says what to do. Nothing was stored."""


def unusable(why: str, *values: object) -> Unusable:
    """Return the refusal of a file; the values stand in the order of the English sentence."""
    names = re.findall(r"%\((\w+)\)", SENTENCES[why])
    sentence = gettext(SENTENCES[why])
    return Unusable(sentence % dict(zip(names, values, strict=True)) if names else sentence)


MOST_LETTERS_AT_ONCE = 2_000_000  # of rows that are stored together


class Owner(NamedTuple):
    """An owner of the club with an account, identified by the account's number."""

    account: int
    name: str  # to sign in with
    member: str


class Contents(NamedTuple):
    """The contents of a file, shown before it is imported."""

    club: str
    demonstration: bool
    counts: tuple[tuple[CountedRows, int], ...]
    owners: tuple[Owner, ...]

    @property
    def in_words(self) -> list[str]:
        return in_words(self.counts)


@dataclass(frozen=True)
class Archive:
    """A checked file of this program, with all its parts intact."""

    file: ZipFile
    parts: dict[str, ArchivedTable]
    migrations: dict[str, str]
    made_by: str  # the version of the program, as far as the tables tell it
    scan: TablesReport  # what is in it, from when it was looked through
    renamed: dict[str, dict[str, str]]  # columns that have another name now, by their tables

    @property
    def is_older(self) -> bool:
        """Return whether an older version wrote the file, whose derived rows are made anew."""
        columns = (
            VANISHED_COLUMNS.get(part.name, {}).keys() & set(part.fields) for part in self.parts.values()
        )
        return not VANISHED.keys().isdisjoint(self.parts) or any(columns)

    def chunks(self, name: str) -> Iterator[list[dict[str, Any]]]:
        """Yield the rows of one table, in chunks small enough for memory."""
        chunk: list[dict[str, Any]] = []
        number, letters, new_names = 0, 0, self.renamed[name]
        try:
            for line in lines_of(self.file, name + END, name):
                number += 1
                row = parsed(line.decode("utf-8"))
                chunk.append(
                    {new_names.get(key, key): value for key, value in row.items()} if new_names else row
                )
                letters += len(line)
                if len(chunk) == ROWS_PER_READ or letters > MOST_LETTERS_AT_ONCE:
                    yield chunk
                    chunk, letters = [], 0
        except Broken as broken:
            raise _refusal(broken.args) from broken
        except UnicodeDecodeError as error:
            raise unusable("damaged", name) from error
        except Illegible as error:
            raise unusable("illegible", name, number, gettext(str(error))) from error
        if chunk:
            yield chunk

    @cached_property
    def contents(self) -> Contents:
        """Return the contents to show before the import."""
        clubs = self.scan.rows.get(name_of(Club), [])
        if len(clubs) != 1:
            raise unusable("contradictory", name_of(Club))
        (club, demonstration), counted = clubs[0], zip(counted_rows(), self.scan.counts, strict=True)
        counts = tuple((rows, count) for rows, count in counted if rows.table in self.parts)
        return Contents(str(club), demonstration is True, counts, self._owners())

    def _owners(self) -> tuple[Owner, ...]:
        rows = self.scan.rows
        owning = {member for member, role in rows.get(name_of(Appointment), ()) if role == Role.OWNER}
        names = {account: str(name) for account, name in rows.get(name_of(Account), ())}
        owners = [
            Owner(account, names[account], str(name))
            for member, name, active, account in rows.get(name_of(Member), ())
            if member in owning and active is True and type(account) is int and account in names
        ]
        return tuple(sorted(owners, key=lambda owner: owner.member))


# Of these the preview tells.
LOOKED_AT = {
    name_of(Club): ["name", "demonstration"],
    name_of(Appointment): ["member", "role"],
    name_of(Account): ["id", "name"],
    name_of(Member): ["id", "name", "active", "account"],
}


@contextmanager
def look_into(
    file: IO[bytes], *, is_strangers: bool = False, scan: TablesReport | None = None
) -> Iterator[Archive]:
    """Open the file, if it can be brought in; otherwise `Unusable` says why not.

    Every byte has been compared: now, or a moment ago, as `scan` tells. Strangers' files are read in a
    process of their own.
    """
    if scan is None:
        counted = [CountedColumn(rows.table, rows.column, rows.value) for rows in counted_rows()]
        questions = TablesQuery(MANIFEST, END, LOOKED_AT, counted)
        scan = _report_in_sandbox(file, questions) if is_strangers else tables_report(file, questions)
    if scan.manifest is None:
        raise _refusal(scan.wrong)
    parts, migrations, made_by = _understood(scan.manifest)
    renamed = {part.name: _new_names(part) for part in parts.values()}
    parts = {name: _with_new_names(part, renamed[name]) for name, part in parts.items()}
    _demand_understandable(parts, migrations, made_by)
    if scan.wrong:
        raise _refusal(scan.wrong)
    file.seek(0)
    with ZipFile(file) as whole:
        yield Archive(whole, parts, migrations, made_by, scan, renamed)


def _report_in_sandbox(file: IO[bytes], questions: TablesQuery) -> TablesReport:
    try:
        return sandbox.tables_report_of_stranger(file, questions)
    except UnreadableFile as unreadable:
        if unreadable.sentence == sandbox.TOO_MUCH:
            raise unusable("too_much", settings.COMMAND_LINE("import_club")) from unreadable
        raise Unusable(unreadable.message) from unreadable


def _refusal(wrong: tuple[Any, ...]) -> Unusable:
    """Return the refusal for what was found wrong, in words."""
    why, *values = wrong
    return unusable(why, *values[:-1], gettext(values[-1])) if why == "illegible" else unusable(*wrong)


def _understood(manifest: Any) -> tuple[dict[str, ArchivedTable], dict[str, str], str]:
    """Return the tables, the migrations, and the version of the program that wrote the file."""
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise unusable("foreign")
    migrations, version = manifest.get("migrations"), manifest.get("version")
    if not isinstance(version, int) or not isinstance(migrations, dict):
        raise unusable("damaged", MANIFEST)
    migrations = {str(app): str(name) for app, name in migrations.items()}
    made_by = ", ".join(f"{app} {name}" for app, name in sorted(migrations.items()))
    if version > VERSION:
        raise unusable("newer", made_by)
    if version < VERSION:
        raise unusable("older", made_by)
    parts: dict[str, ArchivedTable] = {}
    try:
        for part in manifest["parts"]:
            name, fields, rows, digest = part["name"], part["fields"], part["rows"], part["sha256"]
            if not (isinstance(name, str) and isinstance(rows, int) and isinstance(digest, str)):
                raise TypeError(part)
            parts[name] = ArchivedTable(name, tuple(map(str, fields)), rows, digest)
    except (KeyError, TypeError) as error:
        raise unusable("damaged", MANIFEST) from error
    return parts, migrations, made_by


def _new_names(part: ArchivedTable) -> dict[str, str]:
    """Return today's names of a table's columns that have another one in the file."""
    return {old: new for old, new in RENAMED.get(part.name, {}).items() if old in part.fields}


def _with_new_names(part: ArchivedTable, new_names: Mapping[str, str]) -> ArchivedTable:
    return part._replace(fields=tuple(new_names.get(field, field) for field in part.fields))


def _demand_understandable(parts: dict[str, ArchivedTable], migrations: dict[str, str], made_by: str) -> None:
    """Refuse tables and columns that are unknown here, and missing ones that cannot begin empty."""
    known = {name_of(model): model for model in tables()}
    older = "too_old" if is_from_before_releases({*migrations.items()}) else "older"
    if not migrations.items() <= known_migrations():
        raise unusable("newer", made_by)
    for part in parts.values():
        if part.name in VANISHED or part.name in converted():
            continue
        if part.name not in known:
            raise unusable(older, made_by)
        ours = {field.name for field in fields_of(known[part.name])}
        if set(part.fields) - ours - VANISHED_COLUMNS.get(part.name, {}).keys():
            raise unusable(older, made_by)
        follows = FOLLOWING.get(part.name, {})
        begins = {field.name for field in fields_of(known[part.name]) if field.null or field.has_default()}
        if ours - begins - {*part.fields, *follows}:
            raise unusable(older, made_by)
    if not LOOKED_AT.keys() <= parts.keys():
        raise unusable("damaged", MANIFEST)
