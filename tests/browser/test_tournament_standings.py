"""Standings, lots, prizes and the day's money in a real browser: any width, day and night, on paper."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring import people
from scoring.models import Club
from tests.browser.test_people import AXE, LONG, look_closely
from tests.browser.test_rules_pages import CUT_OFF
from tests.browser.test_sheet import sign_in
from tests.conftest import OpenPage
from tests.scoring.conftest import PASSWORD, House, terms
from tests.tournaments.conftest import Playing, opened
from tests.tournaments.test_standings import STEEP, lost_solo, normal
from tournaments.engine.criteria import MONEY_AVERAGE
from tournaments.engine.terms import Overall
from tournaments.models import Attendance
from tournaments.running import prizes as verbs

NAMES = ("Anna", LONG, "Bert", "Cilli", "Dora", "Emil", "Fritz", "Gerti")
SHORT = tuple(name for name in NAMES if name != LONG)  # in one line of a column
TERMS = replace(
    STEEP,
    overall=Overall.AVERAGE,
    overall_rounds=2,
    overall_criteria=MONEY_AVERAGE,
    prizes=("Schinken", "Ein Korb mit allem, was der Bauernmarkt hergibt", "Wein"),
)


@pytest.fixture
def playing(transactional_db: None) -> Playing:
    """A closed round with a bust, a tie for the choice and a prize with an amount; a second one is running.

    Anna pays 60: 40 after replacement. Her three have 70. At the other table Dora and Emil win 5: 55; the
    others have 45. The long name, Bert and Cilli are equal, and two of them choose.
    """
    anna = people.set_up(
        deed=uuid4(),
        code=people.setup_code(),
        name="Anna",
        password=PASSWORD,
        terms=terms("Mühlviertler Runde"),
    )
    club = Club.objects.get()
    house = House(club, club, {"Anna": anna, "Bert": anna})
    playing = opened(house, title="Herbstturnier", terms=TERMS)
    playing.register(NAMES)
    playing.begin(tables=[NAMES[:4], NAMES[4:]])
    playing.play(1, lost_solo("Anna"))
    playing.play(2, normal("Dora", "Emil"))
    playing.close()
    act = {"actor": anna, "tournament": playing.tournament, "round_": playing.round()}
    verbs.add_prize(deed=uuid4(), name="Bargeld", cents=1250, **act)
    gerti = next(one for one, name in playing.names().items() if name == "Gerti")
    verbs.give_prize(deed=uuid4(), position=4, player=gerti, **act)
    Attendance.objects.filter(round=playing.round(), entrant__number__lte=5).update(
        paid=300, paid_at=timezone.now()
    )
    playing.begin(2)
    return playing


RIGHT = "cell => Math.ceil(cell.getBoundingClientRect().right)"


@pytest.mark.parametrize("path", ["standings/", "rounds/1/standings/"])
def test_points_are_seen_on_the_narrowest_phone_without_scrolling(
    page: OpenPage, playing: Playing, path: str
) -> None:
    visitor = sign_in(page(320, 640))
    visitor.goto(f"{playing.tournament.get_absolute_url()}{path}?language=de")
    points = visitor.locator(".standings tbody tr td:nth-of-type(2)")
    assert points.count() >= len(NAMES)
    assert max(points.nth(row).evaluate(RIGHT) for row in range(points.count())) <= 320


def pages(playing: Playing) -> list[str]:
    here = playing.tournament.get_absolute_url()
    return [
        f"{here}{page}?language=en"
        for page in (
            "standings/",
            "rounds/1/standings/",
            "rounds/2/standings/",
            "rounds/1/prizes/",
            "rounds/1/prizes/1/",
            "rounds/1/lots/",
            "money/",
        )
    ]


def open_everything(visitor: Page) -> None:
    visitor.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(page: OpenPage, playing: Playing, dark: bool) -> None:
    visitor = sign_in(page(390, 844, dark=dark))
    for where in pages(playing):
        visitor.goto(where)
        open_everything(visitor)
        found = Axe().run(visitor, options=AXE)
        assert found.response["violations"] == [], f"{where}: {found.generate_report()}"


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_cut_off_and_every_target_is_big_enough(
    page: OpenPage, playing: Playing, width: int
) -> None:
    visitor = sign_in(page(width, 844))
    for where in pages(playing):
        visitor.goto(where)
        open_everything(visitor)
        look_closely(visitor, width)


def test_it_holds_at_twice_the_text_size(page: OpenPage, playing: Playing) -> None:
    visitor = sign_in(page(390, 844))
    for where in pages(playing):
        visitor.goto(where)
        open_everything(visitor)
        visitor.evaluate("document.documentElement.style.fontSize = '225%'")
        assert visitor.evaluate(CUT_OFF) == [], where


def test_from_the_tie_over_the_lot_to_the_last_prize(page: OpenPage, playing: Playing) -> None:
    phone = sign_in(page(390, 844))
    phone.goto(pages(playing)[1])
    expect(phone.get_by_role("row", name="1 tied Bert")).to_contain_text("70")
    expect(phone.get_by_role("row", name="Anna (you)")).to_contain_text("received replacement capital")
    phone.get_by_role("link", name="Prizes").click()
    expect(phone.get_by_text("Before the choice goes on, a lot has to be drawn")).to_be_visible()
    phone.get_by_role("link", name="Draw lots").click()
    phone.get_by_text("Drawn by hand: record the order").click()
    for name, place in (("Bert", "2"), ("Cilli", "1"), (LONG, "3")):
        phone.get_by_label(name).fill(place)
    phone.get_by_role("button", name="Record the order").click()
    expect(phone.get_by_text(f"Drawn: Cilli, Bert, {LONG}.")).to_be_visible()
    phone.get_by_role("link", name="To the prizes").click()
    expect(phone.locator(".turn strong")).to_have_text("Cilli")
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
    phone.goto(pages(playing)[1])
    name = phone.get_by_role("rowheader", name="Anna (you)")
    before = name.bounding_box()
    phone.locator(".figures").first.evaluate("one => { one.scrollLeft = 500 }")
    after = name.bounding_box()
    assert before is not None
    assert after is not None
    assert 0 <= after["x"] <= before["x"]


def printed(visitor: Page, where: str, folder: Path) -> list[str]:
    visitor.goto(where)
    path = folder / "page.pdf"
    visitor.pdf(path=path, prefer_css_page_size=True)
    command = ["pdftotext", "-layout", path, "-"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return said.removesuffix("\f").split("\f")


def test_standings_prizes_and_money_are_each_printed_on_one_page(
    page: OpenPage, playing: Playing, tmp_path: Path
) -> None:
    visitor = sign_in(page(390, 844, dark=True))
    _overall, first, _second, given, _change, _lots, money = pages(playing)
    for where, wanted, unwanted in (
        (first, ["Herbstturnier", "received replacement capital", "Final balance:", *SHORT], "Excel"),
        (given, ["Herbstturnier", "Bargeld · €12.50", "Gerti", "still there"], "Give by hand"),
        (money, ["Entry fees of 5 people", "€15.00", "Bargeld: Gerti", "€2.50"], "Excel"),
    ):
        leaves = printed(visitor, where, tmp_path)
        assert len(leaves) == 1
        text = " ".join(leaves[0].split())
        for words in wanted:
            assert words in text
        assert unwanted not in text
