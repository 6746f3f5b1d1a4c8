"""Which tests run: those of rooms that changed in `make check`, suites that are due in `make everything`."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.everything.__main__ import suites
from tests.support.rooms import changed_files, played_for, rooms


def test_a_suite_is_due_once_a_file_that_it_is_about_changed(root: Path) -> None:
    whole = {suite.name: suite for suite in suites().values()}
    folders = {path.name for path in (root / "tests/everything").iterdir() if (path / "__init__.py").exists()}
    assert folders <= whole.keys()
    paths = {path.removeprefix(":!") for suite in whole.values() for path in suite.paths}
    assert {path for path in paths if not (root / path).exists()} == set()
    newest = replace(whole["looks"], green="HEAD")
    assert not newest.is_due
    assert replace(newest, green="").is_due
    assert not replace(newest, green="", is_long=True).is_due, "it would take hours"
    assert replace(newest, green="0" * 40).is_due, "a commit that this clone does not know"


def test_a_change_plays_the_tests_of_its_room() -> None:
    evenings, web, duties = "tests/scoring/evenings", "tests/scoring/web", "tests/tournaments/duties"
    assert played_for(["scoring/evenings/views/evenings.py"]) == {evenings}
    assert played_for(["templates/scoring/evenings/evening.html", "scoring/web/tables.py"]) == {evenings, web}
    assert played_for(["tournaments/duties.py", "tests/scoring/web/lies.toml"]) == {duties, web}
    assert played_for(["README.md", "scoring/static/scoring/record.css", "tests/engine/cards.toml"]) == set()


def test_a_change_to_what_all_rooms_use_plays_all_of_them() -> None:
    assert len(rooms()) > 25
    for file in ("scoring/deeds.py", "tournaments/models/tables.py", "scoring/engine/customs.toml"):
        assert played_for([file]) == rooms(), file
    for file in ("templates/base.html", "tarockclub/settings.py", "requirements/run.txt"):
        assert played_for([file]) == rooms(), file
    for file in ("tests/scoring/conftest.py", "tests/support/scoring/columns.toml"):
        assert played_for([file]) == rooms(), file


def test_a_change_within_the_tests_plays_every_room_whose_tests_import_it() -> None:
    checker = played_for(["tests/tournaments/results_file/second_checker.py"])
    assert {"tests/tournaments/results_file", "tests/scoring/archive", "tests/scoring/demo"} <= checker
    assert "tests/scoring/evenings" not in checker
    assert played_for(["tests/support/stages.py"]) == rooms(), "it is imported by conftest.py"
    editor = played_for(["tests/support/scoring/house_rules_editor.py"])
    assert "tests/scoring/rule_editor" in editor
    assert "tests/scoring/evenings" not in editor
    assert {"tests/scoring/evenings", "tests/scoring/season"} <= played_for(
        ["tests/support/scoring/house.py"]
    )


def test_where_nothing_differs_it_is_what_the_last_commit_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    git = {"diff": "", "ls-files": "", "show": "scoring/deeds.py\nREADME.md"}
    monkeypatch.setattr("tests.support.rooms.git", lambda verb, *_options: git[verb])
    assert changed_files() == ["scoring/deeds.py", "README.md"]
    git |= {"diff": "tests/approved/scoring old sheets.txt", "ls-files": "scoring/season/new.py"}
    assert changed_files() == ["tests/approved/scoring old sheets.txt", "scoring/season/new.py"]
