"""Standings in a real browser: on the narrowest phone, the own row, ranks that are shared."""

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
    rounds = visitor.get_by_role("rowheader", name="Gerti").locator("small")
    expect(rounds).to_have_text("Runden: 45 · 50")
    assert max(visitor.locator(".standings thead th:visible").evaluate_all(RIGHT)) <= 320


def at(playing: Playing, path: str) -> str:
    return f"{playing.tournament.get_absolute_url()}{path}?language=en"


def test_the_own_row_stays_in_sight_with_its_name(page: OpenPage, playing: Playing) -> None:
    """The figures are pushed aside, the name stays."""
    phone = sign_in(page(320, 700))
    phone.goto(at(playing, "rounds/1/standings/"))
    name = phone.get_by_role("rowheader", name="Anna (you)")
    before = name.bounding_box()
    phone.locator(".figures").first.evaluate("one => { one.scrollLeft = 500 }")
    after = name.bounding_box()
    assert before is not None
    assert after is not None
    assert 0 <= after["x"] <= before["x"]


LINES = "names => names.map(name => getComputedStyle(name).borderTopStyle)"


def test_a_dotted_line_parts_those_who_share_a_rank_and_only_while_they_stand_by_rank(
    page: OpenPage, playing: Playing
) -> None:
    """Three have 70, two 55, two 45, and Anna went bust."""
    phone = sign_in(page(390, 844))
    shared = ["dotted"] * 2
    for asked, lines in (
        ("", ["solid", *shared, "solid", "dotted", "solid", "dotted", "solid"]),
        ("&sort=name", ["solid"] * 8),
        ("&sort=-rank", ["solid"] * 8),
    ):
        phone.goto(f"{at(playing, 'rounds/1/standings/')}{asked}")
        found = phone.locator(".standings tbody th").evaluate_all(LINES)
        assert found[1:] == lines[1:], asked
