"""What is sent as one file: joined by esbuild at set-up, and as it is written where that cannot be had."""

import re
from pathlib import Path

import pytest

from tarockclub import static_files
from tarockclub.phone_engine.building import CannotBuild

PAGE = "scoring/record/page.js"
SOURCE = Path(static_files.__file__).parents[1] / "scoring" / "static" / PAGE


def test_scripts_and_styles_are_joined(tmp_path: Path) -> None:
    written = static_files.write_whole(tmp_path)
    assert {PAGE, "tournaments/table.js", "scoring/style.css"} < written
    page = (tmp_path / PAGE).read_text()
    assert not re.search(r"\bfrom *\"", page)
    assert len(page) > 3 * len(SOURCE.read_text()), "with all that it imports"
    assert "@import" not in (tmp_path / "scoring/style.css").read_text()


def test_where_nothing_can_join_them_they_are_sent_as_they_are_written_and_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_about: object) -> None:
        raise CannotBuild("npm error code ENOTFOUND")

    static_files.write_whole(tmp_path)
    monkeypatch.setattr(static_files, "node_packages", refuse)
    assert PAGE in static_files.write_whole(tmp_path)
    assert (tmp_path / PAGE).read_text() == SOURCE.read_text()
    said = "Browsers load scripts one by one; everything else goes on.\nnpm error code ENOTFOUND\n"
    assert capsys.readouterr().err == said


def test_until_what_joins_them_is_fetched_they_are_sent_as_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(static_files, "INSTALLED", tmp_path / "nothing")
    assert PAGE in static_files.write_whole(tmp_path)
    assert (tmp_path / PAGE).read_text() == SOURCE.read_text()
    assert capsys.readouterr().err == ""
