"""Edits of the data of a rule sheet."""

from collections.abc import Callable
from typing import Any

from scoring.engine.loading import Data, resolved, rules_from, tidied
from scoring.engine.rules import Rules
from scoring.rules import read

Edit = Callable[[Data], object]


def changed(slug: str, *edits: Edit) -> Rules:
    data = resolved(slug, read)
    for edit in edits:
        edit(data)
    return rules_from(tidied(data), slug)


def put(place: str, value: Any) -> Edit:
    *tables, key = place.split(".")

    def edit(data: Data) -> None:
        for name in tables:
            data = data.setdefault(name, {})
        data[key] = value

    return edit


def drop(place: str) -> Edit:
    *tables, key = place.split(".")

    def edit(data: Data) -> None:
        for name in tables:
            data = data[name]
        del data[key]

    return edit
