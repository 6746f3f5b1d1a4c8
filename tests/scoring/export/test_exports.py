"""Files for spreadsheets, read back and compared with what the page shows, cell by cell."""

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from io import BytesIO, StringIO
from itertools import count, repeat
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core import signing
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils.translation import override
from openpyxl import load_workbook

from scoring.evenings.export import figures_of_settling
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.export import pending_downloads
from scoring.export.figures import FigureRow, Figures, Streamed, Workbook, under_rules
from scoring.export.texts import harmless, in_a_worksheet, worksheet_names
from scoring.export.workbook import STEP, drain, write_xlsx
from scoring.export.writing import FORMATS, file_in
from scoring.models import Sheet
from scoring.season import export as hands_played
from scoring.season.export import figures_of_hands, figures_of_season
from scoring.season.pages.season import Period, Season, standings_of
from scoring.table.export import figures_of_sheet
from scoring.table.pages.page import HandLine, SumLine, paper_of
from scoring.web.columns import Column, ColumnKind
from tests.support.scoring.exports import HOSTILE, KINDS, lines_of, same_at
from tests.support.scoring.house import HOUSE, House, now
from tests.support.scoring.reading import of_csv, of_xlsx, same_in_csv, same_in_xlsx
from tests.support.scoring.season import JUNE, MAY, play
from tests.support.scoring.tables import FIVE, REDEAL, Record, dealer, dreier, hand, rufer, trischaken
from tests.support.spreadsheet import sums_of, xlsx_of
from tests.support.stages import stage

HANDS: tuple[Record, ...] = (
    dreier("Anna"),
    trischaken("Bert", "Dora"),
    REDEAL,
    hand("trischaken", "Cilli", order=[["Anna", "Emil"]]),
    dealer("Anna"),
    dreier("Bert"),
)


def csv_of(what: Workbook | Figures) -> bytes:
    """Figures or a book as CSV."""
    return file_in("csv", what).content


@stage(on=HOUSE)
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
            assert row[1:4] == (line.number, line.dealer.name, "R" if line.radl else None)
            assert row[10] == line.told
            assert row[11] == ", ".join(line.seats)
            assert row[12::2] == tuple(cell.amount if cell else None for cell in line.cells)
            assert row[13::2] == tuple(cell.total if cell else None for cell in line.cells)
        elif isinstance(line, SumLine):
            assert (row[1:12], row[12::2]) == ((*(None,) * 9, line.title, None), (None,) * 5)
            assert row[13::2] == line.totals
        else:
            assert (row[1], row[4:10], row[10], row[11:]) == (None, (None,) * 6, line.told, (None,) * 11)
    first = dict(zip(figures.keys, figures.rows[0], strict=True))
    assert (first["contract"], first["declarer"], first["result"]) == ("Dreier", "Anna", "won")
    assert (first["amount_1"], first["amount_5"], first["total_4"], first["total_5"]) == (15, None, -5, None)
    same_at(house.client("Emil"), "export_sheet", Workbook.of(exported), pk=sheet.pk)


def test_what_was_played_stands_in_columns_of_its_own(house: House) -> None:
    both = hand("rufer", "Anna", partner="Cilli", points="41/2", kontra="kontra")
    both["premiums"] = [
        {"premium": "pagat", "by": "Cilli", "announced": True, "made": True, "kontra": "kontra"}
    ]
    alone = hand("rufer", "Bert", king="talon", won=False) | {"options": {"silent_miss": "charged"}}
    sheet = now(play(house, MAY, both, alone))
    with override("en"):
        figures = figures_of_sheet(paper_of(sheet, sheet.evening.names(), "en"), sheet.name, MAY)
    keys = ("declarer", "partner", "result", "premiums", "kontra", "agreed")
    first, second = (
        {key: row[place] for key, place in figures.column_numbers.items() if key in keys}
        for row in figures.rows[:2]
    )
    assert (first["declarer"], first["partner"], first["result"]) == ("Anna", "Cilli", "41/2 won")
    assert (first["premiums"], first["kontra"]) == ("I a✓K: Cilli", "Kontra")
    assert (second["partner"], second["result"]) == ("king in the talon", "lost")
    assert [row["agreed"] for row in (first, second)] == [None, "Missed silently: costs the silent value"]


