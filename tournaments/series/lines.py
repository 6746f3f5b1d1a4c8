"""The kinds of lists of people that are typed, a line each, or come out of a spreadsheet: what a line has."""

import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.dateformat import format as format_day
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.engine.result import Amount
from scoring.names import folded, tidy
from tournaments.engine.ladders import amount_from_words, written
from tournaments.models.series import BROUGHT

MOST_PLACES = 10_000
DAY = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
YEAR = re.compile(r"(?:19|20)\d\d")


class PersonLine(NamedTuple):
    """A line of a list: a person, with what the list states for them."""

    name: str
    points: Amount | None = None
    words: str = ""  # where points come from
    place: int | None = None
    event: str = ""
    date: datetime.date = datetime.date.min
    outcome: str = ""  # everything that a file of results says, as text


def day_in(text: str) -> datetime.date | None:
    """Return the day; of a year alone its last one.

    >>> [str(day_in(text)) for text in ("4.10.2019", "2019-10-04", "2019", "31.2.2019", "Herbst")]
    ['2019-10-04', '2019-10-04', '2019-12-31', 'None', 'None']
    """
    try:
        if match := DAY.fullmatch(text):
            day, month, year = map(int, match.groups())
            return datetime.date(year, month, day)
        return datetime.date(int(text), 12, 31) if YEAR.fullmatch(text) else datetime.date.fromisoformat(text)
    except ValueError:
        return None


def rank_in(text: str) -> int | None:
    """Return the place; "1." is 1."""
    digits = text.rstrip(".")
    is_rank = digits.isascii() and digits.isdigit() and 0 < int(digits[:6]) <= MOST_PLACES
    return int(digits) if is_rank else None


HEADINGS = {  # what may stand above the cells of a line
    "event": {"veranstaltung", "turnier", "event", "tournament", "bewerb", "titel"},
    "date": {"datum", "tag", "date", "day", "jahr", "year"},
    "name": {"name", "spieler", "spielerin", "player", "teilnehmer"},
    "place": {"platz", "rang", "place", "rank", "pl."},
    "points": {"punkte", "points", "schrift", "pkt.", "pkt"},
    "words": {"woher", "herkunft", "where from"},
}
READERS: Mapping[str, Callable[[str], Any]] = {  # None: it cannot be read
    "date": day_in,
    "place": rank_in,
    "points": amount_from_words,
}
WRITERS: Mapping[str, Callable[[Any], str]] = {
    "date": lambda day: format_day(day, "j.n.Y"),
    "points": written,
}


class SubmittedLine(NamedTuple):
    """A line as it was typed or read from a file, with its cells by column."""

    number: int
    line: str
    cells: Mapping[str, str]

    @property
    def usual(self) -> str:
        """Return the line with its cells in the usual order."""
        return "; ".join(self.cells.values()).rstrip("; ")


@dataclass(frozen=True)
class ListKind:
    """A kind of list of people: the cells of a line in their usual order, and what its page says."""

    title: Promise
    columns: tuple[str, ...]
    help_text: Promise
    rows: int = 10
    lead: str | Promise = ""  # above the form
    column: str | Promise = ""  # over such points in a table

    def columns_in(self, line: str) -> dict[str, int] | None:
        """Return which column is what, if a line names them.

        >>> END_TABLES.columns_in("Rang;Name;Punkte;Turnier;Datum")
        {'place': 0, 'name': 1, 'points': 2, 'event': 3, 'date': 4}
        >>> END_TABLES.columns_in("Herbstturnier; 4.10.2019; Anna; 1; 45") is None
        True
        """
        numbers: dict[str, int] = {}
        for number, cell in enumerate(_cells_of(line)):
            for column in self.columns:
                if folded(cell) in HEADINGS[column]:
                    numbers.setdefault(column, number)
        return numbers if "name" in numbers and len(numbers) > 1 else None

    def rows_of(self, text: str) -> list[SubmittedLine]:
        """Return the lines of a text that say something; a first one with headings says what is what."""
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        headings = self.columns_in(lines[0][1]) if lines else None
        columns = headings or {name: index for index, name in enumerate(self.columns)}
        # words are the last cell, and may have semicolons
        most = 0 if headings or self.columns[-1] != "words" else len(self.columns) - 1
        submitted = []
        for number, line in lines[1 if headings else 0 :]:
            cells = dict(enumerate(_cells_of(line, most)))
            named = {name: cells.get(columns.get(name, -1), "") for name in self.columns}
            submitted.append(SubmittedLine(number, line, named))
        return submitted

    def line_in(self, cells: Mapping[str, str]) -> PersonLine | None:
        """Return what the cells of a line say, if they say enough.

        >>> row = {"event": "Cup", "date": "2019", "name": "Anna", "place": "1.", "points": ""}
        >>> END_TABLES.line_in(row).place, END_TABLES.line_in(row | {"place": ""})
        (1, None)
        """
        values = {name: READERS.get(name, tidy)(text) for name, text in cells.items() if text}
        gives = {"place", "points"}.intersection(self.columns)
        if None in values.values() or (gives and gives.isdisjoint(values)):
            return None
        if not values.keys() >= set(self.columns) - {"place", "points", "words"}:
            return None
        return PersonLine(**values)

    def text_of(self, lines: Iterable[PersonLine]) -> str:
        """Return lines as they may be typed.

        >>> END_TABLES.text_of([PersonLine("Anna", 45, event="Cup", date=datetime.date(2019, 10, 4))])
        'Cup; 4.10.2019; Anna; ; 45'
        """
        return "\n".join("; ".join(self._written(line)).rstrip("; ") for line in lines)

    def _written(self, line: PersonLine) -> Iterator[str]:
        for column in self.columns:
            value = getattr(line, column)
            yield "" if value is None else WRITERS.get(column, str)(value)


def _cells_of(line: str, most: int = 0) -> list[str]:
    """Return the cells of a line, between tabs or semicolons."""
    return [tidy(cell.strip().strip('"')) for cell in re.split(r"\t|;", line, maxsplit=most)]


END_TABLES = ListKind(
    gettext_lazy("End tables"),
    ("event", "date", "name", "place", "points"),
    gettext_lazy(
        "A line for each: event; date; name; place; points. Such as: Herbstturnier; 4.10.2019; "
        "Anna Huber; 1; 45. A first line with headings may give another order. The place or the points "
        "may be missing."
    ),
    rows=14,
)
POINTS = {  # of a series beside its events, by what is stored of each row
    BROUGHT: ListKind(
        gettext_lazy("Points brought along"),
        ("name", "points", "words"),
        gettext_lazy(
            "A line for each: name; points; where from. Such as: Anna Huber; 12,5; Cup 2025, place 3"
        ),
        lead=gettext_lazy(
            "They are added to the points from events, even for people who have not played yet."
            " A line you remove no longer counts."
        ),
        column=gettext_lazy("Brought along"),
    ),
}
GROUP = ListKind(
    gettext_lazy("Who is in it"),
    ("name",),
    gettext_lazy("One name on each line, as in the list of members. Guests can be made members."),
    rows=12,
)
