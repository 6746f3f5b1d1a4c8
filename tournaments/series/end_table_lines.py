"""The lines in which end tables are typed, or come out of a spreadsheet."""

import datetime
import re
from collections.abc import Mapping
from typing import NamedTuple

from django.utils.dateformat import format as format_day

from scoring.engine.result import Amount
from scoring.names import folded, tidy
from tournaments.engine.ladders import amount_from_words, written


class EndTableLine(NamedTuple):
    """A line of an end table."""

    event: str
    date: datetime.date
    name: str
    place: int | None
    points: Amount | None
    outcome: str = ""  # everything that a file of results says, as text


COLUMNS = {
    "event": {"veranstaltung", "turnier", "event", "tournament", "bewerb", "titel"},
    "date": {"datum", "tag", "date", "day", "jahr", "year"},
    "name": {"name", "spieler", "spielerin", "player", "teilnehmer"},
    "place": {"platz", "rang", "place", "rank", "pl."},
    "points": {"punkte", "points", "schrift", "pkt.", "pkt"},
}
USUAL = ("event", "date", "name", "place", "points")
DAY = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
YEAR = re.compile(r"(?:19|20)\d\d")


def columns_in(line: str) -> dict[str, int] | None:
    """Return which column is what, if a line names them.

    >>> columns_in("Rang;Name;Punkte;Turnier;Datum")
    {'place': 0, 'name': 1, 'points': 2, 'event': 3, 'date': 4}
    >>> columns_in("Herbstturnier; 4.10.2019; Anna; 1; 45") is None
    True
    """
    found: dict[str, int] = {}
    for number, cell in enumerate(cells_of(line)):
        for column, words in COLUMNS.items():
            if folded(cell) in words:
                found.setdefault(column, number)
    return found if "name" in found and len(found) > 1 else None


def cells_of(line: str) -> list[str]:
    """Return the cells of a line, between tabs or semicolons."""
    return [tidy(cell.strip().strip('"')) for cell in re.split(r"\t|;", line)]


def day_in(text: str) -> datetime.date | None:
    """Return the day; of a year alone its last one.

    >>> [str(day_in(text)) for text in ("4.10.2019", "2019-10-04", "2019", "31.2.2019", "Herbst")]
    ['2019-10-04', '2019-10-04', '2019-12-31', 'None', 'None']
    """
    try:
        if found := DAY.fullmatch(text):
            day, month, year = map(int, found.groups())
            return datetime.date(year, month, day)
        return datetime.date(int(text), 12, 31) if YEAR.fullmatch(text) else datetime.date.fromisoformat(text)
    except ValueError:
        return None


def line_of(event: str, date: datetime.date, name: str, place: int | None, points: Amount | None) -> str:
    """Return a line as it may be typed.

    >>> line_of("Cup", datetime.date(2019, 10, 4), "Anna", None, 45)
    'Cup; 4.10.2019; Anna; ; 45'
    """
    told = ("" if place is None else str(place), "" if points is None else written(points))
    return "; ".join((event, format_day(date, "j.n.Y"), name, *told)).rstrip("; ")


class SubmittedLine(NamedTuple):
    """A line as somebody typed it or a file has it, with its cells by what they are."""

    number: int
    line: str
    cell: Mapping[str, str]

    @property
    def usual(self) -> str:
        """Return the line with its cells in the usual order."""
        return "; ".join(self.cell[name] for name in USUAL).rstrip("; ")


def rows_of(text: str) -> list[SubmittedLine]:
    """Return the lines of a text that say something; a first one with headings says what is what."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    headings = columns_in(lines[0][1]) if lines else None
    columns = headings or {name: place for place, name in enumerate(USUAL)}
    found = []
    for number, line in lines[1 if headings else 0 :]:
        cells = dict(enumerate(cells_of(line)))
        cell = {name: cells.get(columns.get(name, -1), "") for name in USUAL}
        found.append(SubmittedLine(number, line, cell))
    return found


MOST_PLACES = 10_000


def end_table_line(cell: Mapping[str, str]) -> EndTableLine | None:
    """Return what the cells of a line say, if they say enough.

    >>> row = {"event": "Cup", "date": "2019", "name": "Anna", "place": "1.", "points": ""}
    >>> end_table_line(row).place, end_table_line(row | {"place": ""})
    (1, None)
    """
    place, points = cell.get("place", "").rstrip("."), cell.get("points", "")
    date, amount = day_in(cell.get("date", "")), amount_from_words(points) if points else None
    if not (cell.get("event") and cell.get("name")) or date is None:
        return None
    if place and not (place.isascii() and place.isdigit() and 0 < int(place[:6]) <= MOST_PLACES):
        return None
    if (points and amount is None) or not (place or points):
        return None
    return EndTableLine(cell["event"], date, cell["name"], int(place) if place else None, amount)