def test_the_settling_up_is_that_of_its_page(house: House, sheet: Sheet) -> None:
    evening = sheet.evening
    house.play(house.sheet(("Hilda", "Karl", "Lois", "Mitzi"), evening=evening, name="2"), dreier("Karl"))
    with override("en"):
        settling = settling_of(evening, sheets_of(evening), "en")
        figures = figures_of_settling(settling, MAY)
    assert [row[1:5] for row in figures.rows] == [
        (share.name, "Guest" if share.guest else None, share.hands, share.points) for share in settling.people
    ]
    for row, share in zip(figures.rows, settling.people, strict=True):
        found = dict(zip(figures.keys, row, strict=True))
        assert (found["money"], found["rounding"]) == (share.cents, share.rounding)
        assert (found["gets"] or 0) - (found["pays"] or 0) == share.cents
    payments = ", ".join(str(row[-1]) for row in figures.rows if row[-1])
    for payment in settling.payments:
        assert f"{payment.payee} {payment.money}" in payments


def test_the_season_is_that_of_the_page_all_pages_of_it(house: House, sheet: Sheet) -> None:
    play(house, JUNE, rufer("Anna", "Karl"), names=("Anna", "Bert", "Karl", "Lois"), currency="CHF")
    standings = standings_of(Season(house.club, Period.year(2026)))
    for guests in (False, True):
        with override("en"):
            figures = figures_of_season(standings, f"Season 2026 {house.club.name}", guests=guests)
        everybody = standings.everybody if guests else standings.members
        assert [row[:3] for row in figures.rows] == [
            (player.rank, player.name, player.score.points) for player in everybody
        ]
        assert [column.title for column in figures.columns[3:5]] == ["Money (CHF)", "Money (EUR)"]
        asked = f"?period=2026{'&guests=on' if guests else ''}"
        same_at(house.client("Emil"), "export_season", Workbook.of(figures), asked, slug=house.club.slug)


def test_only_the_names_that_were_looked_for_leave(house: House, sheet: Sheet) -> None:
    path = reverse("scoring:export_season", kwargs={"slug": house.club.slug, "form": "csv"})
    rows = of_csv(house.client("Emil").get(f"{path}?period=2026&q=bert&sort=name&page=7").content)
    assert [row[1] for row in rows[1:]] == ["Bert"]
    assert house.client("Emil").get(f"{path}?since=nonsense").status_code == 400


# Names that a spreadsheet would run


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
    same_in_xlsx(sheet, figures)
    # One is spelt as the letter that a worksheet would read it as.
    names = [in_a_worksheet(name) for name in HOSTILE]
    assert [name for name in names if name not in HOSTILE] == ["_x005F_x0041_nna"]
    assert [sheet.cell(1, number).value for number in range(1, len(HOSTILE) + 1)] == names
    for row in sheet.iter_rows(max_col=len(HOSTILE)):
        for cell in row:
            assert cell.data_type == "s"
            assert cell.quotePrefix is (harmless(cell.value) != cell.value)


def test_in_csv_no_cell_begins_as_a_formula_does() -> None:
    figures = hostile()
    rows = of_csv(csv_of(figures))
    same_in_csv(rows, figures)
    for row in rows:
        for text in row[: len(HOSTILE)]:
            assert text.strip()[:1] not in ("=", "+", "-", "@", "＝")


def test_a_letter_that_no_worksheet_takes_is_replaced() -> None:
    figures = Figures("\x01", (Column("\x00a"),), (("b\x0bc",),))
    sheet = of_xlsx(xlsx_of(figures))
    assert (sheet["A1"].value, sheet["A2"].value) == ("\ufffda", "b\ufffdc")


# Numbers, dates, the look


def test_numbers_and_dates_are_numbers_and_dates() -> None:
    figures = hostile()
    sheet = of_xlsx(xlsx_of(figures))
    by_kind = {kind: sheet.cell(2 + 3, len(HOSTILE) + 1 + place) for place, (kind, _) in enumerate(KINDS)}
    assert by_kind[ColumnKind.POINTS].value == pytest.approx(-152 / 3, rel=1e-15)
    assert by_kind[ColumnKind.POINTS].number_format == "+# ?/?;-# ?/?;0"
    assert by_kind[ColumnKind.DATE].number_format == "dd.mm.yyyy"
    assert sheet.cell(2, len(HOSTILE) + 4).value == 12.34


def test_what_somebody_has_stands_without_a_plus() -> None:
    """Play money is no gain; what was won in a hand is."""
    columns = (
        Column("Balance", ColumnKind.POINTS, "balance", signed=False),
        Column("Amount", ColumnKind.POINTS, "amount"),
    )
    rows = ((74, 24), (Fraction(151, 3), Fraction(1, 3)), (Fraction(-1, 16), Fraction(1, 16)), (-2, -2))
    sheet = of_xlsx(xlsx_of(Figures("Stand", columns, rows)))
    assert [[cell.number_format for cell in row] for row in sheet["A2:B5"]] == [
        ["0", "+0;-0;0"],
        ["# ?/?;-# ?/?;0", "+# ?/?;-# ?/?;0"],
        ["0.00##", "+0.00##;-0.00##;0"],
        ["0", "+0;-0;0"],
    ]


