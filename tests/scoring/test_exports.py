"""Files for spreadsheets, read back and compared with what the page shows, cell by cell."""

from __future__ import annotations

import csv
from datetime import date, datetime
from fractions import Fraction
from io import BytesIO, StringIO
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from openpyxl import load_workbook

from scoring.exports.figures import Column, Figures, Kind, Value
from scoring.exports.pages import figures_of_season, figures_of_settling, figures_of_sheet, under_rules
from scoring.exports.writing import CONTROL, csv_of, exact_text, harmless, xlsx_of
from scoring.models import Sheet
from scoring.paper.page import HandLine, SumLine, paper_of
from scoring.paper.season import Period, Season, standings_of
from scoring.paper.settling import settling_of, sheets_of
from scoring.table_links import code_of
from tests.scoring.conftest import House, now
from tests.scoring.tables import FIVE, REDEAL, Record, dealer, dreier, hand, rufer, trischaken
from tests.scoring.test_season import JUNE, MAY, play

HOSTILE = (
    '=HYPERLINK("http://x";"Anna")',
    "+43 1 234",
    "-2+3",
    "@SUM(A1:A9)",
    "＝1+1",
    " =1",
    "\t=1",
    "'=1",
    'Anna "die; Erste", mit\nZeile',
    "#N/A",
    "1/2",
    "007",
    "TRUE",
)
HANDS: tuple[Record, ...] = (
    dreier("Anna"),
    trischaken("Bert", "Dora"),
    REDEAL,
    hand("trischaken", "Cilli", order=[["Anna", "Emil"]]),
    dealer("Anna"),
    dreier("Bert"),
)


def of_xlsx(content: bytes) -> Any:
    return load_workbook(BytesIO(content)).active


def of_csv(content: bytes, *, plain: bool = False) -> list[list[str]]:
    text = content.decode("utf-8" if plain else "utf-8-sig")
    return list(csv.reader(StringIO(text, newline=""), delimiter="," if plain else ";"))


def same_in_xlsx(sheet: Any, figures: Figures) -> None:
    """Every cell is what it should be, as far as a number in a worksheet can say it."""
    assert [cell.value for cell in sheet[1]] == [column.title for column in figures.columns]
    assert sheet.max_row == len(figures.rows) + 1
    for cells, row in zip(sheet.iter_rows(min_row=2), figures.rows, strict=True):
        for cell, value, column in zip(cells, row, figures.columns, strict=True):
            assert cell.data_type != "f"
            if value is None:
                assert cell.value is None
            elif isinstance(value, str):
                assert (cell.value, cell.data_type) == (CONTROL.sub("\ufffd", value), "s")
            elif isinstance(value, date):
                assert isinstance(cell.value, datetime)
                assert (cell.value.date(), cell.is_date) == (value, True)
            else:
                assert cell.data_type == "n"
                number = Fraction(value) / (100 if column.kind is Kind.CENTS else 1)
                assert Fraction(cell.value).limit_denominator(number.denominator) == number


def same_in_csv(rows: list[list[str]], figures: Figures, *, plain: bool) -> None:
    assert rows[0] == [harmless(column.title) for column in figures.columns]
    assert len(rows) == len(figures.rows) + 1
    for cells, row in zip(rows[1:], figures.rows, strict=True):
        for text, value, column in zip(cells, row, figures.columns, strict=True):
            if value is None:
                assert text == ""
            elif isinstance(value, str):
                assert text in (value, f"'{value}")
            elif isinstance(value, date):
                assert text == (value.isoformat() if plain else value.strftime("%d.%m.%Y"))
            else:
                number = Fraction(value) / (100 if column.kind is Kind.CENTS else 1)
                read = Fraction(text) if plain else Fraction(text.replace(",", "."))
                assert read == number if plain else abs(read - number) < Fraction(1, 10**10)


