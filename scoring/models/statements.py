"""What every hand asks, and every page first, as SQL: Django would put it together anew each time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import connection
from django.db.models import DateTimeField, JSONField, Model
from django.utils.timezone import is_naive

if TYPE_CHECKING:
    from scoring.models import Entry, Row, Sheet

ROWS_PER_STATEMENT = 50  # rows in a statement: few enough values for any database
PEOPLE = """
    SELECT scoring_participant.id, scoring_member.name, scoring_participant.guest
    FROM "scoring_participant" LEFT JOIN "scoring_member" ON scoring_member.id = member_id
    WHERE evening_id = %s ORDER BY scoring_participant.id
"""
# The participant that a member is at an evening.
SEAT = "(SELECT id FROM scoring_participant WHERE (member_id, evening_id) = (%(expressions)s))"
# Nobody finds it who is no member ("me"), unless the last value says so.
WHOLE_SHEET = """
    SELECT {{columns}}, {scores}, me.id, {seat}, {may}
    FROM "scoring_sheet"
    JOIN scoring_evening ON scoring_evening.id = scoring_sheet.evening_id
    JOIN scoring_club ON scoring_club.id = scoring_evening.club_id
    JOIN scoring_rulesetversion ON scoring_rulesetversion.id = scoring_sheet.ruleset_id
    LEFT JOIN scoring_member me ON me.club_id = scoring_club.id AND me.active AND me.account_id = %s
    WHERE scoring_sheet.id = %s AND (me.id IS NOT NULL OR %s)
"""
WRITTEN = 'SELECT 1 FROM "scoring_entry" WHERE id = %s'
SHEET = 'UPDATE "scoring_sheet" SET seq = %s, standing = %s WHERE id = %s'


def people_of(evening: int) -> list[tuple[int, str | None, str]]:
    """Return who is there: as a participant, by the name of a member, by that of a guest."""
    with connection.cursor() as cursor:
        cursor.execute(PEOPLE, [evening])
        return list(cursor.fetchall())


def whole(
    query: str, models: tuple[type[Model], ...], values: Sequence[Any], *, lock: bool
) -> list[Any] | None:
    """Return a row of the first of these models, with those it belongs to, and what else is asked for.

    A query begins with the `{columns}` of the models. Locked is the first one alone, from now on.
    """
    if any(type(value) is int and abs(value) >= 2**63 for value in values):
        return None  # no database has such a number
    sql = _with_columns(query, models)
    if lock and connection.vendor == "postgresql":
        sql += f"FOR UPDATE OF {models[0]._meta.db_table}"
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row = cursor.fetchone()
    return None if row is None else list(_read(row, models))


@cache
def _with_columns(query: str, models: tuple[type[Model], ...]) -> str:
    columns = [
        f"{model._meta.db_table}.{field.column}" for model in models for field in model._meta.concrete_fields
    ]
    return query.format(columns=", ".join(columns))


def _read(row: Iterable[Any], models: Iterable[type[Model]]) -> Iterator[Any]:
    """Yield a row of each of these models out of one of joined tables, then what else stands in it."""
    values = iter(row)
    for model in models:
        fields = model._meta.concrete_fields
        stored = [_loaded(field, value) for field, value in zip(fields, values, strict=False)]
        yield model.from_db(connection.alias, [field.attname for field in fields], stored)
    yield from values


def _loaded(field: Any, value: Any) -> Any:
    """Return a value as Django reads it from this column."""
    if isinstance(field, JSONField):
        return None if value is None else json.loads(value)
    if isinstance(value, datetime) and is_naive(value):  # out of SQLite
        return value.replace(tzinfo=UTC)
    return value


def scores_of(sheet: int, columns: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return who has what at a table, by these columns."""
    names = ", ".join(["participant_id", *columns])
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {names} FROM "scoring_tablescore" WHERE sheet_id = %s', [sheet])
        return list(cursor.fetchall())


def is_written(entry: UUID) -> bool:
    """Return whether there is an entry of this id."""
    with connection.cursor() as cursor:
        cursor.execute(WRITTEN, [entry.hex])
        return cursor.fetchone() is not None


def insert(rows: Sequence[Entry | Row]) -> None:
    """Store new entries, or new rows of them."""
    if rows:
        columns = [field.attname for field in rows[0]._meta.concrete_fields]
        values = [[getattr(row, column) for column in columns] for row in rows]
        _insert(rows[0]._meta.db_table, columns, values)


def store_scores(sheet: int, scores: Sequence[tuple[Any, ...]], columns: Sequence[str]) -> None:
    """Store what people have there, as `scores_of` returns it, in place of what they had."""
    sets = ", ".join(f"{name} = excluded.{name}" for name in columns)
    _insert(
        "scoring_tablescore",
        ["sheet_id", "participant_id", *columns],
        [(sheet, *score) for score in scores],
        f"ON CONFLICT (sheet_id, participant_id) DO UPDATE SET {sets}",
    )


def update_sheet(sheet: Sheet) -> None:
    """Store where a sheet stands."""
    with connection.cursor() as cursor:
        cursor.execute(SHEET, [*map(_stored, (sheet.seq, sheet.standing)), sheet.pk])


def _insert(table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], on_conflict: str = "") -> None:
    into, places = ", ".join(columns), f"({', '.join(['%s'] * len(columns))})"
    for first in range(0, len(rows), ROWS_PER_STATEMENT):
        some = rows[first : first + ROWS_PER_STATEMENT]
        with connection.cursor() as cursor:
            cursor.execute(
                f'INSERT INTO "{table}" ({into}) VALUES {", ".join([places] * len(some))} {on_conflict}',
                [_stored(value) for row in some for value in row],
            )


def _stored(value: Any) -> Any:
    """Return a value as the database is given it."""
    if isinstance(value, dict | list | tuple):
        return json.dumps(value)
    if isinstance(value, UUID):
        return value.hex
    if isinstance(value, str):
        return str(value)  # also of a choice
    if isinstance(value, datetime):
        return DateTimeField().get_db_prep_value(value, connection)
    return value
