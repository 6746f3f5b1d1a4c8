"""The queries that every page and poll sends first, as SQL, as Django would build them anew each time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import JSONField, Model, UUIDField
from django.utils.timezone import is_naive

# The participant that a member is at an evening.
SEAT = "(SELECT id FROM scoring_participant WHERE (member_id, evening_id) = (%(expressions)s))"
# Whether a club has evenings that are not its own: tables of a tournament.
HAS_TOURNAMENTS = (
    "EXISTS (SELECT 1 FROM scoring_evening other"
    " WHERE other.club_id = %(expressions)s AND other.occasion <> 'club')"
)
# Nobody finds it who is no member ("me"), unless the last value says so.
WHOLE_SHEET = """
    SELECT {{columns}}, {scores}, me.id, {seat}, {may}, {tournaments}
    FROM "scoring_sheet"
    JOIN scoring_evening ON scoring_evening.id = scoring_sheet.evening_id
    JOIN scoring_club ON scoring_club.id = scoring_evening.club_id
    JOIN scoring_rulesetversion ON scoring_rulesetversion.id = scoring_sheet.ruleset_id
    LEFT JOIN scoring_member me ON me.club_id = scoring_club.id AND me.active AND me.account_id = %s
    WHERE scoring_sheet.id = %s AND (me.id IS NOT NULL OR %s)
"""


def whole(
    query: str, models: tuple[type[Model], ...], values: Sequence[Any], *, lock: bool
) -> list[Any] | None:
    """Return a row of the first model, with the rows it belongs to and the further columns of the query.

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
    """Yield a row of each model out of one joined row, then its further columns."""
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
    if isinstance(field, UUIDField):
        return field.to_python(value)  # SQLite keeps it as text
    if isinstance(value, datetime) and is_naive(value):  # out of SQLite
        return value.replace(tzinfo=UTC)
    return value
