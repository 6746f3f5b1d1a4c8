"""The page of a round in a hall full of tables: all on one screen, and keys find those that need somebody."""

from __future__ import annotations

import re
from uuid import uuid4

from playwright.sync_api import Page, expect

from scoring.table_policy import Actor
from tests.support.browser.looks import axe
from tests.support.browser.pages import OpenPage
from tests.support.browser.scripts import script
from tests.support.browser.tournament_table import at_the_desk, with_a_clock
from tests.support.scoring.house import HOUSE, House
from tests.support.tournaments.playing import Playing, by_hand, hand, opened, timed, watch
from tournaments.corrections.disputes import verbs as disputes
from tournaments.engine.terms import PLAY_MONEY

__all__ = ["watch"]

TABLES = 40
OVERLAPPING = script("overlapping")
BELOW_THE_SCREEN = """() => [...document.querySelectorAll('#tables > li')]
    .filter(table => table.getBoundingClientRect().bottom + scrollY > innerHeight).map(table => table.id)"""
SHOWN = "#tables > li:visible"


@timed(on=HOUSE)
def forty(house: House) -> Playing:
    """Table 4 has been silent for eleven minutes, and table 33 calls."""
    playing = opened(house, terms=PLAY_MONEY)
    with by_hand(playing) as hands:
        playing.register(["Änne", *(f"Gast {number} von der Donau" for number in range(2, 4 * TABLES + 1))])
        playing.begin()
        hands.forward(minutes=11)
        names = playing.names()
        for number in range(1, TABLES + 1):
            seats = playing.table(number).seats
            if number != 4:
                playing.play(number, hand(names[seats[0]], names[seats[1]]))
        card = Actor(link=playing.sheet(33).record_link)
        disputes.call_arbiters(actor=card, deed=uuid4(), table=playing.table(33), words="Renonce?")
    return playing


def shown(board: Page) -> list[str]:
    return [element.get_attribute("data-number") or "" for element in board.locator(SHOWN).all()]


USED = "document.querySelector('#tables > li:last-child').getBoundingClientRect().bottom / innerHeight"


def test_forty_tables_on_one_board(page: OpenPage, forty: Playing) -> None:
    """No text lies over another, neither in play money nor where "0/16" stands beside a table."""
    board = at_the_desk(with_a_clock(page(1920, 1080)), forty, "round", 1)
    for hands in ({4: 16}, {}):
        forty.agree(hands=hands)
        board.reload()
        for width, height in ((1280, 800), (1920, 1080)):
            board.set_viewport_size({"width": width, "height": height})
            assert board.evaluate(OVERLAPPING, "#tables > li") == []
            assert board.evaluate(BELOW_THE_SCREEN) == []
            assert board.evaluate(USED) > 0.75
    expect(board.locator("#searching")).to_be_visible()
    columns = board.evaluate("getComputedStyle(document.getElementById('tables')).gridTemplateColumns")
    assert len(columns.split()) >= 7
    assert shown(board)[:4] == ["1", "2", "3", "4"]
    board.keyboard.press("c")
    expect(board.locator("#shown")).to_have_text("1 of 40 tables")
    assert shown(board) == ["33"]
    board.keyboard.press("s")
    expect(board.locator("#finding [data-kind=silent]")).to_have_attribute("aria-pressed", "true")
    assert shown(board) == ["4"]
    board.keyboard.press("a")
    expect(board.locator("#shown")).to_be_empty()
    board.keyboard.press("/")
    board.keyboard.type("anne")
    expect(board.locator("#shown")).to_have_text("1 of 40 tables")
    expect(board.locator(SHOWN)).to_contain_text("Änne")
    board.get_by_label("Table or name").fill("17")
    expect(board.locator("#shown")).to_have_text("1 of 40 tables")
    assert shown(board) == ["17"]
    assert axe(board) == []
    board.keyboard.press("Escape")
    expect(board.locator("#shown")).to_be_empty()
    board.set_viewport_size({"width": 320, "height": 700})
    assert board.evaluate("document.scrollingElement.scrollWidth") == 320
    board.get_by_label("Table or name").fill("17")
    board.keyboard.press("Enter")
    board.wait_for_url("**/tables/17/")


def test_the_table_of_a_latecomer_is_found_by_a_part_of_a_name(page: OpenPage, forty: Playing) -> None:
    desk = at_the_desk(page(390, 844), forty, "seats", 1)
    where = desk.get_by_label("To which table", exact=True)
    search = desk.get_by_role("searchbox", name="Find a name: To which table")
    every = TABLES + 2  # nobody yet, or later
    expect(where.locator("option")).to_have_count(every)
    search.fill("anne")
    expect(where.locator("option")).to_have_text([re.compile("Änne")])
    search.fill("nobody of this name")
    expect(search).to_have_attribute("aria-invalid", "true")
    search.fill("")
    expect(where.locator("option")).to_have_count(every)
    expect(search).to_have_attribute("aria-invalid", "false")
    assert axe(desk) == []


@timed(on=HOUSE)
def seated(house: House) -> Playing:
    """Four tables whose round has not started, and a player and a house player without a seat."""
    playing = opened(house, terms=PLAY_MONEY)
    with by_hand(playing):
        playing.register([f"Gast {number} von der Donau" for number in range(1, 17)])
        playing.publish_seats()
        playing.register(["Änne"])
        playing.register(["Xaver"], house=True)
    return playing


def test_seats_before_the_start_are_changed_by_keyboard_on_the_smallest_phone(
    page: OpenPage, seated: Playing
) -> None:
    desk = at_the_desk(page(320, 700), seated, "seats", 1)
    first = desk.locator("#table-1 ~ .picks, .card-head:has(#table-1) ~ .picks").get_by_role("button").first
    first.press("Enter")
    expect(desk.get_by_role("button", pressed=True)).to_have_count(1)
    assert axe(desk) == []
    desk.get_by_role("button", name="Änne").press("Enter")
    expect(desk.get_by_role("heading", name="What changes")).to_be_visible()
    assert axe(desk) == []
    assert desk.evaluate("document.scrollingElement.scrollWidth") == 320
    desk.get_by_role("button", name="Save the seats").press("Enter")
    expect(desk.get_by_text("The seats have been changed.")).to_be_visible()
    assert "Änne" in seated.sitting(1)
