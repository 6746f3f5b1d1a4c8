"""A tournament is set up on a phone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.tournament_table import look, seated
from tests.support.scoring.house import House, house
from tests.support.tournaments.playing import Playing
from tournaments.models import Tournament
from tournaments.rounds.verbs import timing

__all__ = ["house", "seated"]  # the fixtures


def at_the_club(visitor: Page, house: House, path: str = "") -> Page:
    sign_in(visitor, "en").goto(f"{house.club.get_absolute_url()}{path}")
    return visitor


def expect_order(visitor: Page, field: str, *labels: str) -> None:
    expect(visitor.locator(f"#id_{field} .ordered b")).to_have_text(labels)


def test_a_tournament_is_set_up_on_a_phone(page: OpenPage, house: House) -> None:
    phone = at_the_club(page(390, 844), house, "about/")
    phone.get_by_role("link", name="Tournaments none").click()
    phone.get_by_role("link", name="New", exact=True).click()
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
    expect(phone.get_by_text("Nobody is registered yet.")).to_be_visible()
    found = Tournament.objects.get()
    assert (found.terms.capital, found.terms.rounds) == (60, 4)


def test_the_clock_of_today_hears_what_is_done_at_the_desk(page: OpenPage, seated: Playing) -> None:
    reader = at_the_club(page(390, 844), seated.house)
    shown = reader.locator(".clock")
    expect(shown).to_have_attribute("data-phase", "waiting")
    seated.start()
    look(reader)
    expect(reader.get_by_text("Round 1 is running")).to_be_visible()
    expect(shown).to_have_attribute("data-phase", "running")
    seated.do(timing.pause)
    look(reader)
    expect(shown).to_have_attribute("data-phase", "paused")
    seated.do(timing.resume)
    look(reader)
    expect(shown).to_have_attribute("data-phase", "running")
    seated.level(1)
    seated.close()
    look(reader)
    expect(shown).to_have_count(0)
