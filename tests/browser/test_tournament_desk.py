"""A tournament is set up and its desk looked at, in a real browser: on a phone and at a desk."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.browser.pages import OpenPage, unfold
from tests.support.browser.people import sign_in
from tests.support.scoring.house import House, house
from tests.support.tournaments.playing import opened
from tournaments.engine.terms import CUP
from tournaments.models import Tournament
from tournaments.planning import verbs as planning

__all__ = ["house"]  # the fixtures


def at_the_club(visitor: Page, house: House, path: str = "") -> Page:
    sign_in(visitor, "en").goto(f"{house.club.get_absolute_url()}{path}")
    return visitor


def expect_order(visitor: Page, field: str, *labels: str) -> None:
    expect(visitor.locator(f"#id_{field} .ordered b")).to_have_text(labels)


def test_a_tournament_is_set_up_on_a_phone(page: OpenPage, house: House) -> None:
    phone = at_the_club(page(390, 844), house)
    phone.get_by_role("link", name="Tournaments", exact=True).click()
    phone.get_by_role("link", name="New tournament").click()
    phone.get_by_role("link", name="Play money, 30 minutes").click()
    expect(phone.get_by_label("Minutes a round")).to_have_value("30")
    for part in ("How it is played", "Play money"):
        phone.get_by_text(part, exact=True).locator("visible=true").click()
    expect(phone.get_by_label("Capital with which everybody begins a round")).to_have_value("50")
    expect(phone.locator(".when-cup:visible")).to_have_count(0)

    phone.get_by_label("Capital with which everybody begins a round").fill("60")
    phone.get_by_text("The Schrift: the points of the hands").click()
    expect(phone.locator(".when-money:visible")).to_have_count(0)
    expect(phone.get_by_label("Capital with which everybody begins a round")).to_be_hidden()
    phone.get_by_text("Play money: everybody begins").click()
    expect(phone.get_by_label("Capital with which everybody begins a round")).to_have_value("60")

    phone.get_by_text("Ranking of a round", exact=True).click()
    expect_order(phone, "in_money", "Replacement capital", "Final balance")
    phone.get_by_role("button", name="Final balance one place up").locator("visible=true").click()
    expect_order(phone, "in_money", "Final balance", "Replacement capital")
    phone.get_by_role("button", name="Final balance one place down").locator("visible=true").click()
    expect_order(phone, "in_money", "Replacement capital", "Final balance")
    expect(phone.get_by_label("Capital with which everybody begins a round")).to_have_value("60")

    phone.get_by_label("Number of rounds").fill("0")
    phone.get_by_label("Number of rounds").press("Enter")  # saves, whatever other buttons there are
    expect(phone.get_by_text("Please give the tournament a name.")).to_be_visible()
    expect(phone.get_by_text("At least 1, please.")).to_be_visible()
    phone.get_by_role("link", name="Number of rounds").click()
    phone.get_by_label("Number of rounds").fill("4")
    phone.get_by_label("Name of the tournament").fill("Herbstturnier")
    phone.get_by_label("Date").fill("2026-11-21")
    phone.get_by_role("button", name="Open the tournament").click()
    expect(phone.get_by_role("heading", name="Nobody is registered yet.")).to_be_visible()
    found = Tournament.objects.get()
    assert (found.terms.capital, found.terms.rounds) == (60, 4)


FORM_ENDS = "() => document.querySelector('main form.terms').getBoundingClientRect().bottom + scrollY"


def test_at_a_desk_a_tournament_from_a_preset_is_one_screen_and_in_full_two(
    page: OpenPage, house: House
) -> None:
    """Its form, in both languages; what the criteria mean is looked up."""
    desk = page(1280, 800)
    for language in ("de", "en"):
        sign_in(desk, language).goto(f"{house.club.get_absolute_url()}tournaments/new/?preset=spielgeld")
        assert desk.evaluate(FORM_ENDS) <= 800
        desk.evaluate("document.querySelectorAll('main details.folded').forEach(part => part.open = true)")
        assert desk.evaluate(FORM_ENDS) <= 1600


def test_one_tap_hands_on_a_sentence_with_the_link_or_copies_both(page: OpenPage, house: House) -> None:
    cup = opened(house, title="Cup", rules="cup", terms=CUP)
    cup.do(planning.show_tournament, public=True)
    said = "Cup, 21 November 2026: seating, clock and standings are here."
    phone = page(320, 844)
    shares = "() => { navigator.share = async (what) => { document.title = `${what.text} ${what.url}`; }; }"
    at_the_club(phone, house, f"tournaments/{cup.tournament.pk}/")
    phone.evaluate(shares)
    unfold(phone, "For everybody")
    phone.get_by_role("button", name="Share it").click()
    expect(phone).to_have_title(re.compile(f"^{re.escape(said)} http.*/{cup.tournament.code}/$"))
    expect(phone.locator(".share [role=status]")).to_have_text("")
    copies = "navigator.clipboard.writeText = async (text) => { document.title = `Copied ${text}`; };"
    phone.evaluate(f"() => {{ navigator.share = undefined; {copies} }}")
    phone.get_by_role("button", name="Share it").click()
    expect(phone.locator(".share [role=status]")).to_have_text("The sentence and the link have been copied.")
    expect(phone).to_have_title(re.compile(f"^Copied {re.escape(said)} http"))
