"""Reading one table of a sheet by its schema; every mistake is remembered with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from scoring.engine.rules import Counting, Text
from scoring.engine.sides import thirds

Data = dict[str, Any]
T = TypeVar("T")


class SheetError(ValueError):
    """A rule sheet that cannot be used; the message names every mistake."""

    def __init__(self, name: str, mistakes: Iterable[str]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(f"{name}: {mistake}" for mistake in self.mistakes))


class UnknownSheet(SheetError):
    """There is no such sheet; these there are."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.known = tuple(known)
        super().__init__(name, [f"there is no file {name}.toml; there are {', '.join(self.known)}"])


class Key(NamedTuple):
    read: Callable[[Loader, Any, str], Any]
    required: bool = False


class Loader:
    """Reads tables by their schema and collects what is wrong with them."""

    def __init__(self, counting: Counting = Counting.BLATT) -> None:
        self.counting = counting
        self.mistakes: list[str] = []

    def wrong(self, where: str, expected: str) -> None:
        self.mistakes.append(f"{where}: expected {expected}")

    def table(self, value: Any, where: str, schema: Mapping[str, Key]) -> Data:
        """The known keys of a table, read; a key that is not there is left out."""
        if not isinstance(value, dict):
            self.wrong(where, "a table")
            return {}
        for key in value:
            if key not in schema:
                self.mistakes.append(f"{under(where, key)}: unknown key{nearest(key, schema)}")
        for key, spec in schema.items():
            if spec.required and key not in value:
                self.mistakes.append(f"{under(where, key)}: missing")
        return {
            key: spec.read(self, value[key], under(where, key))
            for key, spec in schema.items()
            if key in value
        }

    def known(self, key: str, where: str, known: Iterable[str], what: str) -> None:
        if key not in known:
            self.mistakes.append(f"{where}: there is no {what} {key!r}{nearest(key, known)}")


def under(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def nearest(key: str, known: Iterable[str]) -> str:
    near = get_close_matches(key[:50], list(known), 1, 0.5)
    return f"; the nearest is {near[0]!r}" if near else ""


# How one value is read.


def word(loader: Loader, value: Any, where: str) -> str:
    if isinstance(value, str) and value.strip():
        return value
    loader.wrong(where, "a text")
    return "?"


def text(loader: Loader, value: Any, where: str) -> Text:
    """One text for both languages, or a table with `de` and `en`."""
    if isinstance(value, dict):
        both = loader.table(value, where, {"de": Key(word, required=True), "en": Key(word, required=True)})
        return Text(both.get("de", "?"), both.get("en", "?"))
    both_words = word(loader, value, where)
    return Text(both_words, both_words)


def truth(loader: Loader, value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        loader.wrong(where, "true or false")
    return value is True


def whole(loader: Loader, value: Any, where: str) -> int:
    if type(value) is int and 0 <= value <= 1000:
        return value
    loader.wrong(where, "a whole number from 0 to 1000")
    return 0


def points(loader: Loader, value: Any, where: str) -> int:
    """Card points as they are said: "35/2", or a whole number where no Blatt are counted."""
    if loader.counting is Counting.PLAIN:
        return whole(loader, value, where)
    found = thirds(value) if isinstance(value, str) else None
    if found is None:
        loader.wrong(where, 'points/Blatt like "35/2"')
    return found or 0


def list_of(read: Callable[[Loader, Any, str], T]) -> Callable[[Loader, Any, str], tuple[T, ...]]:
    def read_list(loader: Loader, value: Any, where: str) -> tuple[T, ...]:
        if isinstance(value, list):
            return tuple(read(loader, item, f"{where}[{place}]") for place, item in enumerate(value))
        loader.wrong(where, "a list")
        return ()

    return read_list


def one_of(names: Iterable[str], what: str) -> Callable[[Loader, Any, str], str]:
    known = tuple(names)

    def read_name(loader: Loader, value: Any, where: str) -> str:
        name = word(loader, value, where)
        loader.known(name, where, known, what)
        return name

    return read_name


E = TypeVar("E", bound=StrEnum)


def custom(custom: type[E]) -> Callable[[Loader, Any, str], E]:
    def read_custom(loader: Loader, value: Any, where: str) -> E:
        if isinstance(value, str) and value in [member.value for member in custom]:
            return custom(value)
        near = nearest(value, [member.value for member in custom]) if isinstance(value, str) else ""
        loader.mistakes.append(f"{where}: there is no custom {value!r}{near}")
        return next(iter(custom))

    return read_custom


def tables(read: Callable[[Loader, str, Any, str], T]) -> Callable[[Loader, Any, str], dict[str, T]]:
    def read_tables(loader: Loader, value: Any, where: str) -> dict[str, T]:
        if isinstance(value, dict):
            return {key: read(loader, key, row, f"{where}.{key}") for key, row in value.items()}
        loader.wrong(where, "a table")
        return {}

    return read_tables
