"""Somebody registers on a phone, says at the door that they are there, and the phone leads to the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser.people import choose_language
from tests.support.browser.tournament_table import look
from tests.support.browser.tournament_tour import Tour, tour
from tests.support.scoring.house import House, house
from tests.support.tournaments.playing import Playing, opened
from tournaments.engine.terms import PLAY_MONEY
from tournaments.entrants.registration import verbs as registration
from tournaments.entrants.registration.codes import code_at_the_door
from tournaments.entrants.registration.pages import signups_of
from tournaments.models import Opening, Tournament

__all__ = ["house", "tour"]


@pytest.fixture
def playing(house: House) -> Playing:
    found = opened(house, terms=PLAY_MONEY)
    found.register(["Gerta", "Hans", "Ida"])
    asked = {"limit": 4, "opens_at": None, "closes_at": None, "word": "Pagat"}
    found.do(registration.open_registration, **asked)
    return found


def test_from_the_page_to_the_table_on_one_phone(tour: Tour, playing: Playing) -> None:
    phone, address = tour.visitor, f"/tournaments/{playing.tournament.code}/registration/"
    phone.goto(address)
    choose_language(phone, "en")
    phone.goto(address)
    expect(phone.get_by_text("1 place is left.")).to_be_visible()
    phone.get_by_role("button", name="Register").click()
    expect(phone.locator(".errorlist").first).to_be_visible()
    tour.look("nothing written")
    phone.get_by_label("Your name").fill("Franz Huber")
    phone.get_by_label("Wishes").fill("Rauchertisch")
    phone.get_by_label("Secret word").fill("pagat")
    phone.get_by_role("button", name="Register").click()
    expect(phone.locator(".mine .lead")).to_have_text("You are registered, and there is a place for you.")
    mine = phone.url

    phone.goto(address)
    expect(phone.get_by_text("All places are taken, and 0 people wait.")).to_be_visible()
    tour.look("full, and registered on this phone")
    phone.get_by_role("link", name="Franz Huber").click()
    expect(phone).to_have_url(mine)
    taken_in(playing)
    look(phone)
    expect(phone.locator(".mine .lead")).to_have_text("You are on the list of players.")  # by itself
    tour.look("taken in")

    opening = Opening.objects.select_related("tournament").get()
    tour.go(f"/tournaments/{playing.tournament.code}/door/{code_at_the_door(opening)}/")
    tour.look("at the door")
    phone.get_by_role("button", name="I am here").click()
    expect(phone.locator(".mine .lead")).to_have_text("You are checked in for round 1.")
    playing.publish_seats()
    look(phone)
    expect(phone.locator(".where")).to_contain_text("You play at table 1")  # by itself
    tour.look("at the table")
    tour.ends()


def taken_in(playing: Playing) -> None:
    tournament = Tournament.objects.get(pk=playing.tournament.pk)
    [one] = signups_of(tournament, None)["with_a_place"]
    playing.do(registration.take_in, tournament=tournament, names=[one.name], whose=[(one.pk, one.name)])
