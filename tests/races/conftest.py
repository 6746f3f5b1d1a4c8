"""A club on an empty database, served by several processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.races.phones import Phone
from tests.races.processes import ROOT, Keeper, Server

WORKERS = 4


@dataclass
class Club:
    """Tables, and the processes that look after them."""

    server: Server
    keeper: Keeper
    tables: list[dict[str, Any]] = field(default_factory=list)

    def opened(self, tables: int) -> Club:
        self.tables = self.keeper.do("found", tables=tables)
        self.server.start()
        return self

    def phone(self, table: int = 0) -> Phone:
        return Phone(self.server.port, self.tables[table]["code"])

    def stored(self, table: int = 0) -> dict[str, Any]:
        """The table's sheet as the database has it."""
        found = self.keeper.do("look")[str(self.tables[table]["sheet"])]
        assert isinstance(found, dict)
        return found

    def on_sheet(self, task: str, table: int = 0, **arguments: object) -> Any:
        return self.keeper.do(task, sheet=self.tables[table]["sheet"], **arguments)


@dataclass
class Hall:
    """A tournament of one table: two directors at their boards, and phones with its card."""

    server: Server
    directors: tuple[Keeper, Keeper]
    code: str = ""

    def opened(self) -> Hall:
        self.code = self.do("found_tournament")["code"]
        self.server.start()
        return self

    def do(self, task: str, **arguments: object) -> Any:
        return self.directors[0].do(task, **arguments)

    def phone(self) -> Phone:
        return Phone(self.server.port, self.code, door="c")


@pytest.fixture
def hall(empty_database: str, tmp_path: Path) -> Iterator[Hall]:
    """In the end its database holds no lie."""
    server = Server(empty_database, tmp_path / "server.log", workers=WORKERS)
    directors = (
        Keeper(empty_database, server.secret, "director"),
        Keeper(empty_database, server.secret, "director"),
    )
    yield Hall(server, directors).opened()
    server.stop()
    for one in directors:
        one.stop()
    no_lie(server)


@pytest.fixture
def open_club(empty_database: str, tmp_path: Path) -> Iterator[Callable[[int], Club]]:
    """`club = open_club(3)` has three tables and its server runs. In the end its database holds no lie."""
    server = Server(empty_database, tmp_path / "server.log", workers=WORKERS)
    club = Club(server, Keeper(empty_database, server.secret))
    yield club.opened
    server.stop()
    club.keeper.stop()
    no_lie(server)


def no_lie(server: Server) -> None:
    """Nothing went wrong on it, and `verify` finds nothing."""
    log = server.log.read_text()
    # who comes too late may be turned away, and Django notes from where
    assert log.count("Traceback") == log.count("django.core.exceptions.PermissionDenied"), log
    verify = [sys.executable, "manage.py", "verify"]
    found = subprocess.run(verify, cwd=ROOT, env=server.environment, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr
