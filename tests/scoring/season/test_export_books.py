"""Evenings and seasons as books: worksheets are what pages show, and LibreOffice adds them up alike."""

import csv
import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils.translation import override
from openpyxl import load_workbook
from openpyxl.utils.cell import coordinate_to_tuple

from scoring.clubs.privacy.stored import stored_about
from scoring.evenings.export import workbook_of_evening
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.evenings.verbs import close_evening
from scoring.export.figures import Course, Figures, Workbook
from scoring.export.writing import file_in
from scoring.models import Evening, Row, Sheet
from scoring.old_sheets.export import figures_of_old_totals
from scoring.season.export import (
    workbook_of_career,
    workbook_of_statistics,
)
from scoring.season.pages.career import Career
from scoring.season.pages.season import Period, Season, standings_of
from scoring.season.pages.season_hands import EVERYTHING, HandFilter
from scoring.season.pages.statistics import ClubStatistics
from scoring.sharing import verbs as sharing_verbs
from scoring.table.pages.page import paper_of
from scoring.web.columns import Column, ColumnKind
from tests.support.office import CSV, recalculated, saved
from tests.support.scoring.exports import (
    HOSTILE,
    KINDS,
    SCHEMA,
    book_of,
    evening,
    hands_book,
    same_at,
    season,
    season_book,
    two_evenings,
)
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.old_papers import old_amounts, totals_of_club
from tests.support.scoring.reading import agree, same_everywhere
from tests.support.scoring.recording import posted
from tests.support.scoring.season import JUNE, MAY, play
from tests.support.scoring.tables import FIVE, dreier, hand, rufer, trischaken
from tests.support.spreadsheet import sums_of, xlsx_of
from tests.support.stages import stage

__all__ = ["evening", "two_evenings"]  # the fixtures


Named = dict[str, Figures]


def said_around(chart: Any) -> list[str]:
    """Return what a chart is called, and what stands at its axes."""
    titles = (chart.title, chart.x_axis.title, chart.y_axis.title)
    return ["".join(run.t for part in title.tx.rich.p for run in part.r) for title in titles]


def saved_as_csv(office: str, workbooks: Iterable[bytes], folder: Path) -> list[bytes]:
    """Their first worksheets, as somebody in Austria would save them."""
    return saved(office, workbooks, folder, CSV)


def named(book: Workbook) -> Named:
    return {table.name: table for table in book.tables}


def column(figures: Figures, key: str) -> list[Any]:
    return [row[figures.column_numbers[key]] for row in figures.rows]


# An evening


def test_every_file_of_an_evening_is_its_book_cell_by_cell(house: House, evening: Evening) -> None:
    book, where = book_of(evening), {"slug": house.club.slug, "pk": evening.pk}
    assert [table.name for table in book.tables] == [
        "=1+1",
        "Course of =1+1",
        "=1-1",
        "Course of =1-1",
        "Settling up",
        "Who pays whom",
        "Pagatkassa =1+1",
        "Pagatkassa =1-1",
        "Rules",
    ]
    same_at(house.client("Emil"), "export_evening", book, **where)


def test_the_course_begins_at_nothing_and_follows_the_sheet(evening: Evening) -> None:
    sheet = sheets_of(evening)[0]
    course = named(book_of(evening))["Course of =1+1"]
    paper = paper_of(sheet, evening.names(), "en")
    assert column(course, "hand") == list(range(len(paper.hands) + 1))
    assert course.rows[0][1:] == (0, 0, 0, 0, 0, None)
    assert course.rows[-1][1:] == paper.totals
    assert column(course, "total_6") == [None] * 4 + [0, 30]  # sat down after four hands


def test_the_chart_shows_the_balances_under_the_names_of_the_players(evening: Evening) -> None:
    with override("en"):
        workbook = load_workbook(BytesIO(xlsx_of(book_of(evening))))
    [chart] = workbook["Course of =1+1"]._charts
    assert [line.tx.strRef.f for line in chart.series] == [
        f"'Course of =1+1'!{letter}1" for letter in "BCDEFG"
    ]
    assert [cell.value for cell in workbook["Course of =1+1"][1]] == ["Hand", *FIVE, "@Karl"]
    assert chart.series[0].val.numRef.f == "'Course of =1+1'!$B$2:$B$7"
    assert {line.cat.numRef.f for line in chart.series} == {"'Course of =1+1'!$A$2:$A$7"}
    assert said_around(chart) == ["Course of =1+1", "Hand", "Points"]
    assert not workbook["=1+1"]._charts


