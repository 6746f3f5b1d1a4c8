"""Helpers type the results of a round, and something else happens meanwhile: no number is lost."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.scripts import script
from tests.support.browser.tournament_table import published, with_a_clock
from tests.support.scoring.house import House, house
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.playing import EIGHT, NAMES, Playing, address, opened
from tests.support.tournaments.table_verbs import exchange_people
from tournaments.corrections import verbs as repair
from tournaments.duties import give_duty
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Duty

__all__ = ["house"]  # the fixture

OVERLAPPING = script("overlapping")
IN_SIGHT = """() => [...document.querySelectorAll('#rows li')].map(row => row.getBoundingClientRect())
    .filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length"""
HEIGHTS = "() => [...document.querySelectorAll('#rows li')].map(row => row.getBoundingClientRect().height)"
CUT_OFF = """() => [...document.querySelectorAll('.cell > b')].filter(name => {
    const letters = document.createRange();
    letters.selectNodeContents(name);
    const [box, drawn] = [name.getBoundingClientRect(), letters.getBoundingClientRect()];
    return drawn.top < box.top || drawn.bottom > box.bottom;
}).map(name => name.textContent)"""
MANY = 25
TABLES = (FOUR, EIGHT, ("Ida", "Jakob", "Karl", "Lisl"), ("Max", "Nora", "Otto", "Paula"))
BALANCES = ("61", "44", "55", "40")


@pytest.fixture
def playing(house: House) -> Playing:
    """Four tables of a round that runs play on paper, and Hilda types them."""
    found = published(house, tables=TABLES)
    found.start()
    found.do(repair.all_on_paper, paper=True)
    house.enter("Hilda", house.member("Hilda"), by=house["Anna"])
    for name in ("Hilda", "Emil"):
        found.do(give_duty, name=name, kind=Duty.Kind.HELPER)
    return found


def opened_grid(visitor: Page, playing: Playing, name: str = "Hilda") -> Page:
    sign_in(visitor, "en", name).goto(address(playing, "paper_results", 1))
    return visitor


@pytest.fixture
def grid(page: OpenPage, playing: Playing) -> Page:
    return opened_grid(page(1280, 900), playing)


def fill(grid: Page, playing: Playing, number: int) -> None:
    """Type a table's balances, each with Tab behind it and behind the empty replacement capital."""
    ids = playing.ids()
    for name, balance in zip(TABLES[number - 1], BALANCES, strict=True):
        grid.locator(f"[name=balance-{ids[name]}]").focus()
        grid.keyboard.type(balance)
        grid.keyboard.press("Tab")
        grid.keyboard.press("Tab")


def row(grid: Page, number: int) -> Locator:
    return grid.locator(f"#t{number}")


def typed(grid: Page, playing: Playing, number: int) -> list[str]:
    """What stands in a row, to be typed or, once that is over, only to be read."""
    ids = playing.ids()
    fields = [f"balance-{ids[name]}" for name in TABLES[number - 1]]
    read = "names => names.map(name => document.getElementsByName(name)[0]?.value"
    read += " ?? document.querySelector(`[data-field=${name}]`).textContent)"
    return list(grid.evaluate(read, fields))


def stored(playing: Playing, number: int) -> list[str]:
    players = playing.table(number).result.players
    ids = playing.ids()
    return [str(players[ids[name]].balance) for name in TABLES[number - 1]]


def test_a_row_that_is_not_stored_stays_and_says_why(grid: Page, playing: Playing) -> None:
    ids = playing.ids()
    for name, focus in (("Eva", "Fritz"), ("Ida", "Jakob")):
        grid.locator(f"[name=balance-{ids[name]}]").fill("6")
        grid.locator(f"[name=balance-{ids[focus]}]").focus()
    playing.do(exchange_people, one=ids["Eva"], other=ids["Anna"], reason="saßen verkehrt")
    grid.locator("#t1 [name^=balance]").first.fill("=1+1")
    expect(row(grid, 1).locator("output")).to_have_text("“=1+1”: a number, please, as in 41 or 50 2/3.")
    expect(grid.locator("#t1 [name^=balance]").first).to_have_attribute("aria-invalid", "true")
    fill(grid, playing, 2)
    expect(row(grid, 2).locator("[role=alert]")).to_contain_text("Eva: final balance 61")
    grid.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    fill(grid, playing, 3)
    expect(row(grid, 3).locator("[role=alert]")).to_contain_text("You are signed out.")
    for number in (2, 3):
        assert typed(grid, playing, number) == list(BALANCES)
        assert not playing.table(number).paper_results.exists()


def stands(grid: Page, number: int, *balances: str, by: str) -> None:
    """The row shows this as stored, by whom."""
    expect(row(grid, number).locator(".who")).to_contain_text(by)
    expect(row(grid, number).locator("[name^=balance]")).to_have_count(4)
    for place, balance in enumerate(balances):
        expect(row(grid, number).locator("[name^=balance]").nth(place)).to_have_value(balance)


