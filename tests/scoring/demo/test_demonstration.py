"""The demonstration club: played until today, marked everywhere, removed without a trace."""

import csv
import json
import re
from datetime import date, datetime, time, timedelta
from io import BytesIO, StringIO
from typing import Any
from unittest.mock import patch
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, models
from django.test import Client
from django.utils import timezone, translation
from openpyxl import load_workbook

from scoring import clock, demo, protection
from scoring.capability import log_line
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.results_file import evening_in_file
from scoring.export import answering
from scoring.models import (
    CLUB_EVENING,
    Account,
    Club,
    Deed,
    Entry,
    Evening,
    OpenSession,
    PhoneCode,
    ProgramMistake,
    Reason,
    RulesetVersion,
    Seal,
    SecondFactor,
    SignInAttempt,
    StoredImprint,
    TableScore,
)
from tests.support.scoring.access import LINKS, WHO, Scene, scene
from tests.support.scoring.access_table import TABLE
from tests.support.scoring.corrections import take_out
from tests.support.scoring.counting import watched
from tests.support.scoring.house import HOUSE, House, english
from tests.support.scoring.people import FORM, path
from tests.support.scoring.tables import REDEAL, dreier, rufer
from tests.support.scoring.verify import verified
from tests.support.stages import BUILT_AT, Stage
from tests.support.visitors import read_out, unwritten
from tests.tournaments.results_file.second_checker import differences, letters_of_file
from tournaments.models import Tournament
from tournaments.results_file.checking import checked
from tournaments.results_file.exporting import tournament_in_file


def played_house(house: House) -> House:
    """The real club has played, corrected and sealed."""
    sheet = house.sheet()
    house.play(sheet, rufer("Anna", "Bert"))
    house.play(sheet, REDEAL)
    house.play(sheet, dreier("Cilli"))
    target = Entry.objects.get(sheet=sheet, seq=1)
    take_out(house, sheet, target, reason="Nie gespielt")
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=sheet.evening)
    house.play(house.sheet(rules="cup"), rufer("Anna", "Bert") | {"games": dreier("Anna")["games"]})
    return house


def invented(busy: House) -> Club:
    return demo.create_demo_club(actor=busy["Anna"])


BUSY = Stage("busy", played_house, on=HOUSE)
busy = BUSY.fixture()
club = Stage("club", invented, on=BUSY).fixture()


__all__ = ["busy", "club", "scene"]  # the fixtures

MARK = "all of it invented"
DAY = date(2026, 3, 20)


# The club out of its file


def test_half_a_year_has_been_played_until_today(busy: House, club: Club) -> None:
    assert club.members.owners_who_can_sign_in().get().account == busy["Anna"]
    made = demo.contents(club)
    assert (made["evenings"], made["tables"], made["hands"]) == (15, 41, 731)
    assert verified()[0] == 0

    evenings = club.evenings.order_by("date", "pk")
    *earlier, last, prize = evenings
    for running in (last, prize):
        assert (running.date, running.is_open) == (timezone.localdate(BUILT_AT), True)
    assert prize.occasion == "tournament"
    assert 150 < (last.date - earlier[0].date).days < 200
    assert {evening.date.weekday() for evening in earlier if evening.occasion == CLUB_EVENING} == {4}
    assert Seal.objects.filter(evening__club=club).count() == 13, "one was sealed twice, today's not yet"
    entries = Entry.objects.filter(sheet__evening__club=club)
    for evening in earlier:
        written = entries.filter(sheet__evening=evening).values_list("at", flat=True)
        assert min(written) >= evening.opened_at
        assert timezone.localdate(evening.opened_at) == evening.date
        assert timezone.localtime(evening.opened_at).hour == 19, "in summer, too"
    codes = {deed.details["code"] for deed in club.deeds.filter(verb="close_evening")}
    assert codes == {seal.code for seal in Seal.objects.filter(evening__club=club)}


def test_two_checkers_agree_on_every_file_of_results_of_the_club(club: Club) -> None:
    evenings = club.evenings.filter(occasion=CLUB_EVENING).select_related("club").order_by("pk")
    documents = [evening_in_file(evening) for evening in evenings]
    tournaments = Tournament.objects.filter(evening__club=club).values_list("pk", flat=True)
    documents += [tournament_in_file(Tournament.whole(pk), words=True) for pk in tournaments]
    assert len(documents) == 15
    for document in documents:
        content = json.dumps(document)
        verdict = checked(content.encode())
        assert (verdict.status, differences(json.loads(content))) == (0, []), document["event"]
        assert letters_of_file(json.loads(content)) == verdict.letters


