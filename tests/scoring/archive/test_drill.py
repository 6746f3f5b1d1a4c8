"""The restore that is tried each night."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from scoring import clock
from scoring.archive import drills
from scoring.models import Account
from tests.support.scoring.backup import within

KEY = "9f8c2e47b1d05a6638ee71c4ab92d3f05c7718e6a04bd9c2f1"

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]


def test_a_drill_finds_a_planted_damage(migrated_database: str, settings: Settings, tmp_path: Path) -> None:
    settings.DATA = tmp_path
    database = migrated_database.removeprefix("sqlite:///")
    copy = Path(within(database, "backup").stdout.partition(" (")[0])
    with copy.open("r+b") as file:
        file.seek(20_000)
        file.write(b"somebody's scissors")
    assert within(database, "drill").returncode == 1
    drill = drills.last()
    assert drill is not None
    assert (drill.ok, drill.copy) == (False, copy.name)
    assert "its checksum is different" in drill.why


def test_health_and_the_page_of_the_owner_tell_of_the_drill(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA, settings.HEALTH_KEY = tmp_path, "twenty letters or more"
    settings.ENCRYPTION_KEY = KEY
    known = {"Authorization": f"Bearer {settings.HEALTH_KEY}"}
    client.force_login(Account.objects.create(name="A", key="a", made_at=clock.now(), is_superuser=True))

    def told() -> tuple[int, Any, str]:
        assert client.get("/health/", headers=known).status_code == 200, (
            "a server with a bad copy still serves"
        )
        health = client.get("/health/?backup_hours=", headers=known)
        page = client.get("/clubs/?language=en").content.decode()
        return health.status_code, health.json()["drill"], page

    assert told()[:2] == (200, {"ok": True, "hours": None})
    drills.keep(tmp_path / "copy.sqlite3", ok=True)
    status, drill, page = told()
    assert (status, drill) == (200, {"ok": True, "hours": 0.0})
    assert "restored as a test, and it is complete" in page
    assert "If the ENCRYPTION_KEY is lost" in page
    drills.keep(tmp_path / "copy.sqlite3", ok=False, why="Its checksum is another.")
    status, drill, page = told()
    assert (status, drill["why"]) == (503, "Its checksum is another.")
    assert "The newest backup cannot be restored: copy.sqlite3" in page
    client.force_login(Account.objects.create(name="B", key="b", made_at=clock.now()))
    assert "backup" not in told()[2]
