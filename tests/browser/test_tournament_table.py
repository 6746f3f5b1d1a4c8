"""A tournament's table in the browser: the time beside the hand, the bell, play money; and the board."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.support.browser.no_network import lose_hands
from tests.support.browser.pages import OpenPage
from tests.support.browser.recording_form import KEPT
from tests.support.browser.tournament_table import (
    Watch,
    at_the_desk,
    at_the_table,
    look,
    published,
    seated,
    watch,
    with_a_clock,
)
from tests.support.scoring.house import House, house
from tests.support.scoring.tables import dreier
from tests.support.tournaments.playing import Playing, hand
from tournaments.engine.terms import PLAY_MONEY
from tournaments.rounds.verbs import timing

__all__ = ["house", "seated", "watch"]  # the fixtures


@pytest.fixture
def playing(seated: Playing, watch: Watch) -> Playing:
    """Has just begun."""
    seated.start()
    return seated


def test_the_time_runs_beside_the_hand_by_the_servers_clock(
    page: OpenPage, playing: Playing, watch: Watch
) -> None:
    phone = at_the_table(with_a_clock(page(390, 844)), playing.sheet()).page
    games = phone.locator("#contract-0").bounding_box()
    assert games is not None
    assert games["y"] <= 215.5  # as in a club
    face, said = phone.locator(".clock .time"), phone.locator(".clock .signal")
    expect(face).to_have_text(re.compile(r"^(30:00|29:5\d)$"))
    phone.clock.fast_forward(1500)
    expect(face).to_have_text(re.compile(r"^29:5[0-8]$"))
    expect(said).to_be_empty()
    watch.forward(minutes=10)
    phone.clock.fast_forward("10:00")  # it slept
    expect(face).to_have_text(re.compile(r"^(20:00|19:5\d)$"))
    playing.do(timing.pause)
    look(phone)
    expect(said).to_have_text("Clock stopped")
    stood = face.inner_text()
    phone.clock.fast_forward(2200)
    expect(face).to_have_text(stood)
    playing.do(timing.resume)
    playing.do(timing.add_time, seconds=180)
    look(phone)
    expect(face).to_have_text(re.compile(r"^22:5\d$|^23:00$"))
    expect(said).to_be_empty()
    for minutes, shown, words, signal in (
        (18, r"^4:5\d$", "The last five minutes", "five_minutes"),
        (4, r"^0:5\d$", "The last minute", "one_minute"),
        (1, r"^0:00$", "The bell has rung.", "bell"),
    ):
        watch.forward(minutes=minutes)
        look(phone)
        expect(face).to_have_text(re.compile(shown))
        expect(said).to_have_text(words)
        expect(phone.locator(".clock")).to_have_attribute("data-signal", signal)


def test_the_bell_rings_by_itself_and_asks_whether_cards_are_dealt(
    page: OpenPage, playing: Playing, watch: Watch
) -> None:
    watch.forward(minutes=29, seconds=30)
    phone = at_the_table(with_a_clock(page(390, 844)), playing.sheet()).page
    other = at_the_table(with_a_clock(page(320, 640)), playing.sheet()).page
    expect(phone.locator(".clock .signal")).to_have_text("The last minute")
    question = "The bell has rung. Have the cards been dealt already?"
    watch.forward(seconds=30)
    for one in (phone, other):
        one.clock.fast_forward(30_000)
        expect(one.get_by_role("heading", name=question)).to_be_visible()
    phone.get_by_role("button", name="Yes: we finish this hand").click()
    expect(phone.locator("#at-table .bell")).to_contain_text(
        "The bell has rung: one more hand may be entered."
    )
    look(other)
    expect(other.locator("#at-table .bell")).to_contain_text(
        "The bell has rung: one more hand may be entered."
    )


def test_a_page_is_silent_until_sound_is_tapped_and_then_rings(
    page: OpenPage, playing: Playing, watch: Watch
) -> None:
    phone = at_the_table(page(390, 844), playing.sheet()).page
    phone.evaluate("""() => {
        window.heard = [];
        document.addEventListener('sounded', ({ detail }) => window.heard.push(detail));
    }""")
    expect(phone.locator(".clock .sound")).to_contain_text("This page is silent.")
    watch.forward(minutes=26)
    look(phone)
    expect(phone.locator(".clock")).to_have_attribute("data-signal", "five_minutes")
    assert phone.evaluate("window.heard") == []
    phone.get_by_role("button", name="Silent: turn sound on").click()
    expect(phone.locator(".clock .sound")).to_contain_text("This page sounds")
    watch.forward(minutes=5)
    look(phone)
    expect(phone.locator(".clock")).to_have_attribute("data-signal", "bell")
    assert phone.evaluate("window.heard") == ["test", "bell"]


# What is written in a seat and sticks out of it.
STICKS_OUT = """() => [...document.querySelectorAll('.seats button')].flatMap(seat => {
    const { left, right, bottom } = seat.getBoundingClientRect(), range = new Range(), found = [];
    const texts = document.createTreeWalker(seat, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        if (texts.currentNode.parentElement.closest('.unseen')) continue;
        range.selectNodeContents(texts.currentNode);
        for (const box of range.getClientRects())
            if (box.left < left + 1 || box.right > right - 1 || box.bottom > bottom)
                found.push(`${range}: ${box.left - left} to ${right - box.right}, ${bottom - box.bottom}`);
    }
    return found;
})"""


@pytest.mark.parametrize(("people", "rules"), [(5, "zwanzigerrufen"), (6, "cup")])
def test_nothing_moves_when_somebody_goes_bust_and_the_replacement_is_said(
    page: OpenPage, house: House, watch: Watch, people: int, rules: str
) -> None:
    names = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Franz")[:people]
    terms = replace(PLAY_MONEY, capital=1, replacement=1050)
    playing = published(house, terms, (names,), rules)
    playing.start()
    phone = at_the_table(page(390, 844), playing.sheet()).page
    before = phone.evaluate(KEPT)
    assert before[-1]
    for record in [dreier("Cilli")] if rules == "cup" else [hand("Bert", "Cilli")] * 2:
        playing.play(1, record)
    look(phone)
    expect(phone.locator("#at-table .happened")).to_contain_text("replacement capital 1050")
    expect(phone.locator("#at-table .so-far")).to_contain_text("bust, replaced 1050")
    expect(phone.locator(".seats .bust")).not_to_have_count(0)
    assert phone.evaluate(KEPT) == before
    assert phone.evaluate(STICKS_OUT) == []
    watch.forward(minutes=26)
    look(phone)
    expect(phone.locator(".clock .signal")).to_have_text("The last five minutes")
    assert phone.evaluate(KEPT) == before
    watch.forward(minutes=5)
    look(phone)
    expect(phone.locator("#bell")).to_be_in_viewport(ratio=1)
    assert phone.evaluate(KEPT)[:3] == before[:3]


def test_the_board_follows_the_tables_by_itself(page: OpenPage, playing: Playing, watch: Watch) -> None:
    desk = at_the_desk(with_a_clock(page(1280, 900)), playing, "board", 1)
    table = desk.locator("#table-1")
    expect(table).to_contain_text("Hands: 0")
    playing.play(1, hand("Bert", "Cilli"))
    desk.clock.fast_forward(3000)
    expect(table).to_contain_text("Hands: 1")
    expect(table.locator(".seats")).to_contain_text("Bert 51")
    playing.do(timing.add_time, seconds=120, table=playing.table())  # such as a dispute took
    desk.clock.fast_forward(3000)
    own = table.locator(".own")
    expect(own).to_have_text(re.compile("^3[12]:"))
    desk.route("**/board/?part", lambda route: route.abort())
    before = own.inner_text()
    desk.clock.fast_forward(5000)  # without any news from the server
    expect(own).not_to_have_text(before)
    desk.unroute("**/board/?part")
    watch.forward(minutes=33)
    look(desk)
    expect(desk.locator(".clock .signal")).to_have_text("The bell has rung.")
    expect(table).to_contain_text("still open: has not said whether cards have been dealt")


def test_what_the_director_is_typing_stays_when_the_board_changes(page: OpenPage, playing: Playing) -> None:
    desk = at_the_desk(page(1280, 900), playing, "board", 1)
    desk.get_by_text("Minutes, bell and more").click()
    desk.get_by_label("Minutes for everybody").fill("12")
    playing.play(1, hand("Bert", "Cilli"))
    look(desk)
    expect(desk.locator("#table-1")).to_contain_text("Hands: 1")
    expect(desk.get_by_label("Minutes for everybody")).to_have_value("12")
    desk.get_by_role("button", name="Add").click()
    expect(desk.get_by_text("Everybody has 12 minutes more.")).to_be_visible()
    expect(desk.locator(".clock .time")).to_have_text(re.compile(r"^41:5\d$|^42:00$"))


def test_a_board_that_was_signed_out_says_so_and_shows_nothing_more(
    shaky_page: OpenPage, playing: Playing
) -> None:
    desk = at_the_desk(shaky_page(1280, 900), playing, "board", 1)
    expect(desk.locator("#table-1")).to_be_visible()
    desk.context.clear_cookies()
    desk.evaluate("dispatchEvent(new Event('focus'))")
    expect(desk.get_by_role("alert")).to_contain_text("You are signed out")
    expect(desk.get_by_role("link", name="Sign in again")).to_be_visible()
    expect(desk.locator("#table-1")).to_have_count(0)


def test_a_phone_with_the_link_of_a_closed_round_is_sent_to_its_card(
    page: OpenPage, playing: Playing
) -> None:
    phone = page()
    with phone.expect_response("**/live/"):  # once the round is closed that is not answered any more
        at_the_table(phone, playing.sheet())
    playing.close()
    look(phone)
    expect(phone.locator("#at-table")).to_contain_text("please scan the card on the table again")
    expect(phone.locator("#save")).to_have_count(0)


def test_while_hands_wait_on_the_phone_the_sheet_is_not_handed_in(
    shaky_page: OpenPage, playing: Playing, watch: Watch
) -> None:
    watch.forward(minutes=29, seconds=30)
    phone = with_a_clock(shaky_page(390, 844))
    scorer = at_the_table(phone, playing.sheet())
    lose_hands(scorer)
    scorer.declarer("Anna").contract("Normalspiel").partner("Bert").points("45").tap(scorer.save_button)
    expect(phone.locator(".waiting li")).to_have_count(1)
    watch.forward(minutes=2)
    phone.clock.fast_forward("02:00")
    no = phone.get_by_role("button", name="No: hand in the sheet")
    expect(no).to_be_disabled()
    expect(phone.locator("#bell")).to_contain_text("The hands waiting on this phone have to be sent first.")
    phone.unroute("**/record/")
    look(phone)
    expect(phone.locator(".waiting li")).to_have_count(0)
    no.click()
    expect(phone.locator("#at-table")).to_contain_text("The sheet has been handed in.")
    assert playing.sheet().standing["hands"] == 1
