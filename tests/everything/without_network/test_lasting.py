"""What lasts in a phone: seven days in Safari, longer on the home screen; the page says so while it helps."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils.formats import date_format
from playwright.sync_api import BrowserContext, Locator, expect

from scoring import clock
from tests.support.browser.looks import complaints_by_day_and_night
from tests.support.browser.no_network import (
    NewContext,
    house,
    keep_hands,
    lose_hands,
    phone,
    scorer_offline,
    scorer_on,
    send_all,
    tarockrunde,
)
from tests.support.browser.phone_engine import prepare
from tests.support.browser.recording_form import table_of
from tests.support.browser.scorer import Scorer
from tests.support.scoring.house import House

__all__ = ["house", "phone", "tarockrunde"]

SAFARI = "Object.defineProperty(Navigator.prototype, 'vendor', { get: () => 'Apple Computer, Inc.' });"
IPHONE = f"{SAFARI} navigator.standalone = false;"
ON_ITS_HOME_SCREEN = f"{SAFARI} navigator.standalone = true;"
ANDROID = "Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => '(Android 14)' });"
ASKING = """addEventListener("load", () => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    event.prompt = () => (document.body.dataset.asked = "yes");
    dispatchEvent(event);
});"""
ON_THE_ICON = """
    window.shown = [];
    navigator.setAppBadge = async (count) => { shown.push(count); };
    navigator.clearAppBadge = async () => { shown.push(0); };
"""
ENTERED_BEFORE = """days => {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith("tarockclub waiting "))) {
        const box = JSON.parse(localStorage.getItem(key));
        for (const deed of box.what.deeds) deed.entered -= days * 24 * 60 * 60 * 1000;
        localStorage.setItem(key, JSON.stringify(box));
    }
}"""


def like(phone: NewContext, script: str) -> BrowserContext:
    context = phone(service_workers="block")
    context.add_init_script(script)
    return context


def lasting(scorer: Scorer) -> Locator:
    return scorer.page.locator(".waiting [data-part=lasting]")


@pytest.mark.own_time("a phone counts the days by its own clock")
def test_in_safari_hands_that_wait_say_until_when_and_since_when(phone: NewContext, house: House) -> None:
    scorer = scorer_offline(like(phone, SAFARI), table_of(house))
    keep_hands(scorer, "Anna", "Bert")
    until = date_format(clock.today() + timedelta(days=6), "l, j. F")
    expect(lasting(scorer)).to_contain_text(f"spätestens am {until}")
    expect(lasting(scorer)).not_to_contain_text("seit")
    assert complaints_by_day_and_night(scorer.page) == []
    for days, since in ((1, "wartet seit gestern"), (2, "wartet seit 3 Tagen")):
        scorer.page.evaluate(ENTERED_BEFORE, days)
        scorer.page.context.set_offline(False)
        lose_hands(scorer)
        scorer.page.reload()
        expect(lasting(scorer)).to_contain_text(since)
    scorer.page.goto("/")
    box = scorer.page.locator("#waiting-anywhere")
    expect(box).to_contain_text("wartet seit 3 Tagen")
    expect(box).to_contain_text(f"spätestens am {until}")


def test_on_the_home_screen_nothing_is_deleted_and_the_icon_says_how_many_hands_wait(
    phone: NewContext, house: House
) -> None:
    scorer = scorer_offline(like(phone, ON_ITS_HOME_SCREEN + ON_THE_ICON), table_of(house))
    keep_hands(scorer, "Anna", "Bert")
    expect(lasting(scorer)).to_have_text("")
    assert scorer.page.evaluate("shown.at(-1)") == 2
    send_all(scorer)
    assert scorer.page.evaluate("shown.at(-1)") == 0


def test_the_way_to_the_home_screen_is_that_of_the_browser(phone: NewContext, house: House) -> None:
    sheet = table_of(house)
    for script, way in (
        ("", None),
        (ON_ITS_HOME_SCREEN, None),
        (ANDROID, "das Menü des Browsers"),
        (ASKING, ""),
    ):
        page = scorer_on(like(phone, script), sheet).page
        page.locator("#device > summary").click()
        said = page.locator("#device [data-way]:visible")
        if way is None:
            expect(said).to_have_count(0)
        else:
            expect(said).to_contain_text(way)
    page.get_by_role("button", name="Auf den Startbildschirm").click()
    expect(page.locator("body")).to_have_attribute("data-asked", "yes")
    expect(page.locator("#device .home-screen")).to_be_hidden()


def test_on_an_iphone_waiting_hands_come_before_the_home_screen(phone: NewContext, house: House) -> None:
    scorer = scorer_offline(like(phone, IPHONE), table_of(house))
    scorer.page.locator("#device > summary").click()
    said = scorer.page.locator("#device [data-way]:visible")
    expect(said).to_contain_text("tippen Sie in Safari auf Teilen")
    assert complaints_by_day_and_night(scorer.page) == []
    keep_hands(scorer, "Anna")
    expect(said).to_contain_text("wären dort nicht")
    send_all(scorer)
    expect(said).to_contain_text("auf Teilen")


def test_a_phone_that_is_ready_says_that_safari_deletes_it(phone: NewContext, house: House) -> None:
    context = like(phone, f"{IPHONE} StorageManager.prototype.persisted = async () => false;")
    prepare(context)
    scorer = scorer_on(context, table_of(house))
    scorer.page.locator("#device > summary").click()
    expect(scorer.page.locator("#device [data-keeping]:visible")).to_contain_text("sieben Tage")