def test_just_after_midnight_it_is_made_in_english_for_somebody_called_like_a_member(busy: House) -> None:
    """Nothing in it has happened later than now, and nobody in it is called like its owner."""
    Account.objects.filter(name="Anna").update(name="hermine", key="hermine")
    now = datetime.combine(clock.today(), time(0, 20), tzinfo=timezone.get_default_timezone())
    with translation.override("en"), patch.object(clock, "now", lambda: now):
        club = demo.create_demo_club(actor=Account.objects.get(name="hermine"))
    entries = Entry.objects.filter(sheet__evening__club=club)
    moments = [*entries.values_list("at", flat=True), *club.deeds.values_list("at", flat=True)]
    assert max(moments) <= now
    running = club.evenings.get(closed_at=None, occasion=CLUB_EVENING)
    assert running.date == now.date()
    assert now - running.opened_at < timedelta(minutes=90)
    assert (club.name, club.language) == ("Demonstration club", "en")
    tournament = Evening.objects.filter(club=club, occasion="tournament").earliest("date")
    assert tournament.sheets.filter(name="Round 2, table 4").exists()
    names = list(club.members.values_list("name", flat=True))
    assert names.count("hermine") == 1
    assert "Hermine" not in names
    assert "Poldi" in names
    assert set(club.deeds.values_list("actor", flat=True)) == {"hermine"}


def contents(file: BytesIO) -> dict[str, bytes]:
    """All that is packed in a club's file, but for the version of the program."""
    with ZipFile(file) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    manifest = json.loads(parts["manifest.json"])
    manifest.pop("program", None)
    return {**parts, "manifest.json": json.dumps(manifest).encode()}


def test_its_first_page_asks_twelve_times_with_all_that_there_is_at_once(busy: House, club: Club) -> None:
    """Tables at which the owner may write, a tournament with its clock, the last evening, the season."""
    anna, page = english(busy, "Anna"), club.get_absolute_url()
    text = anna.get(page).content.decode()
    assert [
        words for words in ("<span>Record hand", "Preistarock", "Last, ", "Season 20") if words not in text
    ] == []
    assert watched(lambda: anna.get(page))[1].queries <= 12


@pytest.mark.parametrize("later", [timedelta(hours=1, minutes=7), timedelta(days=40)])
def test_its_tournament_is_running_whenever_it_is_opened(busy: House, club: Club, later: timedelta) -> None:
    """What a visitor sees first leads to clock, tables and hall screen; the clock always has time left."""
    client = english(busy, "Anna")
    with patch.object(clock, "now", lambda: BUILT_AT + later):
        first = client.get(club.get_absolute_url()).content.decode()
        assert first.index("<span>Record hand") < first.index("Preistarock") < first.index("Last, ")
        round_, screen = re.findall(r'href="(/[^"]+/rounds/\d+/|/tournaments/[^"]+/projector/)"', first)
        for address in (round_, screen):
            assert client.get(address, follow=True).status_code == 200
        read = client.get(screen.replace("projector", "clock")).json()
    assert read["phase"] == "running"
    assert 40 * 60_000 <= read["remaining"] <= 60 * 60_000


# The command


