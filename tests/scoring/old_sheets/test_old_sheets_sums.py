"""Sums below the columns, running totals instead of amounts, and cells that are formulas."""

import re
import zipfile
from collections.abc import Sequence
from datetime import date, timedelta
from io import BytesIO
from itertools import accumulate
from random import Random
from typing import Any

import pytest
from django.test import Client
from openpyxl import Workbook

from scoring.models import OldAmount, OldBatch
from scoring.old_sheets.reading import Reading
from scoring.old_sheets.rows import AS_DAYS, EACH, Sums, TableLine, TableOnDay, are_carried_on, decided
from tests.support.scoring.house import House
from tests.support.scoring.old_files import (
    again,
    asked,
    bad,
    differing,
    fields_of,
    left_out,
    look_at,
    read_amounts,
    send,
    sure_of,
    totals,
)
from tests.support.scoring.old_rows import (
    AMOUNTS,
    FOUR,
    HANDS,
    HEAD,
    OLD,
    RUFER,
    RUNNING,
    SHEET,
    SUMS,
    rows_of,
    total_of,
    xlsx,
)

PEOPLE = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Franz")

Evening = dict[str, int]  # what everybody there got


def drawn_season(lot: Random, evenings: int) -> list[tuple[date, Evening]]:
    """Return evenings of four to six people, some of whom stay at home now and then."""
    club = PEOPLE[: lot.randint(4, 6)]
    found = []
    day = date(2015, lot.randint(1, 12), 3)
    for _evening in range(evenings):
        there = lot.sample(club, lot.randint(4, len(club)))
        points = [lot.choice((*range(-40, 0), *range(1, 41))) for _one in there]
        points[-1] -= sum(points)
        found.append((day, dict(zip(there, points, strict=True))))
        day += timedelta(days=lot.randint(7, 60))
    return found


def table_of(evenings: Sequence[tuple[date, Evening]]) -> list[tuple[Any, ...]]:
    names = sorted({name for _day, points in evenings for name in points})
    rows = [(f"{day:%d.%m.%Y}", *(points.get(name, "") for name in names)) for day, points in evenings]
    return [("Datum", *names), *rows]


def carried_on(
    lot: Random, evenings: Sequence[tuple[date, Evening]], *, yearly: bool | None = None
) -> list[tuple[date, Evening]]:
    """Return everybody's totals; whoever stayed at home has theirs written down once more, or has not."""
    again = lot.random() < 0.5
    yearly = lot.random() < 0.5 if yearly is None else yearly
    totals: Evening = {}
    found = []
    for number, (day, points) in enumerate(evenings):
        if yearly and number and day.year != evenings[number - 1][0].year:
            totals = {}
        totals |= {name: totals.get(name, 0) + amount for name, amount in points.items()}
        found.append((day, dict(totals) if again else {name: totals[name] for name in points}))
    return found


def is_silent(reading: Reading) -> bool:
    """Would it come in without a question?"""
    return reading.is_right and not reading.is_unsaid and not reading.has_open_sums


pytestmark = pytest.mark.usefixtures("english")

# Sums


def test_sums_without_a_word_are_seen_and_can_be_said_to_count(house: House, anna: Client) -> None:
    look = look_at(anna, house, *rows_of(*HANDS), ("", "", "", *SUMS))
    assert (bad(look), left_out(look)) == ([], [(8, 2, 7)])
    assert look.context["reading"].hands == 6
    assert "the totals from “Row 2” to “Row 7”" in look.content.decode()
    counted = again(anna, house.club, look, **{"sums-8": "counts"})
    assert (left_out(counted), counted.context["reading"].hands) == ([], 7)
    unlike = again(anna, house.club, look, "import", **{"sums-8": "counts"})
    assert "Something has changed. Please look again." in unlike.content.decode()
    assert again(anna, house.club, look, "import").status_code == 200
    assert again(anna, house.club, look, "import", **sure_of(look)).status_code == 302
    assert totals(house) == total_of(SUMS)


# Running totals


