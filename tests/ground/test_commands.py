"""Whatever somebody is told to type has a row in tests/support/commands.toml, with the test that types it."""

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import pytest

from tarockclub.command import main
from tests.support.checkout import ROOT
from tests.support.commands import BEGINS, DOCUMENTS, ROWS, Row, printed
from tests.support.every import every


@pytest.fixture
def help_text(capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit):
        main(["fly"])
    assert "“fly” is not a command" in capsys.readouterr().err
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
    """Yield the scripts and modules that a command begins with."""
    steps = command
    if command.startswith("make "):
        dry = ["make", "--dry-run", *command.split()[1:]]
        steps = subprocess.run(dry, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for script in re.findall(r"(?<!\. )\.ci/\w+", steps):  # what is read behind a dot is no script
        yield script
        yield from begun_by((ROOT / script).read_text())
    yield from re.findall(r"python -m ([\w.]+)", steps)


@pytest.mark.program
@every("command", [command for command, row in ROWS.items() if row.test == BEGINS])
def test_what_takes_long_would_begin(command: str) -> None:
    begins = [*begun_by(command)]
    assert begins, command
    for name in begins:
        if name.startswith("."):
            assert os.access(ROOT / name, os.X_OK), name
            subprocess.run(["bash", "-n", ROOT / name], check=True)
        elif name.startswith("tests."):
            module = importlib.import_module(name)
            if hasattr(module, "__path__"):
                importlib.import_module(f"{name}.__main__")
        else:
            assert importlib.util.find_spec(name), name


@pytest.fixture
def manage(root, tmp_path):
    """manage.py alone in a folder, run by a Python that has no Django."""
    shutil.copy(root / "manage.py", tmp_path)

    def run(*arguments):
        command = [sys.executable, "-S", "manage.py", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    return run


def test_before_setup_a_person_is_told_what_to_do(manage):
    result = manage("settle")
    assert result.returncode == 1
    assert result.stderr == "Django is not installed here: run `make setup` first.\n"


def test_after_setup_the_projects_python_takes_over(manage, tmp_path):
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    assert manage("settle", "--sheet", "standard").stdout == "manage.py settle --sheet standard\n"


FIRST_REQUEST = """
import sys
from tarockclub.wsgi import application
from django.db import connections
from django.test import Client

assert not any(one.connection for one in connections.all(initialized_only=True)), "shared by all processes"
ready = set(sys.modules)
assert Client(SERVER_NAME="127.0.0.1").get("/rules/").status_code == 200
own = ("scoring", "tournaments", "tarockclub")
print(sorted(module for module in set(sys.modules) - ready if module.split(".")[0] in own))
"""


@pytest.mark.program
def test_the_first_request_loads_no_part_of_the_program(root, migrated_database):
    asked = subprocess.run(
        [sys.executable, "-c", FIRST_REQUEST],
        cwd=root,
        env=os.environ | {"SECRET_KEY": token_hex(32), "DATABASE_URL": migrated_database, "DEBUG": "0"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (asked.returncode, asked.stdout) == (0, "[]\n"), asked.stderr
