"""The season in a real browser: read on a narrow phone, sorted, searched and turned over by keyboard."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Literal

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring.models import Club, PlayedGame, Sheet, TableScore
from scoring.season.pages.rating import FEWEST_TABLES
from tests.support.browser.looks import (
    LONG,
    UNFOLD,
    seen,
)
from tests.support.browser.pages import OpenPage, becomes
from tests.support.browser.people import founded, sign_in
from tests.support.browser.season import GUESTS, addresses, house
from tests.support.scoring.house import House
from tests.support.scoring.season import play
from tests.support.scoring.tables import dreier
from tests.support.stages import Stage

__all__ = ["house"]  # the fixtures


LIGHTS: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def names(visitor: Page) -> list[str]:
    return visitor.locator(".standings").first.locator("tbody th").all_inner_texts()


def test_whatever_is_pushed_aside_the_name_stays_in_sight(page: OpenPage, house: House) -> None:
    visitor = sign_in(page(320, 844))
    visitor.goto(addresses(house)["season"])
    region = visitor.get_by_role("region")
    region.focus()
    for _ in range(12):
        visitor.keyboard.press("ArrowRight")
    # It glides; and a page without eval cannot be waited for from inside.
    becomes(visitor, lambda: region.evaluate("it => it.scrollLeft > 100"), wanted=True)
    box = visitor.locator("tbody th").first.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320


def tab_to(visitor: Page, text: str) -> None:
    for _ in range(120):
        visitor.keyboard.press("Tab")
        if visitor.evaluate("document.activeElement.innerText || ''").strip().startswith(text):
            return
    pytest.fail(f"Tab never reaches “{text}”")


def test_a_keyboard_sorts_searches_and_turns_the_page(page: OpenPage, house: House) -> None:
    visitor = sign_in(page())
    visitor.goto(f"/clubs/{house.club.slug}/?language=en")
    tab_to(visitor, "Season")
    visitor.keyboard.press("Enter")
    visitor.wait_for_url("**/season/")
    assert names(visitor)[0] == "Anna"
    tab_to(visitor, "Name")
    visitor.keyboard.press("Enter")
    visitor.wait_for_url("**sort=name#figures")
    assert names(visitor) == ["Anna", "Bert", "Cilli", LONG]
    expect(visitor.get_by_role("columnheader", name="Name")).to_have_attribute("aria-sort", "ascending")
    tab_to(visitor, "Name")
    visitor.keyboard.press("Enter")
    visitor.wait_for_url("**sort=-name#figures")
    assert names(visitor)[-1] == "Anna"

    visitor.get_by_label("Search by name").focus()
    visitor.keyboard.type("maxi")
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_text("Found: 1.")).to_be_visible()
    assert names(visitor) == [LONG]
    visitor.get_by_role("link", name="Show all").click()

    tab_to(visitor, "Other days, guests, tables")
    visitor.keyboard.press("Enter")
    visitor.get_by_label("Show guests").focus()
    visitor.keyboard.press("Space")
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_role("heading", name="Guests")).to_be_visible()
    tab_to(visitor, "Next page")
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_text("Page 2 of 2")).to_be_visible()
    guests = visitor.get_by_role("region", name="Guests").locator("tbody tr")
    expect(guests.filter(visible=True)).to_have_count(5)


def test_from_the_standings_to_a_member_and_back_the_period_stays(page: OpenPage, house: House) -> None:
    visitor = sign_in(page(390, 844))
    visitor.goto(f"{addresses(house)['season']}&tables=on&sort=name&language=en")
    visitor.get_by_role("link", name=LONG).click()
    expect(visitor.get_by_role("heading", name=LONG)).to_be_visible()
    expect(visitor.locator(".course .for-phones .chart")).to_be_visible()
    expect(visitor.locator(".course .for-others .chart")).to_be_hidden()
    subjects = visitor.get_by_role("navigation", name="Statistics by subject")
    subjects.get_by_role("link", name="Games").click()
    expect(visitor.locator(".contracts").last).to_contain_text("Dreier")
    visitor.locator(".crumbs").get_by_role("link", name="Season").click()
    expect(visitor).to_have_url(re.compile(r"/season/\?period=all&tables=on$"))


# Boxes to tick that do not stand in line with their words.
ASKEW = """() => [...document.querySelectorAll('main label:has([type=checkbox])')].filter(one => {
    const [box, words] = ['input', 'span'].map(which => one.querySelector(which).getBoundingClientRect());
    return words.left < box.right || Math.abs(words.top + words.bottom - box.top - box.bottom) > 4;
}).map(one => one.textContent)"""


def test_a_box_to_tick_stands_beside_its_words(page: OpenPage, house: House) -> None:
    visitor = sign_in(page(390, 844))
    for page_of in ("", "rating/", "statistics/", "certificates/"):
        visitor.goto(f"/clubs/{house.club.slug}/season/{page_of}?period=all")
        visitor.evaluate(UNFOLD)
        expect(visitor.locator("main label [type=checkbox]").first).to_be_visible()
        assert visitor.evaluate(ASKEW) == [], page_of


def test_the_button_that_chooses_a_file_has_letters_like_the_rest(page: OpenPage, house: House) -> None:
    visitor = sign_in(page(390, 844))
    visitor.goto(f"/clubs/{house.club.slug}/old-sheets/import/")
    button = "getComputedStyle(it, '::file-selector-button')"
    chosen = visitor.locator("[type=file]").evaluate(f"it => [{button}.fontSize, {button}.minHeight]")
    assert chosen == ["18px", "54px"]


def test_statistics_are_looked_at_by_subject_each_on_six_screens_of_a_phone(
    page: OpenPage, house: House
) -> None:
    """A table and its chart at a time, of a rule sheet both; the address keeps which, whatever is chosen."""
    phone = sign_in(page(390, 844), "en")
    phone.goto(f"{addresses(house)['statistics of one subject']}&language=en")
    subjects = phone.get_by_role("navigation", name="Statistics by subject").get_by_role("link")
    looked_at = []
    for subject in range(subjects.count()):
        subjects.nth(subject).click()
        parts = phone.locator(".subjects .exports a")
        for address in parts.evaluate_all("links => links.map(link => link.href)") or [phone.url]:
            phone.goto(address)
            expect(phone.locator(".figures table")).to_have_count(1)
            expect(phone.locator(".for-phones svg")).to_have_count(2 if "show=often-" in phone.url else 1)
            assert phone.evaluate("document.scrollingElement.scrollHeight") <= 6 * 844
            if menu := phone.locator(".subjects summary").all():
                menu[0].click()
                expect(phone.locator(".subjects a[aria-current]").last).to_be_visible()
            looked_at.append(phone.locator(".pictured h2").inner_text())
    assert {"The rarest games", "Trischaken", "The highest hands", "The highest evenings"} <= {*looked_at}
    subjects.filter(has_text="People").click()
    phone.get_by_role("link", name="12 months").click()
    expect(phone.locator(".pictured h2")).to_have_text("The highest hands")


def test_playing_strengths_are_read_on_a_narrow_phone_and_on_paper(page: OpenPage, house: House) -> None:
    four = ("Anna", LONG, "Bert", GUESTS[0])
    winners = ("Anna", "Anna", "Anna", LONG, LONG, "Bert")
    for number in range(FEWEST_TABLES):
        day = timezone.localdate() - timedelta(days=number)
        play(house, day, *(dreier(name) for name in winners), names=four)
    play(house, timezone.localdate(), *(dreier("Dora") for _ in range(4)), names=("Dora", *GUESTS[1:4]))
    visitor = sign_in(page(320, 844))
    visitor.goto(f"{addresses(house)['season']}&language=en")
    tab_to(visitor, "Playing strength")
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Playing strength")
    assert names(visitor) == ["Anna", LONG, "Bert"]
    expect(visitor.get_by_role("heading", name="Not sure yet")).to_be_visible()
    expect(visitor.get_by_role("img", name="Playing strength")).to_have_count(1)
    visitor.locator("main summary").first.click()
    visitor.get_by_label("Show guests").check()
    visitor.get_by_role("button", name="Show").click()
    expect(visitor.get_by_role("heading", name="Guests")).to_be_visible()
    assert seen(visitor) == []
    for light in LIGHTS:
        visitor.emulate_media(media="print", color_scheme=light)
        dot = visitor.locator(".for-others .whiskers .dot").first
        expect(dot).to_be_visible()
        assert dot.evaluate("it => getComputedStyle(it).fill") == "rgb(0, 0, 0)"
        expect(visitor.locator(".choosing")).to_be_hidden()


OUTSIDE = """() => [...document.querySelectorAll('svg.chart')].flatMap(svg => {
    if (!svg.checkVisibility()) return [];
    const around = svg.getBoundingClientRect();
    return [...svg.querySelectorAll('text')].filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < around.left - 0.5 || box.right > around.right + 0.5
            || box.top < around.top - 0.5 || box.bottom > around.bottom + 0.5;
    }).map(one => one.textContent);
})"""


def test_no_number_leaves_its_picture_however_long_it_is(page: OpenPage, house: House) -> None:
    """12345⅔ points won and lost in an evening, on a phone and at a desk."""
    day = timezone.localdate()
    four = ("Anna", LONG, "Bert", "Cilli")
    for number in (3, 2):
        play(house, day - timedelta(days=number), dreier(LONG, won=number == 3), names=four)

    def big(twelfths: int) -> int:
        return 823 * twelfths + (8 if twelfths > 0 else -8)

    for sheet in Sheet.objects.filter(evening__date__lt=day - timedelta(days=1)):
        for game in PlayedGame.objects.filter(sheet=sheet):
            game.twelfths, game.most = big(game.twelfths), big(game.most or 0)
            game.save()
            for seat in game.seats.all():
                seat.twelfths = seat.kassa = big(seat.twelfths)
                seat.save()
        for score in TableScore.objects.filter(sheet=sheet):
            score.twelfths = big(score.twelfths)
            score.save()
    visitor = sign_in(page())
    for name in ("member", "statistics"):
        visitor.goto(addresses(house)[name])
        for width in (390, 1280):
            visitor.set_viewport_size({"width": width, "height": 844})
            told = visitor.locator("svg.chart text").evaluate_all(
                "all => all.map(one => one.textContent.trim())"
            )
            assert {"member": "−20000", "statistics": "+12345⅔"}[name] in told, told
            assert visitor.evaluate(OUTSIDE) == [], (name, width)


NAMES = ("Anna", *(f"Mitglied {number}" for number in range(2, 21)))
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
HEIGHT = "document.scrollingElement.scrollHeight"
ROWS = """() => {
    const rows = [...document.querySelectorAll('.standings tbody tr')]
        .map(row => row.getBoundingClientRect());
    return {
        heights: [...new Set(rows.map(row => Math.round(row.height)))],
        seen: rows.filter(row => row.bottom <= innerHeight).length,
    };
}"""
TITLE = "() => parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)"


def members() -> House:
    """Five tables of members, a hand each."""
    house = founded(members=NAMES[1:], default_rules="standard")
    for first in range(0, 20, 4):
        names = NAMES[first : first + 4]
        play(house, timezone.localdate(), dreier(names[0]), names=names)
    return house


TWENTY = Stage("twenty", members)
twenty = TWENTY.fixture()


def test_fifteen_rows_of_a_season_are_in_sight_at_a_desk(page: OpenPage, twenty: House) -> None:
    desk = sign_in(page(**DESK), "de")
    for language, demonstration in (("de", False), ("en", True)):  # its mark stands beside the title
        Club.objects.update(demonstration=demonstration)
        sign_in(desk, language).goto(f"/clubs/{twenty.club.slug}/season/?period=all")
        found = desk.evaluate(ROWS)
        assert found["seen"] >= 15
        assert all(38 <= height <= 42 for height in found["heights"])
        assert desk.evaluate(TITLE) <= 40
    desk.set_viewport_size(PHONE)
    assert desk.evaluate(TITLE) <= 32


def test_the_landing_page_is_at_most_three_screens_of_a_phone(page: OpenPage, twenty: House) -> None:
    phone = page(**PHONE)
    for visitor in (phone, sign_in(phone, "de")):
        visitor.goto("/")
        visitor.evaluate(UNFOLD)
        assert visitor.evaluate(HEIGHT) <= 3 * PHONE["height"]