@pytest.mark.parametrize("rows", [RUNNING, HANDS])
def test_whether_amounts_are_brought_or_carried_on_is_asked_and_nothing_is_chosen(
    house: House, anna: Client, rows: tuple[tuple[int, ...], ...]
) -> None:
    look = look_at(anna, house, *rows_of(*rows))
    assert look.context["reading"].is_unsaid
    assert "Please say what the amounts are." in look.content.decode()
    assert "amounts" not in fields_of(look)
    assert again(anna, house.club, look, "import").status_code == 200
    assert not OldBatch.objects.exists()
    each = again(anna, house.club, look, amounts="each")
    assert asked(each).why_not == ""
    assert again(anna, house.club, again(anna, house.club, each), "import").status_code == 302
    assert totals(house)["Anna"] == sum(row[0] for row in rows)


def test_a_row_of_sums_says_that_each_row_counts(house: House, anna: Client) -> None:
    look = look_at(anna, house, *rows_of(*HANDS), ("", "", "Summe", *SUMS))
    assert [(option["code"], option["chosen"]) for option in asked(look).amounts_options] == [
        ("", True),
        ("table", False),
        ("table-newest", False),
    ]
    assert again(anna, house.club, look, "import").status_code == 302


def test_running_totals_of_a_table_become_amounts(house: House, anna: Client) -> None:
    look = look_at(
        anna, house, *rows_of(*RUNNING), *rows_of(*RUNNING[:3], table="2"), ("", "", "", *RUNNING[2])
    )
    sure = again(anna, house.club, look, amounts="table")
    assert (bad(sure), left_out(sure)) == ([], [(11, 8, 10)])
    shown = {way.code: way.rows for way in sure.context["reading"].ways}
    assert shown["table"][1] == (3, "Anna +10, Bert −30, Cilli +10, Dora +10")
    assert "Anna +10, Bert −30" in sure.content.decode()
    assert again(anna, house.club, sure, "import", **sure_of(sure)).status_code == 302
    both = tuple(sum_ + other for sum_, other in zip(SUMS, RUNNING[2], strict=True))
    assert totals(house) == total_of(both)
    assert (
        sorted(OldAmount.objects.filter(line__number=2).values_list("twelfths", flat=True))
        == [-360] * 2 + [120] * 6
    )


# Formulas


def worked_out(content: bytes, shown: dict[str, str], kind: str = "") -> bytes:
    """With results beside the formulas, as a spreadsheet saves them."""
    file = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(file, "w") as new:
        for part in old.infolist():
            text = old.read(part)
            if part.filename == "xl/worksheets/sheet1.xml":
                for cell, value in shown.items():
                    found = rf'<c r="{cell}"([^>]*)>(<f>.*?</f>)<v\s*/>'
                    text, times = re.subn(
                        found.encode(), rf'<c r="{cell}"\1{kind}>\2<v>{value}</v>'.encode(), text
                    )
                    assert times == 1, text
            new.writestr(part.filename, text)
    return file.getvalue()


def test_a_formula_whose_result_is_in_the_file_is_its_result(house: House, anna: Client) -> None:
    row = (*RUFER[:11], "=1*1", "=-L2", "=L2", "=-L2")
    content = worked_out(xlsx(row), {"L2": "1", "M2": "-1", "N2": "1", "O2": "-0.99999999999999"})
    look = send(anna, house.club, content)
    assert (bad(look), differing(look)) == ([], [])
    assert asked(look).rows[1][11:13] == ("1", "-1")


def test_a_formula_that_gives_an_empty_text_is_an_empty_cell(house: House, anna: Client) -> None:
    formulas = ('=IF(A4="","",1)',) * 4
    content = xlsx(*OLD, ("", "", "", *formulas), head=AMOUNTS)
    shown = dict.fromkeys(("D4", "E4", "F4", "G4"), "")
    look = send(anna, house.club, worked_out(content, shown, ' t="str"'), kind="amounts")
    assert (bad(look), look.context["reading"].hands) == ([], 2)


def test_a_formula_that_nobody_worked_out_names_its_cell_and_the_remedy(house: House, anna: Client) -> None:
    content = worked_out(
        xlsx((*RUFER[:11], "=1*1", "=-L2", "=L2", "=-L2")), {"L2": "1", "N2": "1", "O2": "-1"}
    )
    told = (
        "In M2 there is a formula without its result: please open the file once in Excel or LibreOffice, "
        "and save it there."
    )
    assert bad(send(anna, house.club, content)) == [(2, "Bert", told)]


