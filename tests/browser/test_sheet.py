"""The sheet in a real browser: followed by others, read at any width, in the dark, on paper, by keyboard."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring import people, recording
from scoring.models import Account, Club, Entry, Sheet
from scoring.recording import Actor, Person
from scoring.recording.replay import position_of
from scoring.table_links import code_of
from tests.browser.test_people import AXE
from tests.browser.test_rules_pages import CUT_OFF, SMALL_TARGETS
from tests.conftest import OpenPage
from tests.scoring.conftest import PASSWORD, terms
from tests.scoring.tables import Record

SIX = [
    "Maximilian Obergruber",
    "Maximiliane Obergrub",
    "Annemarie Unterhuber",
    "Hans-Joachim Kogler Ä",
    "Hans-Joachim Kogler J",
    "Wilhelmine Schattauer",
]


@pytest.fixture
def anna(transactional_db: None) -> Account:
    return people.set_up(
        deed=uuid4(),
        code=people.setup_code(),
        name="Anna",
        password=PASSWORD,
        terms=terms("Mühlviertler Runde"),
    )


def open_sheet(anna: Account, names: list[str], hands: int, name: str = "Stüberl") -> Sheet:
    """With hands of every kind, as they come."""
    evening = recording.open_evening(
        actor=anna,
        deed=uuid4(),
        club=Club.objects.get(),
        date=timezone.localdate(),
        place="Gasthaus Löwen",
        rules="standard",
        options={},
    )
    sheet = recording.open_sheet(
        actor=anna,
        deed=uuid4(),
        evening=evening,
        name=name,
        people=[Person(name=one) for one in names],
        high_card=0,
    )
    for number in range(hands):
        play(anna, sheet, number)
    return sheet


def play(anna: Account, sheet: Sheet, number: int) -> Entry:
    sheet = Sheet.objects.whole().get(pk=sheet.pk)
    vorhand, second, third, fourth = position_of(sheet).standing.playing
    records: list[Record] = [
        {"games": [{"contract": "rufer", "declarer": vorhand, "partner": third, "points": "41/2"}]},
        {
            "games": [
                {
                    "contract": "besserrufer",
                    "declarer": second,
                    "partner": fourth,
                    "won": True,
                    "kontra": "kontra",
                }
            ],
            "premiums": [
                {"premium": "pagat", "by": second, "announced": True, "made": False, "kontra": "kontra"},
                {"premium": "trull", "by": vorhand, "made": True},
            ],
        },
        {"games": [{"contract": "trischaken", "declarer": vorhand, "order": [[third]]}]},
        {"void": "redeal", "reason": "kein Tarock"},
        {"games": [{"contract": "piccolo", "declarer": fourth, "tricks": 2, "kontras": {vorhand: "re"}}]},
        {"games": [{"contract": "dreier", "declarer": third, "won": number % 2 == 0}]},
    ]
    written = recording.add(
        actor=Actor(anna), entry=uuid4(), sheet=sheet, after=sheet.seq, record=records[number % len(records)]
    )
    return written.entry


def sign_in(visitor: Page) -> Page:
    visitor.goto("/sign-in/")
    visitor.get_by_label("Anmeldename").fill("Anna")
    visitor.get_by_label("Passwort").fill(PASSWORD)
    visitor.get_by_role("button", name="Anmelden").click()
    visitor.wait_for_url("**/clubs/*/")
    return visitor


def pages(sheet: Sheet) -> dict[str, str]:
    first = sheet.entries.get(seq=2)
    here = [sheet.pk, first.pk]
    return {
        "sheet": sheet.get_absolute_url(),
        "hand": reverse("scoring:hand", args=here),
        "take out": reverse("scoring:take_out", args=here),
        "links": reverse("scoring:links", args=[sheet.pk]),
    }


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(page: OpenPage, anna: Account, dark: bool, settings: Any) -> None:
    settings.PUBLIC_URL = "http://tarock.example.org"
    sheet = open_sheet(anna, SIX, 9)
    visitor = sign_in(page(390, 844, dark=dark))
    for name, address in pages(sheet).items():
        visitor.goto(address)
        found = Axe().run(visitor, options=AXE)
        assert found.response["violations"] == [], f"{name}: {found.generate_report()}"
    gone = page(390, 844, dark=dark)
    gone.goto("/t/1-abc/")
    assert Axe().run(gone, options=AXE).response["violations"] == []


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
@pytest.mark.parametrize("people", [["Anna", "Bert", "Cilli", "Dora"], ["Anna", *SIX[:4]], SIX], ids=len)
def test_nothing_is_cut_off_and_every_target_is_big_enough(
    page: OpenPage, anna: Account, people: list[str], width: int
) -> None:
    sheet = open_sheet(anna, people, 9)
    visitor = sign_in(page(width, 844))
    for name, address in pages(sheet).items():
        visitor.goto(address)
        assert visitor.evaluate(CUT_OFF) == [], name
        assert visitor.evaluate("document.documentElement.scrollWidth") <= width, name
        assert visitor.evaluate(SMALL_TARGETS) == [], name


def test_six_long_names_fit_beside_one_another_on_a_phone(page: OpenPage, anna: Account) -> None:
    sheet = open_sheet(anna, SIX, 9)
    visitor = sign_in(page(320, 844))
    visitor.goto(sheet.get_absolute_url())
    region = "document.getElementById('paper')"
    assert visitor.evaluate(f"{region}.scrollWidth <= {region}.clientWidth")
    shown = visitor.locator("#paper thead th .short").all_inner_texts()
    assert len(set(shown)) == 6


def test_the_pages_hold_at_twice_the_text_size(page: OpenPage, anna: Account) -> None:
    sheet = open_sheet(anna, SIX, 9)
    visitor = sign_in(page(390, 844))
    for name, address in pages(sheet).items():
        visitor.goto(address)
        visitor.evaluate("document.documentElement.style.fontSize = '225%'")
        assert visitor.evaluate(CUT_OFF) == [], name


def test_the_newest_hand_is_in_view(page: OpenPage, anna: Account) -> None:
    sheet = open_sheet(anna, ["Anna", "Bert", "Cilli", "Dora"], 30)
    for width, height in ((390, 844), (1280, 800)):
        visitor = sign_in(page(width, height))
        visitor.goto(sheet.get_absolute_url())
        last = visitor.locator("#paper tr.hand").last
        expect(last).to_be_in_viewport(ratio=1)
        bar, row = visitor.locator(".bar").bounding_box(), last.bounding_box()
        assert bar is not None
        assert row is not None
        assert row["y"] + row["height"] <= bar["y"] + 1
        expect(visitor.locator("#paper thead tr.now")).to_be_in_viewport(ratio=1)


def test_another_page_shows_a_new_hand_within_three_seconds_and_says_so(
    page: OpenPage, anna: Account
) -> None:
    sheet = open_sheet(anna, ["Anna", "Bert", "Cilli", "Dora"], 12)
    looking_on = page(390, 844)
    looking_on.goto(reverse("scoring:read_link", args=[code_of(sheet, "read")]))
    rows = looking_on.locator("#paper tr.hand")
    before = rows.count()
    play(anna, sheet, 5)
    expect(rows).to_have_count(before + 1, timeout=3000)
    expect(looking_on.locator("#paper tr.fresh")).to_have_count(1)
    expect(rows.last).to_be_in_viewport()
    expect(looking_on.locator(".news")).to_contain_text("Dreier")
    recording.undo(actor=Actor(anna), entry=uuid4(), sheet=sheet, after=13)
    expect(rows).to_have_count(before, timeout=3000)


def test_whoever_reads_further_up_is_not_torn_away(page: OpenPage, anna: Account) -> None:
    sheet = open_sheet(anna, ["Anna", "Bert", "Cilli", "Dora"], 30)
    reader = page(390, 844)
    reader.goto(reverse("scoring:read_link", args=[code_of(sheet, "read")]))
    reader.evaluate("document.getElementById('paper').scrollTop = 200")
    reader.locator("#paper tr.hand a").nth(2).focus()
    before = reader.evaluate("document.getElementById('paper').scrollTop")
    count = reader.locator("#paper tr.hand").count()
    play(anna, sheet, 0)
    expect(reader.locator("#paper tr.hand")).to_have_count(count + 1, timeout=3000)
    assert reader.evaluate("document.getElementById('paper').scrollTop") == before
    expect(reader.locator("#paper tr.hand a").nth(2)).to_be_focused()


def test_a_lost_connection_is_said_quietly_and_comes_back(page: OpenPage, anna: Account) -> None:
    sheet = open_sheet(anna, ["Anna", "Bert", "Cilli", "Dora"], 3)
    reader = page(390, 844)
    reader.goto(reverse("scoring:read_link", args=[code_of(sheet, "read")]))
    reader.route("**/live/", lambda route: route.fulfill(status=204))
    connection = reader.locator(".connection")
    expect(connection).not_to_be_empty(timeout=5000)
    reader.unroute("**/live/")
    reader.evaluate("dispatchEvent(new Event('online'))")
    play(anna, sheet, 0)
    expect(reader.locator("#paper tr.hand")).to_have_count(4, timeout=12000)


def test_a_row_is_opened_by_a_tap_anywhere_and_by_the_keyboard(page: OpenPage, anna: Account) -> None:
    sheet = open_sheet(anna, ["Anna", "Bert", "Cilli", "Dora"], 3)
    visitor = sign_in(page())
    visitor.goto(sheet.get_absolute_url())
    visitor.locator("#paper tr.hand").nth(1).locator("td").last.click()
    visitor.wait_for_url("**/hands/*/")
    visitor.go_back()
    visitor.locator("#paper").focus()
    visitor.keyboard.press("Tab")
    visitor.keyboard.press("Enter")
    visitor.wait_for_url("**/hands/*/")


def printed(visitor: Page, address: str, folder: Path) -> list[str]:
    visitor.goto(address)
    path = folder / "sheet.pdf"
    visitor.pdf(path=path, prefer_css_page_size=True)
    command = ["pdftotext", "-layout", path, "-"]
    return (
        subprocess.run(command, capture_output=True, text=True, check=True)
        .stdout.removesuffix("\f")
        .split("\f")
    )


def test_the_whole_sheet_is_printed_with_the_names_on_every_page(
    page: OpenPage, anna: Account, tmp_path: Path
) -> None:
    sheet = open_sheet(anna, SIX, 60)
    visitor = sign_in(page(390, 844, dark=True))
    leaves = printed(visitor, sheet.get_absolute_url(), tmp_path)
    assert len(leaves) <= 5
    heading = leaves[0].strip().splitlines()[0]
    assert sheet.evening.club.name in heading
    assert f"{sheet.evening.date:%d.%m.%Y}" in heading
    numbers = [
        {int(line.split()[0]) for line in leaf.splitlines() if line[:2].strip().isdigit()} for leaf in leaves
    ]
    assert set().union(*numbers) >= set(range(1, 51))
    for leaf, found in zip(leaves, numbers, strict=True):
        names = " ".join(leaf.split())[:400]
        assert not found or ("Obergruber" in names and "Schattauer" in names)


def test_a_correction_from_the_sheet_to_the_sheet(page: OpenPage, anna: Account) -> None:
    sheet = open_sheet(anna, ["Anna", "Bert", "Cilli", "Dora"], 6)
    visitor = sign_in(page(390, 844))
    visitor.goto(sheet.get_absolute_url() + "?language=en")
    visitor.locator("#paper tr.hand").nth(2).locator("a").click()
    visitor.get_by_role("link", name="It never happened").click()
    visitor.get_by_label("Why?").fill("verschrieben")
    visitor.get_by_label("as it is written").check()
    visitor.get_by_role("button", name="Work it out like this").click()
    assert visitor.get_by_label("Why?").input_value() == "verschrieben"
    assert visitor.get_by_label("as it is written").is_checked()
    visitor.get_by_role("button", name="Take it out").click()
    expect(visitor.locator("#paper tr.hand")).to_have_count(4)


def test_a_hand_is_corrected_in_the_form_it_was_entered_with(page: OpenPage, anna: Account) -> None:
    sheet = open_sheet(anna, ["Anna", "Bert", "Cilli", "Dora"], 6)
    visitor = sign_in(page(390, 844))
    visitor.goto(sheet.get_absolute_url() + "?language=en")
    visitor.locator("#paper tr.hand").last.locator("a").click()
    visitor.get_by_role("link", name="Correct it").click()
    visitor.get_by_role("button", name="won", exact=True).click()
    visitor.locator("#save").click()
    expect(visitor.get_by_role("heading", name="Correct it like this?")).to_be_visible()
    visitor.get_by_role("button", name="Back to the form").click()
    visitor.locator("#save").click()
    visitor.get_by_label("Why?").fill("doch gewonnen")
    assert Axe().run(visitor, options=AXE).response["violations"] == []
    visitor.get_by_role("button", name="Save the correction").click()
    expect(visitor.get_by_role("status").filter(has_text="Corrected.")).to_be_visible()
    expect(visitor.locator("#paper tr.hand").last).to_contain_text("won")


def test_the_last_hand_is_taken_back_with_one_tap_and_brought_back_with_another(
    page: OpenPage, anna: Account
) -> None:
    sheet = open_sheet(anna, ["Anna", "Bert", "Cilli", "Dora"], 3)
    visitor = sign_in(page(390, 844))
    visitor.goto(sheet.get_absolute_url() + "?language=en")
    visitor.get_by_role("button", name="Take back").click()
    expect(visitor.locator("#paper tr.hand")).to_have_count(2)
    visitor.get_by_role("button", name="Bring back").click()
    expect(visitor.locator("#paper tr.hand")).to_have_count(3)


def test_a_table_that_is_closed_and_opened_again_changes_by_itself(page: OpenPage, anna: Account) -> None:
    sheet = open_sheet(anna, ["Anna", "Bert", "Cilli", "Dora"], 3)
    phone = page(390, 844)
    phone.goto(reverse("scoring:table_link", args=[code_of(sheet, "record")]))
    phone.goto(sheet.get_absolute_url())
    expect(phone.locator(".bar")).to_be_visible()
    recording.close_sheet(actor=anna, deed=uuid4(), sheet=sheet)
    expect(phone.locator(".bar")).to_have_count(0, timeout=3000)
    recording.reopen_sheet(actor=anna, deed=uuid4(), sheet=sheet, reason="ging weiter")
    expect(phone.locator(".bar")).to_be_visible(timeout=3000)