def wide() -> Figures:
    """Of a table at which half a club has sat."""
    people = [f"Person {number} aus dem langen Tal" for number in range(30)]
    keys = ("hand", *(f"p{number}" for number in range(30)))
    kinds = (ColumnKind.NUMBER, *[ColumnKind.POINTS] * len(people))
    columns = [Column(*about) for about in zip(("Hand", *people), kinds, keys, strict=True)]
    rows = [(hand, *(hand * number for number in range(30))) for hand in range(1, 9)]
    course = Course("hand", keys[1:], "Verlauf des Abends", "Punkte")
    return Figures("Breit", tuple(columns), rows, course=course)


def test_beside_many_columns_the_chart_is_a_sheet_of_its_own() -> None:
    with override("en"):
        workbook = load_workbook(BytesIO(xlsx_of(Workbook.of(wide()))))
    assert workbook.sheetnames == ["Breit", "Chart of Breit"]
    assert not workbook["Breit"]._charts
    assert [sheet.pageSetup.paperSize for sheet in workbook.chartsheets] == [9], "A4, as all others"


def test_every_line_of_a_sheet_says_which_state_it_is_of(house: House) -> None:
    sheet = play(house, MAY, dreier("Anna"))
    sheet.refresh_from_db()
    with override("en"):
        [lines, *_others] = workbook_of_evening(sheet.evening, "x", "en").tables
    assert {row[lines.column_numbers["state"]] for row in lines.rows} == {sheet.letters}


def test_the_settling_up_of_a_closed_evening_says_the_letters_of_its_final_tally(house: House) -> None:
    sheet = play(house, MAY, dreier("Anna"))

    def tallies() -> set[Any]:
        with override("en"):
            settled = named(book_of(sheet.evening))["Settling up"]
        return {row[settled.column_numbers["tally"]] for row in settled.rows}

    assert tallies() == {None}
    close_evening(actor=house["Anna"], deed=uuid4(), evening=sheet.evening)
    sheet.evening.refresh_from_db()
    assert tallies() == {sheet.evening.seals.get().code}
    Evening.objects.filter(pk=sheet.evening_id).update(venue="Anderswo")
    sheet.evening.refresh_from_db()
    assert tallies() == {None}, "the page would print another place"


def test_the_pagatkassa_lists_every_movement_and_what_was_in_it_then(evening: Evening) -> None:
    pot = named(book_of(evening))["Pagatkassa =1-1"]
    rows = [dict(zip(pot.keys, row, strict=True)) for row in pot.rows]
    paid = [(row["hand"], row["name"], row["paid_in"], row["pot"]) for row in rows]
    assert paid[:5] == [
        (1, "Hilda", 50, 50),
        (1, "Lois", 50, 100),
        (1, "Mitzi", 50, 150),
        (1, "Nandl", 50, 200),
        (1, "Nandl", 10, 210),
    ]
    assert {(row[0], row[1]) for row in paid[5:7]} == {(1, "Hilda"), (1, "Lois")}
    assert sum(row[2] for row in paid[5:7]) == -210
    assert paid[-1][0] == 2
    with override("en"):
        [_first, shown] = settling_of(evening, sheets_of(evening), "en").pots
    assert [row["told"] for row in rows] == [
        movement["told"] for _number, moved in shown["hands"] for movement in moved
    ]


def test_a_sum_of_the_schrift_says_so_and_is_no_running_total(house: House) -> None:
    kept = house.evening(schrift_kontra="none")
    record = hand("rufer", "Anna", partner="Cilli", points="41/2", kontra="kontra")
    house.play(house.sheet(evening=kept), record)
    with override("en"):
        [sheet, *_others] = workbook_of_evening(kept, "x", "en").tables
    assert [
        (
            row[sheet.column_numbers["told"]],
            row[sheet.column_numbers["sum_of"]],
            row[sheet.column_numbers["total_1"]],
        )
        for row in sheet.rows[1:]
    ] == [("Total", None, 2), ("Total: Schrift", "Schrift", 1)]
    assert sheet.rows[0][sheet.column_numbers["sum_of"]] is None


# A season


def test_every_file_of_a_season_is_its_book_cell_by_cell(house: House, two_evenings: Sheet) -> None:
    book = season_book(house)
    assert [table.name for table in book.tables] == [
        "Standings",
        "Evenings",
        "Rule sheets",
        "Records",
        "Contracts",
        "Premiums",
        "Kontras",
        "Trischaken",
        "Rules",
    ]
    same_at(house.client("Emil"), "export_season_book", book, "?period=2026", slug=house.club.slug)


