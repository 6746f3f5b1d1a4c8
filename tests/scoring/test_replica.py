"""What is read from a replica, and when the database is read instead."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection, connections

from scoring import replica
from scoring.replica import REPLICA, read_from_replica

TABLE = "CREATE TABLE marks (version integer, place text)"


def ask(query: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchone()[0] if cursor.description else None


def version() -> object:
    return ask("SELECT version FROM marks")


def place() -> object:
    return read_from_replica(lambda: ask("SELECT place FROM marks"), version)


@pytest.fixture
def file(db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of a replica that has what the database has."""
    file = tmp_path / "replica.sqlite3"
    monkeypatch.setitem(connections.settings, REPLICA, {**connections.settings["default"], "NAME": file})
    monkeypatch.setattr(replica._NextTrial, "at", 0.0)
    connections[REPLICA].alias = "default"  # tests may ask no other one
    with connections[REPLICA].cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS marks")
        cursor.execute(TABLE)
        cursor.execute("INSERT INTO marks VALUES (1, 'replica')")
    ask("DROP TABLE IF EXISTS marks")
    ask(TABLE)
    ask("INSERT INTO marks VALUES (1, 'database')")
    yield file
    connections[REPLICA].close()
    del connections[REPLICA]


@pytest.mark.database("sqlite")
def test_the_replica_is_read_only_as_long_as_it_has_what_the_database_has(file: Path) -> None:
    assert place() == "replica"
    ask("UPDATE marks SET version = 2")
    assert place() == "database"
    assert connection.alias == connections[REPLICA].alias == "default"
    assert connection.settings_dict["NAME"] != file


@pytest.mark.database("sqlite")
def test_a_replica_that_does_not_answer_is_left_alone_for_a_while(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that ends in the middle of a page, or has no such table yet."""

    def read_a_page() -> object:
        found = ask("SELECT place FROM marks")
        ask("SELECT COUNT(*) FROM of_this_page")
        return found

    ask("CREATE TABLE of_this_page (number integer)")
    assert read_from_replica(read_a_page, version) == "database"
    assert place() == "database"
    monkeypatch.setattr(replica._NextTrial, "at", 0.0)
    assert place() == "replica"
