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


@pytest.fixture
def open_club(empty_database: str, tmp_path: Path) -> Iterator[Callable[[int], Club]]:
    """`club = open_club(3)` has three tables and its server runs. In the end its database holds no lie."""
    server = Server(empty_database, tmp_path / "server.log", workers=WORKERS)
    club = Club(server, Keeper(empty_database, server.secret))
    yield club.opened
    server.stop()
    club.keeper.stop()
    assert "Traceback" not in server.log.read_text()
    verify = [sys.executable, "manage.py", "verify"]
    found = subprocess.run(verify, cwd=ROOT, env=server.environment, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr
