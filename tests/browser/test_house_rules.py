"""A secretary makes the club's own sheet, plays by it, changes it during an evening, and compares."""

from __future__ import annotations

import re
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect

from scoring.evenings import verbs as evening_verbs
from scoring.models import Club, Evening, Sheet
from scoring.table.verbs import Person
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import founded, sign_in
from tests.support.browser.scorer import Scorer
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import own, with_money
from tests.support.scoring.tables import FOUR
from tests.support.stages import Stage

FIVE_CHANGES = (
    ("Dreier", "5", "6"),
    ("Trull: silent value", "1", "2"),
    ("Radl: when everybody stands at zero in the Schrift", "", "yes"),
    ("Radl: Schlussradl", "yes", "no"),
    ("Calling oneself", "yes", "no"),
)


def four() -> House:
    """A club of four."""
    anna = founded("Tarockrunde", FOUR[1:])
    club = Club.objects.get()
    return House(club, club, {"Anna": anna})


CLUB_OF_FOUR = Stage("house", four)
house = CLUB_OF_FOUR.fixture()


def click(page: Page, role: str, name: str) -> None:
    page.get_by_role(role, name=name, exact=True).first.click()


def tap(page: Page, label: str) -> None:
    """The words beside a box are part of it."""
    page.locator("label", has_text=label).click()


def keep(page: Page) -> None:
    """One step of the draft."""
    click(page, "button", "Save in the draft")
    expect(page.locator(".said").first).to_be_visible()


def edit(page: Page, own_sheet: str, matter: str) -> None:
    page.goto(f"{own_sheet}edit/{matter}/")
    expect(page.get_by_role("button", name="Save in the draft")).to_be_visible()


def save_as_version(page: Page, own_sheet: str, number: int) -> None:
    page.goto(f"{own_sheet}edit/")
    click(page, "link", f"Check and save as version {number}")
    click(page, "button", f"Save as version {number}")
    expect(page.get_by_text(f"Version {number} is saved.")).to_be_visible()


def dreier_of(page: Page, sheet: Sheet, name: str) -> None:
    Scorer(page, "en").open(f"/sheets/{sheet.pk}/record/").declarer(name).contract("Dreier").won().save()


def amounts(page: Page, sheet: Sheet) -> list[str]:
    """The hands of the sheet as it shows them, in the order in which they were played."""
    page.goto(f"/sheets/{sheet.pk}/")
    hands = page.locator("#paper tr.hand")
    expect(hands.first).to_be_visible()
    return [re.sub(r"\s+", " ", text) for text in hands.all_inner_texts()]


def compared(page: Page) -> list[tuple[str, str, str]]:
    """What stands beside each other: about what, here, and there."""
    rows: list[tuple[str, str, str]] = []
    for row in page.locator("table.beside tbody tr").all():
        before, after = (said(cell) for cell in row.locator("td").all())
        rows.append((row.locator("th").inner_text(), before, after))
    return rows


def said(cell: Locator) -> str:
    return " ".join(one.inner_text() for one in cell.locator("span:not([aria-hidden], .unseen)").all())