# Who gets it


def test_the_file_has_a_name_and_is_kept_by_no_cache(house: House, sheet: Sheet) -> None:
    path = reverse("scoring:export_sheet", kwargs={"pk": sheet.pk, "form": "csv"})
    answer = house.client("Emil").get(path)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="1-2026-05-08.csv"'
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert house.client("Emil").get(f"{path}?plain=1").content == answer.content, "the CSV of before"


# Worksheets


def test_worksheets_have_names_that_a_spreadsheet_takes_and_no_two_the_same() -> None:
    titles = ["=1+1", "Tisch [1]: */?\\", "tisch 1", "History", "'", "x" * 40, "x" * 40, "😀" * 20, "a\x00b"]
    names = worksheet_names(titles)
    assert names[0] == "=1+1"
    assert len({name.casefold() for name in names}) == len(titles)
    for name in names:
        assert 0 < len(name.encode("utf-16-le")) <= 2 * 31
        assert not set(name) & set("[]:*?/\\\x00")
        assert (name[0], name[-1]) != ("'", "'")
    assert names[1:5] == ["Tisch 1", "tisch 1 (2)", "History (2)", "5"]


def test_tables_of_the_same_name_are_all_in_the_book() -> None:
    tables = tuple(Figures(name, (Column("Name"),), ((name,),)) for name in ("a/b", "A b", "=a/b", "a b"))
    sheets = load_workbook(BytesIO(xlsx_of(Workbook("x", tables)))).worksheets
    assert [(sheet.title, sheet["A2"].value) for sheet in sheets] == [
        ("a b", "a/b"),
        ("A b (2)", "A b"),
        ("=a b", "=a/b"),
        ("a b (3)", "a b"),
    ]
    with ZipFile(BytesIO(csv_of(Workbook("x", tables)))) as archive:
        assert archive.namelist() == ["01-a-b.csv", "02-a-b-2.csv", "03-a-b.csv", "04-a-b-3.csv"]


# What adds everything up again


@pytest.mark.parametrize("titles", [("Anna", "ANNA"), ("Anna\nMaria", "Bert"), ("Anna", "x" * 256)])
def test_columns_that_no_table_takes_have_a_filter_all_the_same(titles: tuple[str, str]) -> None:
    columns = tuple(Column(title, ColumnKind.POINTS) for title in titles)
    worksheet = of_xlsx(xlsx_of(Figures("x", columns, ((1, -1),))))
    assert (len(worksheet.tables), worksheet.auto_filter.ref) == (0, "A1:B2")


def test_where_no_row_stands_nothing_is_added_up() -> None:
    sheet = of_xlsx(xlsx_of(Figures("x", (Column("Sum", ColumnKind.POINTS, "sum", summed=True),), ())))
    assert (sheet.max_row, len(sheet.tables), sheet.auto_filter.ref) == (1, 0, "A1:A1")


def test_sums_stand_below_the_table_follow_its_filter_and_are_printed() -> None:
    """A third and its rest: whoever changes a cell sees the sum change."""
    columns = (Column("=Name", key="name"), *(replace(column, summed=True) for column in COLUMNS[1:]))
    rows = (("=1", Fraction(1, 3), 2), ("Bert", Fraction(-1, 3), None), ("Cilli", 5, -2))
    with override("de"):
        sheet = of_xlsx(xlsx_of(Figures("x", columns, rows)))
    assert [cell.value for cell in sheet[5]] == ["Summe", "=SUBTOTAL(9,B2:B4)", "=SUBTOTAL(9,C2:C4)"]
    assert [cell.data_type for cell in sheet[5]] == ["s", "f", "f"]
    assert [cell.number_format for cell in sheet[5]][1:] == ["+0;-0;0", "+0;-0;0"]
    assert sums_of(sheet) == {"=A": 5, "B": 0}
    assert ({table.ref for table in sheet.tables.values()}, sheet["A2"].data_type) == ({"A1:C4"}, "s")
    assert sheet.print_area.endswith("$A$1:$C$5")


COLUMNS = (
    Column("Name", key="name"),
    Column("=A", ColumnKind.POINTS, "a"),
    Column("B", ColumnKind.POINTS, "b"),
)


