"""Read one table of a sheet by its schema, collecting every mistake with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from scoring.engine.customs import Counting, Custom, Kind
from scoring.engine.loading.mistakes import Mistake, shown, unknown
from scoring.engine.record import is_readable
from scoring.engine.result import Amount
from scoring.engine.rules import points_in
from scoring.engine.sides import thirds
from scoring.engine.texts import Text

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
LONGEST_ALSO = 60
LONGEST_STEP = 16
LONGEST_NOTE = 160
LONGEST_ABOUT = 300
LONGEST_REMARK = 400

_KEY = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)


class Key(NamedTuple):
    """The declaration of one key of a table."""

    label: Text  # what it is called
    read: Callable[[Loader, Any, str], Any]  # which values it takes
    required: bool = False
    always_said: bool = False  # wherever it applies at all, even what is usual
    question: Text | None = None  # as the editor asks for it, if not by its label
    help: Text | None = None
    printed: Text | None = None  # what the Speiszettel says of it ({value}, {row}, {rows}), and of a no
    printed_no: Text | None = None
    chapter: str = ""  # at whose end it says so; "note": beside the row; none: customs.py says where
    on_phone: bool = False  # the recording page has to know it
    section: str = ""  # of the editor, where it is asked; what stands in a table is asked where the table is
    open: bool = False  # it lies open there; all else is folded
    names_of: str = ""  # it names a row of this table
    kinds: tuple[Kind, ...] = ()  # of the games that can have it, if not all can

    def goes_with(self, kind: object) -> bool:
        """Return whether a game of this kind can have it."""
        return not self.kinds or kind in [known.value for known in self.kinds]


class Loader:
    """Reads tables by their schema and collects what is wrong with them."""

    def __init__(self, counting: Counting = Counting.BLATT) -> None:
        self.counting = counting
        self.mistakes: list[Mistake] = []

    def wrong(self, code: str, where: str, /, **named: Any) -> None:
        self.mistakes.append(Mistake(code, where, named))

    def table(self, value: Any, where: str, schema: Mapping[str, Key]) -> Data:
        """Return the known keys of a table, read; a key that is not there is left out."""
        if not isinstance(value, dict):
            self.wrong("table_expected", where)
            return {}
        strange = [key for key in value if key not in schema]
        for key in strange[:MOST_TOLD]:
            self.mistakes.append(unknown("unknown_key", under(where, key), key, schema))
        if len(strange) > MOST_TOLD:
            self.wrong("more_unknown_keys", where, count=len(strange) - MOST_TOLD)
        for key, spec in schema.items():
            if key not in value and spec.required:
                self.wrong("missing", under(where, key))
        within = f"{where}." if where else ""
        return {
            key: spec.read(self, value[key], within + key) for key, spec in schema.items() if key in value
        }

    def whole_table(self, value: Any, where: str, schema: Mapping[str, Key]) -> Data | None:
        """Return the table, or None where a key is missing that it has to have."""
        table = self.table(value, where, schema)
        return table if all(key in table for key, spec in schema.items() if spec.required) else None

    def known(self, key: str, where: str, known: Iterable[str], code: str) -> None:
        if key not in known:
            self.mistakes.append(unknown(code, where, key, known))

    def fits(self, entries: Any, where: str) -> bool:
        """Return whether a value is no bigger than a sheet can hold; report it if it is."""
        if len(entries) > MOST_ROWS:
            self.wrong("too_many_rows", where, count=len(entries), most=MOST_ROWS)
            return False
        return True


def copied(value: T) -> T:
    """Return a copy that may be changed, with all tables and lists inside copied too.

    >>> row = {"birds": ["uhu"]}
    >>> copied(row) == row, copied(row)["birds"] is row["birds"]
    (True, False)
    """
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}  # type: ignore[return-value]
    return [copied(inner) for inner in value] if isinstance(value, list) else value  # type: ignore[return-value]


def rows(data: Data, table: str) -> dict[str, Data]:
    """Return the readable rows of a table, by key."""
    rows_by_key = data.get(table)
    return (
        {key: row for key, row in rows_by_key.items() if isinstance(row, dict)}
        if isinstance(rows_by_key, dict)
        else {}
    )


def counts_plain(data: Data) -> bool:
    """Return whether a sheet counts whole points, without Blatt."""
    return data.get("counting") == Counting.PLAIN.value


def all_points(data: Data) -> int:
    """Return the card points of all cards of a sheet, in thirds where it counts Blatt."""
    if not counts_plain(data):
        return points_in(Counting.BLATT)
    pack = data.get("pack")
    return pack if type(pack) is int else points_in(Counting.PLAIN)


def under(where: str, key: str) -> str:
    """Return the place of a key within a table."""
    shown_key = shown(key)
    return f"{where}.{shown_key}" if where else shown_key


# How one value is read.


@dataclass(frozen=True, slots=True)
class ForEach:
    """Reads a value for each of some names that there are."""

    names: tuple[str, ...]
    code: str  # of a name that there is not
    read: Callable[[Loader, Any, str], Any]

    def __call__(self, loader: Loader, value: Any, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            loader.wrong("table_expected", where)
            return {}
        if not loader.fits(value, where):
            return {}
        for name in value:
            loader.known(name, f"{where}.{shown(name)}", self.names, self.code)
        return {name: self.read(loader, item, f"{where}.{shown(name)}") for name, item in value.items()}


@dataclass(frozen=True, slots=True)
class PlainText:
    """Reads a text of at most this length."""

    longest: int

    def __call__(self, loader: Loader, value: Any, where: str) -> str:
        if not isinstance(value, str) or not value.strip():
            loader.wrong("text_expected", where)
        elif len(value) > self.longest:
            loader.wrong("text_too_long", where, length=len(value), most=self.longest)
        elif not is_readable(value):
            loader.wrong("text_unreadable", where)
        else:
            return value
        return "?"


@dataclass(frozen=True, slots=True)
class BothTexts:
    """Reads one text for both languages, or a table with `de` and `en`."""

    longest: int

    def __call__(self, loader: Loader, value: Any, where: str) -> Text:
        read_text = PlainText(self.longest)
        if isinstance(value, dict):
            both_keys = {
                "de": Key(Text("deutsch", "German"), read_text, required=True),
                "en": Key(Text("englisch", "English"), read_text, required=True),
            }
            both = loader.table(value, where, both_keys)
            return Text(both.get("de", "?"), both.get("en", "?"))
        return Text.same(read_text(loader, value, where))


def truth(loader: Loader, value: Any, where: str) -> bool:
    """Read yes or no; anything else is noted as a mistake."""
    if not isinstance(value, bool):
        loader.wrong("truth_expected", where)
    return value is True


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """Reads a whole number between these two."""

    least: int
    most: int

    def __call__(self, loader: Loader, value: Any, where: str) -> int:
        if type(value) is int and self.least <= value <= self.most:
            return value
        loader.wrong("number_expected", where, least=self.least, most=self.most)
        return self.least


_HALVES = re.compile(r"([0-9]{0,4})½", re.ASCII)


def with_half(text: str) -> Fraction | None:
    """Return a number that ends in a half as sheets write it; None for any other text.

    >>> with_half("2½"), with_half("½"), with_half("2.5")
    (Fraction(5, 2), Fraction(1, 2), None)
    """
    match = _HALVES.fullmatch(text)
    return None if match is None else int(match[1] or 0) + Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Worth:
    """Reads what something is worth: a whole number, or one with a half, "2½"."""

    least: int
    most: int

    def __call__(self, loader: Loader, value: Any, where: str) -> Amount:
        half = with_half(value) if isinstance(value, str) else None
        if half is not None and self.least <= half <= self.most:
            return half
        if type(value) is int and self.least <= value <= self.most:
            return value
        loader.wrong("worth_expected", where, least=self.least, most=self.most)
        return self.least


def points(loader: Loader, value: Any, where: str) -> int:
    """Read card points: "35/2", or a whole number where no Blatt are counted."""
    if loader.counting is Counting.PLAIN:
        return WholeNumber(0, BIGGEST_VALUE)(loader, value, where)
    in_thirds = thirds(value) if isinstance(value, str) else None
    if in_thirds is None:
        loader.wrong("blatt_expected", where)
    return in_thirds or 0


@dataclass(frozen=True, slots=True)
class ManyOf:
    """Reads a list whose items are read like this."""

    read: Callable[[Loader, Any, str], Any]

    def __call__(self, loader: Loader, value: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            loader.wrong("list_expected", where)
        elif loader.fits(value, where):
            return tuple(self.read(loader, item, f"{where}[{index}]") for index, item in enumerate(value))
        return ()


def named(loader: Loader, value: Any, where: str) -> str:
    """Return the key of another row, without checking that it exists."""
    if isinstance(value, str) and value:
        return value
    loader.wrong("text_expected", where)
    return "?"


@dataclass(frozen=True, slots=True)
class OneOf:
    """Reads one of these names; any other is noted as a mistake with this code."""

    names: tuple[str, ...]
    code: str

    def __call__(self, loader: Loader, value: Any, where: str) -> str:
        name = named(loader, value, where)
        if isinstance(value, str) and value:
            loader.known(name, where, self.names, self.code)
        return name


@dataclass(frozen=True, slots=True)
class OneCustom:
    """Reads a value of a custom; any other is noted with the nearest right one."""

    custom: type[Custom]

    def __call__(self, loader: Loader, value: Any, where: str) -> Custom:
        for custom in self.custom:
            if value == custom.value:
                return custom
        loader.known(value, where, [custom.value for custom in self.custom], "unknown_custom")
        return next(iter(self.custom))


def tables(read: Callable[[Loader, str, Any, str], T]) -> Callable[[Loader, Any, str], dict[str, T]]:
    """Return a reader of rows under keys of their own; of too many only the first are read."""

    def read_tables(loader: Loader, value: Any, where: str) -> dict[str, T]:
        if not isinstance(value, dict):
            loader.wrong("table_expected", where)
            return {}
        loader.fits(value, where)
        first = [(key, row, under(where, key)) for key, row in list(value.items())[:MOST_ROWS]]
        for key, _, path in first:
            if len(key) > LONGEST_KEY or not _KEY.fullmatch(key):  # for records, addresses and files
                loader.wrong("bad_key", path, key=shown(key), most=LONGEST_KEY)
        return {key: read(loader, key, row, path) for key, row, path in first}

    return read_tables
