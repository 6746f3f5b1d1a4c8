"""One season, laid out in forty ways that clubs keep it: each is a function of the season, and a file.

Of every layout the truth is the season itself; what has to be answered stands beside its name.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

from openpyxl import Workbook
from openpyxl.styles import Font

from tests.scoring.old_sheets.files.kept import saved, text, workbook_of
from tests.support.open_document import ods

PEOPLE = ("Anna", "Bert", "Cilli", "Dora", "Emil")
DAYS = [date(2016, 1, 8) + timedelta(days=14 * number) for number in range(8)]
EXCEL_BEGINS = date(1899, 12, 30)
MONTHS = ("Jänner", "Februar", "März", "April")
Row = list[Any]


def _season() -> list[list[int]]:
    dice, found = Random(72), []
    for _day in DAYS:
        got = [dice.choice((-1, 1)) * dice.randint(3, 40) for _name in PEOPLE[1:]]
        found.append([-sum(got), *got])
    return found


GOT = _season()
STANDS = [*accumulate(GOT, lambda one, two: [a + b for a, b in zip(one, two, strict=True)])]
SUMS = STANDS[-1]


class Layout(NamedTuple):
    """A file of the season, and what is answered on the page."""

    content: bytes
    answers: dict[str, str]


POINTS = "points"
EACH = {"amounts": "each"}
RUNNING = {"amounts": "file"}


def dotted(day: date) -> str:
    return f"{day.day}.{day.month}.{day.year}"


def down(
    amounts: Sequence[Sequence[Any]] = GOT,
    *,
    written: Callable[[date], Any] = dotted,
    order: Sequence[int] = range(5),
    rows: slice = slice(None),
    date_word: str = "Datum",
) -> list[Row]:
    """Return days down and people across."""
    lines = [[written(day), *(got[at] for at in order)] for day, got in zip(DAYS, amounts, strict=True)]
    return [[date_word, *(PEOPLE[at] for at in order)], *lines[rows]]


def across(rows: slice = slice(None), order: Sequence[int] = range(5), **about: Any) -> list[Row]:
    """Return people down and days across."""
    table = [*map(list, zip(*down(rows=rows, order=order, **about), strict=True))]
    return [["Name", *table[0][1:]], *table[1:]]


def beside(one: list[Row], other: list[Row], gap: int = 1) -> list[Row]:
    height = max(len(one), len(other))
    filled = [[*rows, *[[""] * len(rows[0])] * (height - len(rows))] for rows in (one, other)]
    return [[*mine, *[""] * gap, *yours] for mine, yours in zip(*filled, strict=True)]


def months() -> Iterable[tuple[str, list[int]]]:
    for number, name in enumerate(MONTHS, 1):
        yield name, [at for at, day in enumerate(DAYS) if day.month == number]


def spread(pair: Callable[[int, int, int], Sequence[Any]], words: Sequence[str]) -> list[Row]:
    """Return days down with two columns for everybody, and what is in them below their names."""
    head = ["Datum", *(cell for name in PEOPLE for cell in (name, ""))]
    lines = [
        [dotted(day), *(cell for at in range(5) for cell in pair(number, at, GOT[number][at]))]
        for number, day in enumerate(DAYS)
    ]
    return [head, ["", *words * 5], *lines]


def gain_or_loss(_number: int, _at: int, got: int) -> tuple[Any, Any]:
    return (got, "") if got > 0 else ("", -got)


def merged_months() -> bytes:
    head: Row = ["Name"]
    days: Row = [""]
    for name, numbers in months():
        head += [f"{name} 2016", *[""] * (len(numbers) - 1)]
        days += [f"{DAYS[at].day}." for at in numbers]
    lines = [[name, *(got[at] for got in GOT)] for at, name in enumerate(PEOPLE)]
    workbook = workbook_of({"2016": [head, days, *lines]})
    place = 2
    for _name, numbers in months():
        workbook.worksheets[0].merge_cells(
            start_row=1, end_row=1, start_column=place, end_column=place + len(numbers) - 1
        )
        place += len(numbers)
    return saved(workbook)


def struck_row() -> bytes:
    workbook: Workbook = workbook_of({"2016": [*down(), [dotted(date(2016, 5, 6)), 1, -1, 0, 0, 0]]})
    for cell in workbook.worksheets[0][len(DAYS) + 2]:
        cell.font = Font(strike=True)
    return saved(workbook)


def sheets(worksheets: dict[str, list[Row]]) -> bytes:
    return saved(workbook_of(worksheets))


def one(rows: list[Row]) -> bytes:
    return sheets({"Tabelle1": rows})


MIXED = (3, 1, 4, 0, 2)
FIRST, SECOND = slice(0, 4), slice(4, None)
PAID = [[-amount for amount in got] for got in GOT]
EUROS = [[f"{amount / 10:.2f}".replace(".", ",") + " €" for amount in got] for got in GOT]
SUM_ROW: Row = ["Summe", *SUMS]
SHORT = [f"{day.day}.{day.month}." for day in DAYS]
ROMAN = ("I", "II", "III", "IV")
WEEKDAYS = ("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So")


LAYOUTS: dict[str, Layout] = {
    "days down": Layout(one(down()), EACH),
    "days down, with sums": Layout(one([*down(), SUM_ROW]), {}),
    "days down, sums on top": Layout(one([down()[0], SUM_ROW, *down()[1:]]), {}),
    "days down, the newest on top": Layout(one([down()[0], *down()[:0:-1]]), EACH),
    "days down, an empty row after each": Layout(one([row for line in down() for row in (line, [])]), EACH),
    "days down, headings again": Layout(one([*down(rows=FIRST), *down(rows=SECOND)]), EACH),
    "days down, remarks": Layout(one([[*row, "" if at else "Wo"] for at, row in enumerate(down())]), EACH),
    "days down, in Roman months": Layout(
        one(down(written=lambda day: f"{day.day}. {ROMAN[day.month - 1]}. {day.year}")), EACH
    ),
    "days down, with weekdays": Layout(
        one(down(written=lambda day: f"{WEEKDAYS[day.weekday()]}, {dotted(day)}")), EACH
    ),
    "days down, two digits of the year": Layout(one(down(written=lambda day: f"{day:%d.%m.%y}")), EACH),
    "days down, real dates": Layout(one(down(written=lambda day: day)), EACH),
    "days down, serial numbers": Layout(one(down(written=lambda day: (day - EXCEL_BEGINS).days)), EACH),
    "days down, the year in the title": Layout(
        one([["Tarock 2016"], *down(written=lambda day: SHORT[DAYS.index(day)])]), EACH
    ),
    "days down, in euros": Layout(one(down(EUROS)), {"money": "euros", "amounts": "each"}),
    "days down, minus behind": Layout(
        one(down([[f"{-got}-" if got < 0 else str(got) for got in row] for row in GOT])), EACH
    ),
    "days down, losses in brackets": Layout(
        one(down([[f"({-got})" if got < 0 else str(got) for got in row] for row in GOT])), EACH
    ),
    "days down, plus pays": Layout(
        one([["Saison 2016 (+ zahlt)"], *down(PAID)]), {"amounts": "each", "sign": "pays"}
    ),
    "days down, a sum column": Layout(
        one([[*row, "" if at else "Summe"] for at, row in enumerate(down())]), EACH
    ),
    "days down, a kitty": Layout(
        one([[*row, 2 if at else "Pagatkassa"] for at, row in enumerate(down())]), EACH
    ),
    "running totals": Layout(one(down(STANDS)), RUNNING),
    "running totals, with the last once more": Layout(one([*down(STANDS), ["Endstand", *SUMS]]), RUNNING),
    "running totals, the newest on top": Layout(one([down()[0], *down(STANDS)[:0:-1]]), RUNNING),
    "running totals, people down": Layout(one(across(amounts=STANDS)), RUNNING),
    "gains and losses": Layout(one(spread(gain_or_loss, ("Gewinn", "Verlust"))), EACH),
    "points and standing": Layout(
        one(spread(lambda number, at, got: (got, STANDS[number][at]), ("Pkt", "Stand"))), EACH
    ),
    "people down": Layout(one(across()), EACH),
    "people down, with sums": Layout(
        one([[*row, ["Gesamt", *SUMS][at]] for at, row in enumerate(across())]), {}
    ),
    "people down, serial numbers": Layout(one(across(written=lambda day: (day - EXCEL_BEGINS).days)), EACH),
    "people down, month over days": Layout(merged_months(), EACH),
    "people down, surname and first name": Layout(
        one(
            [
                ["Zuname", "Vorname", *across()[0][1:]],
                *([f"{name}mann", name, *row] for name, *row in across()[1:]),
            ]
        ),
        EACH,
    ),
    "halves below, people in another order": Layout(
        one([*down(rows=FIRST), [], *down(rows=SECOND, order=MIXED)]), EACH
    ),
    "halves beside, people in another order": Layout(
        one(beside(down(rows=FIRST), down(rows=SECOND, order=MIXED))), EACH
    ),
    "halves below, people down in another order": Layout(
        one([*across(FIRST), [], *across(SECOND, MIXED)]), EACH
    ),
    "halves beside, people down in another order": Layout(
        one(beside(across(FIRST), across(SECOND, MIXED))), EACH
    ),
    "a worksheet for each month": Layout(
        sheets(
            {
                f"{name} 2016": [down()[0], *([SHORT[at], *GOT[at]] for at in numbers)]
                for name, numbers in months()
            }
        ),
        EACH,
    ),
    "a worksheet for each evening": Layout(
        sheets(
            {
                dotted(day): [["Name", "Punkte"], *map(list, zip(PEOPLE, got, strict=True))]
                for day, got in zip(DAYS, GOT, strict=True)
            }
        ),
        EACH,
    ),
    "a line for everybody": Layout(
        one(
            [
                ["Datum", "Name", "Punkte"],
                *(
                    [dotted(day), name, amount]
                    for day, got in zip(DAYS, GOT, strict=True)
                    for name, amount in zip(PEOPLE, got, strict=True)
                ),
            ]
        ),
        EACH,
    ),
    "a struck row, not read": Layout(
        struck_row(), {"amounts": "each", "roles": f"0-row-{len(DAYS) + 1}-skip"}
    ),
    "text, letters of Windows": Layout(text(*down(), letters="cp1252")(), EACH),
    "an open document": Layout(ods({"2016": down()}), EACH),
}
