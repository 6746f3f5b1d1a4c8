"""Long exports: read while they are written, made while somebody watches, fetched once."""

from __future__ import annotations

import csv
import json
import os
import re
import time
from collections.abc import Iterator
from io import BytesIO, StringIO
from itertools import count, repeat
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core import signing
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.export import pending_downloads
from scoring.export.figures import Across, Book, FigureRow, Figures, Streamed
from scoring.export.workbook import STEP, drain, write_xlsx
from scoring.export.writing import FORMATS, file_in
from scoring.models import Sheet
from scoring.season import export as hands_played
from scoring.season.export import figures_of_hands
from scoring.season.pages.season import Period, Season
from scoring.web.columns import Column, ColumnKind
from tests.support.scoring.export_streams import lines_of
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.reading import of_csv, of_xlsx
from tests.support.scoring.season import JUNE, MAY, play
from tests.support.scoring.tables import dreier
from tests.support.spreadsheet import csv_of, xlsx_of
from tests.support.stages import stage

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

    return Figures("Blätter", COLUMNS, Streamed(rows, make), controls=(Across(("a", "b")),))


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
    whole = Figures(figures.title, COLUMNS, tuple(figures.rows), controls=figures.controls)
    if form == "xlsx":
        one, other = (
            [[cell.value for cell in row] for row in of_xlsx(xlsx_of(table)).iter_rows()]
            for table in (figures, whole)
        )
        assert one == other
    else:
        assert file_in(form, figures).content == file_in(form, whole).content


RUN = ("Gast;=1+1", "Gast, @SUM(A1)", 'Gast;"=1', "Gast\t+1+A1", "Gast|-1+A1", "Gast\r\n=1", "=1;=2")


@pytest.mark.parametrize("plain", [False, True])
def test_no_name_counts_wherever_a_spreadsheet_takes_a_csv_apart(plain: bool) -> None:
    """Also at a separator that is not ours."""
    rows = tuple((1, name, -7) for name in (*RUN, "Post; -3"))
    figures = Figures("x", (Column("Punkte"), Column("=Name;=1"), Column("Rest")), rows)
    text = csv_of(figures, plain=plain).decode("utf-8-sig")
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


def test_nothing_stays_behind_when_nobody_waits_for_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    writing_it = write_xlsx(Book.of(streamed(5 * STEP)), BytesIO())
    next(writing_it)
    assert list(tmp_path.iterdir()), "openpyxl's own rows"
    writing_it.close()
    assert not list(tmp_path.iterdir())


def test_nothing_stays_behind_when_the_rows_go_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def make() -> Iterator[FigureRow]:
        yield from repeat(("Anna", 1, -1), 2 * STEP)
        raise OSError("the database has gone")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(OSError, match="has gone"):
        drain(write_xlsx(Book.of(Figures("x", COLUMNS, Streamed(1, make))), BytesIO()))
    assert not list(tmp_path.iterdir())


def test_nothing_stays_behind_when_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*asked: object, **further: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("zipfile.ZipFile.write", full)
    with pytest.raises(OSError, match="No space left"):
        drain(write_xlsx(Book.of(streamed(3)), BytesIO()))
    assert not list(tmp_path.iterdir())


def test_the_hands_are_read_some_tables_at_a_time(house: House, played: Sheet) -> None:
    season = Season(house.club, Period())
    whole = list(hands_played.hands_of(season, "de"))
    with patch.object(hands_played, "SHEETS_PER_QUERY", 1):
        assert list(hands_played.hands_of(season, "de")) == whole
    assert [(hand.date, hand.number) for hand in whole] == [(MAY, 1), (MAY, 2), (JUNE, 1)]