def test_the_matrix_says_who_won_how_much_on_which_evening(house: House, two_evenings: Sheet) -> None:
    matrix = named(season_book(house))["Evenings"]
    assert [column.title for column in matrix.columns[2:]] == ["8 May 2026 Löwen", "5 Jun 2026 Löwen", "Sum"]
    found = {row[0]: row[1:] for row in matrix.rows}
    assert found["@Karl"] == ("Guest", 30, 14, 44)
    assert found["Hilda"][2] is None
    assert [row[0] for row in matrix.rows][-4:] == ["@Karl", "Lois", "Mitzi", "Nandl"], "guests stand last"
    everybody = standings_of(season(house)).everybody
    assert {row[0]: row[-1] for row in matrix.rows} == {
        player.name: player.score.points for player in everybody
    }
    for number in (1, 2):
        assert sum(filter(None, column(matrix, f"evening_{number}"))) == 0


def test_all_hands_leave_cell_by_cell_as_they_stand_on_the_sheets(house: House, two_evenings: Sheet) -> None:
    book = hands_book(house)
    same_at(house.client("Emil"), "export_season_hands", book, "?period=2026", slug=house.club.slug)
    [figures] = book.tables
    rows = [dict(zip(figures.keys, row, strict=True)) for row in figures.rows]
    assert len(rows) == len(figures.rows) == Row.objects.filter(number__isnull=False).count()
    expected = []
    for sheet in Sheet.objects.whole().order_by("evening__date", "pk"):
        with override("en"):
            paper = paper_of(sheet, sheet.evening.names(), "en")
        names = [column.name for column in paper.columns]
        for line in paper.hands:
            amounts = {name: cell.amount for name, cell in zip(names, line.cells, strict=True) if cell}
            expected.append(
                (sheet.evening.date, sheet.name, line.number, line.told, line.dealer.name, amounts)
            )
    assert expected == [
        (
            row["date"],
            row["table"],
            row["hand"],
            row["told"],
            row["dealer"],
            {row[f"player_{seat}"]: row[f"amount_{seat}"] for seat in (1, 2, 3, 4)},
        )
        for row in rows
    ]
    assert [Fraction(amount.twelfths, 12) for amount in posted()] == [
        row[f"amount_{seat}"] for row in rows for seat in (1, 2, 3, 4)
    ]
    assert rows[1]["doubled"] is None
    assert rows[2]["doubled"] == "R"


def test_only_the_hands_of_the_period_leave(house: House, two_evenings: Sheet) -> None:
    path = reverse("scoring:export_season_hands", kwargs={"slug": house.club.slug, "form": "json"})
    answer = house.client("Emil").get(f"{path}?since=2026-06-01&until=2026-06-30")
    [table] = json.loads(answer.getvalue())["tables"]
    assert [row[0] for row in table["rows"]] == [str(JUNE)] * 2
    assert house.client("Emil").get(f"{path}?since=nonsense").status_code == 400


# What a spreadsheet makes of it


def hostile_rows() -> Figures:
    """Hostile names and every kind of number; by the last of these rows all of them have met."""
    columns = tuple(Column(name) for name in HOSTILE[:3]) + tuple(
        Column(kind.name, kind, kind.value) for kind, _values in KINDS
    )
    points = (Fraction(1, 3), Fraction(-1, 6), Fraction(-1, 6), 5, -5)
    further = [
        Column(title, ColumnKind.POINTS, key, summed=True) for key, title in (("a", "=A"), ("b", "@B"))
    ]
    rows = tuple(
        (
            *(HOSTILE[(number + place) % len(HOSTILE)] for place in range(3)),
            *(values[number % len(values)] for _kind, values in KINDS),
            points[number % 5],
            -points[number % 5],
        )
        for number in range(420)
    )
    return Figures("=[Tisch]: */?\\ 'so' & so", (*columns, *further), rows)


def test_rows_of_hostile_names_are_read_back_cell_by_cell() -> None:
    book = Workbook.of(hostile_rows())
    same_everywhere(book, lambda form: file_in(form, book).content, SCHEMA)


def test_the_sums_of_an_evening_and_a_season_are_those_of_what_is_stored(
    house: House, two_evenings: Sheet, evening: Evening
) -> None:
    """What all win others lose; at every hand are four; and what is paid is received."""
    with override("en"):
        settling = settling_of(evening, sheets_of(evening), "en")
        workbooks = [load_workbook(BytesIO(xlsx_of(book))) for book in (book_of(evening), season_book(house))]
    of_evening, of_season = ({sheet.title: sums_of(sheet) for sheet in book.worksheets} for book in workbooks)
    paid = sum(payment.cents for payment in settling.payments) / 100
    assert of_evening["Settling up"] == {
        "Hands": 4 * settling.hands,
        "Points": 0,
        "Money (EUR)": 0,
        "pays (EUR)": paid,
        "gets (EUR)": paid,
    }
    assert of_evening["Who pays whom"] == {"Money (EUR)": paid}
    standings = of_season["Standings"]
    assert standings["Hands"] == 4 * Row.objects.filter(number__isnull=False).count()
    assert {head: amount for head, amount in standings.items() if head not in ("Hands", "Evenings")} == {
        "Points": 0,
        "Money (CHF)": 0,
        "Money (EUR)": 0,
    }


