"""What is stored about a member: they read it, take it along, and can ask that their name goes."""

from __future__ import annotations

import json
from datetime import timedelta
from io import BytesIO
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook

from scoring import people, recording
from scoring.exports.figures import Figures
from scoring.exports.stored import stored_about
from scoring.models import Entry, Sheet
from scoring.recording import Actor
from scoring.sign_ins import WINDOW
from tests.scoring.conftest import House, now
from tests.scoring.tables import dreier, rufer


@pytest.fixture
def sheet(house: House) -> Sheet:
    """Emil has won a hand, recorded one that was corrected, and is named in the reason."""
    sheet = house.sheet(("Emil", "Kathi", "Lois", "Mitzi"), name="Stammtisch")
    house.play(sheet, rufer("Emil", "Mitzi"), by="Emil")
    house.play(sheet, dreier("Kathi"), by="Emil")
    entry = Entry.objects.get(sheet=sheet, seq=1)
    recording.take_out(
        actor=Actor(house["Anna"]),
        entry=uuid4(),
        sheet=sheet,
        after=2,
        target=entry,
        reason="Emil hat gepatzt",
    )
    return now(sheet)


def tables(house: House, name: str = "Emil") -> dict[str, Figures]:
    with translation.override("en"):
        return {one.name: one for one in stored_about(house.member(name)).tables}


def test_it_holds_every_hand_every_line_of_the_log_and_what_others_wrote(house: House, sheet: Sheet) -> None:
    found = tables(house)
    person = {row[0]: row[1] for row in found["Person"].rows}
    assert person["Name"] == "Emil"
    assert person["Sign-in name"] == "Emil"
    assert [row[4] for row in found["Hands"].rows] == [sheet.standing["totals"][p] // 6 for p in own(sheet)]
    assert len(found["Evenings"].rows) == 1
    assert [row[2] for row in found["Recorded by you"].rows] == ["entered", "entered"]
    assert ("Reason", "Emil hat gepatzt") in found["Words that name you"].rows
    assert any("Emil" in str(row[2]) for row in found["Log"].rows)


def own(sheet: Sheet) -> list[str]:
    return [one for one, name in sheet.evening.names().items() if name == "Emil"]


def test_of_somebody_who_never_played_every_table_is_there_and_says_nothing(house: House) -> None:
    found = tables(house, "Hilda")
    assert not found["Hands"].rows
    assert not found["Recorded by you"].rows
    assert found["Person"].rows


@pytest.mark.parametrize("form", ["xlsx", "json", "csv"])
def test_a_member_takes_it_along_and_an_owner_may_others_may_not(
    house: House, sheet: Sheet, form: str
) -> None:
    emil = house.member("Emil")
    where = {"slug": house.club.slug, "pk": emil.pk, "form": form}
    path = reverse("scoring:export_stored_data", kwargs=where)
    for name, status in (("Emil", 200), ("Anna", 200), ("Bert", 403), ("Franz", 404)):
        assert house.client(name).get(path).status_code == status, name
    response = house.client("Emil").get(f"{path}?language=en")
    content = b"".join(response) if response.streaming else response.content
    if form == "xlsx":
        book = load_workbook(BytesIO(content))
        assert "Hands" in book.sheetnames
        words = [str(cell) for row in book["Words that name you"].values for cell in row]
        assert "Emil hat gepatzt" in words
    elif form == "json":
        assert "Emil hat gepatzt" in json.dumps(json.loads(content), ensure_ascii=False)


def test_the_page_shows_it_to_the_member_and_says_what_stands_in_the_files(
    house: House, sheet: Sheet
) -> None:
    emil = house.member("Emil")
    path = reverse("scoring:stored_data", args=[house.club.slug, emil.pk])
    page = house.client("Emil").get(f"{path}?language=en").content.decode()
    assert "What is stored about you" in page
    assert "Emil hat gepatzt" in page
    assert "What is stored about Emil" in house.client("Anna").get(f"{path}?language=en").content.decode()
    club = house.client("Emil").get(house.club.get_absolute_url()).content.decode()
    assert path in club, "every member finds the way"


def test_who_asks_to_go_is_shown_to_the_owners_until_it_is_done_or_taken_back(
    house: House, sheet: Sheet
) -> None:
    emil = house.member("Emil")
    path = reverse("scoring:ask_to_go", args=[house.club.slug, emil.pk])
    emils, annas = house.client("Emil"), house.client("Anna")
    club = f"{house.club.get_absolute_url()}?language=en"
    said = "Emil has asked to be anonymised."
    assert said not in annas.get(club).content.decode()
    assert emils.get(path).status_code == 200
    emils.post(path, {"deed": str(uuid4()), "wants": "yes"})
    assert said in annas.get(club).content.decode()
    assert said not in house.client("Bert").get(club).content.decode(), "a director cannot do it"
    emils.post(path, {"deed": str(uuid4()), "wants": "no"})
    assert said not in annas.get(club).content.decode()
    emils.post(path, {"deed": str(uuid4()), "wants": "yes"})
    people.anonymise_member(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"))
    assert said not in annas.get(club).content.decode()


def test_nobody_asks_for_somebody_else(house: House) -> None:
    with pytest.raises(PermissionDenied):
        people.ask_to_go(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"), wants=True)


def test_everybody_reads_how_long_what_is_kept_and_it_is_what_holds(client: Client, db: None) -> None:
    page = client.get("/privacy/?language=en").content.decode()
    assert f"{people.INVITATION_LASTS.days} days, once" in page
    assert f"{timedelta(seconds=settings.SESSION_COOKIE_AGE).days} days after the last visit" in page
    assert f"for {WINDOW.seconds // 60} minutes" in page
    assert 'href="/privacy/"' in client.get("/").content.decode()
