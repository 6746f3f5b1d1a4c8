"""What the phone itself does while a table is open: it stays awake, and can be felt and heard."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.browser.looks import seen
from tests.support.browser.no_network import NewContext, house, phone, tarockrunde
from tests.support.browser.people import sign_in
from tests.support.browser.recording_form import table_of
from tests.support.browser.scorer import Scorer
from tests.support.scoring.house import House

__all__ = ["house", "phone", "tarockrunde"]

# A phone with everything, which notes what it is asked to do.
PHONE = """
    const done = [];
    const note = (what) => { done.push(what); document.documentElement.dataset.done = done.join(", "); };
    const lock = { release: async () => note("dark again"), addEventListener: () => null };
    const wakeLock = { request: async (what) => { note(what); return lock; } };
    Object.defineProperty(navigator, "wakeLock", { value: wakeLock });
    Object.defineProperty(navigator, "vibrate", { value: (how) => note(how.length) });
    const asked = window.matchMedia;
    window.matchMedia = (what) => what.includes("coarse") ? { matches: true } : asked.call(window, what);
"""


def test_it_stays_awake_and_is_felt_until_somebody_switches_it_off(phone: NewContext, house: House) -> None:
    context = phone(service_workers="block")
    context.add_init_script(PHONE)
    visitor = sign_in(context.new_page(), "en")
    address = f"/sheets/{table_of(house).pk}/record/"
    scorer = Scorer(visitor, "en").open(address)
    expect(visitor.locator("html")).to_have_attribute("data-done", "screen")
    scorer.declarer("Anna").contract("Dreier").won().save()
    expect(visitor.locator("html")).to_have_attribute("data-done", "screen, 1")
    visitor.get_by_text("This phone", exact=True).click()
    assert seen(visitor) == []
    sound = visitor.get_by_label("Make a sound, too")
    expect(sound).not_to_be_checked()
    visitor.get_by_label("Keep the screen on").uncheck()
    visitor.get_by_label("Vibrate").uncheck()
    expect(visitor.locator("html")).to_have_attribute("data-done", "screen, 1, dark again")
    scorer.open(address)
    scorer.declarer("Bert").contract("Dreier").won().save()
    expect(visitor.locator("html")).not_to_have_attribute("data-done", re.compile(""))
