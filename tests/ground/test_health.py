"""What whoever watches servers is told, and what strangers are not; what went wrong is found by its id."""

import json
import logging
import os
import re
import shutil
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path
from pytest_django import DjangoAssertNumQueries

from scoring.archive import backups
from tarockclub import command, health, log_lines, urls
from tarockclub.log_lines import AsJson

KEY = "twenty letters or more"
KNOWN = {"Authorization": f"Bearer {KEY}"}
Usage = namedtuple("Usage", "total used free")

pytestmark = pytest.mark.django_db


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("broken")


urlpatterns = [*urls.urlpatterns, path("broken/", broken)]
handler500 = urls.handler500


def told(client: Client, status: int = 200, query: str = "", **headers: str) -> Any:
    with override_settings(HEALTH_KEY=KEY):
        answer = client.get(f"/health/{query}", headers=headers)
    assert answer.status_code == status, answer.content
    return answer.json()


def test_strangers_are_told_yes_or_no(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(client) == told(client, Authorization="Bearer something else") == {"ok": True}
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(10**12, 10**12, 1000))
    assert told(client, 503) == {"ok": False}
    monkeypatch.undo()
    assert client.get("/health/", headers={"Authorization": "Bearer "}).json() == {"ok": True}, "no key"


@pytest.mark.database("sqlite")
def test_a_full_disk_of_the_database_is_said_where_the_data_folder_has_room(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Updating one row may find room where a hand finds none."""
    database = tmp_path / "elsewhere" / "tarock.sqlite3"
    database.parent.mkdir()
    database.touch()
    monkeypatch.setitem(connection.settings_dict, "NAME", str(database))
    free = {database.parent: 4096}
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10**12, 0, free.get(folder, 10**12)))
    assert told(client, 503, **KNOWN)["disk"] == {"ok": False, "free_mb": 0}
    free[database.parent] = 10**12
    assert told(client, **KNOWN)["disk"]["ok"]


def test_whoever_watches_is_told_what_was_looked_at(client: Client) -> None:
    found = told(client, **KNOWN)
    assert found["database"] == {"ok": True, "kind": connection.vendor}
    assert found["migrations"] == {"ok": True, "missing": []}
    assert found["disk"]["free_mb"] > 0
    assert found["backup"]["ok"]


def test_a_migration_that_is_missing_is_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    known = health._known() | {("scoring", "9999_tomorrow")}
    monkeypatch.setattr(health, "_known", lambda: known)
    assert told(client, 503, **KNOWN)["migrations"] == {"ok": False, "missing": ["scoring.9999_tomorrow"]}


def test_a_database_that_does_not_answer_is_no_crash(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_about: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(connection, "cursor", fail)
    assert told(client, 503, **KNOWN)["database"] == {"ok": False, "why": ""}


@pytest.mark.parametrize(("answers", "within", "printed"), [("nny", 60, "3\n"), ("nny", 0, "1\n")])
def test_whoever_waits_is_answered_once_all_is_well(
    answers: str,
    within: int,
    printed: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ((answer == "y", str(number)) for number, answer in enumerate(answers, 1))
    monkeypatch.setattr(command, "ask_health", lambda: next(asked))
    monkeypatch.setattr(command, "SECONDS_BETWEEN_QUESTIONS", 0)
    assert command.is_well(within=within) == (printed == "3\n")
    assert capsys.readouterr().out == printed


def test_a_database_that_takes_nothing_says_so(client: Client) -> None:
    health._write.cache_clear()
    on_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1" if on_sqlite else "SET TRANSACTION READ ONLY")
    try:
        found = told(client, 503, **KNOWN)["database"]
    finally:
        if on_sqlite:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA query_only = 0")
    assert not found["ok"]
    assert "read" in found["why"]


def test_whoever_asks_again_and_again_writes_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(health, "SECONDS_OF_A_WRITE", 10**9)
    assert told(client) == {"ok": True}
    with django_assert_num_queries(3):  # a question, and what is migrated
        assert told(client) == {"ok": True}


def test_how_old_the_last_backup_may_be_is_for_the_watcher_to_say(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copy = tmp_path / "backups" / "some-20261101T030000Z.sqlite3"
    copy.parent.mkdir()
    copy.touch()
    monkeypatch.setattr(connection, "vendor", "sqlite")
    monkeypatch.setattr(backups, "folder_of", lambda _database: copy.parent)
    monkeypatch.setattr(backups, "copies", lambda *_about: [copy])
    day_before = copy.stat().st_mtime - 24 * 3600
    os.utime(copy, (day_before, day_before))
    assert told(client, **KNOWN)["backup"] == {"ok": True, "hours": 24.0}
    assert told(client, query="?backup_hours=30", **KNOWN)["ok"]
    assert told(client, 503, "?backup_hours=20") == {"ok": False}
    monkeypatch.setattr(backups, "copies", lambda *_about: [])
    assert told(client, 503, "?backup_hours=20", **KNOWN)["backup"] == {"ok": False, "hours": None}


@pytest.mark.urls("tests.ground.test_health")
def test_a_mistake_has_an_id_on_the_page_and_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.handler.addFilter(log_lines.OneLine())
    answer = Client(raise_request_exception=False).get("/broken/")
    assert answer.status_code == 500
    (id_,) = re.findall(r"Kennung ([0-9a-f]{8})\.", answer.content.decode())
    assert answer.headers["Request-Id"] == id_
    assert [vars(record)["request_id"] for record in caplog.records if record.exc_info] == [id_]


def test_a_line_of_json_has_all_of_it() -> None:
    try:
        raise RuntimeError("kaputt")
    except RuntimeError as error:
        about = (RuntimeError, error, error.__traceback__)
    record = logging.LogRecord("django.request", logging.ERROR, "x.py", 1, "Wrong: %s", ("/ä",), about)
    line = AsJson().format(record)
    found = json.loads(line)
    assert "\n" not in line
    assert (found["level"], found["logger"], found["message"]) == ("ERROR", "django.request", "Wrong: /ä")
    assert found["request"] == "-"
    assert "RuntimeError: kaputt" in found["traceback"]
