"""One row, one line of JSON, in one spelling only: the same content is the same bytes."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from json.encoder import encode_basestring
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models

from scoring.uploads.packed import Illegible

_spelt: Callable[[Any], str] = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
).encode


def line_of(names: Sequence[str], values: Iterable[Any]) -> str:
    """Return a row as a line of JSON, its fields in the order of the table, the number first."""
    pairs = (f"{name}:{_value(value)}" for name, value in zip(names, values, strict=True))
    return f"{{{','.join(pairs)}}}\n"


def keys_of(fields: Iterable[models.Field]) -> list[str]:
    """Return the names of fields as JSON spells them."""
    return [encode_basestring(field.name) for field in fields]


def _value(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return encode_basestring(value)
        case datetime():
            return f'"{value.astimezone(UTC).replace(tzinfo=None).isoformat()}Z"'
        case date():
            return f'"{value.isoformat()}"'
        case UUID():
            return f'"{value}"'
        case _:
            return _spelt(value)


def row_from(document: Mapping[str, Any], fields: Mapping[str, models.Field]) -> dict[str, Any]:
    """Return the values that a line of the file gives to a row's attributes; raise Illegible if it cannot."""
    if document.keys() != fields.keys():
        raise Illegible(", ".join(sorted(document.keys() ^ fields.keys())))
    row = {}
    for name, field in fields.items():
        try:
            row[field.attname] = _read(field, document[name])
        except (ValueError, TypeError, ArithmeticError, ValidationError) as error:
            raise Illegible(name) from error
    return row


def _read(field: models.Field, raw_value: Any) -> Any:
    """Return the value of a column, spelt as it would be written; a moment may be in any zone."""
    if raw_value is None and field.null:
        return None
    column = field
    while isinstance(column, models.ForeignKey):
        column = column.target_field
    if isinstance(column, models.JSONField) and raw_value is not None:
        return raw_value
    value = column.to_python(raw_value)
    is_legible = value.tzinfo if isinstance(value, datetime) else _value(value) == _spelt(raw_value)
    if raw_value is None or not is_legible:
        raise ValueError(raw_value)
    column.run_validators(value)  # its length, and what an address is made of
    if field.choices and value != "" and value not in dict(field.flatchoices):
        raise ValueError(value)
    return value
