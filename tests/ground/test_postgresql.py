"""With a PostgreSQL address in DATABASE_URL everything is there as with SQLite."""

import os
import subprocess
import sys

import psycopg
import pytest

pytestmark = pytest.mark.database("postgresql")


@pytest.fixture
def manage(root, empty_database):
    def run(*arguments):
        command = [sys.executable, "manage.py", *arguments]
        environment = os.environ | {"DATABASE_URL": empty_database}
        result = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        return result.stdout

    return run


def test_an_empty_database_is_made_ready_and_passes_every_check(manage):
    manage("migrate", "--verbosity", "0")
    manage("migrate", "--check")
    assert "no issues" in manage("check", "--database", "default", "--fail-level", "WARNING")


def test_the_driver_needs_nothing_of_the_system():
    assert psycopg.pq.__impl__ == "binary"
