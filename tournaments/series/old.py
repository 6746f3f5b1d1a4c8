"""What end tables of old years give, as outcomes like all others; and the lines in which they are typed."""

import datetime
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from django.utils.dateformat import format as format_day

from scoring.engine.result import Amount
from scoring.names import folded, tidy
from tournaments.engine.ladders import LADDERS, EventOutcome, LooksAt, SharedPlace, amount_from_words, written
from tournaments.models import OldResult, Series
from tournaments.series.outcomes import OutcomesOfEvent, SeriesPerson


class OldEvent(NamedTuple):
    """An event of which only the end table is known."""

    number: int  # below 0, so that it is no other event's
    title: str
    date: datetime.date
    outcomes: OutcomesOfEvent


def key_of_name(name: str) -> SeriesPerson:
    """Return who a name is that is no member's: the same in all old events.

    >>> key_of_name("Otti  Wexler") == key_of_name("otti wexler"), key_of_name("Otti")[0]
    (True, 'n')
    """
    return f"n{int(sha256(folded(tidy(name)).encode()).hexdigest()[:12], 16)}"


def old_events_of(
    series: Series, rows: Sequence[OldResult], names: dict[SeriesPerson, str]
) -> list[OldEvent]:
    """Return the old events of a series by its rows; those who are no members are added to the names."""
    looks_at = LADDERS[series.terms.ladder].looks_at
    found = []
    for (date, title), group in groupby(rows, lambda row: (row.date, row.event)):
        results = list(group)
        for guest in filter(None, (result.guest for result in results)):
            names.setdefault(key_of_name(guest), guest)
        found.append(OldEvent(-results[0].pk, title, date, _outcomes(results, looks_at)))
    return found


def _outcomes(rows: Sequence[OldResult], looks_at: LooksAt) -> OutcomesOfEvent:
    """Return what everybody came to; nothing for whoever has no points where they are looked at."""
    places = _places(rows)
    return {
        f"m{result.member_id}" if result.member_id else key_of_name(result.guest): EventOutcome(
            place=places.get(result.pk), of=len(places), schrift=result.points or 0
        )
        for result in rows
        if result.points is not None or looks_at in (LooksAt.PLACE, LooksAt.TABLES)
    }


def _places(rows: Sequence[OldResult]) -> dict[int, SharedPlace]:
    """Return the places as they stand; where none stands anywhere, by the points."""
    places = {result.pk: result.place for result in rows if result.place is not None}
    if not places:
        points = [result.points or 0 for result in rows]
        places = {result.pk: 1 + sum(other > (result.points or 0) for other in points) for result in rows}
    all_places = list(places.values())
    return {pk: SharedPlace(place, place, all_places.count(place)) for pk, place in places.items()}


# Lines


class EndTableLine(NamedTuple):
    """A line of an end table."""

    event: str
    date: datetime.date
    name: str
    place: int | None
    points: Amount | None


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


def lines_to_edit(series: Series) -> str:
    """Return the old results of a series as lines that can be changed."""
    rows = series.old_results.select_related("member").order_by("date", "event", "place", "pk")
    return "\n".join(map(_line, rows))


def _line(one: OldResult) -> str:
    name = one.member.name if one.member else one.guest
    points = "" if one.points is None else written(one.points)
    place = "" if one.place is None else str(one.place)
    return "; ".join((one.event, format_day(one.date, "j.n.Y"), name, place, points)).rstrip("; ")


class EndTableRow(NamedTuple):
    """A line as somebody typed it or a file has it, with its cells by what they are."""

    number: int
    line: str
    cell: Mapping[str, str]

    @property
    def usual(self) -> str:
        """Return the line with its cells in the usual order."""
        return "; ".join(self.cell[name] for name in USUAL).rstrip("; ")

    @property
    def whose(self) -> tuple[str, ...]:
        """Return what two lines about the same person in the same event have in common."""
        date, event, name = (self.cell[column] for column in ("date", "event", "name"))
        return (str(day_in(date) or date), folded(event), folded(name))

    @property
    def result(self) -> tuple[str, str]:
        """Return place and points, however they are written."""
        place, points = self.cell["place"].rstrip("."), self.cell["points"]
        amount = amount_from_words(points) if points else None
        return place, points if amount is None else str(amount)


def rows_of(text: str) -> list[EndTableRow]:
    """Return the lines of a text that say something; a first one with headings says what is what."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    headings = columns_in(lines[0][1]) if lines else None
    columns = headings or {name: place for place, name in enumerate(USUAL)}
    found = []
    for number, line in lines[1 if headings else 0 :]:
        cells = dict(enumerate(cells_of(line)))
        cell = {name: cells.get(columns.get(name, -1), "") for name in USUAL}
        found.append(EndTableRow(number, line, cell))
    return found


class AddedRows(NamedTuple):
    """Lines with those of a file added to them."""

    lines: str
    added: int
    known: int  # stood there already
    differing: list[str]  # of the file, about somebody of whom another result stands there


def with_rows_of(file: str, lines: str) -> AddedRows:
    """Return the lines with those of a file below them; none takes the place of another.

    >>> found = with_rows_of("Cup; 2019; Bert; 2\\nCup; 2019; Anna; 3", "Cup; 2019; Anna; 1")
    >>> found.lines.splitlines(), found.differing
    (['Cup; 2019; Anna; 1', 'Cup; 2019; Bert; 2'], ['Cup; 2019; Anna; 3'])
    """
    typed = rows_of(lines)
    there = {row.whose: row.result for row in typed}
    added, known, differing = [], 0, []
    for row in rows_of(file):
        if row.whose not in there:
            added.append(row.usual)
        elif there[row.whose] == row.result:
            known += 1
        else:
            differing.append(row.usual)
    text = "\n".join([*(row.usual for row in typed), *added])
    return AddedRows(text, len(added), known, differing)


def with_rows_replaced(lines: str, by: str) -> str:
    """Return the lines, each of which gives way to one about the same person in the same event.

    >>> with_rows_replaced("Cup; 2019; Anna; 1\\nCup; 2019; Bert; 2", "Cup; 31.12.2019; anna; 3")
    'Cup; 31.12.2019; anna; 3\\nCup; 2019; Bert; 2'
    """
    instead = {row.whose: row.usual for row in rows_of(by)}
    kept = [instead.pop(row.whose, row.usual) for row in rows_of(lines)]
    return "\n".join([*kept, *instead.values()])
