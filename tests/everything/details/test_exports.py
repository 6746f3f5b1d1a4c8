"""Files in a real browser: a long one is watched while the server makes it, and comes once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from playwright.sync_api import Page, expect

from scoring.export.figures import FigureRow, Figures, Streamed
from scoring.export.workbook import STEP
from scoring.web.columns import Column
from tests.support.browser.looks import complaints
from tests.support.browser.pages import OpenPage, becomes
from tests.support.browser.people import sign_in
from tests.support.browser.season import house
from tests.support.scoring.house import House

assert house  # the club of the season's own test


@pytest.fixture
def folder(data: Path) -> Path:
    return data / "exports"


@pytest.fixture
def anna(page: OpenPage, house: House, folder: Path) -> Page:
    visitor = page(320, 844)
    sign_in(visitor)
    visitor.goto(f"/clubs/{house.club.slug}/season/?period=all&language=en")
    for fold in ("More", "As a file"):
        visitor.locator("summary", has_text=fold).click()
    return visitor


class Held:
    """Rows that stop in the middle until they may go on."""

    def __init__(self) -> None:
        self.go_on = Event()
        self.rows = 3 * STEP

    def figures(self, *_asked: object) -> Figures:
        return Figures("Hands", (Column("Name", key="name"),), Streamed(self.rows, self._rows))

    def _rows(self) -> Iterator[FigureRow]:
        for number in range(self.rows):
            if number == 2 * STEP:
                self.go_on.wait(60)
            yield (f"Anna {number}",)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    held = Held()
    monkeypatch.setattr("scoring.season.views.figures_of_hands", held.figures)
    yield held
    held.go_on.set()


def test_one_sees_how_far_it_is_can_stop_it_and_has_the_file_in_the_end(
    anna: Page, held: Held, folder: Path, tmp_path: Path
) -> None:
    """What stands in which file: tests/scoring/season/test_export_books.py."""
    every_hand = anna.get_by_role("link", name="CSV : all hands")
    bar = anna.get_by_role("progressbar", name="Rows written")
    held.rows = 200 * STEP
    every_hand.click()
    expect(anna.get_by_text("Rows written: 2,000 / 200,000")).to_be_visible()
    assert bar.evaluate("bar => [bar.value, bar.max]") == [2 * STEP, held.rows]
    assert complaints(anna) == []
    assert len(list(folder.iterdir())) == 1
    anna.get_by_role("button", name="Cancel").click()
    expect(bar).to_be_hidden()
    held.go_on.set()
    # The server notices with the next line that it cannot send.
    becomes(anna, lambda: list(folder.iterdir()), [])
    held.rows = 3 * STEP
    with anna.expect_download() as download:
        every_hand.click()
    download.value.save_as(tmp_path / "x.csv")
    assert len((tmp_path / "x.csv").read_bytes().splitlines()) == 1 + 3 * STEP
    expect(anna.get_by_text("The file is ready.")).to_be_visible()
    assert not list(folder.iterdir())


# For anybody
