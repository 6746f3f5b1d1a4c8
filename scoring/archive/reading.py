"""A file that somebody brings: looked at before anything is stored, and read a line at a time."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from io import BufferedReader
from typing import IO, Any, NamedTuple, TypeGuard
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from django.utils.translation import gettext as _

from scoring.archive import sentences
from scoring.archive.counting import COUNTED, CountedRows, told
from scoring.archive.exporting import END, FORMAT, MANIFEST, VERSION, ArchivedTable
from scoring.archive.keeping import known_migrations
from scoring.archive.sentences import Unusable
from scoring.archive.spelling import Illegible, parsed
from scoring.archive.tables import FOLLOWING, fields_of, name_of, tables
from scoring.models import Account, Appointment, Club, Member, Role

MOST_UNPACKED = 2_000_000_000  # bytes of everything together
MOST_OF_A_MANIFEST = 1_000_000
LONGEST_LINE = 8_000_000  # the longest text of all is a rule sheet, some 100,000
MOST_PARTS = 500
AT_ONCE = 1 << 16
ENCRYPTED = 0x1
# What the standard library says of a file that is none, or not whole.
BROKEN = (
    BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OverflowError,
    OSError,
    ValueError,
)


class Owner(NamedTuple):
    """Somebody who owned the club and signed in: by the number of the account."""

    account: int
    name: str  # to sign in with
    member: str


@dataclass(frozen=True)
class Contents:
    """What is in a file, for whoever decides whether to bring it in."""

    club: str
    demonstration: bool
    counts: tuple[tuple[CountedRows, int], ...]
    owners: tuple[Owner, ...]

    @property
    def told(self) -> list[str]:
        return told(self.counts)


@dataclass(frozen=True)
class Archive:
    """A file of this program that is whole, and whose parts are as they were written."""

    file: ZipFile
    parts: dict[str, ArchivedTable]
    migrations: dict[str, str]
    made_by: str  # the version of the program, as far as the tables tell it

    def rows(self, name: str) -> Iterator[dict[str, Any]]:
        """The rows of one table, each with the names of its columns."""
        with _as_damage(name), self.file.open(name + END) as part:
            reader, number = BufferedReader(part, AT_ONCE), 0  # type: ignore[type-var]
            while line := reader.readline(LONGEST_LINE + 1):
                number += 1
                try:
                    if len(line) > LONGEST_LINE:
                        raise Illegible(_("the line is too long"))
                    yield parsed(line.decode("utf-8"))
                except Illegible as error:
                    raise sentences.illegible(name, number, str(error)) from error

    @cached_property
    def contents(self) -> Contents:
        clubs = list(self.rows(name_of(Club)))
        if len(clubs) != 1:
            raise sentences.contradictory(name_of(Club))
        try:
            return Contents(
                club=str(clubs[0]["name"]),
                demonstration=clubs[0]["demonstration"] is True,
                counts=tuple(
                    (one, one.of_rows(self.rows(one.table))) for one in COUNTED if one.table in self.parts
                ),
                owners=self._owners(),
            )
        except (KeyError, TypeError) as error:
            raise sentences.contradictory(name_of(Club)) from error

    def _owners(self) -> tuple[Owner, ...]:
        owning = {row["member"] for row in self.rows(name_of(Appointment)) if row["role"] == Role.OWNER}
        names = {row["id"]: str(row["name"]) for row in self.rows(name_of(Account))}
        members = [row for row in self.rows(name_of(Member)) if row["id"] in owning and row["active"] is True]
        found = [
            Owner(row["account"], names[row["account"]], str(row["name"]))
            for row in members
            if row["account"] in names
        ]
        return tuple(sorted(found, key=lambda owner: owner.member))


@contextmanager
def look_into(file: IO[bytes], *, compared: bool = False) -> Iterator[Archive]:
    """The file, if it can be brought in; otherwise `Unusable` says why not.

    Every byte has been compared: now, or a moment ago.
    """
    head = file.read(4)
    file.seek(0)
    if not head.startswith(b"PK"):
        raise sentences.foreign()
    try:
        whole = ZipFile(file)
    except BROKEN as error:
        raise sentences.cut_off() from error
    with whole:
        yield _checked(whole, compared=compared)


def _checked(whole: ZipFile, *, compared: bool) -> Archive:
    found = Counter(info.filename for info in whole.infolist())
    if MANIFEST not in found:
        raise sentences.foreign()
    _demand_harmless(whole)
    said = _manifest(whole)
    archive = _understood(whole, said)
    if found != Counter([MANIFEST, *(name + END for name in archive.parts)]):
        raise sentences.damaged(MANIFEST)
    _demand_understandable(archive)
    for part in archive.parts.values():
        if not compared and _checksum(whole, part.name) != (part.rows, part.sha256):
            raise sentences.damaged(part.name)
    return archive


def _demand_harmless(whole: ZipFile) -> None:
    """Before anything is unpacked: a file that grows without end, or is locked."""
    entries = whole.infolist()
    if len(entries) > MOST_PARTS or sum(info.file_size for info in entries) > MOST_UNPACKED:
        raise sentences.too_big(f"{MOST_UNPACKED // 1_000_000_000} GB")
    for info in entries:
        if info.flag_bits & ENCRYPTED or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise sentences.foreign()
    if whole.getinfo(MANIFEST).file_size > MOST_OF_A_MANIFEST:
        raise sentences.foreign()


def _manifest(whole: ZipFile) -> dict[str, Any]:
    with _as_damage(MANIFEST):
        text = whole.read(MANIFEST)
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise sentences.foreign() from error
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise sentences.foreign()
    return said


def _understood(whole: ZipFile, said: dict[str, Any]) -> Archive:
    migrations, version = said.get("migrations"), said.get("version")
    if not isinstance(version, int) or not _is_names(migrations):
        raise sentences.damaged(MANIFEST)
    made_by = ", ".join(f"{app} {name}" for app, name in sorted(migrations.items()))
    if version > VERSION:
        raise sentences.newer(made_by)
    if version < VERSION:
        raise sentences.older(made_by)
    parts: dict[str, ArchivedTable] = {}
    try:
        for one in said["parts"]:
            name, fields, rows, digest = one["name"], one["fields"], one["rows"], one["sha256"]
            if not (isinstance(name, str) and isinstance(rows, int) and isinstance(digest, str)):
                raise TypeError(one)
            parts[name] = ArchivedTable(name, tuple(map(str, fields)), rows, digest)
    except (KeyError, TypeError) as error:
        raise sentences.damaged(MANIFEST) from error
    return Archive(whole, parts, migrations, made_by)


def _is_names(said: object) -> TypeGuard[dict[str, str]]:
    return isinstance(said, dict) and all(isinstance(name, str) for name in said.values())


def _demand_understandable(archive: Archive) -> None:
    """Tables and columns that this program has; what it has besides can begin with nothing, or follows."""
    known = {name_of(model): model for model in tables()}
    if not archive.migrations.items() <= known_migrations():
        raise sentences.newer(archive.made_by)
    for part in archive.parts.values():
        if part.name not in known or set(part.fields) - {one.name for one in fields_of(known[part.name])}:
            raise sentences.older(archive.made_by)
        follows = FOLLOWING.get(part.name, {})
        for field in fields_of(known[part.name]):
            if field.name not in {*part.fields, *follows} and not (field.null or field.has_default()):
                raise sentences.older(archive.made_by)
    if not {name_of(one) for one in LOOKED_AT} <= archive.parts.keys():
        raise sentences.damaged(MANIFEST)


LOOKED_AT = (Account, Appointment, Club, Member)  # of these the preview tells


def _checksum(whole: ZipFile, name: str) -> tuple[int, str]:
    digest, rows = sha256(), 0
    with _as_damage(name), whole.open(name + END) as part:
        while chunk := part.read(AT_ONCE):
            digest.update(chunk)
            rows += chunk.count(b"\n")
    return rows, digest.hexdigest()


@contextmanager
def _as_damage(part: str) -> Iterator[None]:
    try:
        yield
    except Unusable:
        raise
    except (*BROKEN, KeyError) as error:
        raise sentences.damaged(part) from error
