"""A secretary brings in old sheets: template, file, columns, what is wrong, and taken back at last."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from playwright.sync_api import Page, expect

from scoring.models import Club, Evening, OldBatch
from scoring.season.pages.season import Period, Season, standings_of
from tests.support.browser.guests import house
from tests.support.browser.looks import seen_on_every_screen
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.scoring.house import House

__all__ = ["house"]  # the fixture

Fill = Callable[[Any, dict[str, int]], None]


def look_closely(page: Page) -> None:
    page.wait_for_load_state()
    assert seen_on_every_screen(page) == []


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
    look_closely(anna)
    anna.get_by_role("link", name="Import old sheets").click()
    look_closely(anna)
    file = filled_in(anna, "Hands: Excel", mistype, tmp_path / "alt.xlsx")
    formula = load_workbook(file).worksheets[0].cell(3, 13).value
    assert formula == "=M2"
    anna.get_by_label("File", exact=True).set_input_files(file)
    anna.get_by_role("button", name="Look at it").click()

    expect(anna.get_by_role("heading", name="To be corrected")).to_be_visible()
    expect(anna.get_by_text("“Rufr” is not on this sheet. Is it “Rufer”?")).to_be_visible()
    expect(anna.get_by_text("there is a formula without its result")).to_be_visible()
    expect(anna.get_by_role("button", name="Import everything")).to_have_count(0)
    look_closely(anna)
    anna.get_by_label("Row 2, Contract").fill("Rufer")
    anna.get_by_label("Row 3, Anna").fill("-99")
    anna.get_by_label("Dorli", exact=True).select_option(label="Dora")
    anna.get_by_role("button", name="Look again").first.click()

    expect(anna.get_by_role("heading", name="Paper and rules differ")).to_be_visible()
    expect(anna.get_by_text("Anna stands at −99 on paper").first).to_be_visible()
    look_closely(anna)
    anna.get_by_label("What the rules give counts, and what was on the paper is noted").check()
    anna.get_by_role("button", name="Look again").last.click()
    expect(anna.get_by_text("Everything is right.")).to_be_visible()
    assert not OldBatch.objects.exists()
    look_closely(anna)
    anna.get_by_role("button", name="Import everything").click()

    expect(anna.get_by_text("Imported: 1 evening, 1 table")).to_be_visible()
    expect(anna.get_by_role("heading", name="Where paper and rules differed")).to_be_visible()
    look_closely(anna)
    evening = Evening.objects.get(old_batch__isnull=False)
    assert [member.name for member in standings_of(Season(house.club, Period(until=evening.date))).members]
    anna.get_by_role("link", name="Regulars").click()
    expect(anna.get_by_text("From an old score sheet")).to_be_visible()
    look_closely(anna)
    anna.goto(OldBatch.objects.get().get_absolute_url())

    anna.get_by_role("link", name="Withdraw these sheets").click()
    look_closely(anna)
    anna.get_by_label("Why?").fill("It was the wrong year")
    anna.get_by_role("button", name="Withdraw them").click()
    expect(anna.get_by_text("“It was the wrong year”")).to_be_visible()
    look_closely(anna)
    assert not standings_of(Season(house.club, Period(until=evening.date))).members


def test_amounts_by_keyboard_and_with_columns_nobody_could_guess(
    page: OpenPage, house: House, tmp_path: Path
) -> None:
    anna = sign_in(page(390, 844), "en")
    anna.goto(f"/clubs/{house.club.slug}/old-sheets/import/")
    file = tmp_path / "alt.csv"
    file.write_text("Wann;Anna;Bert;Cilli;Dora\n4.3.2016;4;-4;;\n11.3.2016;-3;1;1;1\n", encoding="cp1252")
    anna.get_by_label("What does the file contain?").select_option("amounts")
    anna.get_by_label("File", exact=True).set_input_files(file)
    anna.get_by_role("button", name="Look at it").focus()
    anna.keyboard.press("Enter")
    expect(anna.get_by_text("No column holds the Date.")).to_be_visible()
    anna.get_by_label("A Wann").select_option("date")
    anna.get_by_label("The headings are in row").focus()
    anna.keyboard.press("Enter")  # looks again, and does not bring anything in
    expect(anna.get_by_text("2 evenings, 2 tables, 2 rows")).to_be_visible()
    anna.get_by_label("Separate: what everybody got in this row").press("Space")
    anna.keyboard.press("Enter")
    expect(anna.get_by_text("Everything is right.")).to_be_visible()
    look_closely(anna)
    anna.get_by_role("button", name="Import everything").focus()
    anna.keyboard.press("Enter")
    expect(anna.get_by_text("Imported: 2 evenings, 2 tables, 2 rows.")).to_be_visible()
    expect(anna.get_by_text("amounts only, from old sheets")).to_be_visible()
    look_closely(anna)
    anna.goto(f"/clubs/{Club.objects.get().slug}/old-sheets/")
    expect(anna.get_by_text("These points do not appear in any season's standings.")).to_be_visible()
    look_closely(anna)


def test_running_totals_with_sums_below_from_the_question_to_the_totals(
    page: OpenPage, house: House, tmp_path: Path
) -> None:
    anna = sign_in(page(320, 640), "en")
    anna.goto(f"/clubs/{house.club.slug}/old-sheets/import/")
    rows = [
        (4, -4, 2, -2),
        (2, -2, 4, -4),
        (7, -7, 9, -9),
        (10, -16, 12, -6),
        (9, -15, 11, -5),
        (12, -18, 8, -2),
    ]
    lines = [";".join(map(str, row)) for row in (*rows, rows[-1])]
    file = tmp_path / "alt.csv"
    file.write_text("Datum;Anna;Bert;Cilli;Dora\n4.3.2016;" + "\n;".join(lines) + "\n")
    anna.get_by_label("What does the file contain?").select_option("amounts")
    anna.get_by_label("File", exact=True).set_input_files(file)
    anna.get_by_role("button", name="Look at it").click()

    expect(anna.get_by_text("Please say what the amounts are.")).to_be_visible()
    expect(anna.get_by_role("button", name="Import everything")).to_have_count(0)
    expect(
        anna.get_by_text("Anna −2, Bert +2, Cilli +2, Dora −2")
    ).to_be_visible()  # from one row to the next
    look_closely(anna)
    kind = "Running total: where everybody stands after the row, from 0 at each table of an evening"
    anna.get_by_label(f"{kind}; of each day, the oldest row is on top").check()
    anna.get_by_role("button", name="Look again").first.click()
    expect(anna.get_by_text("the totals of rows 2 to 7")).to_be_visible()
    expect(anna.get_by_role("button", name="Import everything")).to_have_count(0)
    anna.get_by_label("I have checked these rows").check()
    anna.get_by_role("button", name="Look again").first.click()
    look_closely(anna)
    anna.get_by_role("button", name="Import everything").click()
    expect(anna.get_by_text("Imported: 1 evening, 1 table, 6 rows.")).to_be_visible()
    expect(anna.locator(".totals").first).to_contain_text("Anna")
    expect(anna.locator(".totals").first).to_contain_text("+12")
