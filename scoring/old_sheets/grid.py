"""What a person says of a table that was sent, and what is read of it: worksheets, evenings, questions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction

from django.utils.translation import gettext as _

READ, SKIP, OPENING, ANEW = MARKS = ("read", "skip", "opening", "anew")
POINTS, EUROS, SCHILLINGS = UNITS = ("points", "euros", "schillings")
WINS, PAYS = SIGNS = ("wins", "pays")
EACH, CARRIED, THROUGH = WAYS = ("each", "carried", "through")
PRESENT, ABSENT, ABOVE, DAY, MONTH = "there", "absent", "above", "day", "month"
_CHOICES = {
    "unit": UNITS,
    "sign": SIGNS,
    "way": WAYS,
    "zeros": (PRESENT, ABSENT),
    "hidden": (READ, SKIP),
    "undated": (ABOVE,),
    "first": (DAY, MONTH),
}
_MARK = re.compile(r"(row|column)-(\d{1,4})-(\d{1,5})")
_OF_SHEET = re.compile(r"(turn|sheet|year|day)-(\d{1,4})")
_ONE_YEAR = re.compile(r"(?:19|20)\d\d")
DEAREST = 100_000  # cents a point was worth


@dataclass(frozen=True)
class Answers:
    """What a person has tapped and answered, as the fields of the form hold it."""

    marks: Mapping[tuple[str, int, int], str] = field(default_factory=dict)  # of rows and columns
    sheets: Mapping[tuple[str, int], str] = field(default_factory=dict)  # turn, sheet, year and day
    choices: Mapping[str, str] = field(default_factory=dict)  # unit, sign, way, zeros, hidden, undated, first
    cents: int = 0  # that a point was worth
    confirmed: str = ""
    given: frozenset[str] = frozenset()  # the names of the fields

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> Answers:
        """Return the answers in these fields; what no form would send is ignored."""
        marks, sheets = dict[tuple[str, int, int], str](), dict[tuple[str, int], str]()
        choices, given = dict[str, str](), set[str]()
        for name, text in fields.items():
            value, mark, of_sheet = text.strip(), _MARK.fullmatch(name), _OF_SHEET.fullmatch(name)
            if mark and value in MARKS:
                marks[mark[1], int(mark[2]), int(mark[3])] = value
            elif of_sheet and value and (of_sheet[1] != "year" or _ONE_YEAR.match(value)):
                sheets[of_sheet[1], int(of_sheet[2])] = value
            elif value in _CHOICES.get(name, ()):
                choices[name] = value
            else:
                continue
            given.add(name)
        cents = fields.get("cents", "").strip()
        is_number = cents.isascii() and cents.isdigit() and int(cents[:9]) <= DEAREST
        return cls(
            marks,
            sheets,
            choices,
            int(cents) if is_number else 0,
            fields.get("confirmed", ""),
            frozenset(given),
        )

    def year(self, sheet: int) -> int | None:
        """Return the year of the oldest day of a worksheet, which may be written as a season: 2015/16."""
        year = _ONE_YEAR.match(self.sheets.get(("year", sheet), ""))
        return int(year[0]) if year else None


class LineRole(StrEnum):
    """What a row or a column of a worksheet is."""

    DAYS = "days"
    NAMES = "names"
    COUNTS = "counts"  # an evening, or a person
    KITTY = "kitty"
    SUM = "sum"  # proposed not to be read, and compared
    OPENING = "opening"  # what was brought along
    SKIPPED = "skipped"
    WORDS = "words"  # no number is in it
    OPEN = "open"  # filled cells are neither read nor tapped


@dataclass(frozen=True)
class GridLine:
    """A row or a column of a worksheet."""

    index: int
    label: str
    role: LineRole
    field: str = ""  # of the button that turns it
    tap: str = ""
    day: str = ""  # in words, with its year
    is_marked: bool = False  # hidden, struck through or with a comment
    comment: str = ""


@dataclass(frozen=True)
class GridProblem:
    """Why something is not read, or a remark about it."""

    sentence: str
    sheet: int
    row: int | None = None
    column: int | None = None


@dataclass(frozen=True)
class GridQuestion:
    """What has to be answered, open until its field is among the answers."""

    field: str
    sentence: str
    options: tuple[tuple[str, str], ...] = ()  # value and label; none: a text
    proposed: str = ""
    sheet: int | None = None
    row: int | None = None


@dataclass(frozen=True)
class SheetGrid:
    """A worksheet as it stands, with what its rows and columns are."""

    index: int
    name: str
    cells: tuple[tuple[str, ...], ...]
    rows: tuple[GridLine, ...]
    columns: tuple[GridLine, ...]
    is_turned: bool = False
    shape: str = ""  # crossings, list, evening; empty: not read
    is_skipped: bool = False


@dataclass(frozen=True)
class EveningTotals:
    """What everybody had at the end, in points: people and kitty, or people alone, add up to zero."""

    day: date
    amounts: Mapping[str, Fraction]
    kitty: Mapping[str, Fraction]
    sheet: int
    row: int  # of a turned table the column
    place: str


@dataclass(frozen=True)
class Comparison:
    """What was compared, and whether it agrees."""

    sentence: str
    agrees: bool


@dataclass(frozen=True)
class GridExample:
    """One amount in words, by which sign, unit and way are confirmed."""

    sentence: str
    unit: str
    sign: str
    way: str
    units: tuple[tuple[str, str], ...]
    signs: tuple[tuple[str, str], ...]
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
    example: GridExample | None
    digest: str
    is_confirmed: bool = False

    @property
    def is_ready(self) -> bool:
        """Return whether it can be stored: nothing is open, and the example was confirmed."""
        return bool(self.evenings) and self.is_confirmed and not self.questions and not self.refusals

    @property
    def confirmed_words(self) -> str:
        """Return what was compared and what a person has confirmed."""
        if self.example is None:
            return ""
        sentences = [comparison.sentence for comparison in self.compared]
        return " ".join([*sentences, _("Days and signs were confirmed:"), self.example.sentence])
