"""A tournament's table in the browser: the time beside the hand and the bell; and the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.no_network import lose_hands
from tests.support.browser.pages import OpenPage
from tests.support.browser.tournament_table import (
    Watch,
    at_the_desk,
    at_the_table,
    look,
    seated,
    watch,
    with_a_clock,
)
from tests.support.scoring.house import house
from tests.support.tournaments.playing import Playing, hand
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
    watch.forward(minutes=26)
    look(phone)
    expect(phone.locator(".clock")).to_have_attribute("data-signal", "five_minutes")
    assert phone.evaluate("window.heard") == []
    phone.get_by_role("button", name="Sound on").click()
    expect(phone.locator(".clock .sound")).to_have_text("Sound off")
    watch.forward(minutes=5)
    look(phone)
    expect(phone.locator(".clock")).to_have_attribute("data-signal", "bell")
    assert phone.evaluate("window.heard") == ["test", "bell"]


# What is written in a seat and sticks out of it.


def test_the_board_follows_the_tables_by_itself(page: OpenPage, playing: Playing, watch: Watch) -> None:
    desk = at_the_desk(with_a_clock(page(1280, 900)), playing, "round", 1)
    table = desk.locator("#table-1")
    expect(table).to_contain_text("Bert 50")
    desk.get_by_text("Clock, terms, administration").click()
    desk.get_by_text("Set the clock").first.click()
    desk.get_by_label("Minutes for everybody").fill("12")  # stays whatever the tables do
    playing.play(1, hand("Bert", "Cilli"))
    desk.clock.fast_forward(3000)
    expect(table).to_contain_text("Bert 51")
    expect(desk.get_by_label("Minutes for everybody")).to_have_value("12")
    playing.do(timing.add_time, seconds=120, table=playing.table())  # such as a dispute took
    desk.clock.fast_forward(3000)
    own = table.locator(".own")
    expect(own).to_have_text(re.compile("^3[12]:"))
    desk.route("**/rounds/1/?part", lambda route: route.abort())
    before = own.inner_text()
    desk.clock.fast_forward(5000)  # without any news from the server
    expect(own).not_to_have_text(before)
    desk.unroute("**/rounds/1/?part")
    watch.forward(minutes=33)
    look(desk)
    expect(desk.locator(".clock .signal")).to_have_text("The bell has rung.")
    expect(table).to_contain_text("missing")


def test_a_board_that_was_signed_out_says_so_and_shows_nothing_more(
    shaky_page: OpenPage, playing: Playing
) -> None:
    desk = at_the_desk(shaky_page(1280, 900), playing, "round", 1)
    expect(desk.locator("#table-1")).to_be_visible()
    desk.context.clear_cookies()
    desk.evaluate("dispatchEvent(new Event('focus'))")
    expect(desk.get_by_role("alert")).to_contain_text("You are signed out")
    expect(desk.get_by_role("link", name="Sign in again")).to_be_visible()
    expect(desk.locator("#table-1")).to_have_count(0)


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
    assert playing.sheet().state.hands == 1


def test_what_changes_at_a_table_is_looked_at_by_itself_before_it_is_saved(
    page: OpenPage, playing: Playing
) -> None:
    """Anna gets a penalty, and the review follows what is chosen; what is wrong is said at its field."""
    desk = at_the_desk(page(1280, 900), playing, "table", 1, 1)
    review = desk.locator("#review")
    desk.locator("summary").filter(has_text="Anna").click()
    anna = desk.get_by_role("list", name="Anna")
    anna.get_by_label("Points, such as −10").fill("zehn")
    anna.get_by_label("Seat").focus()
    expect(anna.locator(".errorlist")).to_have_text("A number, please, as in 41 or 50 2/3.")
    anna.get_by_label("Points, such as −10").fill("-10")
    anna.get_by_label("Seat").focus()
    expect(review).to_contain_text("Anna: ruled: −10 points")
    expect(anna.locator(".errorlist")).to_have_count(0)
    expect(desk.get_by_role("link", name="To the sheet")).to_be_hidden()
    anna.get_by_label("Seat").select_option("left, ranked last")
    expect(review).to_contain_text("Anna leaves and is ranked last")
    expect(review).to_contain_text("Fewer than four sit there then: the sheet is closed.")
    assert not playing.table().changes.exists()
    desk.get_by_label("Why?").fill("Karten hingeworfen")
    desk.get_by_role("button", name="Save").click()
    expect(desk.get_by_text("Saved.")).to_be_visible()
    assert [change.reason.text for change in playing.table().changes.all()] == ["Karten hingeworfen"]