def test_a_secretary_makes_the_clubs_sheet_and_changes_it_while_it_is_played(
    page: OpenPage, house: House
) -> None:
    anna = sign_in(page(), "en")
    club = house.club.get_absolute_url()
    anna.goto(club)
    click(anna, "link", "Club")
    anna.get_by_role("main").get_by_role("link", name=re.compile("^Rules")).click()
    click(anna, "link", "New sheet")
    anna.get_by_label("Name of the sheet").fill("Unsere Runde")
    anna.get_by_label("Start from").select_option("treffpunkt")
    click(anna, "button", "Begin")
    expect(anna.get_by_role("heading", level=1, name="Unsere Runde")).to_be_visible()

    mine = f"{club}rules/unsere-runde/"
    edit(anna, mine, "rows/games")
    anna.get_by_label("Dreier: Value", exact=True).fill("6")
    keep(anna)
    edit(anna, mine, "rows/premiums")
    anna.get_by_label("Trull: Silent value", exact=True).fill("2")
    keep(anna)
    edit(anna, mine, "radl")
    tap(anna, "Everybody stands at zero in the Schrift")
    keep(anna)
    edit(anna, mine, "radl")
    tap(anna, "There is a Schlussradl")
    keep(anna)
    edit(anna, mine, "calling")
    tap(anna, "Whoever has all four kings may call themselves")
    keep(anna)
    save_as_version(anna, mine, 1)

    # The evening is opened under it, and two hands are played.
    anna.goto(f"{club}evenings/new/")
    expect(anna.locator("input[name=rules]").first).to_have_value("unsere-runde")
    anna.locator("input[name=rules]").first.check()
    click(anna, "button", "Open the evening")
    expect(anna.get_by_role("link", name="Unsere Runde", exact=True)).to_be_visible()
    evening = Evening.objects.get()
    sheet = evening_verbs.open_sheet(
        actor=house["Anna"],
        deed=uuid4(),
        evening=evening,
        name="Stammtisch",
        people=[Person(name=name) for name in FOUR],
        high_card=0,
    )
    dreier_of(anna, sheet, "Anna")
    dreier_of(anna, sheet, "Bert")
    before = amounts(anna, sheet)
    assert ["+18" in text for text in before] == [True, True]

    # A value changes in the middle of the evening; the table takes it from its next hand on.
    edit(anna, mine, "rows/games")
    anna.get_by_label("Dreier: Value", exact=True).fill("7")
    keep(anna)
    save_as_version(anna, mine, 2)
    assert amounts(anna, sheet) == before
    anna.goto(evening.get_absolute_url())
    expect(anna.get_by_text("New is: Dreier 6 → 7")).to_be_visible()
    click(anna, "button", "Use it at all tables, from their next hand on")
    expect(
        anna.get_by_text("From their next hand on, all tables play under the newer version.")
    ).to_be_visible()
    assert amounts(anna, sheet) == before
    dreier_of(anna, sheet, "Cilli")
    after = amounts(anna, sheet)
    assert after[:2] == before
    assert "+21" in after[2]
    expect(anna.locator("#paper")).to_contain_text("From here on: Unsere Runde")

    # Beside the sheet from which it began stand the five changes, and what was said of two things now gone.
    anna.goto(f"{club}rules/compare/")
    anna.get_by_label("This sheet").select_option("treffpunkt")
    anna.get_by_label("beside this one").select_option("unsere-runde.1")
    click(anna, "button", "Compare")
    expect(anna.get_by_text("7 things differ.")).to_be_visible()
    assert set(FIVE_CHANGES) <= set(found := compared(anna))
    assert len(found) == 7
    click(anna, "link", "Swap them")
    expect(anna.locator(".sides a").first).to_have_text("Unsere Runde, version 1")
    assert {(what, there, here) for what, here, there in FIVE_CHANGES} <= set(found := compared(anna))
    assert len(found) == 7


def test_the_pagatkassa_of_the_chosen_sheet_is_filled_in_until_somebody_fills_in_another(
    page: OpenPage, house: House
) -> None:
    own(house, change=with_money)
    anna = sign_in(page(), "en")
    anna.goto(f"{house.club.get_absolute_url()}evenings/new/")
    expect(anna.get_by_text("On this sheet: Cents per point: 25; Pagatkassa")).to_be_visible()
    pot, stake = anna.locator("[name=pagatkassa]"), anna.locator("[name=stake]")
    expect(pot).not_to_be_checked()
    anna.locator("label.pick", has_text="Freitag").click()
    expect(pot).to_be_checked()
    expect(stake).to_have_value("20")
    expect(anna.locator("[name=start]")).to_have_value("100")
    anna.locator("label.pick", has_text="Cup rules").click()
    expect(pot).not_to_be_checked()
    anna.locator("label.pick", has_text="We play with a Pagatkassa").click()
    stake.fill("30")
    anna.locator("label.pick", has_text="Freitag").click()
    expect(stake).to_have_value("30")
    click(anna, "button", "Open the evening")
    expect(anna.get_by_text("€0.30")).to_be_visible()
    assert Evening.objects.get().cents_per_point == 25
