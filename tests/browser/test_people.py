"""A link handed on, and guests who become members."""

from __future__ import annotations

from typing import Any, Literal

from playwright.sync_api import Page, expect

from scoring.accounts import verbs as people
from scoring.models import Member, Participant, Sheet
from scoring.table.links import code_of
from tests.support.browser.looks import LONG, complaints_by_day_and_night, with_big_letters
from tests.support.browser.pages import OpenPage, unfold
from tests.support.browser.people import founded, sign_in
from tests.support.browser.tour import GUEST
from tests.support.scoring.house import House
from tests.support.scoring.tables import dreier, rufer
from tests.support.stages import Stage

LIGHTS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
COPIED = "() => { document.addEventListener('copy', () => { window.copied = String(getSelection()) }) }"


def test_a_link_is_copied_with_one_tap_and_scanned_in_the_dark(page: OpenPage, settings: Any) -> None:
    settings.PUBLIC_URL = "http://tarock.example.org"
    founded("Donaudampfschifffahrtsgesellschafts-Tarockrunde", ["Dora"])
    visitor = sign_in(page(320, 844))
    visitor.goto(Member.objects.get(name="Dora").get_absolute_url())
    visitor.get_by_role("button", name="Einladungslink erstellen").click()
    expect(visitor.locator(".link a")).to_be_visible()
    # As in a room without https, where browsers keep their clipboard to themselves.
    visitor.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    visitor.evaluate(COPIED)
    visitor.get_by_role("button", name="Link kopieren").click()
    expect(visitor.get_by_role("status").filter(has_text="Kopiert.")).to_be_visible()
    assert visitor.evaluate("window.copied") == visitor.locator(".link a").inner_text()
    for light in LIGHTS:
        visitor.emulate_media(color_scheme=light)
        code = visitor.get_by_role("img", name="Der Link als QR-Code")
        expect(code).to_be_visible()
        box = code.bounding_box()
        assert box is not None
        assert box["width"] >= 250
    assert complaints_by_day_and_night(visitor) == []


def test_the_set_up_page_is_readable_too(page: OpenPage) -> None:
    visitor = page(320, 844)
    visitor.goto(f"/setup/{people.setup_code()}/")
    visitor.get_by_role("button", name="Einrichten").click()
    expect(visitor.locator(".errorlist, .problems").first).to_be_visible()
    assert complaints_by_day_and_night(visitor) == []
    assert with_big_letters(visitor) == []


def visited() -> House:
    """Two evenings with a guest, the second one still going on."""
    name, members = "Donaudampfschifffahrtsgesellschafts-Tarockrunde", [LONG, "Bert", "Cilli", "Dora"]
    house = founded(name, members, default_rules="standard")
    for name in ("Erster", "Zweiter"):
        sheet = house.sheet(("Anna", "Bert", "Cilli", GUEST), name=f"{name} Tisch", rules="standard")
        house.play(sheet, rufer("Anna", GUEST))
        house.play(sheet, dreier(GUEST))
    return house


VISITED = Stage("house", visited)
house = VISITED.fixture()


def running() -> Sheet:
    return Sheet.objects.order_by("pk")[1]


def tap(visitor: Page, name: str) -> None:
    visitor.get_by_role("button", name=name).click()


def test_a_guest_becomes_a_member_while_the_table_looks_on(page: OpenPage, house: House) -> None:
    phone = page(390, 844)
    phone.goto(f"/t/{code_of(running(), 'record')}/?language=en")
    expect(phone.get_by_role("button", name=GUEST).first).to_be_visible()
    on_the_wall = page()
    on_the_wall.goto(f"/r/{code_of(running(), 'read')}/?language=en")
    expect(on_the_wall.locator("#paper")).to_contain_text(GUEST)

    anna = sign_in(page(390, 844), "en")
    anna.goto(f"/clubs/{house.club.slug}/members/")
    anna.get_by_role("link", name="Guests").click()
    expect(anna.get_by_text("2 evenings, 4 hands")).to_be_visible()
    anna.get_by_role("link", name=GUEST).click()
    anna.get_by_label("Name of the new member").fill("Kahei")
    tap(anna, "Show what changes")
    expect(anna.get_by_role("heading", name=f"{GUEST} becomes the member Kahei")).to_be_visible()
    expect(anna.get_by_role("row", name="Kahei from now on")).to_contain_text("+32")
    assert Participant.objects.filter(guest=GUEST).count() == 2
    tap(anna, "Save")
    expect(anna.get_by_text("The evenings now belong to Kahei.")).to_be_visible()

    # Whoever only looks on sees the new name, and so does the phone at the table.
    expect(on_the_wall.locator("#paper")).to_contain_text("Kahei")
    expect(on_the_wall.locator("#paper")).not_to_contain_text(GUEST)
    expect(phone.get_by_role("button", name="Kahei").first).to_be_visible()
    expect(phone.get_by_role("button", name=GUEST)).to_have_count(0)

    # It was somebody else after all.
    unfold(anna, "Leaving, mistakes")
    anna.get_by_role("link", name="Separate guests again").click()
    tap(anna, f"Separate {GUEST} again")
    expect(anna.get_by_text("These evenings belong to a guest again.")).to_be_visible()
    assert Participant.objects.filter(guest=GUEST).count() == 2
    expect(on_the_wall.locator("#paper")).to_contain_text(GUEST)
