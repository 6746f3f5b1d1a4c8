"""What is stored about a member: they read it, take it along, and can ask that their name goes."""

import os
from datetime import date, timedelta
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook

from scoring import clock
from scoring.accounts import verbs as people
from scoring.accounts.sign_ins import ATTEMPTS_KEPT
from scoring.archive import waiting
from scoring.clubs.privacy.anonymising import anonymise_member, ask_to_go
from scoring.clubs.privacy.stored import stored_about
from scoring.export import pending_downloads
from scoring.export.figures import Figures
from scoring.models import Account, Entry, Invitation, Role, Sheet, SignInAttempt
from tests.support.scoring.corrections import take_out
from tests.support.scoring.house import PASSWORD, House, ids, now, terms
from tests.support.scoring.old_papers import old_hands
from tests.support.scoring.tables import dreier, rufer


@pytest.fixture
def sheet(house: House) -> Sheet:
    """Emil has won a hand, recorded one that was corrected, and is named in the reason."""
    sheet = house.sheet(("Emil", "Kathi", "Lois", "Mitzi"), name="Stammtisch")
    house.play(sheet, rufer("Emil", "Mitzi"), by="Emil")
    house.play(sheet, dreier("Kathi"), by="Emil")
    take_out(house, sheet, Entry.objects.get(sheet=sheet, seq=1), reason="Emil hat gepatzt")
    return now(sheet)


def tables(house: House, name: str = "Emil") -> dict[str, Figures]:
    with translation.override("en"):
        return {table.name: table for table in stored_about(house.member(name)).tables}


