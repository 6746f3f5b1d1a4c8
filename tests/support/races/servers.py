"""A server as a fixture: whole processes on a database of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.races.processes import Origin, Server

WORKERS = 4


@pytest.fixture(scope="session")
def origin() -> Iterator[Origin]:
    """The program is read once, not by each of the processes that a test begins."""
    found = Origin()
    yield found
    found.stop()


@pytest.fixture
def server(origin: Origin, migrated_database: str, tmp_path: Path) -> Server:
    log = tmp_path / "server.log"
    return Server(migrated_database, log, workers=WORKERS, secret=origin.secret, start=origin)
