"""Standings on the narrowest phone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.tournament_standings import NAMES, playing, ranked
from tests.support.tournaments.playing import Playing

__all__ = ["playing", "ranked"]  # the fixtures


RIGHT = "cells => cells.map(cell => Math.ceil(cell.getBoundingClientRect().right))"


def test_points_and_all_rounds_are_seen_on_the_narrowest_phone_without_scrolling(
    page: OpenPage, playing: Playing
) -> None:
    visitor = sign_in(page(320, 640), "de")
    for path in ("standings/", "standings/1/"):
        visitor.goto(f"{playing.tournament.get_absolute_url()}{path}")
        edges = visitor.locator(".rows > li > b.end:visible").evaluate_all(RIGHT)
        assert len(edges) == len(NAMES)
        assert max(edges) <= 320
    visitor.goto(f"{playing.tournament.get_absolute_url()}standings/")
    gerti = visitor.locator(".rows > li", has_text="Gerti")
    expect(gerti.locator("small")).to_have_text("45 · 50 · zu wenige Runden")
    visitor.locator(".head .menu > summary").click()
    visitor.get_by_role("link", name="Runde 1", exact=True).click()
    expect(visitor).to_have_url(re.compile(r"/standings/1/$"))
