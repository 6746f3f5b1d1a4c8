"""A server as a fixture: whole processes on a database of their own."""

from pathlib import Path

import pytest

from tests.support.races.processes import Server

WORKERS = 4


@pytest.fixture
def server(migrated_database: str, tmp_path: Path) -> Server:
    return Server(migrated_database, tmp_path / "server.log", workers=WORKERS)
