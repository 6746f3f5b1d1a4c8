"""Reading one table of a sheet by its schema; every mistake is remembered with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from scoring.engine.loading.mistakes import Mistake, nearest, shown, unknown
from scoring.engine.record import is_readable
from scoring.engine.rules import Counting, Text
from scoring.engine.sides import thirds

Data = dict[str, Any]
T = TypeVar("T")

BIGGEST_VALUE = 1000
MOST_CENTS = 100_000
MOST_ROWS = 100  # of any one table
MOST_TOLD = 20  # unknown keys of one table that are told one by one
LONGEST_KEY = 40
# How many characters have room on a Speiszettel and in a form.
LONGEST_LABEL = 40
LONGEST_SHORT = 8
LONGEST_NOTE = 160
LONGEST_ABOUT = 300
LONGEST_REMARK = 400

_KEY = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)


class Key(NamedTuple):
    read: Callable[[Loader, Any, str], Any]
    required: bool = False


class Loader:
    """Reads tables by their schema and collects what is wrong with them."""

    def __init__(self, counting: Counting = Counting.BLATT) -> None:
        self.counting = counting
        self.mistakes: list[Mistake] = []

    def wrong(self, code: str, where: str, /, **named: Any) -> None:
        self.mistakes.append(Mistake(code, where, named))

    def table(self, value: Any, where: str, schema: Mapping[str, Key]) -> Data:
        """The known keys of a table, read; a key that is not there is left out."""
        if not isinstance(value, dict):
            self.wrong("table_expected", where)
            return {}
        strange = [key for key in value if key not in schema]
        for key in strange[:MOST_TOLD]:
            self.mistakes.append(unknown("unknown_key", under(where, key), key, schema))
        if len(strange) > MOST_TOLD:
            self.wrong("more_unknown_keys", where, count=len(strange) - MOST_TOLD)
        for key, spec in schema.items():
            if spec.required and key not in value:
                self.wrong("missing", under(where, key))
        return {
            key: spec.read(self, value[key], under(where, key))
            for key, spec in schema.items()
            if key in value
        }

    def known(self, key: str, where: str, known: Iterable[str], code: str) -> None:
        if key not in known:
            self.mistakes.append(unknown(code, where, key, known))

    def fits(self, entries: Any, where: str) -> bool:
        """Is it no more than a sheet can hold?"""
        if len(entries) > MOST_ROWS:
            self.wrong("too_many_rows", where, count=len(entries), most=MOST_ROWS)
            return False
        return True

    def key(self, key: str, where: str) -> None:
        """A key of somebody's own: plain enough for records, addresses and files."""
        if len(key) > LONGEST_KEY or not _KEY.fullmatch(key):
            self.wrong("bad_key", where, key=shown(key), most=LONGEST_KEY)


def under(where: str, key: str) -> str:
    shown_key = shown(key)
    return f"{where}.{shown_key}" if where else shown_key


# How one value is read.


def word(longest: int) -> Callable[[Loader, Any, str], str]:
    def read_word(loader: Loader, value: Any, where: str) -> str:
        if not isinstance(value, str) or not value.strip():
            loader.wrong("text_expected", where)
        elif len(value) > longest:
            loader.wrong("text_too_long", where, length=len(value), most=longest)
        elif not is_readable(value):
            loader.wrong("text_unreadable", where)
        else:
            return value
        return "?"

    return read_word


def text(longest: int) -> Callable[[Loader, Any, str], Text]:
    """One text for both languages, or a table with `de` and `en`."""
    read_word = word(longest)
    both_keys = {"de": Key(read_word, required=True), "en": Key(read_word, required=True)}

    def read_text(loader: Loader, value: Any, where: str) -> Text:
        if isinstance(value, dict):
            both = loader.table(value, where, both_keys)
            return Text(both.get("de", "?"), both.get("en", "?"))
        both_words = read_word(loader, value, where)
        return Text(both_words, both_words)

    return read_text


def truth(loader: Loader, value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        loader.wrong("truth_expected", where)
    return value is True


def whole(least: int, most: int) -> Callable[[Loader, Any, str], int]:
    def read_whole(loader: Loader, value: Any, where: str) -> int:
        if type(value) is int and least <= value <= most:
            return value
        loader.wrong("number_expected", where, least=least, most=most)
        return least

    return read_whole


def points(loader: Loader, value: Any, where: str) -> int:
    """Card points as they are said: "35/2", or a whole number where no Blatt are counted."""
    if loader.counting is Counting.PLAIN:
        return whole(0, BIGGEST_VALUE)(loader, value, where)
    found = thirds(value) if isinstance(value, str) else None
    if found is None:
        loader.wrong("blatt_expected", where)
    return found or 0


def list_of(read: Callable[[Loader, Any, str], T]) -> Callable[[Loader, Any, str], tuple[T, ...]]:
    def read_list(loader: Loader, value: Any, where: str) -> tuple[T, ...]:
        if not isinstance(value, list):
            loader.wrong("list_expected", where)
        elif loader.fits(value, where):
            return tuple(read(loader, item, f"{where}[{place}]") for place, item in enumerate(value))
        return ()

    return read_list


def named(loader: Loader, value: Any, where: str) -> str:
    """The key of another row; whether there is such a row is asked later."""
    if isinstance(value, str) and value:
        return value
    loader.wrong("text_expected", where)
    return "?"


def one_of(names: Iterable[str], code: str) -> Callable[[Loader, Any, str], str]:
    known = tuple(names)

    def read_name(loader: Loader, value: Any, where: str) -> str:
        name = named(loader, value, where)
        if isinstance(value, str) and value:
            loader.known(name, where, known, code)
        return name

    return read_name


E = TypeVar("E", bound=StrEnum)


def custom(custom: type[E]) -> Callable[[Loader, Any, str], E]:
    names = [member.value for member in custom]

    def read_custom(loader: Loader, value: Any, where: str) -> E:
        if isinstance(value, str) and value in names:
            return custom(value)
        near = nearest(value, names)
        if near is None:
            loader.wrong("unknown_custom", where, key=shown(value), known=", ".join(names))
        else:
            loader.wrong("unknown_custom_near", where, key=shown(value), near=near)
        return next(iter(custom))

    return read_custom


def tables(read: Callable[[Loader, str, Any, str], T]) -> Callable[[Loader, Any, str], dict[str, T]]:
    """Rows under keys of their own; of too many only the first are read."""

    def read_tables(loader: Loader, value: Any, where: str) -> dict[str, T]:
        if not isinstance(value, dict):
            loader.wrong("table_expected", where)
            return {}
        loader.fits(value, where)
        rows = list(value.items())[:MOST_ROWS]
        for key, _ in rows:
            loader.key(key, under(where, key))
        return {key: read(loader, key, row, under(where, key)) for key, row in rows}

    return read_tables
