"""The demonstration club: a season that can have been played, marked everywhere, removed without a trace."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, models, transaction
from django.db.models import Sum
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from openpyxl import load_workbook
from pytest_django.plugin import DjangoDbBlocker

from scoring import clock, demo, protection
from scoring.accounts import verbs as people
from scoring.accounts.chronicle import told
from scoring.demo import removing
from scoring.demo.dealing import dealt
from scoring.demo.making import FOUNDED
from scoring.demo.season import MEMBERS, PROGRAMMES, days, season
from scoring.engine.problems import problems_with
from scoring.engine.record import read_entry
from scoring.engine.settling import settle
from scoring.evenings import verbs as evening_verbs
from scoring.export import answering
from scoring.export.figures import Book, Figures
from scoring.export.writing import File, file_in
from scoring.models import (
    Account,
    Act,
    Club,
    Deed,
    Entry,
    Evening,
    Member,
    OpenSession,
    Participant,
    ProgramMistake,
    Reason,
    Role,
    Row,
    RulesetVersion,
    Seal,
    SecondFactor,
    Sheet,
    SignInAttempt,
    TableScore,
)
from scoring.rules import published
from scoring.table import verbs as recording
from scoring.table.links import code_of
from scoring.templatetags import pages as page_parts
from scoring.templatetags.pages import _club_of
from tests.support.pages import english_visitor
from tests.support.scoring.access import LINKS, WHO, Scene, scene
from tests.support.scoring.access_table import TABLE
from tests.support.scoring.backup import connected_to
from tests.support.scoring.demonstration import SHORT, busy, club, filled, found, play_short
from tests.support.scoring.first_start import FORM, path
from tests.support.scoring.house import House, english
from tests.support.scoring.tables import FOUR
from tests.support.spreadsheet import with_controls
from tests.support.visitors import read_out, unwritten

__all__ = ["busy", "club", "scene"]  # the fixtures

ROOT = Path(__file__).parent.parent.parent.parent
MARK = "invented people and hands"
DAY = date(2026, 3, 20)


@pytest.fixture(autouse=True)
def short_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for the test of the whole season, which plays longer ones."""
    play_short(monkeypatch)


# A season


@pytest.mark.parametrize("slug", sorted({programme.rules for programme in PROGRAMMES}))
def test_every_hand_that_is_dealt_can_be_played_under_its_rules(slug: str) -> None:
    dice, rules = Random(slug), published()[slug]
    skill = dict(zip(FOUR, (0.9, 0.3, -0.3, -0.9), strict=True))
    outcomes: Counter[bool] = Counter()
    sums: Counter[str] = Counter()
    for number in range(600):
        players = FOUR[number % 4 :] + FOUR[: number % 4]
        hand = read_entry(dealt(dice, rules, players, skill), rules)
        hand = replace(hand, players=players)
        assert problems_with(hand, rules) == (), hand
        settlement = settle(hand, rules)
        amounts = dict(zip(players, map(float, settlement.amounts), strict=True))
        outcomes[amounts[hand.games[0].declarer] > 0] += 1
        sums.update(amounts)
    assert 0.5 < outcomes[True] / outcomes.total() < 0.75
    assert sums["Anna"] > sums["Dora"], "skill shows in the long run"


@pytest.mark.parametrize(
    "until", [date(2026, 1, 1), date(2026, 3, 20), date(2026, 11, 20), date(2028, 2, 29)]
)
def test_a_season_begins_in_autumn_and_ends_on_its_day(until: date) -> None:
    found = days(until)
    assert found[0].month in (9, 10)
    assert found[-1] == until
    assert found == sorted(set(found))
    assert all(day.weekday() == 4 for day in found[:-1])
    assert 100 < (until - found[0]).days < 500


def test_another_seed_is_another_season() -> None:
    assert season(1, DAY) == season(1, DAY)
    assert season(1, DAY) != season(2, DAY)


def test_nobody_in_the_club_is_called_like_its_owner() -> None:
    for owner in ("Anna", "hermine", "XANDL"):
        plans = season(1, DAY, owner=owner)
        there = {name.casefold() for plan in plans for table in plan.tables for name in table.people}
        assert owner.casefold() not in there


