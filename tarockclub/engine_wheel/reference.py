"""Write the reference page and the JSON Schema of records, from names, types and docstrings."""

import inspect
import re
import types
import typing
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

from tarockclub.engine_wheel import interface

OWN_KEYS: dict[str, Any] = {"^x_": {}}  # keys of other programs, wherever they stand
MODULES = re.compile(r"ForwardRef\('(.*?)'\)|(?:[a-z_]+\.)+(?=[A-Z])")  # around the names of types
SIMPLE = {str: "string", int: "integer", bool: "boolean"}


def reference() -> str:
    """Return the page: every name of the package with its signature, its docstring and its fields."""
    page = "\n".join(["# Reference of tarock-engine", "", str(interface.__doc__), *_entries()])
    return MODULES.sub(lambda match: match[1] or "", page) + "\n"


def _entries() -> Iterator[str]:
    for name in interface.__all__:
        value = getattr(interface, name)
        yield f"## `{name}`\n"
        if inspect.isroutine(value):
            for called in typing.get_overloads(value) or [value]:
                yield f"`{name}{inspect.signature(called)}`\n"
        if inspect.isroutine(value) or inspect.isclass(value):
            yield f"{inspect.getdoc(value)}\n"
        if inspect.isclass(value):
            yield from _members(value)
        elif isinstance(value, Iterable):
            yield f"One of `{'`, `'.join(value)}`.\n"


def _members(of: type) -> Iterator[str]:
    if issubclass(of, Enum):
        yield f"One of `{'`, `'.join(member.name for member in of)}`.\n"
        return
    fields = {key: hint for key, hint in inspect.get_annotations(of).items() if not key.startswith("_")}
    own = {key: value for key, value in vars(of).items() if not key.startswith("_") and key not in fields}
    for key, hint in fields.items():
        yield f"- `{key}: {hint if isinstance(hint, str) else inspect.formatannotation(hint)}`"
    for key, value in own.items():
        if isinstance(value, property):
            yield f"- `{key}`: {inspect.getdoc(value) or 'derived'}"
        elif inspect.isfunction(value := getattr(value, "__func__", value)):
            yield f"- `{key}{inspect.signature(value)}`: {inspect.getdoc(value)}"
    yield ""


def records_schema() -> dict[str, Any]:
    """Return the JSON Schema of a record of a hand, or of an entry of a table."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "tarock-record, version 1",
        **_shape(interface.EntryRecord),
    }


def _shape(hint: Any) -> dict[str, Any]:
    """Return the schema of a type.

    >>> _shape(list[str] | int)
    {'anyOf': [{'type': 'array', 'items': {'type': 'string'}}, {'type': 'integer'}]}
    """
    if typing.is_typeddict(hint):
        properties = {key: _shape(inner) for key, inner in typing.get_type_hints(hint).items()}
        return {
            "type": "object",
            "description": inspect.getdoc(hint),
            "properties": properties,
            "patternProperties": OWN_KEYS,
            "additionalProperties": False,
        }
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return {"enum": list(inner)}
    if origin is list:
        return {"type": "array", "items": _shape(inner[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _shape(inner[1])}
    if origin in (types.UnionType, typing.Union):
        return {"anyOf": [_shape(choice) for choice in inner]}
    return {"type": SIMPLE[hint]}
