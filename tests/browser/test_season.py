"""The season in a real browser: read on a narrow phone, sorted, searched and turned over by keyboard."""

from __future__ import annotations

import re
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from openpyxl import load_workbook
from playwright.sync_api import Page, expect

from scoring import people
from scoring.models import Club, Member
from tests.browser.test_people import AXE, LONG, look_closely, sign_in
from tests.browser.test_rules_pages import CUT_OFF
from tests.conftest import OpenPage
from tests.scoring.conftest import PASSWORD, House, terms
from tests.scoring.tables import dreier, hand, rufer
from tests.scoring.test_season import just_play, play

GUESTS = [f"Gast {number}" for number in range(1, 31)]


@pytest.fixture
def house(transactional_db: None) -> House:
    """Long names, thirds, two currencies, and more guests than fit on one page."""
    anna = people.set_up(
        deed=uuid4(),
        code=people.setup_code(),
        name="Anna",
        password=PASSWORD,
        terms=terms("Donaudampfschifffahrtsgesellschafts-Tarockrunde"),
    )
    club = Club.objects.get()
    people.add_members(actor=anna, deed=uuid4(), club=club, names=[LONG, "Bert", "Cilli", "Dora"])
    house = House(club, club, {"Anna": anna})
    day = timezone.localdate()
    four = ("Anna", LONG, "Bert", "Cilli")
    thirds = hand("trischaken", "Anna", order=[["Bert", LONG]])
    play(house, day - timedelta(days=1), dreier("Anna"), rufer(LONG, "Cilli"), names=four, currency="CHF")
    play(house, day, thirds, dreier(LONG), dreier("Cilli", won=False), names=four, cents=25)
    for first in range(0, 30, 3):
        play(house, day, dreier("Anna"), names=("Anna", *GUESTS[first : first + 3]))
    just_play(house, dreier("Dora"))
    return house


def addresses(house: House) -> dict[str, str]:
    here = f"/clubs/{house.club.slug}/season/"
    long = Member.objects.get(name=LONG).pk
    return {
        "season": f"{here}?period=all",
        "with everything": f"{here}?period=all&guests=on&tables=on&sort=-points",
        "nothing found": f"{here}?period=all&q=Xaver",
        "wrong days": f"{here}?since=2026-02-01&until=2026-01-01",
        "nothing played": f"{here}?period=1999",
        "member": f"{here}{long}/?period=all",
        "a member who has not played": f"{here}{Member.objects.get(name='Dora').pk}/?period=all",
        "with somebody": f"{here}{long}/?period=all&with={Member.objects.get(name='Bert').pk}&rules=standard",
        "never with somebody": f"{here}{long}/?period=all&with=~xaver",
        "statistics": f"{here}statistics/?period=all&tables=on",
        "statistics of nothing": f"{here}statistics/?period=1999",
        "statistics, wrong": f"{here}statistics/?period=all&rules=nonsense",
    }


def names(visitor: Page) -> list[str]:
    return visitor.locator(".standings").first.locator("tbody th").all_inner_texts()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_cut_off(page: OpenPage, house: House, dark: bool) -> None:
    visitor = page(320, 844, dark=dark)
    sign_in(visitor)
    for name, address in addresses(house).items():
        visitor.goto(address)
        for summary in visitor.locator("summary").all():
            summary.click()
        found = Axe().run(visitor, options=AXE)
        assert found.response["violations"] == [], f"{name}: {found.generate_report()}"
        look_closely(visitor, 320)


def test_the_pages_hold_at_twice_the_text_size(page: OpenPage, house: House) -> None:
    visitor = page(390, 844)
    sign_in(visitor)
    for name, address in addresses(house).items():
        visitor.goto(address)
        visitor.evaluate("document.documentElement.style.fontSize = '225%'")
        assert visitor.evaluate(CUT_OFF) == [], name


def test_whatever_is_pushed_aside_the_name_stays_in_sight(page: OpenPage, house: House) -> None:
    visitor = page(320, 844)
    sign_in(visitor)
    visitor.goto(addresses(house)["season"])
    region = visitor.get_by_role("region")
    region.focus()
    for _ in range(12):
        visitor.keyboard.press("ArrowRight")
    for _ in range(100):  # it glides; and a page without eval cannot be waited for from inside
        if region.evaluate("it => it.scrollLeft") > 100:
            break
        visitor.wait_for_timeout(50)
    assert region.evaluate("it => it.scrollLeft") > 100
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
    visitor = page()
    sign_in(visitor)
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
    expect(guests).to_have_count(5)