@pytest.fixture(autouse=True)
def folder(data: Path) -> Path:
    """Where files wait to be fetched."""
    return data / "exports"


@stage(on=HOUSE)
def played(house: House) -> Sheet:
    play(house, MAY, dreier("Anna"), dreier("Bert"))
    return play(house, JUNE, dreier("Cilli"))


def streamed(rows: int) -> Figures:
    def make() -> Iterator[FigureRow]:
        return ((f"Anna {number}", number % 7, -(number % 7)) for number in range(rows))

    return Figures("Blätter", COLUMNS, Streamed(rows, make))


def address(house: House, form: str = "xlsx", name: str = "export_season_hands") -> str:
    return reverse(f"scoring:{name}", kwargs={"slug": house.club.slug, "form": form}) + "?period=all"


# Row by row


@pytest.mark.parametrize("form", FORMATS)
def test_rows_are_taken_one_after_the_other_and_never_all_at_once(form: str, tmp_path: Path) -> None:
    """Whatever has been written is on disk or on its way before the last row is asked for."""
    taken = count()

    def make() -> Iterator[FigureRow]:
        for number in range(5 * STEP):
            next(taken)
            yield f"Anna {number}", 1, -1

    figures = Figures("x", COLUMNS, Streamed(5 * STEP, make))
    with (tmp_path / "file").open("wb") as file:
        said = [(rows, next(taken)) for rows in file_in(form, figures).write(file)]
    assert len(said) >= 5
    for place, (rows, read) in enumerate(said[:-1]):
        assert read - place <= rows + 2 * STEP, "it read further than it wrote"


@pytest.mark.parametrize("form", FORMATS)
def test_what_streams_says_the_same_as_what_is_in_memory(form: str) -> None:
    figures = streamed(3 * STEP + 1)
    whole = Figures(figures.title, COLUMNS, tuple(figures.rows))
    if form == "xlsx":
        one, other = (
            [[cell.value for cell in row] for row in of_xlsx(xlsx_of(table)).iter_rows()]
            for table in (figures, whole)
        )
        assert one == other
    else:
        assert file_in(form, figures).content == file_in(form, whole).content


RUN = ("Gast;=1+1", "Gast, @SUM(A1)", 'Gast;"=1', "Gast\t+1+A1", "Gast|-1+A1", "Gast\r\n=1", "=1;=2")


def test_no_name_counts_wherever_a_spreadsheet_takes_a_csv_apart() -> None:
    """Also at a separator that is not ours."""
    rows = tuple((1, name, -7) for name in (*RUN, "Post; -3"))
    figures = Figures("x", (Column("Punkte"), Column("=Name;=1"), Column("Rest")), rows)
    text = csv_of(figures).decode("utf-8-sig")
    assert "Post; -3" in text
    for separator in ";,\t|":
        cells = [
            cell.strip().strip('"') for row in csv.reader(StringIO(text), delimiter=separator) for cell in row
        ]
        assert [cell for cell in cells if re.match(r"[=@]|[+-](?![\d.,-]+$)", cell)] == [], separator


def test_a_row_that_does_not_fit_is_found_while_it_is_written() -> None:
    wrong = Figures("x", COLUMNS, Streamed(1, lambda: iter([("Anna", 1)])))
    for made in (csv_of, xlsx_of):
        with pytest.raises(ValueError, match=r"shorter|longer"):
            made(wrong)


