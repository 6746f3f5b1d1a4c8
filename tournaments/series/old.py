"""What end tables of old years give, as outcomes like all others; and the lines in which they are typed."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from django.utils.dateformat import format as format_day
from django.utils.translation import gettext as _

from scoring.engine.result import Amount
from scoring.names import folded, tidy
from tournaments.engine.ladders import LADDERS, EventOutcome, LooksAt, SharedPlace, written
from tournaments.models import OldResult, Series
from tournaments.series.keeping import OutcomesOfEvent, SeriesPerson


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
    for (date, title), group in groupby(rows, lambda one: (one.date, one.event)):
        there = list(group)
        for one in there:
            if one.guest:
                names.setdefault(key_of_name(one.guest), one.guest)
        found.append(OldEvent(-there[0].pk, title, date, _outcomes(there, looks_at)))
    return found


def _outcomes(rows: Sequence[OldResult], looks_at: LooksAt) -> OutcomesOfEvent:
    """Return what everybody came to; nothing for whoever has no points where they are looked at."""
    places = _places(rows)
    return {
        f"m{one.member_id}" if one.member_id else key_of_name(one.guest): EventOutcome(
            place=places.get(one.pk), of=len(places), schrift=one.points or 0
        )
        for one in rows
        if one.points is not None or looks_at in (LooksAt.PLACE, LooksAt.TABLES)
    }


def _places(rows: Sequence[OldResult]) -> dict[int, SharedPlace]:
    """Return the places as they stand; where none stands anywhere, by the points."""
    told = {one.pk: one.place for one in rows if one.place is not None}
    if not told:
        points = [one.points or 0 for one in rows]
        told = {one.pk: 1 + sum(other > (one.points or 0) for other in points) for one in rows}
    all_places = list(told.values())
    return {pk: SharedPlace(place, place, all_places.count(place)) for pk, place in told.items()}


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
    return [tidy(one.strip().strip('"')) for one in re.split(r"\t|;", line)]


def day_in(text: str) -> datetime.date | None:
    """Return the day; of a year alone its last one.

    >>> [str(day_in(one)) for one in ("4.10.2019", "2019-10-04", "2019", "31.2.2019", "Herbst")]
    ['2019-10-04', '2019-10-04', '2019-12-31', 'None', 'None']
    """
    try:
        if found := DAY.fullmatch(text):
            day, month, year = map(int, found.groups())
            return datetime.date(year, month, day)
        return datetime.date(int(text), 12, 31) if YEAR.fullmatch(text) else datetime.date.fromisoformat(text)
    except ValueError:
        return None


def typed_lines(series: Series) -> str:
    """Return the old results of a series as lines that can be changed."""
    rows = series.old_results.select_related("member").order_by("date", "event", "place", "pk")
    return "\n".join(map(_line, rows))


def _line(one: OldResult) -> str:
    name = one.member.name if one.member else one.guest
    points = "" if one.points is None else written(one.points)
    cells: Iterable[str] = (
        *(one.event, format_day(one.date, "j.n.Y"), name),
        *("" if one.place is None else str(one.place), points),
    )
    return "; ".join(cells).rstrip("; ")


def told_wrong(number: int, line: str) -> str:
    """Return what to write instead of a line that cannot be read."""
    said = _("Line %(number)d, “%(line)s”: please write event; date; name; place; points.")
    return said % {"number": number, "line": line.strip()[:60]}