def test_a_name_that_is_a_formula_is_not_somebody_called_so(house: House, anna: Client) -> None:
    look = send(anna, house.club, xlsx(*SHEET, names=("=A9", *FOUR[1:])))
    assert any((row, "L1" in text) == (1, True) for row, _label, text in bad(look))


def test_a_mistake_that_a_formula_shows_is_named(house: House, anna: Client) -> None:
    content = worked_out(xlsx((*RUFER[:11], "=1/0", -1, 1, -1)), {"L2": "#DIV/0!"}, ' t="e"')
    assert bad(send(anna, house.club, content)) == [
        (2, "Anna", "The spreadsheet shows an error here. Please correct it there.")
    ]


# Letters in which nothing can be seen

TRAP = '<?xml version="1.0"{}?><!DOCTYPE w [<!ENTITY a "ha">]><w>&a;</w>'
REFUSED = "The Excel file uses a character encoding that cannot be read here."


@pytest.mark.parametrize(
    "part",
    [
        TRAP.format("").encode("utf-16"),
        TRAP.format("").encode("utf-16-le"),
        TRAP.format("").encode("utf-16-be"),
        TRAP.format(' encoding="UTF-16"').encode("utf-16"),
        b"  " + TRAP.format("").encode("utf-32"),
        '<?xml version="1.0" encoding="iso-8859-1"?><w>\xe4</w>'.encode("latin-1"),
        ("<?xml version='1.0'" + " " * 500 + "encoding='cp037'?><w/>").encode(),
        "<worksheet/>".encode("utf-16"),
    ],
)
@pytest.mark.parametrize("name", ["xl/worksheets/sheet1.xml", "xl/worksheets/sheet1.bin"])
def test_a_workbook_in_letters_that_hide_what_it_defines_is_refused(
    house: House, anna: Client, part: bytes, name: str
) -> None:
    book, file = Workbook(), BytesIO()
    book.save(file)
    with zipfile.ZipFile(file, "a") as packed:
        packed.writestr(name.replace("sheet1", "sheet9"), part)
    assert REFUSED in send(anna, house.club, file.getvalue()).content.decode()


