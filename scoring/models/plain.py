"""Writing what is written with every hand: plain statements that are built once, and not for each of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BooleanField, CharField, Field, ForeignKey, IntegerField, Model, TextField

# A list in a JSON column with one element more, by what the database is: it is not read for that.
_APPENDED = {
    "sqlite": "json_insert({column}, '$[#]', json(%s))",
    "postgresql": "{column} || jsonb_build_array(%s::jsonb)",
}
# What a database is given as it is, by the fields that keep it.
_AS_IT_IS: Mapping[type[Field], type] = {
    IntegerField: int,
    CharField: str,
    TextField: str,
    BooleanField: bool,
}


class _Column(NamedTuple):
    """Where a value stands in a row, and what the database is given for it."""

    attname: str
    kept: type | None  # values of this very type need no translation
    translated: Callable[[Any, BaseDatabaseWrapper], Any]


def insert(rows: Sequence[Model], *, over: tuple[str, ...] = ()) -> None:
    """Store new rows of one model with one statement; a number that the database gives stays unknown.

    `over`: the columns by which a row is known; it takes the place of one that was there before.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    into, row_of_values, instead, columns = _insertion(type(rows[0]), rows[0].pk is None, over)
    values = [value for row in rows for value in _values(row, columns, connection)]
    with connection.cursor() as cursor:
        cursor.execute(f"{into} {', '.join([row_of_values] * len(rows))}{instead}", values)
    for row in rows:
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


@cache
def _insertion(
    model: type[Model], numbered: bool, over: tuple[str, ...]
) -> tuple[str, str, str, tuple[_Column, ...]]:
    """Return how an INSERT begins, a row of it, and how it ends; `numbered` by the database."""
    meta, quote = model._meta, connections[DEFAULT_DB_ALIAS].ops.quote_name
    fields = [field for field in meta.concrete_fields if not (field.primary_key and numbered)]
    names = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    others = [quote(str(field.column)) for field in fields if field.column not in over]
    sets = ", ".join(f"{one} = excluded.{one}" for one in others)
    return (
        f"INSERT INTO {quote(meta.db_table)} ({names}) VALUES",
        f"({places})",
        f" ON CONFLICT ({', '.join(map(quote, over))}) DO UPDATE SET {sets}" if over else "",
        tuple(_column(field) for field in fields),
    )


def change(row: Model, names: Sequence[str]) -> None:
    """Store these fields of a row."""
    connection = connections[DEFAULT_DB_ALIAS]
    sql, columns, key = _update(type(row), tuple(names))
    values = _values(row, columns, connection)
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, *_values(row, key, connection)])


@cache
def _update(model: type[Model], names: Sequence[str]) -> tuple[str, tuple[_Column, ...], tuple[_Column, ...]]:
    """Return an UPDATE of one row, what it sets, and the key by which it finds the row."""
    meta, quote = model._meta, connections[DEFAULT_DB_ALIAS].ops.quote_name
    fields, key = [meta.get_field(name) for name in names], meta.pk
    assert key is not None
    sets = [f"{quote(str(field.column))} = %s" for field in fields if isinstance(field, Field)]
    where = f"{quote(str(key.column))} = %s"
    sql = f"UPDATE {quote(meta.db_table)} SET {', '.join(sets)} WHERE {where}"
    return sql, tuple(_column(field) for field in fields if isinstance(field, Field)), (_column(key),)


def increase(model: type[Model], key: int, *names: str) -> None:
    """Add 1 to these numbers of a row; it is not read for that."""
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        cursor.execute(_increasing(model, names), [key])


@cache
def _increasing(model: type[Model], names: Sequence[str]) -> str:
    meta, quote = model._meta, connections[DEFAULT_DB_ALIAS].ops.quote_name
    assert meta.pk is not None
    sets = ", ".join(f"{quote(name)} = {quote(name)} + 1" for name in names)
    return f"UPDATE {quote(meta.db_table)} SET {sets} WHERE {quote(str(meta.pk.column))} = %s"


def lengthen(model: type[Model], name: str, element: object, **known: int) -> None:
    """Add an element to a list in JSON of the row known by these columns; the list is not read for that."""
    connection = connections[DEFAULT_DB_ALIAS]
    sql = _lengthening(model, name, tuple(known), connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(sql, [json.dumps(element, cls=DjangoJSONEncoder), *known.values()])


@cache
def _lengthening(model: type[Model], name: str, known: tuple[str, ...], vendor: str) -> str:
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
    longer = _APPENDED[vendor].format(column=quote(name))
    where = " AND ".join(f"{quote(one)} = %s" for one in known)
    return f"UPDATE {quote(model._meta.db_table)} SET {quote(name)} = {longer} WHERE {where}"


def _column(field: Field) -> _Column:
    keeps: Any = field
    while isinstance(keeps, ForeignKey):
        keeps = keeps.target_field
    kept = next((kind for one, kind in _AS_IT_IS.items() if isinstance(keeps, one)), None)
    return _Column(field.attname, kept, field.get_db_prep_save)


def _values(row: Model, columns: Sequence[_Column], connection: BaseDatabaseWrapper) -> list[Any]:
    here = row.__dict__
    return [
        value if value is None or type(value) is kept else translated(value, connection)
        for value, kept, translated in ((here[attname], kept, how) for attname, kept, how in columns)
    ]
