"""Pages that differ from browser to browser: in English on a phone in Firefox and in WebKit, new and old."""

from __future__ import annotations

from datetime import date
from typing import Any, cast

from django.conf import settings
from django.urls import reverse
from pytest_django.live_server_helper import LiveServer

from tests.support.browser.drivers import AT_THE_TABLE, BUTTON, Driven, other_browser
from tests.support.browser.people import session_of
from tests.support.browser.scripts import script
from tests.support.browser.states import STATES
from tests.support.browser.tour import Sights, Tour, sights
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.playing import address, opened
from tournaments.engine.terms import PLAY_MONEY
from tournaments.planning import verbs as planning

__all__ = ["other_browser", "sights"]  # the fixtures

LOOKED_AT = (  # of the states that need nothing but an address
    *("home", "published sheets", "chapter of the handbook", "evening", "statistics"),
    *("just play", "sheet", "calculator", "season", "player", "draft, games without a value"),
    *("rules of the sheet", "published sheet", "table to try", "season by strength", "stored data"),
)
ON_A_PHONE = f"return ({script('on_a_phone')})()"
IS_FITTED = "return document.readyState === 'complete'"


def test_no_browser_makes_of_a_page_what_it_is_not(
    other_browser: Driven, live_server: LiveServer, sights: Sights
) -> None:
    browser = other_browser
    browser.server = live_server.url
    browser.goto("/imprint/")
    browser.keep_cookie(settings.SESSION_COOKIE_NAME, session_of("Anna"))
    browser.keep_cookie(settings.LANGUAGE_COOKIE_NAME, "en")
    at = Tour(**vars(sights), visitor=cast(Any, browser), language="en")
    found: list[str] = []

    def look(name: str) -> None:
        browser.until(IS_FITTED)
        found.extend(f"{name}: {wrong}" for wrong in browser.run(ON_A_PHONE))
        found.extend(f"{name}: {wrong}" for wrong in browser.complaints())

    for name in LOOKED_AT:
        STATES[name](at)
        look(name)
    at.go(f"{at.club}season/certificates/?period=all&whose=everybody")
    look("certificates")
    at.at("record", sights.sheet)
    browser.until(AT_THE_TABLE)
    look("record")
    sights.house.accounts["Bert"] = sights.house["Anna"]
    playing = opened(sights.house, title="Herbstturnier", terms=PLAY_MONEY)
    playing.do(planning.show_tournament, public=True)
    playing.register(FOUR)
    playing.begin(1)
    for place in (
        address(playing, "round", 1),
        reverse("tournaments:projector", args=[playing.tournament.code]),
        reverse("scoring:record", args=[playing.sheet().pk]),
    ):
        at.go(place)
        look(place)
    assert found == [], "\n".join(found)

    for place, most, said in (
        (sights.evening.get_absolute_url(), 3, "Who pays whom"),
        ("/rules/standard/", 1, "Standard rules"),
        (sights.sheet.get_absolute_url(), 2, sights.sheet.name),
    ):
        at.go(place)
        browser.until(IS_FITTED)
        if (leaves := browser.printed()) is not None:
            assert len(leaves) <= most, place
            assert said in leaves[0], place
            assert all(leaf.strip() for leaf in leaves), place
            assert "Imprint" not in "".join(leaves), place

    at.go(f"{sights.evening.get_absolute_url()}change/")
    browser.tap("return document.querySelector('[name=date]')")
    browser.type_day(date(2026, 11, 19))
    browser.tap(BUTTON, "main form button", "^Save")
    browser.until("return !location.pathname.endsWith('/change/')")
    sights.evening.refresh_from_db()
    assert sights.evening.date == date(2026, 11, 19)
