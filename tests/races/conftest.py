"""A club on a database of its own, served by several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.support.phones import Phone
from tests.support.races.processes import Keeper, Server
from tests.support.races.servers import origin, server

__all__ = ["origin", "server"]  # the fixtures


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

    def on_sheet(self, task: str) -> Any:
        return self.keeper.do(task, sheet=self.tables[0]["sheet"])


@dataclass
class Hall:
    """A tournament of one table: its director, and phones with its card."""

    server: Server
    director: Keeper
    code: str = ""

    def opened(self) -> Hall:
        self.code = self.do("begin_tournament")["code"]
        self.server.start()
        return self

    def do(self, task: str, **arguments: object) -> Any:
        return self.director.do(task, **arguments)

    def phone(self) -> Phone:
        return Phone(self.server.port, self.code, door="c")


@pytest.fixture
def hall(server: Server) -> Iterator[Hall]:
    """In the end its database holds no lie."""
    director = server.keeper("tests.races.director")
    yield Hall(server, director).opened()
    server.kill()
    no_lie(server, director)
    director.stop()


@pytest.fixture
def open_club(server: Server) -> Iterator[Callable[[int], Club]]:
    """`club = open_club(3)` has three tables and its server runs. In the end its database holds no lie."""
    club = Club(server, server.keeper())
    yield club.opened
    server.kill()
    no_lie(server, club.keeper)
    club.keeper.stop()


def no_lie(server: Server, keeper: Keeper) -> None:
    """Nothing went wrong on it, and `verify` finds nothing."""
    log = server.log.read_text()
    # who comes too late may be turned away, and Django notes from where
    assert log.count("Traceback") == log.count("django.core.exceptions.PermissionDenied"), log
    assert keeper.do("verify") == ""
