"""A club evening in a real browser: sitting down by tapping, with and without a script, looked at closely."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring import people, recording
from scoring.models import Club, Evening, Sheet
from scoring.recording import Actor, Person
from tests.browser.test_people import AXE, LONG, look_closely, sign_in
from tests.browser.test_rules_pages import CUT_OFF
from tests.conftest import OpenPage
from tests.scoring.conftest import PASSWORD, in_ids, terms
from tests.scoring.tables import trischaken

NAMES = ["Bert", "Cilli", "Dora", "Emil", LONG]


@pytest.fixture
def club(transactional_db: None) -> Club:
    anna = people.set_up(
        deed=uuid4(),
        code=people.setup_code(),
        name="Anna",
        password=PASSWORD,
        terms=terms("Mühlviertler Runde", default_rules="standard"),
    )
    club = Club.objects.get()
    people.add_members(actor=anna, deed=uuid4(), club=club, names=NAMES)
    return club


def enter(visitor: Page, club: Club) -> None:
    sign_in(visitor)
    visitor.goto(f"/clubs/{club.slug}/?language=en")


def played(club: Club) -> Evening:
    """An evening with a Radl at one table, a guest and a long name at another, agreements and all."""
    anna = club.members.get(name="Anna").account
    assert anna is not None
    evening = recording.open_evening(
        actor=anna,
        deed=uuid4(),
        club=club,
        date=timezone.localdate(),
        place="Gasthaus zur Post",
        rules="standard",
        options={"silent_miss": "charged"},
    )
    for name, names in (
        ("Tisch 1", ("Anna", "Bert", "Cilli", "Dora", "Karl")),
        ("Tisch 2", ("Emil", LONG, "Lois", "Mitzi")),
    ):
        sheet = recording.open_sheet(
            actor=anna,
            deed=uuid4(),
            evening=evening,
            name=name,
            people=[Person(name=one) for one in names],
            high_card=0,
        )
    sheet = evening.sheets.get(name="Tisch 1")
    record = in_ids(sheet, trischaken("Anna"))
    recording.add(actor=Actor(anna), entry=uuid4(), sheet=sheet, after=0, record=record)
    recording.just_play(
        actor=anna,
        deed=uuid4(),
        club=club,
        rules="cup",
        people=[Person(name=one) for one in ("Anna", "Hansi", "Cilli", "Dora")],
        high_card=0,
    )
    return evening


def addresses(club: Club, evening: Evening) -> dict[str, str]:
    here, sheet = evening.get_absolute_url(), evening.sheets.get(name="Tisch 1")
    anna = club.members.get(name="Anna").account
    assert anna is not None
    closed = recording.open_evening(
        actor=anna,
        deed=uuid4(),
        club=club,
        date=timezone.localdate(),
        place="",
        rules="cup",
        options={},
    )
    shut = recording.open_sheet(
        actor=anna,
        deed=uuid4(),
        evening=closed,
        name="Tisch 1",
        people=[Person(name=one) for one in ("Anna", "Bert", "Cilli", "Dora")],
        high_card=0,
    )
    recording.close_evening(actor=anna, deed=uuid4(), evening=closed)
    return {
        "club": f"/clubs/{club.slug}/",
        "evenings": f"/clubs/{club.slug}/evenings/",
        "new-evening": f"/clubs/{club.slug}/evenings/new/",
        "evening": here,
        "closed-evening": closed.get_absolute_url(),
        "change": f"{here}change/",
        "close": f"{here}close/",
        "reopen": f"{closed.get_absolute_url()}reopen/",
        "new-table": f"{here}tables/new/",
        "play": f"/clubs/{club.slug}/play/",
        "seating": f"/sheets/{sheet.pk}/seating/",
        "close-table": f"/sheets/{sheet.pk}/close/",
        "reopen-table": f"/sheets/{shut.pk}/reopen/",
    }


def tap(visitor: Page, *names: str) -> None:
    for name in names:
        visitor.locator(".chip", has_text=re.compile(rf"^\d?{re.escape(name)}")).click()


def in_order(visitor: Page) -> list[str]:
    return [text.split(". ", 1)[1] for text in visitor.locator(".seated .who").all_inner_texts()]


def test_an_evening_with_two_tables_is_opened_on_a_phone(page: OpenPage, club: Club) -> None:
    phone = page(390, 844)
    enter(phone, club)
    phone.get_by_role("link", name="New evening").click()
    phone.get_by_label("Place").fill("Gasthaus Post")
    expect(phone.locator(".options:visible")).to_have_count(1)
    phone.get_by_text("Agreements of this evening").locator("visible=true").click()
    phone.get_by_label("Missed silently").locator("visible=true").select_option("costs the silent value")
    phone.get_by_role("button", name="Open the evening").click()
    expect(phone.get_by_text("costs the silent value")).to_be_visible()

    phone.get_by_role("link", name="Open a table").click()
    tap(phone, "Bert", "Anna", "Emil")
    expect(phone.get_by_text("1 more, at least.")).to_be_visible()
    phone.get_by_label("A guest", exact=True).fill("Karl")
    phone.get_by_label("A guest", exact=True).press("Enter")
    assert in_order(phone) == ["Bert", "Anna", "Emil", "Karl"]
    phone.get_by_role("button", name="Karl one place up").click()
    expect(phone.get_by_role("button", name="Karl one place up")).to_be_focused()
    tap(phone, "Anna")
    tap(phone, "Dora")
    assert in_order(phone) == ["Bert", "Karl", "Emil", "Dora"]
    phone.get_by_role("radio", name="Bert").check()
    expect(phone.get_by_text("Dora deals, Bert is Vorhand.")).to_be_visible()
    phone.get_by_role("button", name="Open the table").click()
    expect(phone.get_by_text("“Table 1” is open.")).to_be_visible()
    sheet = Sheet.objects.get()
    names = sheet.evening.names()
    assert [names[one] for one in sheet.players] == ["Bert", "Karl", "Emil", "Dora"]
    assert names[sheet.dealer] == "Dora"

    phone.get_by_role("link", name="Open a table").click()
    assert "(Table 1)" in phone.locator(".chip", has_text="Dora").inner_text()
    tap(phone, "Dora", "Anna", "Cilli", LONG)
    phone.get_by_role("radio", name="Anna").check()
    phone.get_by_role("button", name="Open the table").click()
    expect(phone.get_by_text("Dora still sits at “Table 1”.")).to_be_visible()
    assert in_order(phone) == ["Dora", "Anna", "Cilli", LONG]
    expect(phone.get_by_text("Dora deals, Anna is Vorhand.")).to_be_visible()
    tap(phone, "Dora")
    phone.get_by_label("A guest", exact=True).fill("Lois")  # typed, not added
    phone.get_by_role("button", name="Open the table anyway").click()
    expect(phone.get_by_text("“Table 2” is open.")).to_be_visible()


def test_two_taps_and_the_table_plays(page: OpenPage, club: Club) -> None:
    phone = page(390, 844)
    anna = club.members.get(name="Anna").account
    assert anna is not None
    people.deactivate_member(actor=anna, deed=uuid4(), member=club.members.get(name=LONG))
    enter(phone, club)
    phone.get_by_role("link", name="Just play").click()
    phone.get_by_role("button", name="Cilli drew high").click()
    phone.wait_for_url("**/record/")
    first = Sheet.objects.get()
    assert first.evening.names()[first.dealer] == "Bert"
    phone.goto(f"/clubs/{club.slug}/")
    phone.get_by_role("link", name="Just play").click()
    phone.get_by_role("button", name="Anna · Bert · Cilli · Dora · Emil").click()
    phone.wait_for_url("**/record/")
    second = Sheet.objects.order_by("-pk")[0]
    assert second.pk != first.pk
    assert second.evening.names()[second.dealer] == "Bert"


def test_the_rules_say_what_the_high_card_means(page: OpenPage, club: Club) -> None:
    visitor = page(390, 844)
    enter(visitor, club)
    visitor.goto(f"/clubs/{club.slug}/play/")
    tap(visitor, "Anna", "Bert", "Cilli", "Dora", "Emil")
    visitor.get_by_role("radio", name="Bert").check()
    expect(visitor.get_by_text("Anna deals, Bert is Vorhand. Sitting out: Anna", exact=True)).to_be_visible()
    visitor.get_by_label("Rules").select_option("cup")
    expect(visitor.get_by_text("Bert deals, Cilli is Vorhand. Sitting out: Bert", exact=True)).to_be_visible()
    expect(visitor.get_by_text("whoever draws the highest card deals first")).to_be_visible()
    tap(visitor, LONG)
    tap(visitor, "Bert")
    visitor.get_by_label("A guest", exact=True).fill("Karl")
    visitor.get_by_role("button", name="Add the guest").click()
    visitor.get_by_label("A guest", exact=True).fill("Lois")
    visitor.get_by_role("button", name="Add the guest").click()
    expect(visitor.get_by_text("Six people are seated already.")).to_be_visible()
    assert in_order(visitor) == ["Anna", "Cilli", "Dora", "Emil", LONG, "Karl"]
    assert visitor.locator(".mark input:checked").count() == 0  # Bert had drawn high and is gone


def test_who_sits_is_changed_between_hands_by_keyboard(page: OpenPage, club: Club) -> None:
    evening = played(club)
    sheet = evening.sheets.get(name="Tisch 1")
    visitor = page(1280, 900)
    enter(visitor, club)
    visitor.goto(f"/sheets/{sheet.pk}/seating/")
    expect(visitor.get_by_text("5 doubled hands are still owed")).to_be_visible()
    visitor.get_by_role("button", name="Karl away").focus()
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_role("button", name="Dora away")).to_be_focused()
    visitor.get_by_role("radio", name="Anna").focus()
    visitor.keyboard.press("ArrowDown")
    expect(visitor.get_by_text("Bert deals, Cilli is Vorhand.")).to_be_visible()
    visitor.get_by_role("button", name="Save").click()
    visitor.wait_for_url("**/record/")
    sheet.refresh_from_db()
    names = evening.names()
    assert [names[one] for one in sheet.standing["players"]] == ["Anna", "Bert", "Cilli", "Dora"]
    assert names[sheet.standing["dealer"]] == "Bert"
    assert sheet.standing["owed"] == 5


def test_among_many_members_one_searches(page: OpenPage, club: Club) -> None:
    anna = club.members.get(name="Anna").account
    assert anna is not None
    many = [f"Mitglied {number}" for number in range(1, 60)]
    people.add_members(actor=anna, deed=uuid4(), club=club, names=[*many, "Zäzilia"])
    played(club)
    visitor = page(390, 844)
    enter(visitor, club)
    visitor.goto(f"/clubs/{club.slug}/play/")
    expect(visitor.locator(".chip:visible")).to_have_count(6)  # those who played last
    visitor.get_by_label("Search by name").fill("zaz")
    expect(visitor.locator(".chip:visible")).to_have_count(1)
    tap(visitor, "Zäzilia")
    expect(visitor.locator(".chip:visible")).to_have_count(7)
    visitor.get_by_label("Search by name").fill("nobody of this name")
    expect(visitor.get_by_text("Nobody found. Guests are added below.")).to_be_visible()


def test_sitting_down_works_without_a_script(browser: Browser, live_server: LiveServer, club: Club) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    visitor = context.new_page()
    enter(visitor, club)
    visitor.get_by_role("link", name="Just play").click()
    for number, name in enumerate(("Dora", "Cilli", "Bert"), 1):
        visitor.get_by_label(f"Place {number}", exact=True).first.select_option(name)
    visitor.get_by_label("Place 5: or a guest, by name").fill("Karl")
    visitor.get_by_role("radio", name="Place 5").check()
    visitor.get_by_role("button", name="Play", exact=True).click()
    visitor.wait_for_url("**/record/")
    sheet = Sheet.objects.get()
    names = sheet.evening.names()
    assert [names[one] for one in sheet.players] == ["Dora", "Cilli", "Bert", "Karl"]
    assert names[sheet.dealer] == "Bert"
    context.close()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_cut_off(page: OpenPage, club: Club, dark: bool) -> None:
    visitor = page(320, 844, dark=dark)
    enter(visitor, club)
    shown = addresses(club, played(club))
    for name, address in shown.items():
        visitor.goto(f"{address}?language={'en' if dark else 'de'}")
        found = Axe().run(visitor, options=AXE)
        assert found.response["violations"] == [], f"{name}: {found.generate_report()}"
        look_closely(visitor, 320)
    # What is wrong, what is chosen, what is warned about.
    visitor.goto(f"{shown['new-table']}?language=en")
    visitor.get_by_label("Name of the table").fill("")
    tap(visitor, "Anna", "Bert", "Cilli", LONG)
    visitor.get_by_role("button", name="Open the table").click()
    expect(visitor.get_by_text("Please give a name.")).to_be_visible()
    assert Axe().run(visitor, options=AXE).response["violations"] == []
    look_closely(visitor, 320)
    visitor.get_by_label("Name of the table").fill("Tisch 3")
    visitor.get_by_role("radio", name="Anna").check()
    visitor.get_by_role("button", name="Open the table").click()
    expect(visitor.get_by_text("Anna still sits at “Tisch 1”.")).to_be_visible()
    assert Axe().run(visitor, options=AXE).response["violations"] == []
    look_closely(visitor, 320)
    visitor.goto(shown["new-evening"])
    visitor.get_by_text("Agreements of this evening").locator("visible=true").click()
    visitor.get_by_label("Date").fill("")
    visitor.get_by_role("button", name="Open the evening").click()
    assert Axe().run(visitor, options=AXE).response["violations"] == []
    look_closely(visitor, 320)


def test_the_pages_hold_at_twice_the_text_size(page: OpenPage, club: Club) -> None:
    visitor = page(390, 844)
    enter(visitor, club)
    for name, address in addresses(club, played(club)).items():
        visitor.goto(f"{address}?language=de")
        visitor.evaluate("document.documentElement.style.fontSize = '225%'")
        assert visitor.evaluate(CUT_OFF) == [], name