def test_two_helpers_type_at_once_and_one_is_cut_off_in_the_middle_of_a_row(
    shaky_page: OpenPage, playing: Playing
) -> None:
    hilda, emil = (opened_grid(shaky_page(1280, 800), playing, name) for name in ("Hilda", "Emil"))
    fill(hilda, playing, 1)
    stands(emil, 1, *BALANCES, by="Hilda")
    expect(emil.locator("#summary b")).to_have_text("1 of 4")
    expect(emil.locator("#summary a")).to_have_text(["2", "3", "4"])
    # Both have table 4; who comes second sees both.
    emil.locator("#t4 [name^=balance]").first.fill("62")
    fill(hilda, playing, 4)
    both = row(emil, 4).locator(".both")
    expect(both).to_have_text("Hilda has stored: Max 61, Nora 44, Otto 55, Paula 40.")
    for place, balance in enumerate(("43", "55", "40"), 1):
        emil.locator("#t4 [name^=balance]").nth(place).fill(balance)
    expect(row(emil, 4).get_by_label("Why?")).to_have_value("The sheet says so")
    row(emil, 4).get_by_role("button", name="Keep mine").click()
    stands(hilda, 4, "62", "43", "55", "40", by="Emil")
    # What was mistyped is taken back in one tap, mended and stored.
    row(hilda, 1).get_by_role("button", name="Undo").click()
    expect(row(emil, 1).locator(".row-state")).to_have_text("missing", use_inner_text=True)
    expect(row(hilda, 1).get_by_label("Why?")).to_have_value("Mistyped")
    hilda.locator("#t1 [name^=balance]").first.fill("60")
    hilda.locator("#t1 [name^=balance]").nth(1).fill("45")
    hilda.keyboard.press("Enter")
    hilda.keyboard.press("Enter")
    stands(emil, 1, "60", "45", "55", "40", by="Hilda")
    # In the middle of a row there is no network, and the page is loaded anew.
    emil.locator("#t2 [name^=balance]").first.fill("61")
    emil.locator("#t2 [name^=balance]").nth(1).focus()
    emil.context.set_offline(True)
    fill(emil, playing, 2)
    expect(row(emil, 2).locator("[role=alert]")).to_contain_text("Not saved: no answer.")
    emil.goto("about:blank")
    playing.close()
    fill(hilda, playing, 3)
    emil.context.set_offline(False)
    emil.goto(address(playing, "paper_results", 1))
    for number in (2, 3):
        expect(row(hilda, number).locator(".who")).to_contain_text("Emil" if number == 2 else "Hilda")
        assert stored(playing, number) == list(BALANCES)
    expect(hilda.locator("#summary b")).to_have_text("4 of 4")


def start_of(grid: Page, number: int) -> None:
    row(grid, number).locator("[name^=balance]").first.focus()


def focused(grid: Page) -> str:
    """Return which field has the focus, or the name of a button."""
    return str(grid.evaluate("document.activeElement.name || document.activeElement.textContent.trim()"))


def test_digits_and_one_key_save_rows_and_lead_from_one_to_the_next(grid: Page, playing: Playing) -> None:
    busted = ("75", "70", "65", "40")  # the second has received 50
    ids = playing.ids()
    start_of(grid, 1)
    grid.keyboard.press("Enter")  # passes a table of which nothing is typed
    for number, key in ((2, "Tab"), (3, "Enter")):
        assert focused(grid) == f"balance-{ids[TABLES[number - 1][0]]}"
        for balance in busted:
            grid.keyboard.type(balance)
            grid.keyboard.press(key)
        assert focused(grid) == f"replacement-{ids[TABLES[number - 1][0]]}"
        grid.keyboard.press(key)
        grid.keyboard.type("50")
        grid.keyboard.press(key)
    assert focused(grid) == f"balance-{ids[TABLES[3][0]]}"
    for balance in BALANCES:
        grid.keyboard.type(balance)
        grid.keyboard.press("Tab")
    assert focused(grid) == "step"  # the button below
    for number, balances in ((2, busted), (3, busted), (4, BALANCES)):
        stands(grid, number, *balances, by="Hilda")
        assert stored(playing, number) == list(balances)


def test_no_connection_is_said_only_until_there_is_one(shaky_page: OpenPage, playing: Playing) -> None:
    grid = with_a_clock(shaky_page(1280, 800))
    for is_closed in (False, True):
        if is_closed:
            playing.close()
        opened_grid(grid, playing)
        connection = grid.locator("#desk .connection")
        grid.context.set_offline(True)
        grid.clock.fast_forward(3000)
        expect(connection).to_contain_text("No connection.")
        grid.context.set_offline(False)
        expect(connection).to_have_text("")


@pytest.fixture
def many(house: House) -> Playing:
    """A round of 25 tables on paper, one of them a five."""
    found = opened(house, *NAMES[: 4 * MANY + 1], terms=PLAY_MONEY)
    found.begin()
    found.do(repair.all_on_paper, paper=True)
    return found


def test_sixteen_rows_stand_on_a_usual_screen(page: OpenPage, many: Playing) -> None:
    grid = opened_grid(page(1280, 800), many, "Bert")
    for width, height, least in ((1280, 800, 16), (1920, 1080, 25)):
        grid.set_viewport_size({"width": width, "height": height})
        assert grid.evaluate(IN_SIGHT) >= least
        assert max(grid.evaluate(HEIGHTS)) <= 40
        assert grid.evaluate(CUT_OFF) == []  # umlauts have dots
        assert grid.evaluate(OVERLAPPING, "#rows li") == []
