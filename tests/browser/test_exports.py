"""Files in a real browser: a long one is watched while the server makes it, and comes once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from scoring.accounts import verbs as people
from scoring.accounts.verbs import code_of
from scoring.export.figures import FigureRow, Figures, Streamed
from scoring.export.workbook import STEP
from scoring.web.columns import Column
from tests.support.browser.looks import AXE, seen
from tests.support.browser.pages import OpenPage, becomes, open_downloads
from tests.support.browser.people import sign_in
from tests.support.browser.season import addresses, house
from tests.support.scoring.house import House

assert house  # the club of the season's own test


@pytest.fixture
def folder(data: Path) -> Path:
    return data / "exports"


@pytest.fixture
def anna(page: OpenPage, house: House, folder: Path) -> Page:
    visitor = page(320, 844)
    sign_in(visitor)
    visitor.goto(addresses(house)["season"] + "&language=en")
    open_downloads(visitor)
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


def test_one_sees_how_far_it_is_and_the_page_stays_in_shape(
    anna: Page, held: Held, folder: Path, tmp_path: Path
) -> None:
    """What stands in which file: tests/scoring/season/test_export_books.py."""
    with anna.expect_download() as download:
        anna.get_by_role("link", name="CSV : all hands").click()
        expect(anna.get_by_text("Rows written: 2,000 / 3,000")).to_be_visible()
        bar = anna.get_by_role("progressbar", name="Rows written")
        assert bar.evaluate("bar => [bar.value, bar.max]") == [2 * STEP, 3 * STEP]
        assert seen(anna) == []
        assert Axe().run(anna, options=AXE).response["violations"] == []
        held.go_on.set()
    download.value.save_as(tmp_path / "x.csv")
    assert len((tmp_path / "x.csv").read_bytes().splitlines()) == 1 + 3 * STEP
    expect(bar).to_be_hidden()
    expect(anna.get_by_text("The file is ready.")).to_be_visible()
    assert not list(folder.iterdir())


def test_one_can_stop_it_and_nothing_stays_behind(anna: Page, held: Held, folder: Path) -> None:
    held.rows = 200 * STEP
    anna.get_by_role("link", name="CSV : all hands").click()
    expect(anna.get_by_text("Rows written: 2,000 / 200,000")).to_be_visible()
    assert len(list(folder.iterdir())) == 1
    anna.get_by_role("button", name="Cancel").click()
    expect(anna.get_by_role("progressbar", name="Rows written")).to_be_hidden()
    held.go_on.set()
    # The server notices with the next line that it cannot send.
    becomes(anna, lambda: list(folder.iterdir()), [])
    with anna.expect_download():
        anna.get_by_role("link", name="CSV : all hands").click()


# For anybody


def test_in_a_frame_of_another_page_a_file_comes_and_the_frame_stays(page: OpenPage, house: House) -> None:
    standings = people.share_standings(actor=house["Anna"], club=house.club, period="all", deed=uuid4())
    visitor, files = page(320, 844), list[str]()

    def note(opened: Page) -> None:
        opened.on("download", lambda file: files.append(file.suggested_filename))

    note(visitor)
    visitor.context.on("page", note)
    visitor.goto(f"/s/{code_of(standings)}/embed/?language=en")
    assert seen(visitor) == []
    here = visitor.url
    visitor.route("**/elsewhere/", lambda route: route.fulfill(body=FRAME % here, content_type="text/html"))
    visitor.goto("/elsewhere/")
    frame = visitor.frame_locator("iframe")
    frame.get_by_role("link", name="Excel", exact=True).click()
    becomes(visitor, lambda: [name.endswith(".xlsx") for name in files], [True])
    expect(frame.get_by_role("link", name="Open on its own")).to_be_visible()


FRAME = (
    '<!doctype html><html lang="en"><title>x</title><iframe src="%s" title="x" height="600"></iframe></html>'
)
