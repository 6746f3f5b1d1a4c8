"""The owner takes the club along in one file, and finds it whole on another installation."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from scoring import people
from scoring.archive import waiting
from scoring.models import Club
from tests.browser.test_every_page import LOOKS
from tests.browser.test_people import AXE
from tests.browser.test_recording_form import sign_in
from tests.browser.test_whole_evenings import FITS
from tests.conftest import OpenPage
from tests.scoring.archives import emptied, exported
from tests.scoring.conftest import House, founded, house
from tests.scoring.tables import REDEAL, dreier, rufer
from tests.scoring.test_verify import verified

__all__ = ["founded", "house"]  # the fixtures

NEW = "Quapil-Uhu-Kakadu"


def looked_at(visitor: Page, name: str) -> None:
    assert visitor.evaluate(FITS), name
    for look, script in LOOKS.items():
        assert visitor.evaluate(script) == [], f"{name}: {look}"
    assert Axe().run(visitor, options=AXE).response["violations"] == [], name


@pytest.mark.database
@pytest.mark.parametrize(("width", "dark"), [(320, False), (390, True), (1280, False)])
def test_a_club_moves_with_everything(
    page: OpenPage,
    transactional_db: None,
    house: House,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    width: int,
    dark: bool,
) -> None:
    monkeypatch.setattr(waiting, "FOLDER", tmp_path / "brought")
    sheet = house.sheet()
    for record in (rufer("Anna", "Bert"), REDEAL, dreier("Cilli")):
        house.play(sheet, record)

    anna = page(width, 844, dark=dark)
    anna.goto("/?language=en")
    sign_in(anna, "Anna")
    anna.goto(f"{house.club.get_absolute_url()}settings/?language=en")
    looked_at(anna, "settings")
    anna.get_by_role("link", name="The whole club as one file").click()
    expect(anna.get_by_text("It contains: 7 members, 1 evening, 2 hands.")).to_be_visible()
    looked_at(anna, "archive")
    with anna.expect_download() as download:
        anna.get_by_role("link", name="Download the club").click()
    file = tmp_path / download.value.suggested_filename
    assert file.name == "muehlviertler-runde.tarock.zip"
    download.value.save_as(file)
    assert file.read_bytes() == exported(house.club)
    (tmp_path / "half.zip").write_bytes(file.read_bytes()[:1000])
    emptied()

    owner = page(width, 844, dark=dark)
    owner.goto(f"/setup/{people.setup_code()}/?language=en")
    looked_at(owner, "set-up")
    owner.get_by_role("link", name="Bring a club from another installation").click()
    looked_at(owner, "bring")
    owner.get_by_label("File").set_input_files(tmp_path / "half.zip")
    owner.get_by_role("button", name="Look at it").click()
    expect(owner.get_by_text("The file is incomplete: its end is missing.")).to_be_visible()
    looked_at(owner, "half of a file")
    owner.get_by_label("File").set_input_files(file)
    owner.get_by_role("button", name="Look at it").click()
    expect(owner.get_by_role("heading", name="Mühlviertler Runde")).to_be_visible()
    expect(owner.get_by_text("7 members, 1 evening, 2 hands.")).to_be_visible()
    looked_at(owner, "look")
    owner.get_by_label("Password", exact=True).fill(NEW)
    owner.get_by_label("The password once more").fill("another")
    owner.get_by_role("button", name="Bring in the club").click()
    expect(owner.get_by_text("The two passwords differ.")).to_be_visible()
    looked_at(owner, "look again")
    owner.get_by_label("Password", exact=True).fill(NEW)
    owner.get_by_label("The password once more").fill(NEW)
    owner.get_by_role("button", name="Bring in the club").click()
    expect(owner.get_by_role("heading", name="Mühlviertler Runde")).to_be_visible()
    owner.goto(sheet.get_absolute_url())
    expect(owner.get_by_text("Dreier").first).to_be_visible()
    assert verified()[0] == 0
    assert exported(Club.objects.get()) == file.read_bytes()