def same_everywhere(client: Client, name: str, figures: Figures, asked: str = "", **where: Any) -> None:
    """What the addresses answer with is these figures."""
    client.cookies["language"] = "en"
    xlsx, csv_file = (reverse(f"scoring:{name}", kwargs=where | {"form": form}) for form in ("xlsx", "csv"))
    same_in_xlsx(of_xlsx(client.get(xlsx + asked).content), figures)
    same_in_csv(of_csv(client.get(csv_file + asked).content), figures, plain=False)
    plain = client.get(f"{csv_file}{asked or '?'}&plain=1").content
    same_in_csv(of_csv(plain, plain=True), figures, plain=True)


@pytest.fixture
def sheet(house: House) -> Sheet:
    """With a Radl, a void hand, halves, and somebody whose name a spreadsheet would run."""
    played = [{**record} for record in HANDS]
    return now(play(house, MAY, *played, names=FIVE))


def rules_of_standard(sheet: Sheet) -> str:
    return f"Standard rules · 1 · {sheet.ruleset.code}"


def test_a_sheet_has_a_row_for_every_line_of_the_page(house: House, sheet: Sheet) -> None:
    with override("en"):
        paper = paper_of(sheet, sheet.evening.names(), "en")
        figures = figures_of_sheet(paper, sheet.name, MAY)
        exported = under_rules(figures, rules_of_standard(sheet))
    assert len(figures.rows) == len(paper.lines)
    for row, line in zip(figures.rows, paper.lines, strict=True):
        assert row[0] == MAY
        if isinstance(line, HandLine):
            assert row[1:5] == (line.number, line.dealer.name, "R" if line.radl else None, line.told)
            assert row[5::2] == tuple(cell.amount if cell else None for cell in line.cells)
            assert row[6::2] == tuple(cell.total if cell else None for cell in line.cells)
        elif isinstance(line, SumLine):
            assert (row[4], row[5::2], row[6::2]) == (line.title, (None,) * 5, line.totals)
        else:
            assert (row[1], row[4], row[5:]) == (None, line.told, (None,) * 10)
    same_everywhere(house.client("Emil"), "export_sheet", exported, pk=sheet.pk)


def test_the_settling_up_is_that_of_its_page(house: House, sheet: Sheet) -> None:
    evening = sheet.evening
    house.play(house.sheet(("Hilda", "Karl", "Lois", "Mitzi"), evening=evening, name="2"), dreier("Karl"))
    with override("en"):
        settling = settling_of(evening, sheets_of(evening), "en")
        figures = figures_of_settling(settling, MAY)
        exported = under_rules(figures, rules_of_standard(sheet))
    assert [row[1:5] for row in figures.rows] == [
        (share.name, "Guest" if share.guest else None, share.hands, share.points) for share in settling.people
    ]
    assert [row[-2] for row in figures.rows] == [share.cents for share in settling.people]
    payments = ", ".join(str(row[-1]) for row in figures.rows if row[-1])
    for one in settling.payments:
        assert f"{one.payee} {one.money}" in payments
    where = {"slug": house.club.slug, "pk": evening.pk}
    same_everywhere(house.client("Anna"), "export_settling", exported, **where)


def test_an_evening_without_money_has_no_column_for_it(house: House) -> None:
    evening = play(house, MAY, dreier("Anna"), cents=0).evening
    figures = figures_of_settling(settling_of(evening, sheets_of(evening), "de"), MAY)
    assert [column.kind for column in figures.columns][-2:] == [Kind.NUMBER, Kind.POINTS]


def test_the_season_is_that_of_the_page_all_pages_of_it(house: House, sheet: Sheet) -> None:
    play(house, JUNE, rufer("Anna", "Karl"), names=("Anna", "Bert", "Karl", "Lois"), currency="CHF")
    standings = standings_of(Season(house.club, Period.year(2026)))
    for guests in (False, True):
        with override("en"):
            figures = figures_of_season(standings, "Season", guests=guests)
        everybody = standings.everybody if guests else standings.members
        assert [row[:3] for row in figures.rows] == [
            (one.rank, one.name, one.score.points) for one in everybody
        ]
        assert [column.title for column in figures.columns[3:5]] == ["Money (CHF)", "Money (EUR)"]
        asked = f"?period=2026{'&guests=on' if guests else ''}"
        same_everywhere(house.client("Emil"), "export_season", figures, asked, slug=house.club.slug)