def test_libreoffice_opens_every_workbook_and_its_sums_are_those_of_the_rows(
    office: str, house: House, two_evenings: Sheet, evening: Evening, tmp_path: Path
) -> None:
    kept = house.evening(confirmation=True, schrift_kontra="none")
    house.play(
        house.sheet(evening=kept), hand("rufer", "Anna", partner="Cilli", points="41/2", kontra="kontra")
    )
    old_amounts(house)
    with override("en"):
        books = (
            book_of(evening),
            season_book(house),
            hands_book(house),
            workbook_of_evening(kept, "Schrift", "en"),
            career_book(house),
            workbook_of_statistics(ClubStatistics(season(house), "en"), "Statistics"),
            Workbook.of(hostile_rows()),
            Workbook.of(figures_of_old_totals(totals_of_club(house.club), "Old")),
            stored_about(house.member("Anna")),
        )
    workbooks = map(xlsx_of, books)
    for book, opened in zip(books, recalculated(office, workbooks, tmp_path), strict=True):
        agree(book, opened)


def shown_in(content: bytes) -> Callable[[str], str]:
    """What can be read in a cell of a worksheet that was saved as it is shown."""
    rows = list(csv.reader(StringIO(content.decode()), delimiter=";"))

    def shown(cell: str) -> str:
        row, column = coordinate_to_tuple(cell)
        return rows[row - 1][column - 1]

    return shown


# Points that people have, and how they write them; of others a decimal says most.
WRITTEN = {
    Fraction(0): "0",
    Fraction(5): "+5",
    Fraction(-12): "-12",
    Fraction(1, 2): "+ 1/2",
    Fraction(-1, 3): "- 1/3",
    Fraction(152, 3): "+50 2/3",
    Fraction(-1, 6): "- 1/6",
    Fraction(1, 10): "+0,10",
    Fraction(503, 10): "+50,30",
    Fraction(-1, 18): "-0,0556",
    Fraction(7, 12): "+0,5833",
}


def test_libreoffice_shows_points_as_people_write_them(office: str, tmp_path: Path) -> None:
    points = Figures("Points", (Column("Points", ColumnKind.POINTS),), tuple((points,) for points in WRITTEN))
    [content] = saved_as_csv(office, [xlsx_of(Workbook.of(points))], tmp_path)
    shown = shown_in(content)
    assert [shown(f"A{row}") for row in range(2, len(WRITTEN) + 2)] == list(WRITTEN.values())


# A player's own page as a book, for the club and behind a link, and the page of a club's statistics

KONTRA = hand("solorufer", "Bert", partner="Dora", points="41/2", kontra="kontra")
PAGAT = {"premiums": [{"premium": "pagat", "by": "Anna", "announced": True, "made": True}]}


@stage(on=HOUSE)
def played(house: House) -> House:
    """Everything that the pages have a table for, in two years and two currencies, and with a guest.

    Anna with Cilli often enough to be a good partner.
    """
    together = [hand("solorufer", "Anna", partner="Cilli", won=True) for _again in range(10)]
    first = [{**rufer("Anna", "Dora"), **PAGAT}, rufer("Bert", "Anna", won=False), dreier("Anna"), KONTRA]
    play(house, MAY.replace(year=2025), *first, currency="CHF")
    play(house, JUNE, trischaken("Anna", "Bert"), *together, names=("Anna", "Bert", "Cilli", "@Karl"))
    return house


def career(house: House, choice: HandFilter = EVERYTHING) -> Career:
    with override("en"):
        return Career(house.member("Anna"), Season(house.club, Period()), "en", choice)


def career_book(
    house: House, choice: HandFilter = EVERYTHING, chosen: str = "", *, linked: bool = True
) -> Workbook:
    title = f"Anna: Season {house.club.name}" if linked else f"Anna: Season All evenings {house.club.name}"
    with override("en"):
        return workbook_of_career(career(house, choice), title, chosen=chosen, linked=linked)


