"""A club written into one file: a line for each row, the same content always the same bytes."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from typing import IO, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import Field, Model

from scoring.archive.canonical_json import keys_of, line_of
from scoring.archive.tables import LEFT_OUT, WITHOUT, fields_of, name_of, rows_of, tables
from scoring.capability import apps_with_capabilities
from scoring.models import Club

FORMAT = "tarockclub club"
# Another one whenever a file of before cannot be understood by adding what a new column begins with.
VERSION = 1
MANIFEST = "manifest.json"
END = ".jsonl"
ROWS_PER_READ = 200  # rows; one that tells a whole sheet has tens of thousands of letters
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # for every part of every file: when it was made is not what it says

Report = Callable[[str], object]


class ArchivedTable(NamedTuple):
    """One table of the database in the file."""

    name: str
    fields: tuple[str, ...]
    rows: int
    sha256: str


def file_name(club: Club) -> str:
    """Return the name of the file that a club is written into."""
    return f"{'demonstration-' if club.demonstration else ''}{club.slug}.tarock.zip"


def write_club(club: Club, file: IO[bytes], *, report: Report = lambda line: None) -> list[ArchivedTable]:
    """Write everything as of one moment; return the tables that were written."""
    parts = []
    with at_one_moment(), ZipFile(file, "w") as whole:
        club = Club.objects.get(pk=club.pk)
        for model in tables():
            with whole.open(_entry(name_of(model) + END), "w", force_zip64=True) as out:
                parts.append(_written(model, club, out, fields_of(model)))
            if parts[-1].rows:
                report(f"{parts[-1].name}: {parts[-1].rows}")
        with whole.open(_entry(MANIFEST), "w") as out:
            out.write(_manifest(club, parts))
    return parts


def digest_of(model: type[Model], club: Club, fields: Sequence[str]) -> tuple[int, str]:
    """Return the count of rows of these columns, and the checksum of their lines in a file."""
    names = set(fields)
    part = _written(model, club, None, [field for field in fields_of(model) if field.name in names])
    return part.rows, part.sha256


def _written(model: type[Model], club: Club, out: IO[bytes] | None, fields: Sequence[Field]) -> ArchivedTable:
    digest, rows, keys = sha256(), 0, keys_of(fields)
    values = rows_of(model, club).values_list(*(field.attname for field in fields))
    for row in values.iterator(chunk_size=ROWS_PER_READ):
        line = line_of(keys, row).encode("utf-8")
        digest.update(line)
        rows += 1
        if out is not None:
            out.write(line)
    return ArchivedTable(name_of(model), tuple(field.name for field in fields), rows, digest.hexdigest())


def _entry(name: str) -> ZipInfo:
    info = ZipInfo(name, LONG_AGO)
    info.compress_type = ZIP_DEFLATED
    info.create_system = 3  # whatever the machine is
    info.external_attr = 0o600 << 16
    return info


def _manifest(club: Club, parts: Sequence[ArchivedTable]) -> bytes:
    """Return what is in the file and which program wrote it, for people and for the import."""
    manifest: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "program": f"Tarockclub {settings.RELEASE()}",
        "club": {"name": club.name, "slug": club.slug, "demonstration": club.demonstration},
        "migrations": newest_migrations(),
        "parts": [part._asdict() for part in parts],
        "left_out": {
            "tables": LEFT_OUT,
            "columns": {name: sorted(columns) for name, columns in sorted(WITHOUT.items())},
        },
    }
    return (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


@cache
def newest_migrations() -> Mapping[str, str]:
    """Return the newest migration of each app."""
    graph = MigrationLoader(None).graph
    return {
        app: max(name for _app, name in graph.leaf_nodes(app)) for app in sorted(apps_with_capabilities())
    }


@contextmanager
def at_one_moment() -> Iterator[None]:
    """Read from one snapshot, without blocking or seeing concurrent writes."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        with connection.cursor() as cursor:  # `atomic` would keep everybody else from writing
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")