def test_only_the_names_that_were_looked_for_leave(house: House, sheet: Sheet) -> None:
    path = reverse("scoring:export_season", kwargs={"slug": house.club.slug, "form": "csv"})
    rows = of_csv(house.client("Emil").get(f"{path}?period=2026&q=bert&sort=name&page=7").content)
    assert [row[1] for row in rows[1:]] == ["Bert"]
    assert house.client("Emil").get(f"{path}?since=nonsense").status_code == 400


# Names that a spreadsheet would run

KINDS: tuple[tuple[Kind, tuple[Value, ...]], ...] = (
    (Kind.NUMBER, (0, 7, None)),
    (Kind.POINTS, (0, 4, -12, Fraction(-152, 3), Fraction(1, 2), Fraction(-1, 6), Fraction(2, 3))),
    (Kind.AVERAGE, (Fraction(19, 43), Fraction(0), Fraction(-2, 3))),
    (Kind.CENTS, (Fraction(1234), Fraction(-1, 3), Fraction(1, 2), Fraction(0))),
    (Kind.DATE, (MAY, JUNE)),
)


def hostile() -> Figures:
    """Every name in a cell and over a column, and every kind of number beside it."""
    columns = tuple(Column(name) for name in HOSTILE) + tuple(Column(kind.name, kind) for kind, _ in KINDS)
    rows = tuple(
        HOSTILE[number:] + HOSTILE[:number] + tuple(values[number % len(values)] for _, values in KINDS)
        for number in range(len(HOSTILE))
    )
    return Figures("=[Tisch]: */?\\ 'so'", columns, rows)


def test_in_xlsx_every_name_stands_there_as_it_is_and_is_text() -> None:
    figures = hostile()
    sheet = of_xlsx(xlsx_of(figures))
    assert [sheet.cell(1, number).value for number in range(1, len(HOSTILE) + 1)] == list(HOSTILE)
    for row in sheet.iter_rows(max_col=len(HOSTILE)):
        for cell in row:
            assert cell.data_type == "s"
            assert cell.quotePrefix is (harmless(cell.value) != cell.value)
    for cells, row in zip(sheet.iter_rows(min_row=2), figures.rows, strict=True):
        assert [cell.value for cell in cells[: len(HOSTILE)]] == list(row[: len(HOSTILE)])


def test_in_csv_no_cell_begins_as_a_formula_does() -> None:
    figures = hostile()
    for plain in (False, True):
        rows = of_csv(csv_of(figures, plain=plain), plain=plain)
        same_in_csv(rows, figures, plain=plain)
        for row in rows:
            for text in row[: len(HOSTILE)]:
                assert text.strip()[:1] not in ("=", "+", "-", "@", "＝")


@pytest.mark.parametrize("name", ["=1+1", "+Anna", "-Bert", "@Cilli"])
def test_a_guest_with_such_a_name_is_harmless_in_all_three_files(house: House, name: str) -> None:
    sheet = play(house, MAY, dreier("Anna"), names=("Anna", "Bert", "Cilli", name))
    club = house.club.slug
    client = house.client("Emil")
    for path in (
        reverse("scoring:export_sheet", kwargs={"pk": sheet.pk, "form": "csv"}),
        reverse("scoring:export_settling", kwargs={"slug": club, "pk": sheet.evening.pk, "form": "csv"}),
        reverse("scoring:export_season", kwargs={"slug": club, "form": "csv"}) + "?period=all&guests=on",
    ):
        found = {text for row in of_csv(client.get(path).content) for text in row}
        assert f"'{name}" in found
        assert name not in found
        cells = [cell for row in of_xlsx(client.get(path.replace("csv", "xlsx")).content) for cell in row]
        assert {cell.data_type for cell in cells if cell.value == name} == {"s"}
        assert {cell.data_type for cell in cells} <= {"s", "n", "d"}


