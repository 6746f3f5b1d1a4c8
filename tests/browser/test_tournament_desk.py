"""A tournament is set up and its desk looked at, in a real browser: on a phone, with and without a script."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring import people
from scoring.models import Account, Club
from tests.browser.test_every_page import LOOKS
from tests.browser.test_people import AXE, LONG, sign_in
from tests.browser.test_rules_pages import CUT_OFF
from tests.browser.test_whole_evenings import FITS
from tests.conftest import OpenPage
from tests.scoring.conftest import PASSWORD, House, terms
from tests.tournaments.conftest import Playing
from tournaments.engine.terms import CUP, PLAY_MONEY
from tournaments.models import Preset, Tournament
from tournaments.running import planning

NAMES = ["Bert", "Cilli", "Dora", "Emil", LONG]


@pytest.fixture
def anna(transactional_db: None) -> Account:
    anna = people.set_up(
        deed=uuid4(),
        code=people.setup_code(),
        name="Anna",
        password=PASSWORD,
        terms=terms("Donaudampfschifffahrtsgesellschafts-Tarockrunde"),
    )
    people.add_members(actor=anna, deed=uuid4(), club=Club.objects.get(), names=NAMES)
    return anna


def opened(anna: Account, title: str, rules: str = "zwanzigerrufen", agreed: object = PLAY_MONEY) -> Playing:
    club = Club.objects.get()
    tournament = planning.open_tournament(
        actor=anna,
        deed=uuid4(),
        club=club,
        title=title,
        date=datetime.date(2026, 11, 21),
        place="Gasthaus zur Post in Bad Schallerbach",
        rules=rules,
        terms=agreed,
    )
    return Playing(House(club, club, {"Anna": anna, "Bert": anna}), tournament)


def english(visitor: Page) -> Page:
    sign_in(visitor)
    visitor.goto(f"/clubs/{Club.objects.get().slug}/?language=en")
    return visitor


def expect_order(visitor: Page, field: str, *labels: str) -> None:
    expect(visitor.locator(f"#id_{field} .ordered b")).to_have_text(labels)


def test_a_tournament_is_set_up_on_a_phone(page: OpenPage, anna: Account) -> None:
    phone = english(page(390, 844))
    phone.get_by_role("link", name="New tournament").click()
    phone.get_by_role("link", name="Play money, 30 minutes").click()
    expect(phone.get_by_label("Capital with which everybody begins a round")).to_have_value("50")
    expect(phone.get_by_label("Minutes a round")).to_have_value("30")
    expect(phone.locator(".when-cup:visible")).to_have_count(0)

    phone.get_by_label("Capital with which everybody begins a round").fill("60")
    phone.get_by_text("The Schrift: the points of the hands").click()
    expect(phone.locator(".when-money:visible")).to_have_count(0)
    expect(phone.get_by_label("Capital with which everybody begins a round")).to_be_hidden()
    phone.get_by_text("Play money: everybody begins").click()
    expect(phone.get_by_label("Capital with which everybody begins a round")).to_have_value("60")

    expect_order(phone, "in_money", "Replacement capital", "Final balance")
    phone.get_by_role("button", name="Final balance one place up").locator("visible=true").click()
    expect_order(phone, "in_money", "Final balance", "Replacement capital")
    phone.get_by_role("button", name="Final balance one place down").locator("visible=true").click()
    expect_order(phone, "in_money", "Replacement capital", "Final balance")
    expect(phone.get_by_label("Capital with which everybody begins a round")).to_have_value("60")

    phone.get_by_label("Number of rounds").fill("0")
    phone.get_by_label("Number of rounds").press("Enter")  # saves, whatever other buttons there are
    expect(phone.get_by_text("Please give the tournament a name.")).to_be_visible()
    expect(phone.get_by_text("At least 1, please.")).to_be_visible()
    phone.get_by_role("link", name="Number of rounds").click()
    phone.get_by_label("Number of rounds").fill("4")
    phone.get_by_label("Name of the tournament").fill("Herbstturnier")
    phone.get_by_label("Date").fill("2026-11-21")
    phone.get_by_role("button", name="Open the tournament").click()
    expect(phone.get_by_role("heading", name="Nobody is registered yet.")).to_be_visible()
    found = Tournament.objects.get()
    assert (found.terms.capital, found.terms.rounds) == (60, 4)

    phone.get_by_role("button", name="Show it to everybody").click()
    expect(phone.get_by_text("Everybody can look on now.")).to_be_visible()
    phone.get_by_role("link", name="Settings").click()
    phone.get_by_label("Minutes a round").fill("25")
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(phone.get_by_text("The settings are saved.")).to_be_visible()
    phone.get_by_role("link", name="Save as a preset").click()
    phone.get_by_label("Name of the preset").fill("Unser Turnier")
    phone.get_by_role("button", name="Save the preset").click()
    expect(phone.get_by_text("The preset “Unser Turnier” is saved.")).to_be_visible()
    assert Preset.objects.get().terms.minutes == 25


def test_criteria_are_put_into_order_without_a_script(
    browser: Browser, live_server: LiveServer, anna: Account
) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    visitor = english(context.new_page())
    visitor.goto(f"/clubs/{Club.objects.get().slug}/tournaments/new/?preset=cup")
    expect_order(visitor, "sum_cup", "Schrift", "Best round", "Next best round", "Lot")
    overall = visitor.locator("#id_sum_cup")
    overall.get_by_role("button", name="Take out Lot").click()
    overall.get_by_role("combobox").select_option("wins")
    overall.get_by_role("button", name="Add").click()
    expect_order(visitor, "sum_cup", "Schrift", "Best round", "Next best round", "Rounds won")
    overall.get_by_role("button", name="Rounds won one place up").click()
    overall.get_by_role("button", name="Rounds won one place up").click()
    visitor.get_by_label("Name of the tournament").fill("Cup")
    visitor.get_by_role("button", name="Open the tournament").click()
    expect(visitor.get_by_role("heading", name="Cup", exact=True)).to_be_visible()
    assert Tournament.objects.get().terms.overall_criteria == ("schrift", "wins", "best_round", "next_best")
    context.close()


# Every page of setting up, closely


def states(anna: Account) -> dict[str, Callable[[Page], object]]:
    """Every page and state that looks different; each leaves the visitor in front of it."""
    here = f"/clubs/{Club.objects.get().slug}"
    planned = opened(anna, "Herbstturnier der Donaudampfschifffahrtsgesellschaft")
    running = opened(anna, "Winterturnier")
    running.register(["Anna", LONG, "Cilli", "Karl-Heinz von drüben", "Lois"])
    running.begin()
    planning.show_tournament(actor=anna, deed=uuid4(), tournament=running.tournament, public=True)
    over = opened(anna, "Cup", "cup", CUP)
    over.register(["Anna", "Bert", "Cilli", "Dora"])
    over.begin()
    over.close()
    planning.finish_tournament(actor=anna, deed=uuid4(), tournament=over.tournament)
    preset = planning.save_preset(
        actor=anna, deed=uuid4(), club=planned.house.club, name="Unser Turnier", rules="cup", terms=CUP
    )
    one, two, three = (playing.tournament.get_absolute_url() for playing in (planned, running, over))

    def at(address: str) -> Callable[[Page], object]:
        return lambda visitor: visitor.goto(address)

    def gone_wrong(visitor: Page) -> None:
        visitor.goto(f"{here}/tournaments/new/?preset=spielgeld")
        visitor.locator("[name=rounds]").fill("0")
        visitor.locator("[name=in_money]").evaluate("(field) => { field.value = 'luck luck'; }")
        visitor.locator("[name=rounds]").press("Enter")
        expect(visitor.locator(".errorlist").first).to_be_visible()
        visitor.locator("details.meaning summary").locator("visible=true").first.click()

    def all_terms(visitor: Page) -> None:
        visitor.goto(two)
        visitor.locator("details.folded summary").click()

    def overall(visitor: Page) -> None:
        visitor.goto(f"{here}/tournaments/new/?preset=spielgeld")
        visitor.locator("[name=overall_money][value=average]").check()
        visitor.locator("details.options > summary").last.click()

    return {
        "club": at(f"{here}/"),
        "tournaments": at(f"{here}/tournaments/"),
        "presets": at(f"{here}/tournaments/new/"),
        "new, play money": at(f"{here}/tournaments/new/?preset=spielgeld"),
        "new, cup": at(f"{here}/tournaments/new/?preset=cup"),
        "new, with overall standings": overall,
        "new, gone wrong": gone_wrong,
        "preset": at(f"{here}/tournaments/presets/{preset.pk}/"),
        "removing a preset": at(f"{here}/tournaments/presets/{preset.pk}/remove/"),
        "desk, planned": at(one),
        "desk, running": at(two),
        "desk, all terms": all_terms,
        "desk, finished": at(three),
        "settings": at(f"{one}settings/"),
        "settings while it runs": at(f"{two}settings/"),
        "finishing": at(f"{one}finish/"),
        "not to be finished yet": at(f"{two}finish/"),
        "opening again": at(f"{three}reopen/"),
        "copying": at(f"{two}copy/"),
        "keeping as a preset": at(f"{two}preset/"),
    }


@pytest.mark.parametrize(("dark", "language"), [(False, "de"), (True, "en")], ids=["by day", "by night"])
def test_nothing_is_wrong_with_any_page(page: OpenPage, anna: Account, dark: bool, language: str) -> None:
    visitor = page(320, 700, dark=dark)
    sign_in(visitor)
    visitor.goto(f"/clubs/?language={language}")
    found = []
    for name, show in states(anna).items():
        show(visitor)
        violations = Axe().run(visitor, options=AXE).response["violations"]
        wrong = [
            f"axe, {one['id']}: {', '.join(node['html'] for node in one['nodes'])}" for one in violations
        ]
        if not visitor.evaluate(FITS):
            wrong.append("the page scrolls sideways")
        wrong += [f"{look}: {one}" for look, script in LOOKS.items() for one in visitor.evaluate(script)]
        found += [f"{name}: {one}" for one in wrong]
    assert found == []


def test_the_pages_hold_at_twice_the_text_size(page: OpenPage, anna: Account) -> None:
    visitor = page(390, 844)
    sign_in(visitor)
    for name, show in states(anna).items():
        show(visitor)
        visitor.evaluate("document.documentElement.style.fontSize = '225%'")
        assert visitor.evaluate(CUT_OFF) == [], name
