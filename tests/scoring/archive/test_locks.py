"""A database that is served, moved or brought up to date: what may happen to it at the same time."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.db import connection

from scoring.management import locks
from tests.support.checkout import ROOT
from tests.support.races.processes import free_port
from tests.support.scoring.backup import connected_to
from tests.support.scoring.house import House
from tests.support.started import PATIENCE, printed

Begin = Callable[..., subprocess.Popen[str]]
LINK = r"http://\S+/setup/([0-9a-f]+)/"


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begin the command on a database; what still runs is ended after the test."""
    begun: list[subprocess.Popen[str]] = []

    def do(address: str, *words: str) -> subprocess.Popen[str]:
        told = {"DATABASE_URL": address, "DATA_FOLDER": str(tmp_path), "PORT": str(free_port())}
        known = {name: value for name, value in os.environ.items() if name != "SECRET_KEY"}
        process = subprocess.Popen(
            [sys.executable, "-m", "tarockclub", *words],
            cwd=ROOT,
            env=known | told | {"PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        begun.append(process)
        return process

    yield do
    for process in begun:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def end(process: subprocess.Popen[str]) -> tuple[int, str]:
    said, _ = process.communicate(timeout=PATIENCE)
    return process.returncode, said


@pytest.mark.database
def test_commands_typed_at_once_bring_a_new_database_up_to_date_once_and_have_one_key(
    begin: Begin, empty_database: str
) -> None:
    server = begin(empty_database, "run")
    link, verify = begin(empty_database, "setup-link"), begin(empty_database, "verify")
    code = printed(server, LINK)
    status, said = end(verify)
    assert (status, said.splitlines()[-1]) == (0, "0 sheets, 0 hands: no difference."), said
    status, said = end(link)
    assert status == 0, said
    assert f"/setup/{code}/" in said


@pytest.mark.database
def test_what_is_served_is_not_moved_even_while_nobody_asks(
    begin: Begin, house: House, own_database: str, tmp_path: Path
) -> None:
    assert printed(begin(own_database, "run"), "(Open): ")
    status, said = end(begin(own_database, "move", f"sqlite:///{tmp_path}/elsewhere.sqlite3"))
    assert status == 1
    assert "Nothing was moved: " in said
    assert "is in use. Stop the server (Ctrl-C where it was started, or as a service)" in said
    assert not (tmp_path / "elsewhere.sqlite3").exists()


@pytest.mark.database
def test_what_is_moved_or_restored_is_not_served_meanwhile(
    begin: Begin, house: House, own_database: str
) -> None:
    with connected_to(urlsplit(own_database).path[1:]), locks.unserved(connection):
        status, said = end(begin(own_database, "run"))
    assert status == 1
    assert "is being moved or restored. Start the server once that has ended." in said