def test_a_letter_that_no_worksheet_takes_is_replaced() -> None:
    figures = Figures("\x01", (Column("\x00a"),), (("b\x0bc",),))
    sheet = of_xlsx(xlsx_of(figures))
    assert (sheet["A1"].value, sheet["A2"].value) == ("\ufffda", "b\ufffdc")


# Numbers, dates, the look


def test_numbers_and_dates_are_numbers_and_dates() -> None:
    figures = hostile()
    same_in_csv(of_csv(csv_of(figures, plain=True), plain=True), figures, plain=True)
    sheet = of_xlsx(xlsx_of(figures))
    by_kind = {kind: sheet.cell(2 + 3, len(HOSTILE) + 1 + place) for place, (kind, _) in enumerate(KINDS)}
    assert by_kind[Kind.POINTS].value == pytest.approx(-152 / 3, rel=1e-15)
    assert by_kind[Kind.POINTS].number_format == "+# ?/?;-# ?/?;0"
    assert by_kind[Kind.DATE].number_format == "dd.mm.yyyy"
    assert sheet.cell(2, len(HOSTILE) + 4).value == 12.34


class Written(NamedTuple):
    number: Fraction
    text: str


@pytest.mark.parametrize(
    "case",
    [
        Written(Fraction(0), "0"),
        Written(Fraction(-7), "-7"),
        Written(Fraction(1, 8), "0.125"),
        Written(Fraction(-1, 20), "-0.05"),
        Written(Fraction(37, 3), "37/3"),
        Written(Fraction(1, 300), "1/300"),
    ],
)
def test_the_plain_file_is_exact(case: Written) -> None:
    assert exact_text(case.number) == case.text
    assert Fraction(case.text) == case.number


def test_the_head_stays_in_sight_and_columns_are_wide_enough(house: House, sheet: Sheet) -> None:
    path = reverse("scoring:export_sheet", kwargs={"pk": sheet.pk, "form": "xlsx"})
    worksheet = of_xlsx(house.client("Emil").get(path).content)
    assert worksheet.freeze_panes == "A2"
    assert worksheet.print_title_rows == "$1:$1"
    assert worksheet["A1"].font.bold
    assert worksheet.column_dimensions["E"].width > 20
    assert worksheet.title == "1 2026-05-08"


def test_a_row_that_does_not_fit_is_refused() -> None:
    with pytest.raises(AssertionError, match="as many cells"):
        Figures("Tisch", (Column("Name"),), ((1, 2),))


# Who gets it


def test_the_file_has_a_name_and_is_kept_by_no_cache(house: House, sheet: Sheet) -> None:
    path = reverse("scoring:export_sheet", kwargs={"pk": sheet.pk, "form": "csv"})
    answer = house.client("Emil").get(path)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="1-2026-05-08.csv"'
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert not house.client("Emil").get(f"{path}?plain=1").content.startswith(b"\xef\xbb\xbf")


def test_whoever_may_read_the_sheet_may_have_it_and_nobody_else(house: House, sheet: Sheet) -> None:
    guest = Client()
    guest.get(reverse("scoring:read_link", args=[code_of(sheet, "read")]))
    for form in ("xlsx", "csv"):
        path = reverse("scoring:export_sheet", kwargs={"pk": sheet.pk, "form": form})
        assert guest.get(path).status_code == 200
        assert house.client("Emil").get(path).status_code == 200
        assert house.client("Emil").post(path).status_code == 405
        for who in ("Franz", "Gustl", ""):
            assert house.client(who).get(path).status_code == 404
        assert "Mühlviertler" not in str(of_csv(guest.get(path).content)) if form == "csv" else True
    club = {"slug": house.club.slug}
    for name, where in (("export_settling", club | {"pk": sheet.evening.pk}), ("export_season", club)):
        path = reverse(f"scoring:{name}", kwargs=where | {"form": "xlsx"})
        assert house.client("Emil").get(path).status_code == 200
        for visitor in (guest, house.client("Franz"), house.client("Gustl")):
            assert visitor.get(path).status_code == 404
