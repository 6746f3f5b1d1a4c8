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
    """Return the fields in the order of the table, so that whoever reads finds the number first."""
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


def readers_of(fields: Iterable[models.Field]) -> dict[str, tuple[str, Callable[[Any], Any]]]:
    """Return for each field the name of its attribute, and what makes its value of what the line says."""
    return {field.name: (field.attname, _reader(field)) for field in fields}


def row_from(
    said: Mapping[str, Any], readers: Mapping[str, tuple[str, Callable[[Any], Any]]]
) -> dict[str, Any]:
    """Return the values that a line of the file gives to a row's attributes; raise Illegible if it cannot."""
    if said.keys() != readers.keys():
        raise Illegible(", ".join(sorted(said.keys() ^ readers.keys())))
    row = {}
    for name, (attribute, read) in readers.items():
        try:
            row[attribute] = read(said[name])
        except (ValueError, TypeError, ArithmeticError, ValidationError) as error:
            raise Illegible(name) from error
    return row


def _reader(field: models.Field) -> Callable[[Any], Any]:
    referred = field
    while isinstance(referred, models.ForeignKey):
        referred = referred.target_field
    convert = _converter(referred)
    allowed = {value for value, _label in field.flatchoices} if field.choices else None

    def read(said: Any) -> Any:
        if said is None:
            if not field.null:
                raise ValueError("nothing")
            return None
        value = convert(said)
        if allowed is not None and value not in allowed and value != "":
            raise ValueError(value)
        return value

    return read


def _converter(field: models.Field) -> Callable[[Any], Any]:
    match field:
        case models.JSONField():
            return lambda said: said
        case models.BooleanField():
            return lambda said: _just(bool, said)
        case models.IntegerField():  # big, positive and automatic ones as well
            return lambda said: _valid(field, _just(int, said))
        case models.CharField() | models.TextField():
            return lambda said: _valid(field, _just(str, said))
        case models.DateTimeField():
            return _moment
        case models.DateField():
            return lambda said: date.fromisoformat(_just(str, said))
        case models.UUIDField():
            return lambda said: UUID(_just(str, said))
        case _:
            raise AssertionError(f"How is {field} written down? Say it in scoring/archive/canonical_json.py")


def _just(kind: type, said: Any) -> Any:
    if type(said) is not kind:
        raise TypeError(said)
    return said


def _valid(field: models.Field, said: Any) -> Any:
    if isinstance(said, str):
        said.encode("utf-8")  # half of a character is none
    field.run_validators(said)  # its length, and what an address is made of
    return said


def _moment(said: Any) -> datetime:
    at = datetime.fromisoformat(_just(str, said))
    if at.tzinfo is None:
        raise ValueError(said)
    return at
