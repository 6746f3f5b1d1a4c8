"""Doubts about a file: likely mistakes, which are shown and confirmed before anything is stored."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from itertools import pairwise

from scoring.engine.sheet import SMALLEST_TABLE
from scoring.export.texts import letter
from scoring.old_sheets.values import WORDS, WRITTEN, amount_in, day_in, remark
from scoring.old_sheets.verbs import TableOfAmounts
from scoring.uploads.spreadsheets import CellRow, RawWorksheet, Spot

MOST_NAMED = 8  # cells in a sentence
LONGEST_BREAK = 366  # days between two evenings
_WEEKDAYS = {word: number for number, words in enumerate(WORDS["weekdays"]) for word in words.split("|")}


def doubts_about(tables: Sequence[TableOfAmounts], cells: Iterable[str]) -> list[str]:
    """Return in sentences what of these tables, and of the days as they are written, is probably wrong."""
    return [*_jumps({table.date for table in tables}), *_twice(tables), *_other_weekdays(cells)]


def _jumps(days: Iterable[date]) -> Iterator[str]:
    """Yield where more than a year lies between two evenings: a year may be mistyped."""
    for earlier, later in pairwise(sorted(days)):
        if (later - earlier).days > LONGEST_BREAK:
            yield remark("year_jump", before=_written(earlier), after=_written(later))


def _written(day: date) -> str:
    return f"{day.day}.{day.month}.{day.year}"


def _twice(tables: Sequence[TableOfAmounts]) -> Iterator[str]:
    """Yield rows of a day with the same amounts as another one of that day."""
    first: dict[tuple[date, tuple[tuple[str, int], ...]], int] = {}
    for table in tables:
        for row in table.rows:
            got = tuple(sorted(row.amounts.items()))
            first_row = first.setdefault((table.date, got), row.row)
            if first_row != row.row and any(row.amounts.values()):
                yield remark("row_twice", day=_written(table.date), first=first_row, second=row.row)


def _other_weekdays(cells: Iterable[str]) -> Iterator[str]:
    """Yield days with another weekday than is written before them.

    >>> from django.utils import translation
    >>> with translation.override("en"):
    ...     [*_other_weekdays(["Fr 4.3.2016", "Mo 4.3.2016", "4.3.2016"])]
    ['“Mo 4.3.2016” is not on that weekday.']
    """
    for cell in dict.fromkeys(cells):
        word = WRITTEN["weekday"].match(cell.strip())
        day = day_in(cell)
        number = _WEEKDAYS.get(word[0].strip(" .,").lower()) if word else None
        if day is not None and number is not None and number != day.weekday():
            yield remark("other_weekday", text=cell)


def zeros_for_absent(rows: Sequence[CellRow], people: Sequence[int]) -> bool:
    """Return whether 0 stands in every empty place, among more people than a table has."""
    filled = [[row[column] if column < len(row) else "" for column in people] for row in rows]
    lines = [[amount_in(cell) for cell in row] for row in filled if any(row)]
    is_full = all(None not in line for line in lines)
    return is_full and len(people) > SMALLEST_TABLE and any(0 in line for line in lines)


def plus_pays(titles: Iterable[str]) -> bool:
    """Return whether a title marks payments with a plus.

    >>> plus_pays(["Saison 2016 (+ zahlt)"]), plus_pays(["Saison 2016"])
    (True, False)
    """
    return any(WRITTEN["plus_pays"].search(title) for title in titles)


def odd_looks(
    sheet: RawWorksheet, counted: Collection[Spot], rows_with_role: Collection[int]
) -> Iterator[str]:
    """Yield remarks on counted cells that are struck, coloured or commented, except in rows with a role."""
    spots = sorted(spot for spot in counted if spot[0] not in rows_with_role)
    looks = {(look.row, look.column): look for look in sheet.looks}
    colours = {spot: looks[spot].colour if spot in looks else "" for spot in counted}
    usual: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    for (row, column), colour in colours.items():
        usual["row", row][colour] += 1
        usual["column", column][colour] += 1
    most = {line: max(times, key=lambda shade: (times[shade], not shade)) for line, times in usual.items()}
    rows_struck = {number - 1 for number in sheet.struck}
    struck = [
        spot for spot in spots if spot in looks and looks[spot].is_struck and spot[0] not in rows_struck
    ]
    coloured = [
        spot for spot in spots if colours[spot] not in (most["row", spot[0]], most["column", spot[1]])
    ]
    for code, marked in (("struck_cells", struck), ("coloured", coloured)):
        if marked:
            yield remark(code, name=sheet.name, cells=_named(marked))
    for spot in spots:
        if spot in looks and looks[spot].comment:
            yield remark("commented", name=sheet.name, cells=_named([spot]), text=looks[spot].comment)
    for column in sheet.hidden_columns:
        if any(spot[1] == column for spot in counted):
            yield remark("hidden_column", name=sheet.name, letter=letter(column))


def _named(spots: Sequence[Spot]) -> str:
    names = [f"{letter(column)}{row + 1}" for row, column in spots[:MOST_NAMED]]
    return ", ".join([*names, "…"] if len(spots) > MOST_NAMED else names)