def test_nothing_stays_behind_of_what_is_not_written_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make() -> Iterator[FigureRow]:
        yield from repeat(("Anna", 1, -1), 2 * STEP)
        raise OSError("the database has gone")

    def full(*asked: object, **further: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    writing_it = write_xlsx(Workbook.of(streamed(5 * STEP)), BytesIO())
    next(writing_it)
    assert list(tmp_path.iterdir()), "openpyxl's own rows"
    writing_it.close()  # as nobody waits for the end
    assert not list(tmp_path.iterdir())
    with pytest.raises(OSError, match="has gone"):
        drain(write_xlsx(Workbook.of(Figures("x", COLUMNS, Streamed(1, make))), BytesIO()))
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr("zipfile.ZipFile.write", full)
    with pytest.raises(OSError, match="No space left"):
        drain(write_xlsx(Workbook.of(streamed(3)), BytesIO()))
    assert not list(tmp_path.iterdir())


def test_what_is_sent_later_is_in_the_language_of_the_page(house: House, played: Sheet) -> None:
    """The page has answered long before the last row is put into words."""
    client = house.client("Emil")
    for language, result in (("en", "won"), ("de", "gewonnen")):
        client.cookies["language"] = language
        answer = client.get(address(house, "csv"))
        with override("de" if language == "en" else "en"):
            rows = of_csv(answer.getvalue())
        assert {row[9] for row in rows[1:]} == {result}


# Made while somebody watches


def test_whoever_watches_hears_how_far_it_is_and_fetches_the_file_once(
    house: House, played: Sheet, folder: Path
) -> None:
    client = house.client("Emil")
    news = lines_of(client.get(address(house) + "&progress=1"))
    assert news[:-1] == [{"rows": 3, "of": 3}]
    [waiting] = folder.iterdir()
    assert (folder.stat().st_mode & 0o777, waiting.stat().st_mode & 0o777) == (0o700, 0o600)
    answer = client.get(news[-1]["ready"])
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    assert "no-store" in answer.headers["Cache-Control"]
    assert of_xlsx(answer.getvalue()).max_row == 4, "a head, and three hands"
    assert not list(folder.iterdir())
    assert client.get(news[-1]["ready"]).status_code == 404


def test_a_ready_file_belongs_to_whoever_waited_for_it(house: House, played: Sheet) -> None:
    ready_at = lines_of(house.client("Emil").get(address(house) + "&progress=1"))[-1]["ready"]
    for who in ("Anna", "Franz", "Gustl", ""):
        assert house.client(who).get(ready_at).status_code == 404
    assert house.client("Emil").head(ready_at).status_code == 404, "and a look takes nothing away"
    assert house.client("Emil").get(ready_at).getvalue().startswith(b"PK")


def test_nobody_makes_up_an_address(house: House, played: Sheet, folder: Path) -> None:
    folder.mkdir()
    (folder.parent / "secret").write_text("x")
    (folder / "export-real").write_text("x")
    me = house["Emil"].pk
    for name, salt in (
        ("../secret", pending_downloads.SALT),
        ("export-real", "other"),
        ("", pending_downloads.SALT),
    ):
        token = signing.dumps([name, "x.csv", "text/csv", me], salt=salt)
        assert house.client("Emil").get(reverse("scoring:ready_export", args=[token])).status_code == 404
    assert house.client("Emil").get(reverse("scoring:ready_export", args=["x"])).status_code == 404
    assert (folder / "export-real").exists()


def test_the_file_is_gone_when_nobody_waits_for_it_any_more(
    house: House, played: Sheet, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands_played, "hands_of", None)
    monkeypatch.setattr("scoring.season.views.figures_of_hands", lambda *asked: streamed(5 * STEP))
    answer = house.client("Emil").get(address(house) + "&progress=1")
    news = iter(answer)  # type: ignore[call-overload]
    assert json.loads(next(news)) == {"rows": STEP, "of": 5 * STEP}
    assert len(list(folder.iterdir())) == 1
    answer.close()
    assert not list(folder.iterdir())


# The command


def test_the_command_writes_the_same_file_and_says_how_far_it_is(
    house: House, played: Sheet, tmp_path: Path
) -> None:
    said, file = StringIO(), tmp_path / "hands.csv"
    call_command("export_season", house.club.slug, str(file), "--language=en", stderr=said)
    with override("en"):
        figures = figures_of_hands(Season(house.club, Period()), "x", "en")
        assert file.read_bytes() == csv_of(figures)
    assert "3 of 3 rows" in said.getvalue()
    quiet = {"stderr": StringIO()}
    call_command("export_season", house.club.slug, str(tmp_path / "a.json"), "--since=2026-06-01", **quiet)
    [table] = json.loads((tmp_path / "a.json").read_text())["tables"]
    assert [row[0] for row in table["rows"]] == [str(JUNE)]
    book = (str(tmp_path / "b.xlsx"), "--until=2026-05-31", "--book", "--language=en")
    call_command("export_season", house.club.slug, *book, **quiet)
    assert of_xlsx((tmp_path / "b.xlsx").read_bytes()).title == "Standings"


def test_the_command_says_what_is_wrong(house: House, tmp_path: Path) -> None:
    for asked, wrong in (
        (["nobody", "x.csv"], "no club"),
        ([house.club.slug, "x.ods"], "xlsx, csv, json"),
        ([house.club.slug, str(tmp_path / "nowhere" / "x.csv")], "cannot be written"),
        ([house.club.slug, "x.csv", "--since=8.5."], "is not a date"),
    ):
        with pytest.raises(CommandError, match=wrong):
            call_command("export_season", *asked)
