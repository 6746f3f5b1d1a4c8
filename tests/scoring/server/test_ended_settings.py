"""What earlier versions did and this one does not: whoever still asks for it is told, until it is removed."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import Settings

from scoring import clock, encryption
from scoring.deeds import PendingDeed
from scoring.models import Account, Deed
from scoring.server import ended_settings
from tarockclub import checkout, command, serving
from tests.support.scoring.backup import within
from tests.support.scoring.people import told_in_both_languages

KEY = "twenty letters or more"

pytestmark = pytest.mark.django_db


def said(client: Client, query: str = "") -> tuple[int, Any, str]:
    """What /health/ and the owner's page say."""
    health = client.get(f"/health/{query}", headers={"Authorization": f"Bearer {KEY}"})
    return health.status_code, health.json()["settings"], client.get("/clubs/").content.decode()


@pytest.fixture
def owner(client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Client:
    settings.HEALTH_KEY = KEY
    monkeypatch.setattr(serving, "setup_links", lambda *addresses: "")
    monkeypatch.setattr(serving, "try_newest_copy", lambda: None)
    monkeypatch.setattr(checkout, "lacks_phone_engine", lambda: False)  # else it is made beside the server
    client.force_login(Account.objects.create(name="A", key="a", made_at=clock.now(), is_superuser=True))
    return client


@pytest.mark.parametrize("name", ended_settings.ENDED)
def test_a_setting_that_does_nothing_any_more_is_said_until_it_is_removed(
    name: str, owner: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, settings, page = said(owner, "?backup_hours=")
    assert (status, settings) == (200, {"ok": True, "ended": []})
    assert name not in page
    serving.tell()
    assert name not in capsys.readouterr().out
    monkeypatch.setenv(name, "s3://key@example.org/bucket")
    status, settings, page = said(owner)
    assert status == 200, "it serves"
    assert name in settings["ended"][0]
    assert f"{name} bewirkt nichts" in page
    assert said(owner, "?backup_hours=")[0] == 503, "who watches the backups is told"
    serving.tell()
    assert name in capsys.readouterr().out
    owner.force_login(Account.objects.create(name="B", key="b", made_at=clock.now()))
    assert name not in owner.get("/clubs/").content.decode()


def test_a_timer_that_updates_is_said_until_it_is_removed(
    owner: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(ended_settings, "ROOT", tmp_path)
    unit = tmp_path / "etc/systemd/system/own.service"
    unit.parent.mkdir(parents=True)
    unit.write_text("# tarockclub update\n[Service]\nExecStart=/usr/bin/tarockclub backup\n")
    assert said(owner)[1] == {"ok": True, "ended": []}
    unit.write_text("[Service]\nExecStart=/usr/bin/tarockclub update /srv/tarockclub.deb\n")
    _, settings, page = said(owner)
    assert str(unit) in settings["ended"][0]
    assert f"{unit} ruft" in page
    serving.tell()
    assert str(unit) in capsys.readouterr().out
    with pytest.raises(SystemExit, match="`tarockclub update` is gone"):
        command.main(["update", "/srv/tarockclub.deb"])


def test_the_list_of_settings_names_those_that_ended(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("BACKUP_TO", "s3://key@example.org/bucket")
    monkeypatch.setattr("os.umask", lambda mask: mask)
    command.main(["settings"])
    assert "rclone copy" in capsys.readouterr().out


@pytest.mark.database("sqlite")
def test_a_backup_that_is_to_go_elsewhere_is_refused_and_says_what_does_it(migrated_database: str) -> None:
    database = migrated_database.removeprefix("sqlite:///")
    refused = within(database, "backup", "--to", "sftp://anna@example.org/copies")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "rclone copy" in refused.stderr
    assert not Path("sftp:").exists()


def test_what_an_earlier_version_sent_elsewhere_can_be_restored(settings: Settings, tmp_path: Path) -> None:
    """It encrypted the dump of a PostgreSQL for the way; fetched back, it lies in a folder."""
    from scoring.management.commands.restore import _plain_file

    settings.ENCRYPTION_KEY = "9f8c2e47b1d05a6638ee71c4ab92d3f05c7718e6a04bd9c2f1"
    dump = tmp_path / "club-20261101T030000Z.dump"
    dump.write_bytes(b"PGDMP" * 1000)
    encryption.encrypt_file_into(dump, sent := tmp_path / f"{dump.name}.encrypted")
    dump.unlink()
    assert _plain_file(sent) == dump
    assert dump.read_bytes() == b"PGDMP" * 1000


def test_the_log_still_says_what_a_command_of_earlier_versions_did() -> None:
    PendingDeed(uuid4(), None, "tried_load", None).record(None, actor="load")
    told_in_both_languages(Deed.objects.get(verb="tried_load"))