def printed(command: str, *asked: str) -> str:
    out = StringIO()
    call_command(command, *asked, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["--for", "Nobody"], "Nobody signs in as"),
        (["--until", "2999-01-01"], "after today"),
        (["--until", "soon"], "give a day such as"),
    ],
)
def test_the_command_says_what_is_wrong(house: House, asked: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        printed("demonstration", *asked)
    assert not Club.objects.filter(demonstration=True).exists()


@pytest.mark.django_db
def test_the_command_needs_somebody_to_own_the_club() -> None:
    with pytest.raises(CommandError, match="Nobody has an account yet"):
        printed("demonstration")


# At the set-up


@pytest.mark.django_db
def test_whoever_asks_for_it_at_the_set_up_has_it_beside_their_own(client: Client) -> None:
    form = FORM | {"deed": str(uuid4()), "demonstration": "on"}
    with patch.object(demo, "create_demo_club") as made:
        response = client.post(path(), form)
    assert response.headers["Location"] == Club.objects.get().get_absolute_url()
    made.assert_called_once_with(actor=Account.objects.get())


# The mark


def as_demonstration(scene: Scene) -> None:
    """The same club, as if it had been invented."""
    Club.objects.filter(pk=scene.house.club.pk).update(demonstration=True)


def of_the_club(address: str) -> bool:
    """A template has nothing of the club in it, and JSON no place for a mark."""
    begins = address.startswith(("clubs/<slug:slug>/", "sheets/", "invitation/"))
    return begins and "/old-sheets/template/" not in address and not address.endswith("export/json/")


def readers(address: str) -> list[str]:
    """Return the first who may ask for it: a phone with a link, or else somebody who is signed in."""
    answers = dict(zip(WHO, TABLE[address].reading.split(), strict=True))
    there = [who for who in (*LINKS, *WHO) if answers[who] == "200" and (WHO[who] or who in LINKS)]
    return there[:1]


def page(scene: Scene, address: str, who: str) -> Any:
    """Files are empty: their lines are looked at below."""
    client = scene.browser(who)
    client.cookies["language"] = "en"
    here = scene.at(scene.closed) if address.endswith("<int:pk>/reopen/") else scene
    with patch.object(answering, "file_in", unwritten):
        response = read_out(client.get(here.path(address)))
    assert response.status_code == 200, (address, who)
    return response


def test_every_page_of_the_club_says_that_it_is_a_demonstration(scene: Scene) -> None:
    asked = [(address, who) for address in filter(of_the_club, TABLE) for who in readers(address)]
    assert len(asked) > 50
    for asking in (("clubs/<slug:slug>/", "owner"), ("sheets/<int:pk>/", "table link")):
        assert MARK not in page(scene, *asking).content.decode(), "of a real club"
    as_demonstration(scene)
    for asking in asked:
        response = page(scene, *asking)
        kind = response.headers["Content-Type"].partition(";")[0]
        if kind in ("application/json", "application/manifest+json"):
            continue  # asked for by a page that is marked
        if kind == "text/html":
            assert MARK in response.content.decode(), asking
            assert "</strong> all of it invented" in response.content.decode().partition("</header>")[2]
        else:
            assert 'filename="demonstration-' in response.headers["Content-Disposition"], asking


def tables_in(content: bytes) -> list[list[list[str]]]:
    """The lines of a CSV, or of all of a zip: a book has one for each worksheet."""
    files = [content]
    if content.startswith(b"PK"):
        with ZipFile(BytesIO(content)) as file:
            files = [file.read(name) for name in file.namelist()]
    return [list(csv.reader(StringIO(file.decode("utf-8-sig")), delimiter=";")) for file in files]


def test_every_line_of_a_file_says_that_it_is_invented(scene: Scene) -> None:
    client = scene.browser("owner")
    client.cookies["language"] = "en"
    addresses = [
        scene.path(address) for address in TABLE if of_the_club(address) and address.endswith("export/csv/")
    ]
    assert len(addresses) >= 3
    before = {address: read_out(client.get(address)).content for address in addresses}
    as_demonstration(scene)
    for address in addresses:
        marked, plain = (
            tables_in(content) for content in (read_out(client.get(address)).content, before[address])
        )
        assert len(marked) == len(plain)
        for rows, real in zip(marked, plain, strict=True):
            assert {row[0] for row in rows[1:]} <= {"invented"}
            assert rows[0][0] == "Demonstration"
            assert [row[1:] for row in rows] == real
        book = load_workbook(BytesIO(read_out(client.get(address.replace("csv", "xlsx"))).content))
        assert all("Demonstration" in sheet.oddHeader.center.text for sheet in book.worksheets)
        document = json.loads(read_out(client.get(address.replace("csv", "json"))).content)
        for table in document["tables"]:
            assert table["columns"][0] == {"key": "invented", "title": "Demonstration", "kind": "text"}
            assert table["title"].startswith("Demonstration")


# Removed


def dump(*, without: Club | None = None) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table; or of everything that is not this club's."""
    found, of_a_club = {}, demo.ways()
    for model in apps.get_app_config("scoring").get_models():
        rows = model._base_manager.order_by("pk")
        if without is not None and model in of_a_club:
            rows = rows.exclude(**{of_a_club[model]: without.pk})
        if without is not None and model is Reason:
            rows = rows.exclude(acts__sheet__evening__club=without).exclude(
                voids__sheet__evening__club=without
            )
        found[model.__name__] = sorted(rows.values_list(), key=str)
    return found


def test_everything_of_the_club_goes_and_nothing_else(busy: House, club: Club) -> None:
    versions = RulesetVersion.objects.count()
    others = dump(without=club)
    made = demo.contents(club)
    assert demo.remove(club, by=busy["Bert"], actor="root") == made
    after = dump()
    deed = Deed.objects.get(verb="remove_demonstration")
    after["Deed"] = [row for row in after["Deed"] if row[0] != deed.pk]
    assert after == others
    assert RulesetVersion.objects.count() == versions
    assert protection.unprotected(connection) == []
    assert verified()[0] == 0

    assert (deed.club, deed.account, deed.actor) == (None, busy["Bert"], "Bert")
    assert deed.details == made
    with translation.override("en"):
        assert log_line(deed).startswith(f"removed the demonstration {club.name} with everything in it")
    assert busy.client("Anna").get(f"/admin/deed/{deed.pk}/").status_code == 200
    assert busy.client("Anna").get("/admin/deed/").status_code == 200


def test_its_owner_removes_it_by_a_button(busy: House, club: Club) -> None:
    others = dump()["Entry"]
    address = f"{club.get_absolute_url()}demonstration/remove/"
    assert address in english(busy, "Anna").get(f"{club.get_absolute_url()}settings/").content.decode()
    for name in ("Bert", "Franz", ""):
        assert busy.client(name).post(address).status_code == 404
    assert "15 evenings, 731 hands" in english(busy, "Anna").get(address).content.decode()
    with patch.object(demo, "remove", side_effect=OperationalError):
        said = english(busy, "Anna").post(address, follow=True).content.decode()
    assert "Somebody was recording just now. Nothing was removed" in said
    assert english(busy, "Anna").post(address).headers["Location"] == busy.club.get_absolute_url()
    assert [*Club.objects.filter(demonstration=True)] == []
    assert len(dump()["Entry"]) < len(others)
    assert Deed.objects.get(verb="remove_demonstration").account == busy["Anna"]
    assert protection.unprotected(connection) == []
    assert english(busy, "Anna").post(address).status_code == 404


def test_every_table_of_the_database_is_a_clubs_or_nobodys() -> None:
    ours = ("scoring", "tournaments")
    everything = {model for app in ours for model in apps.get_app_config(app).get_models()}
    nobodys: set[type[models.Model]] = {Account, Reason, RulesetVersion}
    nobodys |= {OpenSession, PhoneCode, ProgramMistake, SecondFactor, SignInAttempt, StoredImprint}
    found = demo.ways()
    assert everything - found.keys() <= nobodys, "they go with what names them, or stay"
    assert found.keys() <= everything
    assert found[TableScore] in ("sheet__evening__club__pk", "participant__evening__club__pk")
    assert found[Entry] == "sheet__evening__club__pk"
    assert found[Deed] == "club__pk"


def test_a_real_club_is_never_removed(busy: House, club: Club) -> None:
    before = dump()
    with pytest.raises(AssertionError, match="no demonstration"):
        demo.remove(busy.club, by=None, actor="root")
    Club.objects.filter(pk=club.pk).update(demonstration=False)
    with pytest.raises(AssertionError, match="no demonstration"):
        demo.remove(club, by=None, actor="root")
    Club.objects.filter(pk=club.pk).update(demonstration=True)
    assert dump() == before


def test_the_command_asks_first_and_tells_what_it_removed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda _question: "no")
    with pytest.raises(CommandError, match="Nothing was removed"):
        printed("remove_demonstration")
    busy = patch.object(demo, "remove", side_effect=OperationalError)
    with busy, pytest.raises(CommandError, match="somebody was writing"):
        printed("remove_demonstration", "--yes")
    assert Club.objects.filter(pk=club.pk).exists()
    monkeypatch.setattr("builtins.input", lambda _question: " Yes ")
    monkeypatch.setattr("getpass.getuser", lambda: "root")
    said = printed("remove_demonstration")
    assert "15 evenings, 41 tables, 731 hands" in said
    assert "Removed by root" in said
    deed = Deed.objects.get(verb="remove_demonstration")
    assert (deed.account, deed.actor) == (None, "root")
    with pytest.raises(CommandError, match="There is no demonstration club"):
        printed("remove_demonstration", "--yes")


def test_the_command_makes_it_for_whom_it_is_told_else_for_whoever_set_up_the_program(
    busy: House, club: Club
) -> None:
    with pytest.raises(CommandError, match="already"):
        printed("demonstration")
    with (
        patch.object(demo, "the_club", return_value=None),
        patch.object(demo, "create_demo_club", return_value=club) as made,
    ):
        printed("demonstration")
        said = printed("demonstration", "--until", str(DAY), "--for", "bert")
    assert [call.kwargs for call in made.call_args_list] == [
        {"actor": busy["Anna"], "until": clock.today()},
        {"actor": busy["Bert"], "until": DAY},
    ]
    assert "15 evenings, 41 tables, 731 hands" in said
    assert club.get_absolute_url() in said
