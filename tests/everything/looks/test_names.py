"""A name where there is little room: smaller, then short, in full for whoever listens, taps or prints."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from scoring.models import Sheet
from tests.support.browser.looks import LONG, seen
from tests.support.browser.pages import OpenPage, becomes
from tests.support.browser.people import sign_in
from tests.support.browser.tour import MAX, MAXI, Sights, sights

__all__ = ["sights"]  # the fixtures

SHOWN = "name => name.firstElementChild?.textContent ?? name.textContent.trim()"
SIZE = "name => parseFloat(getComputedStyle(name).fontSize)"


def big_letters(page: OpenPage, sights: Sights) -> Page:
    """A narrow phone with large letters: there is room for a dozen of them."""
    phone = sign_in(page(320, 700), "de")
    phone.goto(sights.evening.get_absolute_url())
    phone.evaluate("delete Element.prototype.ariaHidden")  # as in Firefox before 119
    phone.evaluate("document.documentElement.style.fontSize = '160%'")
    return phone


def test_a_long_name_shrinks_then_is_short_and_is_printed_and_said_in_full(
    page: OpenPage, sights: Sights
) -> None:
    phone = big_letters(page, sights)
    names = phone.locator(".balances [data-full]")
    usual = names.filter(has_text="Anna").first
    assert usual.evaluate(SHOWN) == "Anna"
    long = names.filter(has_text=LONG).first
    expect(long).to_contain_class("shrunk cut")
    assert long.evaluate(SHOWN).startswith("Max")
    assert len(long.evaluate(SHOWN)) <= 12
    assert long.evaluate(SIZE) < 0.9 * usual.evaluate(SIZE)
    alike = [names.filter(has_text=re.compile(f"{name}$")).first.evaluate(SHOWN) for name in (MAX, MAXI)]
    assert len(set(alike)) == 2  # they differ in their last letters
    assert seen(phone) == []
    expect(long.locator("[aria-hidden=true]")).to_be_visible()
    phone.emulate_media(media="print")
    expect(long.locator("[aria-hidden]")).to_be_hidden()
    assert long.inner_text() == LONG
    phone.emulate_media(media="null")
    long.click()
    assert long.evaluate(SHOWN) == LONG


def test_a_title_keeps_its_size_and_breaks_with_hyphens_at_syllables(page: OpenPage, sights: Sights) -> None:
    phone = sign_in(page(390, 844), "de")
    title = phone.locator("h1")
    size = "one => getComputedStyle(one).fontSize"
    sizes = set()
    for name in (sights.sheet.name, "Extrazimmer im Gasthaus Post", sights.evening.club.name):
        Sheet.objects.filter(pk=sights.sheet.pk).update(name=name)
        phone.goto(sights.sheet.get_absolute_url())
        sizes.add(title.evaluate(size))
    assert len(sizes) == 1
    phone.set_viewport_size({"width": 320, "height": 700})
    parts = "Donau·dampf·schiff·fahrts·ge·sell·schafts"
    becomes(phone, lambda: parts in title.inner_text().replace("\u00ad", "·"), wanted=True)


LOOPS = """
window.loops = [];
addEventListener("error", ({ message }) => message.includes("ResizeObserver") && window.loops.push(message));
"""


def test_what_is_fitted_anew_is_no_loop_to_the_browser(page: OpenPage, sights: Sights) -> None:
    """Chromium tells only the page of it; others complain in the console."""
    phone = sign_in(page(1280, 844), "de")
    phone.add_init_script(LOOPS)
    for address in (sights.sheet.get_absolute_url(), sights.evening.club.get_absolute_url()):
        phone.goto(address)
        for width in (390, 320, 1280):
            phone.set_viewport_size({"width": width, "height": 700})
            phone.evaluate(
                "new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))"
            )
        assert phone.evaluate("loops") == []
