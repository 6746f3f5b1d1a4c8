"""Standings on the narrowest phone."""

from __future__ import annotations

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
    for path in ("standings/", "rounds/1/standings/"):
        visitor.goto(f"{playing.tournament.get_absolute_url()}{path}")
        points = visitor.locator(".standings tbody tr td:nth-of-type(2)")
        edges = points.evaluate_all(RIGHT)
        assert len(edges) >= len(NAMES)
        assert max(edges) <= 320
    visitor.goto(f"{playing.tournament.get_absolute_url()}standings/")
    rounds = visitor.get_by_role("rowheader", name="Gerti").locator("small.narrow")
    expect(rounds).to_have_text("Runden: 45 · 50")
    assert max(visitor.locator(".standings thead th:visible").evaluate_all(RIGHT)) <= 320
