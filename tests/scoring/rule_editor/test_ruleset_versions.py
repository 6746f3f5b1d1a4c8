"""What was played keeps the rules under which it was played, whatever becomes of the published file."""

from __future__ import annotations

import html
import shutil
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client

from scoring import rules
from scoring.evenings import verbs as evening_verbs
from scoring.models import Evening
from tests.support.scoring.house import House


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The published sheets, to be edited."""
    folder = tmp_path / "rulesets"
    shutil.copytree(rules.FOLDER, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr(rules, "FOLDER", folder)
    return folder


def make_the_rufer_dearer(folder: Path) -> None:
    file = folder / "standard.toml"
    text = file.read_text(encoding="utf-8")
    start = text.index("[contracts.rufer]")
    assert text[start:].count("value = 1") >= 1
    file.write_text(text[:start] + text[start:].replace("value = 1", "value = 3", 1), encoding="utf-8")


def read(client: Client, evening: Evening) -> str:
    return html.unescape(client.get(evening.get_absolute_url()).content.decode())


def test_an_unchanged_file_is_stored_once_and_offers_nothing(house: House, folder: Path) -> None:
    evenings = [house.evening("standard") for _ in range(2)]
    assert len({evening.ruleset_id for evening in evenings}) == 1
    client = house.client("Bert")
    assert "newer-edition" not in client.get(evenings[0].get_absolute_url()).content.decode()


def test_members_read_of_a_newer_edition_and_only_directors_take_it(house: House, folder: Path) -> None:
    evening = house.evening("standard")
    make_the_rufer_dearer(folder)
    client = house.client("Emil", "en")
    text = read(client, evening)
    assert "The rule sheet has been changed since then." in text
    assert "newer-edition" not in text
    assert (
        client.post(f"{evening.get_absolute_url()}newer-edition/", {"deed": str(uuid4())}).status_code == 403
    )


def test_the_edition_is_kept_when_date_and_place_are_changed(house: House, folder: Path) -> None:
    evening = house.evening("standard")
    make_the_rufer_dearer(folder)
    house.do(evening_verbs.change_evening, by="Anna", evening=evening, date=evening.date, place="Café")
    assert Evening.objects.get().ruleset.edition == 1
