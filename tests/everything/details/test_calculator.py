"""Details of the calculator: its address, names of any kind, no answer, ways to hand a hand on."""

from __future__ import annotations

import re

from django.test import override_settings
from playwright.sync_api import Route, expect

from scoring.calculator.hands import read
from tests.support.browser.calculator import Asked, asked
from tests.support.scoring.tables import FOUR

__all__ = ["asked"]


def test_the_address_keeps_up_with_every_tap_and_another_hand_keeps_names_and_agreements(
    asked: Asked,
) -> None:
    here = asked().sheet("standard").names(*FOUR)
    here.page.reload()
    here.declarer("Anna")
    here.page.reload()
    assert here.pressed() == ["Anna"]
    here.contract("Rufer").partner("Cilli")
    here.page.reload()
    assert here.pressed() == ["Anna", "Cilli", "Rufer 1"]
    here.won()
    here.tap(here.page.get_by_role("button", name=re.compile("^Radl")))
    here.agreed("Im Radl zählt doppelt", "nur Spiel und Angesagtes")
    assert here.amounts() == ["+2", "−2", "+2", "−2"]
    here.page.reload()
    assert here.amounts() == ["+2", "−2", "+2", "−2"]
    record = read(here.address).record
    assert record["options"] == {"radl_doubles": "announced"}
    assert record["radl"] is True
    here.tap(here.page.locator("[data-order=anew]"))  # another hand, of the same people
    expect(here.page.locator("section.try")).to_be_visible()
    expect(here.settlement.locator("table")).to_have_count(0)
    assert read(here.address).record == {
        "rules": "standard",
        "players": [*FOUR],
        "games": [],
        "options": record["options"],
    }


def test_a_hostile_name_is_a_name(asked: Asked) -> None:
    names = ("Bert", "<img src=x onerror=alert(1)>", "__proto__", "{name}")
    here = asked().sheet("standard")
    block = here.unfold("names")
    block.locator("#name-0").fill("Anna")
    block.locator("#name-2").fill(" Anna ")
    expect(block.locator(".wrong")).to_contain_text("Anna")
    here.sheet("standard").names(*names)
    here.declarer("Bert").contract("Bettler")
    for name in names[1:]:
        here.kontra_by(name)
    assert len(here.lost().amounts()) == 4
    heads = here.settlement.locator("thead th")
    expect(heads).to_have_text([re.compile(f"{re.escape(name)}$") for name in names])  # behind a cut one
    record = read(here.address).record
    assert record["players"] == list(names)
    assert record["games"][0]["kontras"] == dict.fromkeys(names[1:], "kontra")


def test_without_an_answer_the_page_says_so_and_keeps_the_hand(asked: Asked) -> None:
    here = asked().sheet("standard")

    def no_answer(route: Route) -> None:
        route.fulfill(status=200, content_type="text/html", body="<h1>Willkommen im WLAN</h1>")

    here.page.route("**/calculator/settlement/*", no_answer)
    here.declarer("Spieler 1").contract("Dreier").won()
    expect(here.result.locator(".wrong")).to_be_visible()
    here.page.unroute("**/calculator/settlement/*")
    here.lost()
    assert here.amounts() == ["−15", "+5", "+5", "+5"]
    expect(here.result.locator(".wrong")).to_have_count(0)


def test_a_hand_is_handed_on_as_link_as_code_and_in_the_other_language(asked: Asked) -> None:
    with override_settings(PUBLIC_URL="http://tarock.example.org"):
        here = asked().sheet("standard")
        here.page.locator(".code summary").click()
        here.declarer("Spieler 1").contract("Dreier").won()
        image = here.page.locator(".code img")
        expect(image).to_have_attribute("src", f"/calculator/code/?hand={here.address}")
        link = f"http://tarock.example.org/calculator/?hand={here.address}"
        expect(here.page.locator(".share .link a")).to_have_text(link)
        here.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        here.page.locator("button[data-copied]").click()
        expect(here.page.locator(".share [role=status]")).not_to_be_empty()
        assert here.page.evaluate("getSelection().toString()").replace("\n", "") == link
        here.page.get_by_role("link", name="English").click()
        expect(here.settlement.locator("th").first).to_have_text("Player 1")
