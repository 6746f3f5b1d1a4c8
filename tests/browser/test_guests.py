"""A guest becomes a member, is separated again, and a name goes for good: as people do it, on a phone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from scoring.models import Participant, Sheet
from scoring.table.links import code_of
from tests.support.browser.guests import GUEST, house
from tests.support.browser.pages import OpenPage, unfold
from tests.support.browser.people import sign_in
from tests.support.scoring.house import House

__all__ = ["house"]  # the fixtures


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


def test_a_name_goes_only_with_a_tick(page: OpenPage, house: House) -> None:
    anna = sign_in(page(390, 844), "en")
    bert = house.member("Bert")
    anna.goto(bert.get_absolute_url())
    unfold(anna, "Leaving, mistakes")
    anna.get_by_role("link", name="Anonymise").click()
    expect(anna.get_by_text("2 evenings stay, with every hand and every total. (4 hands)")).to_be_visible()
    tap(anna, "Anonymise for good")
    expect(anna.get_by_text("it cannot be undone")).to_be_visible()
    anna.get_by_label("Yes, remove the name for good").check()
    tap(anna, "Anonymise for good")
    expect(anna.get_by_text("The name is gone.")).to_be_visible()
    expect(anna.get_by_text("Anonymised on")).to_be_visible()
    expect(anna.get_by_role("button", name="Reactivate")).to_have_count(0)
    anna.goto(f"/clubs/{house.club.slug}/season/?period=all")
    assert "Bert" not in anna.locator("main").inner_text()
