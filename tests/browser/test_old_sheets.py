"""A secretary brings in old sheets: template, file, columns, what is wrong, and taken back at last."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from playwright.sync_api import Page, expect

from scoring.models import Evening, OldBatch
from scoring.season.pages.season import Period, Season, standings_of
from tests.support.browser.guests import house
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.scoring.house import House

__all__ = ["house"]  # the fixture

Fill = Callable[[Any, dict[str, int]], None]


def filled_in(page: Page, link: str, fill: Fill, to: Path) -> Path:
    """The template as it is downloaded, changed in a spreadsheet."""
    with page.expect_download() as waiting:
        page.get_by_role("link", name=link).first.click()
    book = load_workbook(BytesIO(Path(waiting.value.path()).read_bytes()))
    sheet = book.worksheets[0]
    fill(sheet, {str(cell.value): cell.column for cell in sheet[1]})
    book.save(to)
    return to


def mistype(sheet: Any, columns: dict[str, int]) -> None:
    """A contract that nobody knows, and a formula; Dora becomes a stranger."""
    sheet.cell(2, columns["Contract"]).value = "Rufr"
    sheet.cell(3, columns["Anna"]).value = "=M2"
    sheet.cell(1, columns["Dora"]).value = "Dorli"
    for row in range(2, 20):
        for column in ("Dealer", "Declarer", "Partner", "Result", "Kontra"):
            cell = sheet.cell(row, columns[column])
            cell.value = cell.value and str(cell.value).replace("Dora", "Dorli")


def test_old_sheets_from_the_template_to_the_season_and_back(
    page: OpenPage, house: House, tmp_path: Path
) -> None:
    anna = sign_in(page(320, 640), "en")
    anna.goto(house.club.get_absolute_url())
    anna.get_by_role("link", name="Club", exact=True).click()
    anna.locator(".entries").get_by_role("link", name="Old sheets").click()
    anna.get_by_role("link", name="Import old sheets").click()
    file = filled_in(anna, "Hands: Excel", mistype, tmp_path / "alt.xlsx")
    formula = load_workbook(file).worksheets[0].cell(3, 13).value
    assert formula == "=M2"
    anna.get_by_label("File", exact=True).set_input_files(file)
    anna.get_by_role("button", name="Look at it").click()

    expect(anna.get_by_role("heading", name="To be corrected")).to_be_visible()
    expect(anna.get_by_text("“Rufr” is not on this sheet. Is it “Rufer”?")).to_be_visible()
    expect(anna.get_by_text("there is a formula without its result")).to_be_visible()
    expect(anna.get_by_role("button", name="Import everything")).to_have_count(0)
    anna.get_by_label("Row 2, Contract").fill("Rufer")
    anna.get_by_label("Row 3, Anna").fill("-99")
    anna.get_by_label("Dorli", exact=True).select_option(label="Dora")
    anna.get_by_role("button", name="Look again").first.click()

    expect(anna.get_by_role("heading", name="Paper and rules differ")).to_be_visible()
    expect(anna.get_by_text("Anna stands at −99 on paper").first).to_be_visible()
    anna.get_by_label("What the rules give counts, and what was on the paper is noted").check()
    anna.get_by_role("button", name="Look again").last.click()
    expect(anna.get_by_text("Everything is right.")).to_be_visible()
    assert not OldBatch.objects.exists()
    anna.get_by_role("button", name="Import everything").click()

    expect(anna.get_by_text("Imported: 1 evening, 1 table")).to_be_visible()
    expect(anna.get_by_role("heading", name="Where paper and rules differed")).to_be_visible()
    evening = Evening.objects.get(old_batch__isnull=False)
    assert [member.name for member in standings_of(Season(house.club, Period(until=evening.date))).members]
    anna.get_by_role("link", name="Regulars").click()
    expect(anna.get_by_text("From an old score sheet")).to_be_visible()
    anna.goto(OldBatch.objects.get().get_absolute_url())

    anna.get_by_role("link", name="Withdraw these sheets").click()
    anna.get_by_label("Why?").fill("It was the wrong year")
    anna.get_by_role("button", name="Withdraw them").click()
    expect(anna.get_by_text("“It was the wrong year”")).to_be_visible()
    assert not standings_of(Season(house.club, Period(until=evening.date))).members