def test_a_picture_and_a_printer_in_a_workbook_are_no_letters(house: House, anna: Client) -> None:
    file = BytesIO(xlsx(*SHEET))
    with zipfile.ZipFile(file, "a") as packed:
        packed.writestr("xl/media/image1.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
        packed.writestr("xl/printerSettings/printerSettings1.bin", "HP LaserJet <1>".encode("utf-16-le"))
        packed.writestr("xl/plain.xml", '<?xml version="1.0" encoding="utf-8"?><w>\xe4</w>'.encode())
    look = send(anna, house.club, file.getvalue())
    assert bad(look) == []
    assert asked(look).columns.headings[: len(HEAD)] == HEAD


# Running totals with the newest row on top: days and numbers say the order, else both readings are asked


DRAWN = 60


def from_the_bottom(rows: Sequence[Any]) -> list[Any]:
    return [*rows][::-1]


def amounts_by_day(reading: Reading) -> dict[date, list[dict[str, int]]]:
    """Return what everybody got in the rows of each day, in twelfths, by name."""
    found: dict[date, list[dict[str, int]]] = {}
    for table in reading.amounts:
        for row in table.rows:
            by_name = {
                reading.names[amount]: twelfths for amount, twelfths in row.amounts.items() if twelfths
            }
            found.setdefault(table.date, []).append(by_name)
    return found


# Hands of one evening


def test_hands_of_an_evening_are_asked_and_both_readings_stand_beside_one_another(
    house: House, anna: Client
) -> None:
    look = look_at(anna, house, *rows_of(*from_the_bottom(RUNNING)))
    assert asked(look).why_not == "Please say what the amounts are."
    shown = {option["code"]: [*option["rows"]] for option in asked(look).amounts_options}
    assert [*shown] == ["each", "table", "table-newest"]
    day = date(2016, 3, 4)
    assert shown["table-newest"][0] == ("Row 2", day, "Anna −4, Bert +12, Cilli −4, Dora −4")
    assert shown["table-newest"][-1] == ("Row 7", day, "Anna +1, Bert −1, Cilli +1, Dora −1")
    assert shown["table"][0][2] == "Anna +12, Bert −26, Cilli +18, Dora −4"
    page = look.content.decode()
    assert "of each day, the newest row is on top" in page
    assert "of each day, the oldest row is on top" in page
    assert again(anna, house.club, look, "import").status_code == 200

    sure = again(anna, house.club, look, amounts="table-newest")
    back = again(anna, house.club, sure)
    assert fields_of(back)["amounts"] == "table-newest", "the answer is kept"
    (rows,) = amounts_by_day(back.context["reading"]).values()
    assert rows == [{name: 12 * points for name, points in total_of(hand).items()} for hand in HANDS]
    assert again(anna, house.club, back, "import").status_code == 302
    assert totals(house) == total_of(SUMS)


# Drawn


def played(season: Sequence[tuple[date, dict[str, int]]]) -> dict[date, list[dict[str, int]]]:
    days: dict[date, list[dict[str, int]]] = {}
    for day, points in season:
        days.setdefault(day, []).append({name: 12 * point for name, point in points.items() if point})
    return days


@pytest.mark.parametrize("seed", range(DRAWN))
def test_a_season_in_either_order_comes_in_as_it_was_played_or_is_asked(seed: int) -> None:
    lot = Random(seed)
    season = drawn_season(lot, lot.choice((2, 3, 4, 8)))
    if lot.random() < 0.3:  # two rounds on one day
        place = lot.randrange(1, len(season))
        season[place] = (season[place - 1][0], season[place][1])
    head, *rows = table_of(carried_on(lot, season, yearly=False))
    up = from_the_bottom(rows)
    if lot.random() < 0.3:  # a worksheet each way would be put together like this
        up = rows[: len(rows) // 2] + from_the_bottom(rows[len(rows) // 2 :])
    open_one = read_amounts(head, *up)
    assert not is_silent(open_one) or amounts_by_day(open_one) == played(season)
    answers = [way.code for way in open_one.ways]
    right = [amounts_by_day(read_amounts(head, *up, amounts=answer)) == played(season) for answer in answers]
    assert any(right)


@pytest.mark.parametrize("seed", range(DRAWN))
def test_an_evening_in_either_order_comes_in_as_it_was_played_or_is_asked(seed: int) -> None:
    lot = Random(seed)
    evening = [(date(2016, 3, 4), points) for _day, points in drawn_season(lot, lot.choice((3, 6, 16)))]
    head, *rows = table_of(carried_on(lot, evening, yearly=False))
    up = from_the_bottom(rows)
    open_one = read_amounts(head, *up)
    assert not is_silent(open_one) or amounts_by_day(open_one) == played(evening)
    sure = read_amounts(head, *up, amounts="table-newest")
    assert (sure.bad, amounts_by_day(sure)) == ([], played(evening))
    numbered = [(row[0], number, *row[1:]) for number, row in enumerate(rows, 1)]
    by_number = read_amounts((head[0], "Nr", *head[1:]), *from_the_bottom(numbered), amounts="table")
    assert (by_number.bad, amounts_by_day(by_number)) == ([], played(evening))


# Amounts drawn by lot are never taken for running totals, and running totals are recognised


SEEDS = 20

# What the four who play get, in an order that is drawn.
SHAPES = (
    *[(1, 1, -1, -1)] * 5,  # a game of two against two
    *[(3, -1, -1, -1)] * 3,  # of one against three
    (-2, -1, 1, 2),  # a Trischaken
    (4, -2, -1, -1),  # a kontra of one alone
    (3, 1, -2, -2),  # premiums of one alone
)
WORTH = (1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10)

Amounts = dict[str, int]


def drawn(lot: Random, people: str) -> Amounts:
    playing = lot.sample(people, 4)
    factor = lot.choice(WORTH) * lot.choice((1, -1))
    return {name: factor * share for name, share in zip(playing, lot.choice(SHAPES), strict=True)}


def added(totals: Amounts, hand: Amounts) -> Amounts:
    return {name: totals.get(name, 0) + hand.get(name, 0) for name in {**totals, **hand}}


def looks_running(paper: list[list[Amounts]], evenings: list[list[Amounts]]) -> bool:
    """Return whether this paper of these hands is taken for running totals."""
    given = [amounts for rows in paper for amounts in rows]
    settled = [hand for hands in evenings for hand in hands]
    return are_carried_on(zip(given, settled, strict=True))


def drawn_evenings(seed: int, people: str, evenings: int, hands: int) -> list[list[Amounts]]:
    lot = Random(seed)
    return [[drawn(lot, people) for _hand in range(hands)] for _evening in range(evenings)]


@pytest.mark.parametrize("people", ["abcd", "abcde"])
@pytest.mark.parametrize(("evenings", "hands"), [(1, 4), (1, 6), (1, 12), (3, 8)])
def test_amounts_of_hands_are_never_taken_for_running_totals(people: str, evenings: int, hands: int) -> None:
    all_drawn = [drawn_evenings(seed, people, evenings, hands) for seed in range(SEEDS)]
    found = [looks_running(drawn, drawn) for drawn in all_drawn]
    assert not any(found)


@pytest.mark.parametrize("people", ["abcd", "abcde"])
def test_amounts_of_other_rules_are_never_taken_for_running_totals(people: str) -> None:
    """Nobody asks what they are, where no hand fits the rules."""
    for seed in range(SEEDS):
        other = drawn_evenings(seed + SEEDS, people, 3, 8)
        assert not looks_running(other, drawn_evenings(seed, people, 3, 8))


@pytest.mark.parametrize("people", ["abcd", "abcde"])
@pytest.mark.parametrize("is_written_out", [True, False], ids=["everybody", "whoever-played"])
@pytest.mark.parametrize(("evenings", "hands"), [(1, 6), (1, 12), (3, 8)])
def test_running_totals_of_six_hands_are_recognised(
    people: str, evenings: int, hands: int, is_written_out: bool
) -> None:
    """With whoever sat out or without."""
    found = 0
    for seed in range(SEEDS):
        rows, drawn = [], drawn_evenings(seed, people, evenings, hands)
        for evening in drawn:
            totals = list(accumulate(evening, added))
            shown = people if is_written_out else ""
            rows.append(
                [
                    {name: total.get(name, 0) for name in shown or hand}
                    for total, hand in zip(totals, evening, strict=True)
                ]
            )
        found += looks_running(rows, drawn)
    assert found == SEEDS


# Season tables say what each evening brought, or carry it on: neither is taken for the other unasked


SEASONS = 1000


def test_totals_that_are_carried_on_through_a_season_are_never_taken_for_evenings() -> None:
    for seed in range(SEASONS):
        lot = Random(seed)
        season = drawn_season(lot, lot.choice((2, 3, 3, 4, 4, 12)))
        table = carried_on(lot, season)
        sums = Sums()
        for number, (day, points) in enumerate(table):
            sums.add(TableLine(2 + number, TableOnDay(day, "", ""), {}, tuple(points), points))
        assert decided(sums, {AS_DAYS: sums}) != EACH, table


def test_below_each_answer_stands_what_the_first_rows_become() -> None:
    evenings = [(4, -4, 6, -6), (2, -2, 4, -4), (7, -7, 9, -9)]
    rows = [(f"{number}.3.2016", *amounts) for number, amounts in enumerate(evenings, 1)]
    rows.append(("3.1.2017", 1, -1, 3, -3))
    reading = read_amounts(("Datum", *PEOPLE[:4]), *rows)
    assert (reading.is_unsaid, reading.said) == (True, "")
    shown = {way.code: dict(way.rows) for way in reading.ways}
    assert list(shown) == ["each", "file", "year"]
    assert {way: rows[3] for way, rows in shown.items()} == {
        "each": "Anna +2, Bert −2, Cilli +4, Dora −4",
        "file": "Anna −2, Bert +2, Cilli −2, Dora +2",
        "year": "Anna −2, Bert +2, Cilli −2, Dora +2",
    }
    assert shown["year"][5] == "Anna +1, Bert −1, Cilli +3, Dora −3"
    assert shown["file"][5] == "Anna −6, Bert +6, Cilli −6, Dora +6"


@pytest.mark.parametrize("seed", range(3))
def test_evenings_that_repeat_nothing_are_not_asked_about(seed: int) -> None:
    season = drawn_season(Random(seed), 60)
    reading = read_amounts(*table_of(season), amounts="each")
    assert (reading.sums, reading.bad, reading.hands) == ([], [], 60)