def cells(figures: Figures, *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(row[figures.column_numbers[key]] for key in keys) for row in figures.rows]


def where(house: House) -> dict[str, Any]:
    return {"slug": house.club.slug, "pk": house.member("Anna").pk}


def test_every_worksheet_has_what_the_page_shows_under_its_name(played: House) -> None:
    """What its columns are called, and what stands in them, is declared once for both."""
    found, tables = career(played), named(career_book(played))
    assert found.score is not None
    points = {
        "Season": [found.score.points],
        "Evenings": [evening.score.points for evening in found.evenings],
        "Points by season": [year.score.points for year in found.years],
        "Contracts played as declarer": [tally.points for tally in found.contracts],
        "As partner": [tally.points for tally in found.partnered],
        "As opponent": [tally.points for tally in found.opposed],
        "Birds and other premiums": [premium.points for premium in found.premiums],
        "Kontras given": [kontra.points for kontra in found.kontras],
        "Trischaken": [found.trischaken.points],
        "Best results with": [other.points for other in found.best_partners],
        "Best results against": [other.points for other in found.best_opponents],
    }
    assert {name: column(tables[name], "points") for name in points} == points
    assert cells(tables["Evenings"], "money_chf", "money_eur") == [
        (found.evenings[0].score.money["CHF"], None),
        (None, found.evenings[1].score.money["EUR"]),
    ]
    assert cells(tables["Contracts played as declarer"], "contract", "share")[0] == ("Solorufer", 100)
    assert [row[1:] for row in tables["Longest streaks"].rows] == [
        found.declared_in_a_row,
        found.evenings_in_a_row,
    ]


TABLES = [
    "Season",
    "Evenings",
    "Points by season",
    "Contracts played as declarer",
    "As partner",
    "As opponent",
    "Birds and other premiums",
    "Kontras given",
    "Trischaken",
    "Best results with",
    "Best results against",
    "Longest streaks",
]


def test_only_the_hands_that_were_chosen_leave_and_the_file_says_which(played: House) -> None:
    dora = str(played.member("Dora").pk)
    asked = f"?period=all&with={dora}&side=against&e-sort=-points"
    said = "Only hands with all of these people on the other side: Dora."
    expected = career_book(played, HandFilter("", frozenset([dora]), against=True), said)
    assert cells(named(expected)["Season"], "chosen") == [(said,)]
    same_at(played.client("Emil"), "export_career", expected, asked, **where(played))
    path = reverse("scoring:export_career", kwargs={**where(played), "form": "csv"})
    for wrong in ("?with=nobody", "?rules=nonsense", "?since=nonsense"):
        assert played.client("Emil").get(path + wrong).status_code == 400


def test_behind_a_link_are_neither_places_nor_money_nor_other_people(played: House) -> None:
    sharing = played.do(sharing_verbs.share_player, by="Anna", member=played.member("Anna"), period="all")
    expected = career_book(played, linked=False)
    beside = ("Best results with", "Best results against")
    assert [table.name for table in expected.tables] == [table for table in TABLES if table not in beside]
    for table in expected.tables:
        assert not {"place", "name", "money_eur", "money_chf"} & set(table.keys)
    same_at(played.client(""), "export_shared", expected, code=sharing.code)


def statistics_of(house: House, choice: HandFilter = EVERYTHING) -> ClubStatistics:
    with override("en"):
        return ClubStatistics(Season(house.club, Period()), "en", choice)


def statistics_book(house: House, choice: HandFilter = EVERYTHING, chosen: str = "") -> Workbook:
    with override("en"):
        title = f"Statistics {house.club.name}"
        return workbook_of_statistics(statistics_of(house, choice), title, chosen=chosen)


def test_every_file_of_the_statistics_is_its_book_cell_by_cell_and_follows_the_filters(played: House) -> None:
    client, slug = played.client("Emil"), played.club.slug
    same_at(client, "export_statistics", statistics_book(played), "?period=all", slug=slug)
    dora = next(person.key for person in statistics_of(played).people if person.name == "Dora")
    said = "Only hands that all of these people played: Dora."
    chosen = statistics_book(played, HandFilter("", frozenset([dora])), said)
    assert {row[-1] for table in chosen.tables for row in table.rows} == {said}
    assert "Trischaken" not in [table.name for table in chosen.tables]
    same_at(client, "export_statistics", chosen, f"?period=all&with={dora}&r1-sort=label", slug=slug)
    path = reverse("scoring:export_statistics", kwargs={"slug": slug, "form": "csv"})
    for wrong in ("?with=nobody", "?rules=nonsense", "?since=nonsense"):
        assert client.get(path + wrong).status_code == 400