def test_from_the_standings_to_a_member_and_back_the_period_stays(page: OpenPage, house: House) -> None:
    visitor = page(390, 844)
    sign_in(visitor)
    visitor.goto(f"{addresses(house)['season']}&tables=on&sort=name&language=en")
    visitor.get_by_role("link", name=LONG).click()
    expect(visitor.get_by_role("heading", name=LONG)).to_be_visible()
    expect(visitor.locator(".course .for-phones .chart")).to_be_visible()
    expect(visitor.locator(".course .for-others .chart")).to_be_hidden()
    expect(visitor.locator(".contracts").last).to_contain_text("Dreier")
    visitor.locator(".crumbs").get_by_role("link", name="Season").click()
    assert visitor.url.endswith("/season/?period=all&tables=on")


def test_the_file_that_a_tap_brings_has_the_standings(page: OpenPage, house: House) -> None:
    visitor = page(390, 844)
    sign_in(visitor)
    visitor.goto(f"{addresses(house)['with everything']}&language=en")
    with visitor.expect_download() as begun:
        visitor.get_by_role("link", name="Excel").first.click()
    assert begun.value.suggested_filename.endswith(".xlsx")
    sheet = load_workbook(BytesIO(Path(begun.value.path()).read_bytes())).active
    assert {sheet.cell(row, 2).value for row in range(2, sheet.max_row + 1)} >= {LONG, "Gast 30", "Dora"}


def test_a_keyboard_chooses_with_whom_and_under_which_rules(page: OpenPage, house: House) -> None:
    visitor = page(390, 844)
    sign_in(visitor)
    visitor.goto(f"{addresses(house)['member']}&language=en")
    tab_to(visitor, "Only hands at which these people played too")
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_label("Bert")).to_be_visible()
    visitor.get_by_label("Bert").focus()
    visitor.keyboard.press("Space")
    tab_to(visitor, "Show")
    visitor.keyboard.press("Enter")
    visitor.wait_for_url(f"**with={Member.objects.get(name='Bert').pk}**")
    expect(visitor.get_by_label("Bert")).to_be_checked()
    expect(visitor.locator(".contracts").first).to_contain_text("Dreier")
    visitor.get_by_role("link", name="All rule sheets, all people").click()
    expect(visitor.get_by_label("Bert")).not_to_be_checked()


def test_every_picture_of_the_statistics_has_its_words(page: OpenPage, house: House) -> None:
    visitor = page()
    sign_in(visitor)
    visitor.goto(f"{addresses(house)['season']}&language=en")
    visitor.get_by_role("link", name="Records and statistics").click()
    expect(visitor.get_by_role("heading", name="Statistics")).to_be_visible()
    said = visitor.locator("svg.bars").evaluate_all(
        "all => all.map(it => it.getAttribute('aria-labelledby'))"
    )
    assert len(said) == len(set(said)) >= 8
    for identity in " ".join(said).split():
        assert visitor.locator(f"#{identity}").inner_html().strip()
    expect(visitor.get_by_role("img", name=re.compile("The highest hands"))).to_be_visible()
    expect(visitor.locator(".for-phones svg").first).to_be_hidden()
    visitor.get_by_role("region", name="The highest hands").get_by_role("link").first.click()
    expect(visitor.locator("#paper")).to_be_visible()


def test_printed_statistics_are_black_on_white_and_nothing_stands_beside_the_page(
    page: OpenPage, house: House
) -> None:
    visitor = page(dark=True)
    sign_in(visitor)
    for name in ("member", "statistics"):
        visitor.goto(addresses(house)[name])
        visitor.emulate_media(media="print")
        bar = visitor.locator(".for-others .bars .solid").first
        expect(bar).to_be_visible()
        assert bar.evaluate("it => getComputedStyle(it).fill") == "rgb(0, 0, 0)"
        expect(visitor.locator(".choosing")).to_be_hidden()
        cells = visitor.locator(".figures td.number").all()
        assert {cell.evaluate("it => getComputedStyle(it).display") for cell in cells} == {"table-cell"}
        assert visitor.pdf(format="A4").startswith(b"%PDF")
