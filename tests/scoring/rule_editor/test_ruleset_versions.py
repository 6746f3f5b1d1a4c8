"""What was played keeps the rules under which it was played, whatever becomes of the published file."""

from __future__ import annotations

import html
import shutil
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from scoring import rules
from scoring.engine.sheet import replayed
from scoring.evenings import verbs as evening_verbs
from scoring.models import Evening, RulesetVersion, Sheet
from scoring.table.replay import standing_facts, start_of, stored_row, stored_rows
from tests.support.scoring.house import House, now
from tests.support.scoring.tables import FOUR, rufer


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


def totals(sheet: Sheet) -> dict[str, int]:
    names = sheet.evening.names()
    return {names[total]: twelfths // 12 for total, twelfths in now(sheet).totals.items()}


def recomputed(sheet: Sheet) -> bool:
    """Does everything that was stored follow from the entries, and nothing else?"""
    sheet = now(sheet)
    replay = replayed(start_of(sheet), standing_facts(sheet))
    return [stored_row(row) for row in replay.rows] == stored_rows(sheet)


def read(client: Client, evening: Evening) -> str:
    return html.unescape(client.get(evening.get_absolute_url()).content.decode())


def test_an_edited_file_changes_nothing_that_was_played_and_is_offered_for_the_next_tables(
    house: House, folder: Path
) -> None:
    client = house.client("Bert", "en")
    evening = house.evening("standard")
    early = house.sheet(evening=evening, name="Early")
    house.play(early, rufer("Anna", "Dora"))
    house.play(early, rufer("Bert", "Dora"))
    before = {"Anna": 0, "Bert": 0, "Cilli": -2, "Dora": 2}
    assert totals(early) == before
    first = evening.ruleset

    make_the_rufer_dearer(folder)
    assert totals(early) == before
    assert recomputed(early)
    between = house.sheet(FOUR, evening=Evening.objects.get(pk=evening.pk), name="Between")
    house.play(between, rufer("Anna", "Dora"))
    assert totals(between)["Anna"] == 1
    house.play(early, rufer("Cilli", "Dora"))
    assert totals(early)["Dora"] == 3

    text = read(client, evening)
    assert f"Standard rules · 1 · {first.code}" in text
    assert "The rule sheet has been changed since then." in text
    client.post(f"{evening.get_absolute_url()}newer-edition/", {"deed": str(uuid4())})
    text = read(client, evening)
    assert "Standard rules · 2 · " in text
    assert "Tables opened earlier keep the version under which they began." in text
    assert "The rule sheet has been changed since then." not in text
    evening.refresh_from_db()
    assert evening.ruleset.edition == 2
    assert RulesetVersion.objects.get(pk=first.pk).text == first.text

    late = house.sheet(evening=evening, name="Late")
    house.play(late, rufer("Anna", "Dora"))
    assert totals(late)["Anna"] == 3
    house.play(early, rufer("Dora", "Anna"))
    assert totals(early)["Dora"] == 4
    assert all(recomputed(sheet) for sheet in Sheet.objects.all())
    call_command("verify")

    client.post(f"{evening.get_absolute_url()}newer-edition/", {"deed": str(uuid4())})
    assert "already uses the newest version" in read(client, evening)


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