@pytest.mark.parametrize("form", FORMATS)
def test_without_a_script_the_link_downloads_the_file(house: House, played: Sheet, form: str) -> None:
    client = house.client("Emil", "en")
    answer = client.get(address(house, form))
    content = answer.getvalue()
    assert (answer.status_code, answer.streaming) == (200, True)
    name = answer.headers["Content-Disposition"]
    assert name == f'attachment; filename="hands-muehlviertler-runde.{form}"'
    assert "no-store" in answer.headers["Cache-Control"]
    if form == "csv":
        assert len(of_csv(content)) == 4
    assert len(content) > 100


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


def test_every_format_can_be_watched(house: House, played: Sheet) -> None:
    client = house.client("Emil")
    for form in FORMATS:
        for name in ("export_season_hands", "export_season_book", "export_season"):
            ready_at = lines_of(client.get(address(house, form, name) + "&progress=1"))[-1]["ready"]
            watched = client.get(ready_at)
            plain = client.get(address(house, form, name))
            for header in ("Content-Type", "Content-Disposition"):
                assert watched.headers[header] == plain.headers[header]
            contents = (watched.getvalue(), plain.getvalue())
            assert contents[0] == contents[1] or form != "json"  # the others carry the time


def test_a_ready_file_belongs_to_whoever_waited_for_it(house: House, played: Sheet) -> None:
    ready_at = lines_of(house.client("Emil").get(address(house) + "&progress=1"))[-1]["ready"]
    for who in ("Anna", "Franz", "Gustl", ""):
        assert house.client(who).get(ready_at).status_code == 404
    assert house.client("Emil").head(ready_at).status_code == 404, "and a look takes nothing away"
    assert house.client("Emil").get(ready_at).getvalue().startswith(b"PK")


def test_a_ready_file_waits_ten_minutes(house: House, played: Sheet, folder: Path) -> None:
    client = house.client("Emil")
    ready_at = lines_of(client.get(address(house) + "&progress=1"))[-1]["ready"]
    with patch(
        "django.core.signing.time.time", return_value=time.time() + pending_downloads.SECONDS_TO_FETCH + 1
    ):
        assert client.get(ready_at).status_code == 404
    [forgotten] = folder.iterdir()
    long_ago = time.time() - pending_downloads.SECONDS_KEPT - 1
    os.utime(forgotten, (long_ago, long_ago))
    lines_of(client.get(address(house) + "&progress=1"))
    assert forgotten not in folder.iterdir()
    assert len(list(folder.iterdir())) == 1


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


def test_on_a_phone_with_a_link_there_is_nothing_to_watch(house: House, played: Sheet) -> None:
    """Files that wait belong to an account; without one the file itself is the answer."""
    from scoring.table.links import code_of

    guest = Client()
    guest.get(reverse("scoring:read_link", args=[code_of(played, "read")]))
    path = reverse("scoring:export_sheet", kwargs={"pk": played.pk, "form": "csv"})
    assert guest.get(f"{path}?progress=1").headers["Content-Type"] == "text/csv; charset=utf-8"


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
    call_command(
        "export_season", house.club.slug, str(tmp_path / "a.json"), "--since=2026-06-01", stderr=StringIO()
    )
    [table] = json.loads((tmp_path / "a.json").read_text())["tables"]
    assert [row[0] for row in table["rows"]] == [str(JUNE)]
    call_command(
        "export_season",
        house.club.slug,
        str(tmp_path / "b.xlsx"),
        "--until=2026-05-31",
        "--book",
        "--language=en",
        stderr=StringIO(),
    )
    assert of_xlsx((tmp_path / "b.xlsx").read_bytes()).title == "Standings"


def test_the_command_says_what_is_wrong(house: House, tmp_path: Path) -> None:
    for asked, wrong in (
        (["nobody", "x.csv"], "no club"),
        ([house.club.slug, "x.ods"], "xlsx, csv, json"),
        ([house.club.slug, str(tmp_path / "nowhere" / "x.csv")], "cannot be written"),
        ([house.club.slug, "x.csv", "--since=8.5."], "no day"),
    ):
        with pytest.raises(CommandError, match=wrong):
            call_command("export_season", *asked)
