"""What a person answers about a table, and what is read of it: worksheets, evenings, questions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

READ, SKIP, OPENING, ANEW = MARKS = ("read", "skip", "opening", "anew")
UNITS = {"points": _("points"), "euros": "€", "schillings": "S"}
SIGNS = {"wins": _("plus has won"), "pays": _("plus has to pay")}
WAYS = {
    "each": _("for each evening"),
    "carried": _("carried on from evening to evening"),
    "through": _("carried on from the worksheet before"),
}
POINTS, EUROS, SCHILLINGS = UNITS
WINS, PAYS = SIGNS
EACH, CARRIED, THROUGH = WAYS
PRESENT, ABSENT, ABOVE, DAY, MONTH = "there", "absent", "above", "day", "month"
DOWN, ACROSS, UP = "down", "across", "up"
LEFT_OUT, ANOTHER = "skip", "further"  # days of which there is an evening already
_VALUES = {  # of each field, as patterns
    r"(?:row|column)-\d{1,4}-\d{1,5}": "|".join(MARKS),
    r"sheet-\d{1,4}": f"{READ}|{SKIP}",
    r"turn-\d{1,4}": f"{DOWN}|{ACROSS}",
    r"order-\d{1,4}": f"{DOWN}|{UP}",
    r"year-\d{1,4}": r"(?:19|20)\d\d(?: ?[/–-] ?\d+)?",  # also a season: 2015/16
    r"day-\d{1,4}": ".{1,100}",
    "unit": "|".join(UNITS),
    "sign": "|".join(SIGNS),
    r"way(?:-\d{1,4})?": "|".join(WAYS),
    "zeros": f"{PRESENT}|{ABSENT}",
    "hidden": f"{READ}|{SKIP}",
    "undated": ABOVE,
    "first": f"{DAY}|{MONTH}",
    "cents": r"[1-9]\d{0,4}",
    "confirmed": r"\w+",
    "letters": r"\w+",
    "existing": f"{LEFT_OUT}|{ANOTHER}",
    "place": ".{0,200}",
    "who-[0-9a-f]{12}": ".{0,20}",
}
_FIELD = re.compile("|".join(rf"{name}=(?:{value})" for name, value in _VALUES.items()), re.ASCII)


@dataclass(frozen=True)
class Answers:
    """A person's answers, by the fields of the form."""

    fields: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> Answers:
        """Return the answers in these fields, without those that no form would send."""
        stripped = {name: value.strip() for name, value in fields.items()}
        return cls({name: value for name, value in stripped.items() if _FIELD.fullmatch(f"{name}={value}")})

    def get(self, *field: str | int) -> str:
        """Return the answer of a field, such as row-0-3; empty: none."""
        return self.fields.get("-".join(map(str, field)), "")

    def year(self, sheet: int) -> int:
        """Return the answered year of the oldest day of a worksheet; 0: not answered yet."""
        return int(self.get("year", sheet)[:4] or 0)

    @property
    def cents(self) -> int:
        """Return the value of a point."""
        return int(self.get("cents") or 0)


class LineRole(StrEnum):
    """What a row or a column of a worksheet is."""

    DAYS = "days"
    NAMES = "names"
    COUNTS = "counts"  # an evening, or a person
    SUM = "sum"  # proposed not to be read, and compared
    OPENING = "opening"  # what was brought along
    SKIPPED = "skipped"
    WORDS = "words"  # no number is in it
    OPEN = "open"  # filled cells are neither read nor tapped


@dataclass(frozen=True)
class GridLine:
    """A row or a column of a worksheet."""

    label: str
    role: LineRole
    field: str = ""  # of the button that turns it
    tap: str = ""
    day: str = ""  # in words, with its year
    is_marked: bool = False  # hidden, struck through or with a comment
    comment: str = ""


class GridProblem(NamedTuple):
    """Why something is not read, or a remark about it."""

    sentence: str
    is_end_table: bool = False  # there are no days: it may belong elsewhere


@dataclass(frozen=True)
class GridQuestion:
    """A question, open until its field has an answer."""

    field: str
    sentence: str
    options: tuple[tuple[str, str], ...] = ()  # value and label; none: a text
    proposed: str = ""


@dataclass(frozen=True)
class SheetGrid:
    """A worksheet as it stands, with what its rows and columns are."""

    index: int
    name: str
    lines: tuple[tuple[GridLine, tuple[tuple[LineRole, str], ...]], ...]  # cells with their columns' roles
    columns: tuple[GridLine, ...]
    is_turned: bool = False
    shape: str = ""  # crossings, list, evening; empty: not read
    is_skipped: bool = False
    is_tapped: bool = False  # left out by its button


class EveningTotals(NamedTuple):
    """Everybody's final total in points; people with the kitty, or people alone, add up to zero."""

    day: date
    amounts: Mapping[str, Fraction]
    kitty: Mapping[str, Fraction]
    where: str  # which rows these are


class Comparison(NamedTuple):
    """What was compared, and whether it agrees."""

    sentence: str
    agrees: bool


class GridExample(NamedTuple):
    """An amount of a worksheet in words, and how its numbers are read."""

    sentence: str
    field: str
    way: str
    ways: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Grid:
    """All that is read of a file or of what was pasted."""

    sheets: tuple[SheetGrid, ...]
    evenings: tuple[EveningTotals, ...]
    names: tuple[str, ...]
    questions: tuple[GridQuestion, ...]
    refusals: tuple[GridProblem, ...]
    remarks: tuple[GridProblem, ...]
    compared: tuple[Comparison, ...]
    examples: tuple[GridExample, ...]
    unit: str
    sign: str
    digest: str
    is_confirmed: bool = False

    @property
    def is_ready(self) -> bool:
        """Return whether it can be stored: nothing is open, and the examples were confirmed."""
        return bool(self.evenings) and self.is_confirmed and not self.questions and not self.refusals
