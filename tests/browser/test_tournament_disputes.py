"""A dispute in the browser: called with one tap, ruled on, read at the table; and every page looked at."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.models import Account
from tests.browser.scorer import Scorer
from tests.browser.test_people import AXE, look_closely
from tests.browser.test_tournament_table import at_the_table, look
from tests.conftest import OpenPage
from tests.scoring.conftest import House, _founded
from tests.tournaments.conftest import Playing, opened
from tests.tournaments.test_disputes import (
    SEATS,
    appointed,
    called,
    plain,
    ruled,
    standing,
    the_hand,
    withdrawn,
)
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Call, Finding, Ruling
from tournaments.running.disputes import Decision


@pytest.fixture
def house(transactional_db: None) -> House:
    return _founded()


@pytest.fixture
def playing(house: House) -> Playing:
    """Everybody has 3 and gets 5 more when that is gone. After three hands Anna and Bert are bust."""
    found = opened(house, terms=replace(PLAY_MONEY, capital=3, replacement=5))
    found.register(SEATS[0])
    found.begin(tables=SEATS)
    appointed(house, "Emil")
    for _hand in range(3):
        found.play(1, plain("Anna", "Bert", won=False))
    return found


def signed_in(visitor: Page, account: Account, server: LiveServer) -> Page:
    client = Client()
    client.force_login(account)
    cookie = {"value": client.cookies["sessionid"].value, "url": server.url}
    visitor.context.add_cookies(
        [{"name": "sessionid", **cookie}, {"name": "language", **cookie, "value": "en"}]
    )
    return visitor


def page_of(playing: Playing, name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=[playing.tournament.club.slug, playing.tournament.pk, *args])


def test_a_call_a_correction_on_the_recording_page_and_the_table_goes_on(
    page: OpenPage, playing: Playing, live_server: LiveServer
) -> None:
    emil = signed_in(page(390, 844), playing.house["Emil"], live_server)
    emil.goto(page_of(playing, "disputes"))
    expect(emil.get_by_text("No table waits for the arbiters.")).to_be_visible()

    phone = at_the_table(page(390, 844), playing.sheet()).page
    calling = phone.locator(".calling")
    calling.get_by_role("button", name="with a few words").click()
    calling.get_by_label("What is it about?").fill("Anna sagt, gewonnen")
    calling.get_by_role("button", name="Call the arbiters").click()
    expect(calling.get_by_text("The arbiters have been called at")).to_be_visible()
    expect(phone.locator(".clock")).to_have_attribute("data-phase", "stopped")

    look(emil)
    expect(emil.get_by_text("1 table waits.")).to_be_visible()
    expect(emil.locator(".calls").get_by_text("“Anna sagt, gewonnen”")).to_be_visible()
    emil.locator(".calls").get_by_role("link", name=re.compile("^Rule")).click()
    emil.get_by_label("What becomes of it?").select_option("corrected")
    emil.get_by_role("button", name="Go on").click()
    scorer = Scorer(emil, "en")
    erase = scorer.block("result-0").get_by_role("button", name=scorer.words["erase"])
    for _digit in "30":
        scorer.tap(erase)
    scorer.points("45")
    emil.locator("#save").click()
    expect(emil.get_by_role("heading", name="Play money")).to_be_visible()
    expect(emil.get_by_role("row", name="Anna 5 bust 2")).to_be_visible()
    emil.get_by_label("The ruling in words").fill("Die Stiche sind gezählt: 45 Punkte")
    emil.get_by_role("button", name="Rule like this").click()
    expect(emil.get_by_text("The ruling is recorded. The table goes on.")).to_be_visible()

    assert standing(playing)["Anna"] == (2, 0, 0)
    assert Ruling.objects.get().written == the_hand(playing, 3)
    look(phone)
    expect(calling.get_by_role("button", name="Call the arbiters")).to_be_visible()
    phone.goto(playing.sheet().get_absolute_url())
    expect(phone.get_by_text("“Die Stiche sind gezählt: 45 Punkte”")).to_be_visible()


def test_one_tap_calls_and_a_tap_withdraws(page: OpenPage, playing: Playing) -> None:
    phone = at_the_table(page(320, 640), playing.sheet()).page
    phone.locator(".calling").get_by_role("button", name="Call the arbiters").click()
    phone.locator(".calling").get_by_role("button", name="Withdraw the call").click()
    expect(phone.locator(".calling").get_by_role("button", name="Call the arbiters")).to_be_visible()
    assert Call.objects.get().withdrawn_at is not None


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_cut_off(
    page: OpenPage, playing: Playing, live_server: LiveServer, dark: bool
) -> None:
    first = called(playing, "Hat Obergrubenwaldner bedient?")
    ruled(playing, first, Decision(Finding.STRUCK, the_hand(playing, 1)), reason="Vergeben")
    entry = Ruling.objects.get().written
    withdrawn(playing, called(playing))
    call = called(playing, "Wer war Spieler?")
    playing.house.enter("Hilda", playing.house.member("Hilda"), by=playing.house["Anna"])
    appointed(playing.house, "Hilda")
    table = reverse("tournaments:call", args=[playing.tournament.code, playing.table().pk])
    ruling = f"{page_of(playing, 'ruling', call.pk)}?hand={the_hand(playing, 1).pk}&finding="
    sheet = playing.sheet()
    shown = {
        "disputes": page_of(playing, "disputes"),
        "log": page_of(playing, "disputes_log"),
        "ruled": page_of(playing, "dispute", first.pk),
        "dispute": page_of(playing, "dispute", call.pk),
        "struck": f"{ruling}struck",
        "stands": f"{ruling}stands",
        "renonce": f"{ruling}renonce",
        "wrong": f"{ruling}nothing",
        "call": table,
        "sheet": sheet.get_absolute_url(),
        "hand": reverse("scoring:hand", args=[sheet.pk, entry.pk]),
        "record": reverse("scoring:record", args=[sheet.pk]),
    }
    emil = signed_in(page(320, 844, dark=dark), playing.house["Emil"], live_server)
    for name, address in shown.items():
        answer = emil.goto(address)
        assert answer is not None
        assert answer.status == 200, name
        if name == "record":
            expect(emil.get_by_role("button", name="Withdraw the call")).to_be_visible()
        found = Axe().run(emil, options=AXE)
        assert found.response["violations"] == [], f"{name}: {found.generate_report()}"
        look_closely(emil, 320)
    bert = signed_in(page(320, 844, dark=dark), playing.director, live_server)
    bert.goto(shown["dispute"])
    expect(bert.get_by_label("Who may rule all the same?")).to_be_visible()
    assert Axe().run(bert, options=AXE).response["violations"] == []
    look_closely(bert, 320)


def test_six_calls_print_on_one_page(
    page: OpenPage, playing: Playing, live_server: LiveServer, tmp_path: Path
) -> None:
    for _times in range(6):
        withdrawn(playing, called(playing, "Irrtum"))
    bert = signed_in(page(390, 844), playing.director, live_server)
    bert.goto(page_of(playing, "disputes_log"))
    path = tmp_path / "log.pdf"
    bert.pdf(path=path, prefer_css_page_size=True)
    command = ["pdftotext", "-layout", path, "-"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    leaves = said.removesuffix("\f").split("\f")
    assert len(leaves) == 1
    assert leaves[0].count("“Irrtum”") == 6
    assert "Calls and rulings" not in leaves[0]  # the way back is not printed
