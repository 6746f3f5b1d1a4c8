"""Whatever somebody is told to type has a row in tests/support/commands.toml, with the test that types it."""

import ast
import importlib.util
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tarockclub.command import main
from tests.support.checkout import ROOT
from tests.support.commands import BEGINS, DOCUMENTS, ROWS, Row, printed
from tests.support.every import every


@pytest.fixture
def help_text(capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit):
        main(["fly"])
    assert "invalid choice: 'fly'" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--help"])
    return capsys.readouterr().out


def without_row(found: dict[str, str]) -> list[str]:
    return [f"{where}: {command}" for command, where in found.items() if command not in ROWS]


def test_every_command_that_is_printed_has_a_row(help_text: str) -> None:
    found = list(printed(help_text))
    sources = {where.rpartition("/")[2] for _command, where in found}
    assert {Path(name).name for name in DOCUMENTS} <= sources
    assert {"Makefile", "server.html", "tarockclub --help", "tarockclub.service", "compose.yaml"} <= sources
    assert without_row(dict(found)) == []
    assert without_row({"make tea": "README.md"}) == ["README.md: make tea"]


def test_every_row_is_printed_somewhere(help_text: str) -> None:
    assert sorted(set(ROWS) - set(dict(printed(help_text)))) == []


def test_both_languages_tell_to_type_the_same(help_text: str) -> None:
    of_language: dict[str, set[tuple[str, str]]] = {"de": set(), "en": set()}
    for command, where in printed(help_text):
        chapter = Path(where)
        if chapter.parent.name in of_language:
            of_language[chapter.parent.name].add((chapter.name, command))
    assert len(of_language["de"]) > 40
    assert of_language["de"] == of_language["en"]


def is_there(row: Row) -> bool:
    file, _, name = row.test.partition("::")
    return (ROOT / file).is_file() and name in {
        found.name
        for found in ast.walk(ast.parse((ROOT / file).read_text()))
        if isinstance(found, ast.FunctionDef)
    }


def test_the_test_of_every_row_is_there() -> None:
    assert {row.test for row in ROWS.values() if not is_there(row)} == set()
    assert not is_there(Row("tests/ground/test_commands.py::test_that_is_gone"))
    assert not is_there(Row("tests/ground/test_that_is_gone.py::test_commands"))


# What takes too long


def begun_by(command: str) -> Iterator[str]:
    """Yield the scripts, modules and options that a command begins with."""
    steps = command
    if command.startswith("make "):
        dry = ["make", "--dry-run", *command.split()[1:]]
        steps = subprocess.run(dry, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for script in re.findall(r"(?<!\. )\.ci/\w+", steps):  # what is read behind a dot is no script
        yield script
        yield from begun_by((ROOT / script).read_text())
    yield from re.findall(r"python -m ([\w.]+)", steps)
    yield from re.findall(r"--(?:thorough|in-pieces|every-statement|before-commit)", steps)


@every("command", [command for command, row in ROWS.items() if row.test == BEGINS])
def test_what_takes_long_would_begin(command: str, request: pytest.FixtureRequest) -> None:
    begins = [*begun_by(command)]
    assert begins, command
    for name in begins:
        if name.startswith("."):
            assert os.access(ROOT / name, os.X_OK), name
            subprocess.run(["bash", "-n", ROOT / name], check=True)
        elif name.startswith("--"):
            assert request.config.getoption(name) is not None
        elif name.startswith("tests."):
            module = importlib.import_module(name)
            if hasattr(module, "__path__"):
                importlib.import_module(f"{name}.__main__")
        else:
            assert importlib.util.find_spec(name), name
