"""A whole server moves into another database, of whichever kind: every row as it is, or nothing.

Links, passwords and second factors go along: this is no old copy, in which something may have been ended
since. Whoever is signed in stays behind.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model

from scoring.archive import schema
from scoring.archive.backups import NEVER_COPIED, NOT_OURS, Trouble
from scoring.archive.canonical_json import keys_of, line_of
from scoring.archive.exporting import ROWS_PER_READ, at_one_moment
from scoring.archive.importing import number_on
from scoring.language import _
from scoring.models import Deed, Entry

TARGET = "there"  # what Django calls the database that everything moves into


class Content(NamedTuple):
    """How many rows a table has, and what they come to in whatever order."""

    rows: int
    checksum: int


def moved() -> list[type[Model]]:
    """Return the tables that go along."""
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed
        and not model._meta.proxy
        and model._meta.db_table not in NEVER_COPIED
        and not model._meta.db_table.startswith(NOT_OURS)
    ]


@contextmanager
def database_at(settings: dict[str, Any]) -> Iterator[BaseDatabaseWrapper]:
    """Give the database with these settings; a file that was not there before is gone if this fails."""
    usual = connections.settings[DEFAULT_DB_ALIAS]
    connections.settings[TARGET] = {**usual, "USER": "", "PASSWORD": "", "HOST": "", "PORT": "", **settings}
    target = connections[TARGET]
    file = Path(target.settings_dict["NAME"]) if target.vendor == "sqlite" else None
    is_new = file is not None and not file.exists()
    try:
        if file is not None and is_new:
            file.touch(mode=0o600)
        target.ensure_connection()
        yield target
    except BaseException:
        target.close()
        if file is not None and is_new:
            file.unlink(missing_ok=True)
        raise
    finally:
        target.close()
        del connections[TARGET], connections.settings[TARGET]


@contextmanager
def instead(target: BaseDatabaseWrapper) -> Iterator[None]:
    """Let every query inside go there: migrations name no database."""
    usual = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = target
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual


def demand_empty(target: BaseDatabaseWrapper) -> None:
    """Refuse a database in which something is."""
    if schema.holds_something(target):
        raise Trouble(_("There is something in {database} already.", database=target.settings_dict["NAME"]))


def move(target: BaseDatabaseWrapper, look_again: Callable[[], None]) -> dict[type[Model], int]:
    """Copy every row into a migrated database that is empty, compare, and return how many they were.

    At the end `look_again` refuses where somebody is connected who could have written meanwhile.
    """
    demand_empty(target)
    with transaction.atomic(using=target.alias):
        with at_one_moment():
            contents = {model: _copied(model, target) for model in moved()}
        try:
            target.check_constraints()
        except DatabaseError as error:
            raise Trouble(f"{error}".splitlines()[0]) from error
        number_on(target.alias, moved())
        for model, content in contents.items():
            if _content(model, _values(model, target)) != content:
                raise Trouble(_("{table} differs between there and here.", table=model._meta.db_table))
        for model in (Deed, Entry):  # whatever anybody does is one of them
            if model._base_manager.count() != contents[model].rows:
                raise Trouble(_("Somebody wrote something in the meantime. Stop the server, and try again."))
        look_again()
    return {model: content.rows for model, content in contents.items()}


def _fields(model: type[Model]) -> list[Field]:
    return [field for field in model._meta.concrete_fields if not field.generated]


def _values(model: type[Model], database: BaseDatabaseWrapper) -> Iterator[tuple[Any, ...]]:
    rows = model._base_manager.using(database.alias).order_by("pk")
    return rows.values_list(*(field.attname for field in _fields(model))).iterator(chunk_size=ROWS_PER_READ)


def _copied(model: type[Model], target: BaseDatabaseWrapper) -> Content:
    """Copy the rows of a table; return what they are here."""
    names, values = [field.attname for field in _fields(model)], _values(model, connection)
    content = Content(0, 0)
    while chunk := list(islice(values, ROWS_PER_READ)):
        rows = [model(**dict(zip(names, row, strict=True))) for row in chunk]
        model._base_manager.using(target.alias).bulk_create(rows)
        content = Content(*map(sum, zip(content, _content(model, chunk), strict=True)))
    return content


def _content(model: type[Model], rows: Iterable[tuple[Any, ...]]) -> Content:
    keys, number, checksum = keys_of(_fields(model)), 0, 0
    for row in rows:
        number += 1
        checksum += int.from_bytes(sha256(line_of(keys, row).encode("utf-8", "surrogatepass")).digest())
    return Content(number, checksum)