def test_it_holds_every_hand_every_line_of_the_log_and_what_others_wrote(house: House, sheet: Sheet) -> None:
    found = tables(house)
    person = {row[0]: row[1] for row in found["Person"].rows}
    assert person["Name"] == "Emil"
    assert person["Sign-in name"] == "Emil"
    assert [row[4] for row in found["Hands"].rows] == [sheet.totals[ids(sheet)["Emil"]] // 12]
    evening, won = sheet.evening, Fraction(sheet.totals[ids(sheet)["Emil"]], 12)
    assert found["Evenings"].rows == ((evening.date, evening.venue, "Stammtisch", 1, won, won),)
    assert [row[2] for row in found["Recorded by this member"].rows] == ["entered", "entered"]
    [(where, said)] = found["Words that name this member"].rows
    assert (str(where).partition(",")[0], said) == ("Reason at “Stammtisch”", "Emil hat gepatzt")
    assert any("Emil" in str(row[2]) for row in found["Log"].rows)


def test_at_an_evening_without_a_table_nothing_was_won(house: House) -> None:
    evening = house.evening()
    evening.participants.create(member=house.member("Hilda"))
    assert tables(house, "Hilda")["Evenings"].rows == ((evening.date, evening.venue, None, 0, 0, 0),)


def test_what_stood_on_the_paper_of_their_own_hands_is_theirs_too(house: House) -> None:
    old_hands(house)
    for name, points in (("Anna", Fraction(24, 12)), ("Bert", Fraction(-8, 12))):
        rows = tables(house, name)["Hands on paper"].rows
        assert [row[2:] for row in rows] == [("2", points, None)], name
        assert [row[:2] for row in rows] == [(date(2016, 3, 4), "Ofenbank")]
    assert not tables(house, "Hilda")["Hands on paper"].rows


def test_they_alone_read_what_belongs_to_their_account_and_to_no_club(house: House) -> None:
    """Tries with their name, and what they did elsewhere: an owner of this club has nothing to do with it."""
    anna = house["Anna"]
    people.found_club(actor=anna, deed=uuid4(), terms=terms("Die Anderen"))
    new = "Tarock-ist-Trumpf"
    people.change_password(actor=anna, deed=uuid4(), old=PASSWORD, new=new)
    house.accounts["Anna"] = Account.objects.get(pk=anna.pk)
    house.sessions.pop("Anna")
    phone = Client(headers={"User-Agent": "Mozilla/5.0 (Android 14; Mobile) Firefox/131.0"})
    assert phone.post("/sign-in/", {"name": "Anna", "password": new}).status_code == 302
    for name, address in (("ANNA", "192.0.2.7"), ("annamirl", "192.0.2.8")):
        wrong = {"name": name, "password": "wrong"}
        assert Client().post("/sign-in/", wrong, REMOTE_ADDR=address).status_code == 200
    with translation.override("en"):
        book = stored_about(house.member("Anna"), own=True)
    own = {table.name: list(table.rows) for table in book.tables}
    assert [row[1:] for row in own["Failed sign-in attempts"]] == [("192.0.2.7",)]
    assert [row[:2] for row in own["Where you are signed in"]] == [("Firefox", "Android")]
    elsewhere = own["Log elsewhere"]
    assert {row[1] for row in elsewhere} >= {"Die Anderen", None}
    assert "changed their password" in {row[3] for row in elsewhere}
    others = tables(house, "Anna")
    assert not {"Failed sign-in attempts", "Where you are signed in", "Log elsewhere"} & others.keys()
    member = house.member("Anna")
    path = reverse("scoring:stored_data", args=[house.club.slug, member.pk])
    people.appoint(actor=anna, deed=uuid4(), member=house.member("Bert"), role=Role.OWNER)
    for address in (path, f"{path}export/json/"):
        for who, reads in (("Anna", True), ("Bert", False)):
            response = house.client(who).get(f"{address}?language=en")
            content = response.getvalue() if response.streaming else response.content
            assert (b"192.0.2.7" in content, b"Die Anderen" in content) == (reads, reads), (address, who)


def test_a_member_takes_it_along_and_an_owner_may_others_may_not(house: House, sheet: Sheet) -> None:
    emil = house.member("Emil")
    where = {"slug": house.club.slug, "pk": emil.pk, "form": "xlsx"}
    path = reverse("scoring:export_stored_data", kwargs=where)
    for name, status in (("Emil", 200), ("Anna", 200), ("Bert", 403), ("Franz", 404)):
        assert house.client(name).get(path).status_code == status, name
    book = load_workbook(BytesIO(b"".join(house.client("Emil").get(f"{path}?language=en"))))
    assert "Hands" in book.sheetnames
    words = [str(cell) for row in book["Words that name you"].values for cell in row]
    assert "Emil hat gepatzt" in words


def test_who_asks_to_go_is_shown_to_the_owners_until_it_is_done_or_taken_back(
    house: House, sheet: Sheet
) -> None:
    emil = house.member("Emil")
    path = reverse("scoring:ask_to_go", args=[house.club.slug, emil.pk])
    emils, annas = house.client("Emil"), house.client("Anna")
    club = f"{house.club.get_absolute_url()}?language=en"
    said = reverse("scoring:anonymise_member", args=[house.club.slug, emil.pk])
    assert said not in annas.get(club).content.decode()
    assert emils.get(path).status_code == 200
    emils.post(path, {"deed": str(uuid4()), "wants": "yes"})
    assert said in annas.get(club).content.decode()
    assert "Asked to be anonymised:" in annas.get(club).content.decode()
    assert said not in house.client("Bert").get(club).content.decode(), "a director cannot do it"
    emils.post(path, {"deed": str(uuid4()), "wants": "no"})
    assert said not in annas.get(club).content.decode()
    emils.post(path, {"deed": str(uuid4()), "wants": "yes"})
    assert said in annas.get(club).content.decode()
    anonymise_member(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"))
    assert said not in annas.get(club).content.decode()


def test_whoever_asks_for_somebody_else_is_told_that_they_cannot(house: House) -> None:
    path = reverse("scoring:ask_to_go", args=[house.club.slug, house.member("Emil").pk])
    answer = house.client("Anna").get(f"{path}?language=en")
    assert answer.status_code == 403
    assert "Everybody asks for themselves." in answer.content.decode()
    with pytest.raises(PermissionDenied):
        ask_to_go(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"), wants=True)


# What the page says of periods holds: no longer, and no shorter

JUST = timedelta(seconds=5)


def test_what_nobody_fetches_is_gone_with_the_next_sign_in(house: House, data: Path) -> None:
    """Also on a server on which nothing else is made; a club that was sent, too."""
    for folder, kept in (("exports", pending_downloads.SECONDS_KEPT), ("brought", waiting.FORGOTTEN_AFTER)):
        where = data / folder
        where.mkdir()
        for number, further in enumerate((JUST, -JUST)):
            file = where / (f"export-{number}" if folder == "exports" else f"{number}.zip")
            file.touch()
            age(file, timedelta(seconds=kept) + further)
    (data / "exports" / ".keep").touch()
    assert Client().post("/sign-in/", {"name": "Anna", "password": "wrong"}).status_code == 200
    assert len(list(data.glob("*/*"))) == 5
    assert Client().post("/sign-in/", {"name": "Anna", "password": PASSWORD}).status_code == 302
    assert {file.name for file in data.glob("*/*")} == {"export-1", "1.zip", ".keep"}


def age(file: Path, by: timedelta) -> None:
    at = file.stat().st_mtime - by.total_seconds()
    os.utime(file, (at, at))


def test_what_ended_long_ago_is_gone_with_the_next_sign_in(house: House) -> None:
    """A sign-in that nobody used for so long, and wrong passwords of before."""
    clients = [house.client("Emil"), house.client("Bert")]
    keys = [client.cookies["sessionid"].value for client in clients]
    for key, further in zip(keys, (-JUST, JUST), strict=True):
        Session.objects.filter(pk=key).update(expire_date=clock.now() + further)
    for name, further in (("ida", JUST), ("jakob", -JUST)):
        at = clock.now() - ATTEMPTS_KEPT - further
        SignInAttempt.objects.create(key=name, address="192.0.2.1", at=at)
    assert Client().post("/sign-in/", {"name": "Anna", "password": PASSWORD}).status_code == 302
    there = set(Session.objects.values_list("pk", flat=True))
    assert (keys[0] in there, keys[1] in there) == (False, True)
    assert list(SignInAttempt.objects.values_list("key", flat=True)) == ["jakob"]


def test_an_invitation_opens_for_as_long_as_it_says(house: House) -> None:
    token = people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Hilda"))
    made = Invitation.objects.latest("pk")
    assert made.expires_at - made.made_at == people.INVITATION_LASTS
    for further, opens in ((JUST, True), (-JUST, False)):
        made.expires_at = clock.now() + further
        made.made_at = made.expires_at - people.INVITATION_LASTS
        made.save()
        page = Client().get(f"/invitation/{token}/").content.decode()
        assert ('name="password"' in page) is opens