def facts(club: Club) -> list[object]:
    """Everything that was played, with names in place of ids."""
    return [
        (sheet.name, entry.seq, entry.act, _named(entry.record, names))
        for sheet in Sheet.objects.filter(evening__club=club).order_by("pk").select_related("evening")
        for names in (sheet.evening.names(),)
        for entry in sheet.entries.order_by("seq")
    ]


def _named(record: Any, names: dict[str, str]) -> Any:
    if isinstance(record, dict):
        return {names.get(key, key): _named(value, names) for key, value in record.items()}
    if isinstance(record, list):
        return [_named(one, names) for one in record]
    return names.get(record, record) if isinstance(record, str) else record


def test_a_whole_season_can_have_been_played(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    play_short(monkeypatch, PROGRAMMES)
    club = found(house)
    assert demo.progress(club) == (0, len(PROGRAMMES))
    filled(club, len(PROGRAMMES))
    assert demo.progress(club).complete
    assert demo.go_on(club).complete, "and nothing more is played"
    made = demo.contents(club)
    assert made.evenings == len(PROGRAMMES)
    assert 500 <= made.hands <= 900
    call_command("verify", stdout=StringIO())

    evenings = Evening.objects.filter(club=club)
    assert evenings.values("ruleset__slug").distinct().count() >= 4
    assert [evening.date for evening in evenings.filter(closed_at=None)] == [timezone.localdate()]
    assert evenings.filter(pagatkassa__isnull=False).count() == 2
    assert evenings.filter(confirmation=True).count() == 1
    assert Seal.objects.count() == made.evenings, "one was sealed twice, that of today not yet"
    entries = Entry.objects.filter(sheet__evening__club=club)
    assert set(entries.values_list("act", flat=True)) == {Act.ADD, Act.CORRECT, Act.INSERT, Act.UNDO}
    records = [entry.record for entry in entries if entry.record]
    assert {record["event"] for record in records if "event" in record} >= {"seating", "schlussradl"}
    assert any("void" in record for record in records)
    assert Participant.objects.filter(evening__club=club, member=None).exists()

    moments = [*entries.values_list("at", flat=True), *club.deeds.values_list("at", flat=True)]
    assert max(moments) <= timezone.now()
    for evening in evenings:
        written = entries.filter(sheet__evening=evening).values_list("at", flat=True)
        assert min(written) > evening.opened_at
        assert evening.opened_at.date() == evening.date or evening.is_open

    hands = Row.objects.filter(sheet__evening__club=club, number__isnull=False)
    assert 0.1 < hands.filter(radl=True).count() / hands.count() < 0.5
    of_members = club.members.annotate(total=Sum("participations__scores__twelfths")).exclude(total=None)
    ranks = list(of_members.order_by("-total").values_list("name", flat=True))
    assert len(ranks) >= 10
    assert MEMBERS[ranks[0]] > MEMBERS[ranks[-1]]


def test_the_same_seed_and_day_give_the_same_hands(house: House) -> None:
    club = filled(found(house, until=DAY), 2)
    first = facts(club)
    demo.remove(club, by=None, actor="root")
    again = filled(found(house, until=DAY), 2)
    assert again.pk != club.pk
    assert facts(again) == first


def test_who_is_interrupted_leaves_whole_evenings_and_goes_on(club: Club) -> None:
    before = facts(club)
    with (
        patch.object(evening_verbs, "close_evening", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
        transaction.atomic(),
    ):
        demo.go_on(club)
    assert facts(club) == before
    assert demo.progress(club).done == 1
    demo.go_on(club)
    assert demo.progress(club).done == 2
    assert facts(club)[: len(before)] == before
    call_command("verify", stdout=StringIO())


def test_the_clock_goes_right_again_after_a_past_was_written(house: House) -> None:
    filled(found(house, until=DAY), 1)
    assert timezone.now() - clock.now() < timedelta(seconds=5)
    with clock.turned_back_to(timezone.now() + timedelta(days=1)):
        assert clock.now() <= timezone.now(), "nothing is written in the future"
    anna = house["Anna"]
    evening = house.evening()
    evening_verbs.close_evening(actor=anna, deed=uuid4(), evening=evening)
    assert timezone.now() - Seal.objects.latest("pk").sealed_at < timedelta(seconds=5)


def test_a_table_of_today_runs_since_today_and_is_marked_also_for_whoever_comes_by_its_link(
    house: House,
) -> None:
    """Whatever time it is."""
    club = found(house)
    with patch("scoring.demo.making.progress", return_value=demo.Progress(12, 13)):
        demo.go_on(club)
    evening = Evening.objects.get(club=club)
    assert evening.is_open
    assert timezone.now() - timedelta(minutes=90) < evening.opened_at or evening.opened_at.hour >= 17
    client = english(house, "Anna")
    for sheet in evening.sheets.all():
        assert "Record a hand" in client.get(sheet.get_absolute_url()).content.decode()
    sheet = Sheet.objects.whole().filter(evening=evening)[0]
    for letter, kind in LINKS.values():
        nobody = english_visitor()
        page = nobody.get(f"/{letter}/{code_of(sheet, kind)}/", follow=True)
        assert page.status_code == 200
        assert MARK in page.content.decode()


# The command


def make(*asked: str) -> str:
    out = StringIO()
    call_command("demonstration", *asked, stdout=out)
    return out.getvalue()


def remove(*asked: str) -> str:
    out = StringIO()
    call_command("remove_demonstration", *asked, stdout=out)
    return out.getvalue()


@pytest.fixture
def short(short_evenings: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A season of two evenings: that of today comes right after the first."""
    play_short(monkeypatch, (SHORT[4], SHORT[-1]))


@pytest.fixture
def shortest(short_evenings: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A season of one evening, that of today."""
    play_short(monkeypatch, (SHORT[-1],))


def test_the_command_says_what_it_does_and_does_it_once(house: House, short: None) -> None:
    said = make("--until", str(DAY))
    assert "evening 2 of 2" in said
    club = Club.objects.get(demonstration=True)
    assert "2 evenings, 3 tables, 28 hands" in said
    assert club.get_absolute_url() in said
    assert club.members.owners_who_can_sign_in().get().account == house["Anna"]
    with pytest.raises(CommandError, match="already"):
        make()


def test_the_command_goes_on_where_it_was_interrupted(house: House, short: None) -> None:
    filled(found(house), 1)
    said = make()
    assert "going on" in said
    assert "evening 1 of 2" not in said
    assert "evening 2 of 2" in said


def test_the_command_can_be_told_whose_club_it_is(house: House, shortest: None) -> None:
    make("--for", "bert")
    club = Club.objects.get(demonstration=True)
    assert club.members.owners_who_can_sign_in().get().account == house["Bert"]
    assert english(house, "Bert").get(club.get_absolute_url()).status_code == 200
    assert english(house, "Anna").get(club.get_absolute_url()).status_code == 404


@pytest.mark.parametrize(
    ("asked", "words"),
    [(["--for", "Nobody"], "Nobody signs in as"), (["--until", "2999-01-01"], "after today")],
)
def test_the_command_says_what_is_wrong(house: House, asked: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        make(*asked)
    assert not Club.objects.filter(demonstration=True).exists()


@pytest.mark.django_db
def test_the_command_needs_somebody_to_own_the_club() -> None:
    with pytest.raises(CommandError, match="Nobody has an account yet"):
        make()


# At the set-up


@pytest.mark.django_db
def test_whoever_asks_for_it_at_the_set_up_sees_it_grow(client: Client, short: None) -> None:
    form = FORM | {"deed": str(uuid4()), "demonstration": "on"}
    response = client.post(path(), form)
    club = Club.objects.get(demonstration=True)
    assert response.headers["Location"] == f"/clubs/{club.slug}/demonstration/"
    assert client.post(path(), form).headers["Location"] == response.headers["Location"], "sent twice"
    assert (Account.objects.count(), Club.objects.count()) == (1, 2)
    client.cookies["language"] = "en"
    assert "0 of 2 evenings are ready" in client.get(response.headers["Location"]).content.decode()
    assert "Go on preparing" in client.get(club.get_absolute_url()).content.decode()
    assert client.post(response.headers["Location"]).headers["Location"].endswith("/demonstration/")
    assert "1 of 2 evenings are ready" in client.get(response.headers["Location"]).content.decode()
    own = Club.objects.get(demonstration=False).get_absolute_url()
    for _ in range(2):  # the last evening, and once too often
        assert client.post(response.headers["Location"]).headers["Location"] == own
    assert Evening.objects.count() == 2
    assert client.get(response.headers["Location"]).headers["Location"] == club.get_absolute_url()
    assert "Go on preparing" not in client.get(club.get_absolute_url()).content.decode()


@pytest.mark.django_db
def test_nobody_gets_a_demonstration_who_did_not_ask_for_it(client: Client) -> None:
    assert 'name="demonstration"' in client.get(path()).content.decode()
    client.post(path(), FORM | {"deed": str(uuid4())})
    assert not Club.objects.filter(demonstration=True).exists()


def test_nobody_but_its_owner_fills_it(house: House) -> None:
    club = found(house)
    address = f"/clubs/{club.slug}/demonstration/"
    for name, status in (("Anna", 200), ("Bert", 404), ("Franz", 404), ("", 404)):
        assert house.client(name).get(address).status_code == status
        if status == 404:
            assert house.client(name).post(address).status_code == 404
    assert house.client("Anna").post(f"/clubs/{house.club.slug}/demonstration/").status_code == 404
    assert not Evening.objects.exists()


def test_a_demonstration_stays_one_and_a_club_never_becomes_one(house: House) -> None:
    client = house.client("Anna")
    for one, stays in ((found(house), True), (house.club, False)):
        form = {
            "club": "Anders",
            "currency": "EUR",
            "cents_per_point": "10",
            "language": "de",
            "default_rules": "standard",
            "demonstration": "" if stays else "on",
            "deed": str(uuid4()),
        }
        assert client.post(f"/clubs/{one.slug}/settings/", form).status_code == 302
        one.refresh_from_db()
        assert (one.name, one.demonstration) == ("Anders", stays)


# The mark


def as_demonstration(scene: Scene) -> None:
    """The same club, as if it had been invented."""
    club, anna = scene.house.club, scene.house["Anna"]
    Club.objects.filter(pk=club.pk).update(demonstration=True)
    details = {"name": club.name, "seed": 1, "until": str(DAY)}
    Deed.objects.create(
        id=FOUNDED,
        club=club,
        account=anna,
        actor="Anna",
        verb="found_demonstration",
        details=details,
        asked="",
        at=timezone.now(),
    )


def of_the_club(address: str) -> bool:
    """A template has nothing of the club in it, and JSON no place for a mark."""
    begins = address.startswith(("clubs/<slug:slug>/", "sheets/", "invitation/"))
    return begins and "/old-sheets/template/" not in address and not address.endswith("export/json/")


def without_workbooks(form: str, what: Book | Figures, *, plain: bool = False) -> File:
    """What is in them is looked at in test_every_line_of_a_file_says_that_it_is_invented."""
    return (unwritten if form == "xlsx" else file_in)(form, what, plain=plain)


def readers(address: str) -> list[str]:
    """Who asks for it, on behalf of all who may: the first who is signed in, and the first with a link."""
    answers = dict(zip(WHO, TABLE[address].reading.split(), strict=True))
    there = [who for who, answer in answers.items() if answer == "200" and (WHO[who] or who in LINKS)]
    return list({bool(WHO[who]): who for who in reversed(there)}.values())


def page(scene: Scene, address: str, who: str) -> tuple[Any, int]:
    """With the number of its queries."""
    client = scene.browser(who)
    client.cookies["language"] = "en"
    here = scene.at(scene.closed) if address.endswith("<int:pk>/reopen/") else scene
    path, queries = here.path(address), []

    def note(execute: Callable[..., Any], query: str, *further: Any) -> Any:
        queries.append(query)
        return execute(query, *further)

    with patch.object(answering, "file_in", without_workbooks), connection.execute_wrapper(note):
        response = read_out(client.get(path))
    assert response.status_code == 200, (address, who)
    return response, len(queries)


def club_at_hand(subject: object) -> Club | None:
    """Whether a club is marked is known without a query."""
    with CaptureQueriesContext(connection) as captured:
        club = _club_of(subject)
        assert club is None or club.demonstration in (False, True)
    assert len(captured) == 0
    return club


def test_every_page_of_the_club_says_that_it_is_a_demonstration(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_parts, "_club_of", club_at_hand)
    asked = [(address, who) for address in filter(of_the_club, TABLE) for who in readers(address)]
    real = {one: page(scene, *one) for one in asked}
    assert Counter(who for _address, who in real) >= Counter({"owner": 60, "table link": 8})
    for one, (response, _queries) in real.items():
        assert MARK not in str(response.content), one
    as_demonstration(scene)
    asked.append(("clubs/<slug:slug>/demonstration/", "owner"))
    for one in asked:
        response, queries = page(scene, *one)
        kind = response.headers["Content-Type"].partition(";")[0]
        if kind == "application/json":
            continue  # asked for by a page that is marked
        if kind == "text/html":
            assert MARK in response.content.decode(), one
            assert "</strong> invented" in response.content.decode().partition("<main")[2]
        else:
            assert 'filename="demonstration-' in response.headers["Content-Disposition"], one
        # That the season is complete is asked for on one page, and of its owner only.
        if one in real and one != ("clubs/<slug:slug>/", "owner"):
            assert queries == real[one][1], one


def test_the_list_of_clubs_tells_which_is_invented(house: House) -> None:
    page = english(house, "Anna").get("/clubs/").content.decode()
    assert MARK not in page
    found(house)
    assert english(house, "Anna").get("/clubs/").content.decode().count(MARK) == 1


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
    addresses = [scene.path(one) for one in TABLE if of_the_club(one) and one.endswith("export/csv/")]
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
        assert {sheet["A1"].value for sheet, _control in with_controls(book)} == {"Demonstration"}


def test_nothing_of_it_counts_in_the_real_club(house: House) -> None:
    addresses = [
        f"/clubs/{house.club.slug}/{rest}" for rest in ("", "season/", "evenings/", "members/", "log/")
    ]
    client = english(house, "Anna")
    before = [main(client.get(address)) for address in addresses]
    filled(found(house), 1)
    assert [main(client.get(address)) for address in addresses] == before


def main(response: Any) -> str:
    page = response.content.decode()
    return str(page[page.index("<main") : page.index("</main")])


# Removed


def dump(*, without: Club | None = None) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table; or of everything that is not this club's."""
    found, of_a_club = {}, removing.ways()
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


def test_everything_of_the_club_goes_and_nothing_else(busy: House) -> None:
    before = dump()
    club = filled(found(busy), 2)
    versions = RulesetVersion.objects.count()
    others = dump(without=club)
    changed = {name for name in before if others[name] != before[name]}
    assert changed <= {"RulesetVersion"}, "a demonstration adds nothing to anybody else"

    made = demo.contents(club)
    assert demo.remove(club, by=busy["Bert"], actor="root") == made
    after = dump()
    deed = Deed.objects.get(verb="remove_demonstration")
    after["Deed"] = [row for row in after["Deed"] if row[0] != deed.pk]
    assert after == others
    assert RulesetVersion.objects.count() == versions
    assert protection.unprotected(connection) == []
    call_command("verify", stdout=StringIO())

    assert (deed.club, deed.account, deed.actor) == (None, busy["Bert"], "Bert")
    assert deed.details == made._asdict()
    with translation.override("en"):
        assert told(deed).startswith(f"removed the demonstration {club.name} with everything in it")
    assert busy.client("Anna").get(f"/admin/deed/{deed.pk}/").status_code == 200
    assert busy.client("Anna").get("/admin/deed/").status_code == 200


def test_its_owner_removes_it_by_a_button(busy: House) -> None:
    club, others = filled(found(busy), 1), dump()["Entry"]
    address = f"{club.get_absolute_url()}demonstration/remove/"
    assert address in english(busy, "Anna").get(f"{club.get_absolute_url()}settings/").content.decode()
    for name in ("Bert", "Franz", ""):
        assert busy.client(name).post(address).status_code == 404
    assert (
        f"1 evenings, {demo.contents(club).hands} hands"
        in english(busy, "Anna").get(address).content.decode()
    )
    assert english(busy, "Anna").post(address).headers["Location"] == busy.club.get_absolute_url()
    assert [*Club.objects.filter(demonstration=True)] == []
    assert len(dump()["Entry"]) < len(others)
    assert Deed.objects.get(verb="remove_demonstration").account == busy["Anna"]
    assert protection.unprotected(connection) == []
    assert english(busy, "Anna").post(address).status_code == 404


def test_what_was_done_in_it_by_its_visitors_goes_too(busy: House, club: Club) -> None:
    others = dump(without=club)
    hermine = club.members.get(name="Hermine")
    token = people.invite(actor=busy["Anna"], deed=uuid4(), member=hermine)
    people.join(actor=busy["Bert"], deed=uuid4(), token=token)
    people.appoint(actor=busy["Anna"], deed=uuid4(), member=hermine, role=Role.DIRECTOR)
    four = [recording.Person(name=name) for name in ("Gast", "Hermine", "Leopold", "Traudl")]
    evening_verbs.just_play(
        actor=busy["Bert"], deed=uuid4(), club=club, rules="cup", people=four, high_card=0
    )
    demo.remove(club, by=None, actor="root")
    after = dump()
    after["Deed"] = [row for row in after["Deed"] if "remove_demonstration" not in row]
    assert after == others
    assert Account.objects.filter(name="Bert").exists()


def test_every_table_of_the_database_is_a_clubs_or_nobodys() -> None:
    ours = ("scoring", "tournaments")
    everything = {model for app in ours for model in apps.get_app_config(app).get_models()}
    nobodys: set[type[models.Model]] = {Account, Reason, RulesetVersion}
    nobodys |= {OpenSession, ProgramMistake, SecondFactor, SignInAttempt}
    found = removing.ways()
    assert everything - found.keys() <= nobodys, "they go with what names them, or stay"
    assert found.keys() <= everything
    assert found[TableScore] in ("sheet__evening__club__pk", "participant__evening__club__pk")
    assert found[Entry] == "sheet__evening__club__pk"
    assert found[Deed] == "club__pk"


def test_a_real_club_is_never_removed(busy: House) -> None:
    before = dump()
    with pytest.raises(AssertionError, match="no demonstration"):
        demo.remove(busy.club, by=None, actor="root")
    lie = found(busy)
    Club.objects.filter(pk=lie.pk).update(demonstration=False)
    with pytest.raises(AssertionError, match="no demonstration"):
        demo.remove(lie, by=None, actor="root")
    Club.objects.filter(pk=lie.pk).update(demonstration=True)
    demo.remove(lie, by=None, actor="root")
    after = dump()
    after["Deed"] = [row for row in after["Deed"] if "remove_demonstration" not in row]
    assert after == before


def test_a_failure_in_the_middle_changes_nothing_and_leaves_everything_protected(club: Club) -> None:
    before = dump()
    delete: Callable[[Any], None] = removing._delete
    for fails in (TableScore, Entry, Deed, Club):

        def stumble(rows: Any, fails: type[models.Model] = fails) -> None:
            if rows.model is fails:
                raise RuntimeError("the disk is full")
            delete(rows)

        with patch.object(removing, "_delete", stumble), pytest.raises(RuntimeError), transaction.atomic():
            demo.remove(club, by=None, actor="root")
        assert dump() == before, fails
        assert protection.unprotected(connection) == [], fails


def test_what_stays_never_leads_to_what_is_gone(club: Club) -> None:
    before = dump()
    all_but_one = {model: way for model, way in removing.ways().items() if model is not Seal}
    with (
        patch.object(removing, "ways", lambda: all_but_one),
        pytest.raises(IntegrityError),
        transaction.atomic(),
    ):
        demo.remove(club, by=None, actor="root")
    assert dump() == before
    assert protection.unprotected(connection) == []


KILLED = """
import os, signal
from dataclasses import replace
import django
django.setup()
from uuid import uuid4
from django.db import connection
from django.utils import timezone
from scoring import demo, protection
from scoring.demo import removing, season
from scoring.accounts import verbs as people
from scoring.models import Club, Entry

def die(rows):
    if rows.model is Club:
        assert not Entry.objects.exists()
        assert protection.unprotected(connection)
        os.kill(os.getpid(), signal.SIGKILL)
    rows._raw_delete(rows.db)

terms = people.ClubTerms("Runde", "EUR", 10, "de", "standard")
anna = people.set_up(
    deed=uuid4(), code=people.setup_code(), name="Anna", password=str(uuid4()), terms=terms
)
first, *others = season.PROGRAMMES
season.PROGRAMMES = (replace(first, tables=((first.tables[0][0], 3),)), *others)
club = demo.found(actor=anna, seed=1, until=timezone.localdate())
demo.go_on(club)
removing._delete = die
demo.remove(club, by=anna, actor="")
"""


def test_who_is_killed_in_the_middle_has_removed_nothing(
    migrated_database: str, django_db_blocker: DjangoDbBlocker
) -> None:
    here = {**os.environ, "DATABASE_URL": migrated_database, "DJANGO_SETTINGS_MODULE": "tarockclub.settings"}
    killed = subprocess.run(
        [sys.executable, "-c", KILLED], env=here, cwd=ROOT, capture_output=True, text=True
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    with django_db_blocker.unblock(), connected_to(urlsplit(migrated_database).path[1:]):
        assert protection.unprotected(connection) == []
        left = demo.the_club()
        assert left is not None
        assert demo.contents(left).hands == 3


def test_protection_is_lifted_within_a_transaction_only(transactional_db: None) -> None:
    with pytest.raises(AssertionError, match="within a transaction"), protection.lifted(connection):
        pass
    assert protection.unprotected(connection) == []


def test_the_command_asks_first_and_tells_what_it_removed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda _question: "no")
    with pytest.raises(CommandError, match="Nothing was removed"):
        remove()
    assert Club.objects.filter(pk=club.pk).exists()
    monkeypatch.setattr("builtins.input", lambda _question: " Yes ")
    monkeypatch.setattr("getpass.getuser", lambda: "root")
    said = remove()
    assert "1 evenings, 2 tables, 17 hands" in said
    assert "Removed by root" in said
    deed = Deed.objects.get(verb="remove_demonstration")
    assert (deed.account, deed.actor) == (None, "root")
    with pytest.raises(CommandError, match="There is no demonstration club"):
        remove("--yes")


def test_the_command_can_be_told_whose_deed_it_is(busy: House, monkeypatch: pytest.MonkeyPatch) -> None:
    found(busy)
    with pytest.raises(CommandError, match="Nobody signs in as"):
        remove("--yes", "--by", "Nobody")
    monkeypatch.setattr("getpass.getuser", nobody)
    assert "Removed by Anna" in remove("--yes", "--by", "anna")
    assert Deed.objects.get(verb="remove_demonstration").account == busy["Anna"]


def nobody() -> str:
    raise KeyError("uid not found")


def test_it_can_be_made_again_after_it_was_removed(busy: House, shortest: None) -> None:
    make()
    remove("--yes")
    make()
    remove("--yes")
    assert Deed.objects.filter(verb="remove_demonstration").count() == 2
    assert not Member.objects.filter(club__demonstration=True).exists()


def test_a_club_that_only_says_it_is_a_demonstration_has_nothing_left_to_play(house: House) -> None:
    Club.objects.filter(pk=house.club.pk).update(demonstration=True)
    club = Club.objects.get(pk=house.club.pk)
    assert demo.progress(club).complete
    assert demo.go_on(club).complete
    assert english(house, "Anna").get(club.get_absolute_url()).status_code == 200
