"""The owner takes the club along in one file, and finds it whole on another installation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from scoring.accounts import verbs as people
from scoring.archive import importing
from scoring.models import Club, Sheet
from scoring.verifying import Checked, of_sheets
from tests.support.browser.looks import DESK, PHONE, WIDTH, complaints_on_every_screen, seen
from tests.support.browser.pages import OpenPage
from tests.support.scoring.archives import emptied, exported, rewritten
from tests.support.scoring.house import House, house
from tests.support.scoring.tables import REDEAL, dreier, rufer
from tests.support.scoring.verify import verified

__all__ = ["house"]  # the fixtures

NEW = "Quapil-Uhu-Kakadu"


def looked_at(visitor: Page, name: str) -> None:
    assert complaints_on_every_screen(visitor) == [], name


def played(house: House) -> Sheet:
    sheet = house.sheet()
    for record in (rufer("Anna", "Bert"), REDEAL, dreier("Cilli")):
        house.play(sheet, record)
    return sheet


# While it is brought in


class Held:
    """Stops when the first sheet is checked, until it may go on."""

    def __init__(self) -> None:
        self.go_on = Event()

    def of_sheets(self, *asked: Any) -> Iterator[Checked]:
        for checked in of_sheets(*asked):
            yield checked
            self.go_on.wait(60)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    held = Held()
    monkeypatch.setattr("scoring.archive.importing.verifying.of_sheets", held.of_sheets)
    yield held
    held.go_on.set()


def found(page: OpenPage, content: bytes) -> Page:
    """Before the club of the file, with the form filled in."""
    owner = page(320, 844)
    owner.goto(f"/setup/{people.setup_code()}/club/?language=en")
    file = FilePayload(name="club.tarock.zip", mimeType="application/zip", buffer=content)
    owner.get_by_label("File").set_input_files(file)
    owner.get_by_role("button", name="Look at it").click()
    owner.get_by_label("Password", exact=True).fill(NEW)
    owner.wait_for_load_state()  # without its script the page would send the form itself, and wait
    return owner


@pytest.mark.database
def test_one_sees_what_is_wrong_and_how_far_the_club_is_and_comes_to_its_page(
    page: OpenPage,
    transactional_db: None,
    house: House,
    data: Path,
    held: Held,
) -> None:
    """Whoever goes away meanwhile: tests/scoring/archive/test_archive_pages.py."""
    played(house)
    house.play(house.sheet(), dreier("Dora"))
    content = exported(house.club)
    emptied()
    owner = page(320, 844)
    owner.goto(f"/setup/{people.setup_code()}/club/?language=en")
    looked_at(owner, "bring")
    owner.get_by_role("button", name="Look at it").click()
    looked_at(owner, "no file")

    def lie(texts: dict[str, str]) -> None:
        texts["scoring.sheet.jsonl"] = texts["scoring.sheet.jsonl"].replace('"hands":2', '"hands":3', 1)

    owner = found(page, rewritten(content, lie))
    held.go_on.set()
    owner.get_by_role("button", name="Import the club").click()
    expect(owner.get_by_role("alert")).to_contain_text("The totals in the file do not follow")
    expect(owner.get_by_role("progressbar")).to_be_hidden()
    expect(owner.get_by_role("button", name="Import the club")).to_be_enabled()
    for width in (PHONE, DESK, WIDTH):
        owner.set_viewport_size({"width": width, "height": 844})
        assert seen(owner) == []
    assert importing.is_empty()

    held.go_on.clear()
    owner = found(page, content)
    bring = owner.get_by_role("button", name="Import the club")
    bring.click()
    expect(owner.get_by_text("Hands checked: 2 / 3")).to_be_visible()
    bar = owner.get_by_role("progressbar", name="The club is being imported")
    assert bar.evaluate("bar => [bar.value, bar.max]") == [2, 3]
    expect(owner.get_by_role("status")).to_contain_text("This continues even if you close this page")
    expect(bring).to_be_disabled()
    looked_at(owner, "bringing")
    assert importing.is_empty(), "all of it, or nothing"
    held.go_on.set()
    expect(owner.get_by_role("heading", name="Mühlviertler Runde")).to_be_visible()
    expect(owner).to_have_url(re.compile("/clubs/muehlviertler-runde/$"))
    assert verified()[0] == 0
    assert exported(Club.objects.get()) == content
