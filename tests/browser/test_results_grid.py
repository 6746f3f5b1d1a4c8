"""A helper types results from paper, and something else happens meanwhile: no number is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, Route, expect

from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.tournament_table import published
from tests.support.scoring.house import House, house
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.playing import EIGHT, Playing, address
from tournaments.corrections import verbs as repair
from tournaments.corrections.verbs import PaperLine
from tournaments.duties import give_duty
from tournaments.models import Duty, Stage

__all__ = ["house"]  # the fixture

TABLES = (FOUR, EIGHT, ("Ida", "Jakob", "Karl", "Lisl"), ("Max", "Nora", "Otto", "Paula"))
BALANCES = ("61", "44", "55", "40")


@pytest.fixture
def playing(house: House) -> Playing:
    """Four tables of a round that runs play on paper, and Hilda types them."""
    found = published(house, tables=TABLES)
    found.start()
    found.do(repair.all_on_paper, paper=True)
    house.enter("Hilda", house.member("Hilda"), by=house["Anna"])
    found.do(give_duty, name="Hilda", kind=Duty.Kind.HELPER)
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
    players = playing.table(number).results["players"]
    ids = playing.ids()
    return [str(players[ids[name]]["balance"]) for name in TABLES[number - 1]]


def test_a_round_closed_while_somebody_types_takes_the_rows_typed_afterwards(
    grid: Page, playing: Playing
) -> None:
    fill(grid, playing, 1)
    expect(row(grid, 1).locator(".who")).to_contain_text("Hilda")
    playing.close()
    for number in (2, 3, 4):
        fill(grid, playing, number)
    for number in (1, 2, 3, 4):
        expect(row(grid, number).locator(".who")).to_contain_text("Hilda")
        assert typed(grid, playing, number) == stored(playing, number) == list(BALANCES)
    assert playing.round().stage == Stage.CLOSED


def test_the_grid_of_a_closed_round_saves_each_row_as_its_lead_says(page: OpenPage, playing: Playing) -> None:
    playing.close()
    director = opened_grid(page(1280, 900), playing, "Bert")
    expect(director.locator(".lead")).to_contain_text("a row is saved as soon as they do")
    fill(director, playing, 3)
    expect(row(director, 3).locator(".who")).to_contain_text("Bert")
    assert stored(playing, 3) == list(BALANCES)


def on_screen(grid: Page, playing: Playing) -> None:
    playing.do(repair.all_on_paper, paper=False)


def at_another_table(grid: Page, playing: Playing) -> None:
    ids = playing.ids()
    playing.do(repair.exchange_people, one=ids["Eva"], other=ids["Ida"], reason="saßen verkehrt")


def signed_out(grid: Page, playing: Playing) -> None:
    grid.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)


@pytest.mark.parametrize(
    ("meanwhile", "why"),
    [
        (on_screen, "Not saved yet: table 2 plays on the screen."),
        (at_another_table, "Eva: final balance 61"),
        (signed_out, "You are signed out."),
    ],
)
def test_a_row_that_is_not_stored_stays_and_says_why(
    grid: Page, playing: Playing, meanwhile: Callable[[Page, Playing], None], why: str
) -> None:
    eva, fritz = (grid.locator(f"[name=balance-{playing.ids()[name]}]") for name in ("Eva", "Fritz"))
    eva.fill("6")
    fritz.focus()
    meanwhile(grid, playing)
    fill(grid, playing, 2)
    expect(row(grid, 2).locator("[role=alert]")).to_contain_text(why)
    assert typed(grid, playing, 2) == list(BALANCES)
    assert not playing.table(2).paper_results.exists()


def test_a_row_that_the_network_does_not_take_stays_and_is_saved_once_it_does(
    shaky_page: OpenPage, playing: Playing
) -> None:
    grid = opened_grid(shaky_page(1280, 900), playing)
    grid.route("**/results/", lambda route: route.abort())
    fill(grid, playing, 2)
    expect(row(grid, 2).locator("[role=alert]")).to_contain_text("Not saved: no answer.")
    grid.unroute("**/results/")
    playing.close()
    fill(grid, playing, 3)
    grid.get_by_role("main").get_by_role("button", name="Save", exact=True).click()
    for number in (2, 3):
        expect(row(grid, number).locator(".who")).to_contain_text("Hilda")
        assert typed(grid, playing, number) == stored(playing, number) == list(BALANCES)


def test_a_row_that_somebody_else_has_stored_shows_both_and_keeps_what_is_typed_on(
    grid: Page, playing: Playing
) -> None:
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    grid.route("**/results/", hold)
    fill(grid, playing, 2)
    expect(row(grid, 2)).to_have_attribute("aria-busy", "true")
    ids = playing.ids()
    eva = grid.locator(f"[name=balance-{ids['Eva']}]")
    eva.fill("62")
    lines = {ids[name]: PaperLine(50) for name in EIGHT}
    playing.do(repair.enter_result, table=playing.table(2), lines=lines)
    waiting.pop().continue_()
    expect(row(grid, 2).locator("[role=alert]")).to_contain_text("Bert has saved something newer")
    expect(row(grid, 2)).to_contain_text("Bert has stored: Eva 50, Fritz 50, Gustl 50, Hans 50.")
    expect(eva).to_be_focused()
    assert typed(grid, playing, 2) == ["62", *BALANCES[1:]]
    assert stored(playing, 2) == ["50"] * 4
