"""The Speiszettel as text, and the page on which it is published."""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from scoring.engine.rules import Rules
from scoring.rules.printing import GameRow, speiszettel
from scoring.rules.printing.book import rulebook_chapters


def texts(sheet: object) -> Iterator[str]:
    """Everything that is printed of it; a game with its price and its marks is one text."""
    if isinstance(sheet, GameRow):
        yield " ".join((*(mark.sign for mark in sheet.marks), sheet.label, sheet.note, sheet.value))
    elif isinstance(sheet, str):
        yield sheet
    elif isinstance(sheet, tuple):
        for part in sheet:
            yield from texts(part)
    elif isinstance(sheet, int) and not isinstance(sheet, bool):
        yield str(sheet)
    elif hasattr(sheet, "__dataclass_fields__"):
        for field in fields(sheet):
            yield from texts(getattr(sheet, field.name))


def printed(rules: Rules, language: str) -> set[str]:
    """The sheet and its rule book: all but the list of what else could be agreed."""
    sheet = replace(speiszettel(rules, language), options_for_amounts=())
    return {*texts(sheet), *texts(rulebook_chapters(rules, language))}


def part(name: str, **changed: Any) -> Callable[[Rules], Rules]:
    return lambda rules: replace(rules, **{name: replace(getattr(rules, name), **changed)})
