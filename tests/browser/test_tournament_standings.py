"""Standings, lots, prizes and the day's money in a real browser, and on paper."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.support.browser.looks import LONG, ways
from tests.support.browser.pages import OpenPage, printed
from tests.support.browser.people import sign_in
from tests.support.browser.tournament_standings import NAMES, playing, ranked
from tests.support.tournaments.playing import Playing

__all__ = ["playing", "ranked"]  # the fixtures


SHORT = tuple(name for name in NAMES if name != LONG)  # in one line of a column


RIGHT = "cells => cells.map(cell => Math.ceil(cell.getBoundingClientRect().right))"


def test_points_are_seen_on_the_narrowest_phone_without_scrolling(page: OpenPage, playing: Playing) -> None:
    visitor = sign_in(page(320, 640), "de")
    for path in ("standings/", "rounds/1/standings/"):
        visitor.goto(f"{playing.tournament.get_absolute_url()}{path}")
        points = visitor.locator(".standings tbody tr td:nth-of-type(2)")
        edges = points.evaluate_all(RIGHT)
        assert len(edges) >= len(NAMES)
        assert max(edges) <= 320


def at(playing: Playing, path: str) -> str:
    return f"{playing.tournament.get_absolute_url()}{path}?language=en"


def test_from_the_tie_over_the_lot_to_the_last_prize(page: OpenPage, playing: Playing) -> None:
    phone = sign_in(page(390, 844))
    phone.goto(at(playing, "rounds/1/standings/"))
    expect(phone.get_by_role("row", name="1 tied Bert")).to_contain_text("70")
    expect(phone.get_by_role("row", name="Anna (you)")).to_contain_text("received replacement capital")
    phone.get_by_role("link", name="Prizes").click()
    expect(phone.get_by_text("Before the choosing goes on, lots have to be drawn")).to_be_visible()
    phone.get_by_role("link", name="Draw lots").click()
    phone.get_by_text("Drawn by hand: record the order").click()
    for name, place in (("Bert", "2"), ("Cilli", "1"), (LONG, "3")):
        phone.get_by_label(name).fill(place)
    phone.get_by_role("button", name="Record the order").click()
    expect(phone.get_by_text(f"Drawn: Cilli, Bert, {LONG}.")).to_be_visible()
    phone.get_by_role("link", name="To the prizes").click()
    expect(phone.locator(".turn strong")).to_have_text("Cilli")
    assert ways(phone) == []  # one filled button, and not one for each prize
    prizes = phone.locator(".given li")
    prizes.filter(has_text="Wein").get_by_role("button", name="Cilli takes it").click()
    expect(phone.locator(".turn strong")).to_have_text("Bert")
    prizes.filter(has_text="Schinken").get_by_role("button", name="Bert takes it").click()
    expect(phone.locator(".turn")).to_have_count(0)
    expect(prizes.filter(has_text="Schinken").get_by_role("button", name="Take back")).to_be_visible()
    expect(prizes.filter(has_text="Wein").get_by_role("button", name="Take back")).to_have_count(0)
    basket = prizes.filter(has_text="Ein Korb")
    basket.locator("summary").click()
    basket.get_by_label("Who gets “Ein Korb").select_option("Dora")
    basket.get_by_role("button", name="Give", exact=True).click()
    expect(prizes).to_contain_text(["Bert", "Dora", "Cilli", "Gerti"])


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


def test_a_tap_on_a_head_puts_the_rows_into_another_order(page: OpenPage, playing: Playing) -> None:
    phone = sign_in(page(320, 700))
    phone.goto(at(playing, "rounds/1/standings/"))
    names = phone.locator(".standings tbody th")
    ranked = names.all_inner_texts()
    expect(phone.get_by_role("columnheader", name="Rank")).to_have_attribute("aria-sort", "ascending")
    phone.get_by_role("link", name="Name", exact=True).click()
    expect(phone.get_by_role("columnheader", name="Name")).to_have_attribute("aria-sort", "ascending")
    assert names.all_inner_texts() == sorted(ranked)
    phone.get_by_role("link", name="Balance", exact=True).click()
    expect(phone.get_by_role("columnheader", name="Balance")).to_have_attribute("aria-sort", "descending")
    assert names.last.inner_text().startswith("Anna")
    phone.get_by_role("link", name="Rank", exact=True).click()
    expect(phone.get_by_role("columnheader", name="Rank")).to_have_attribute("aria-sort", "ascending")
    assert names.all_inner_texts() == ranked
    assert phone.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


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


def test_standings_prizes_and_money_are_each_printed_on_one_page(
    page: OpenPage, playing: Playing, tmp_path: Path
) -> None:
    visitor = sign_in(page(390, 844, dark=True))
    for where, wanted, unwanted in (
        (
            "rounds/1/standings/",
            ["Herbstturnier", "received replacement capital", "Final balance:", *SHORT],
            "Excel",
        ),
        (
            "rounds/1/prizes/",
            ["Herbstturnier", "Bargeld · €12.50", "Gerti", "still available"],
            ("Give by hand"),
        ),
        ("money/", ["Entry fees of 5 people", "€15.00", "Bargeld: Gerti", "€2.50"], "Excel"),
    ):
        visitor.goto(at(playing, where))
        leaves = printed(visitor, tmp_path)
        assert len(leaves) == 1
        text = " ".join(leaves[0].split())
        for words in wanted:
            assert words in text
        assert unwanted not in text
