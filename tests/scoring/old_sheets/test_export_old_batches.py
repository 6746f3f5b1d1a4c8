"""What was imported with one file of amounts leaves again: everybody's total, and every table."""

from datetime import date
from io import BytesIO

import pytest
from django.urls import reverse
from django.utils.translation import override
from openpyxl import load_workbook

from scoring.models import OldBatch
from scoring.old_sheets.export import workbook_of_old_batch
from scoring.old_sheets.pages import tables_of, totals_of
from tests.support.scoring.exports import same_at
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.old_papers import old_amounts, old_hands
from tests.support.spreadsheet import sums_of, xlsx_of
from tests.support.stages import stage


@stage(on=HOUSE)
def batch(house: House) -> OldBatch:
    old_amounts(house, date(2014, 5, 6))  # another one, of which nothing stands in the files
    return old_amounts(house)


def test_a_batch_of_amounts_leaves_as_its_page_shows_it(house: House, batch: OldBatch) -> None:
    emil = house.client("Emil")
    page = emil.get(reverse("scoring:old_batch", args=[house.club.slug, batch.pk]))
    totals, [table] = page.context["totals"], page.context["parts"]
    with override("en"):
        workbook = workbook_of_old_batch(
            totals_of([batch]), tables_of(batch), f"Old sheets {house.club.name}"
        )
    everybody, tables = workbook.tables
    assert [row[:2] for row in everybody.rows] == [(total.name, total.points) for total in totals]
    [row] = tables.rows
    assert row[:4] == (table.date, table.venue, table.name, table.rows)
    assert {column.title: cell for column, cell in zip(tables.columns[4:], row[4:], strict=True)} == dict(
        table.totals
    )
    [of_everybody, of_tables] = map(sums_of, load_workbook(BytesIO(xlsx_of(workbook))).worksheets)
    assert of_everybody["Points"] == 0
    assert of_tables == {total.name: pytest.approx(float(total.points)) for total in totals}
    where = {"slug": house.club.slug, "pk": batch.pk}
    same_at(emil, "export_old_batch", workbook, **where)


def test_hands_that_came_in_leave_with_their_sheets(house: House) -> None:
    batch = old_hands(house)
    where = {"slug": house.club.slug, "pk": batch.pk}
    client = house.client("Emil")
    assert "/export/" not in client.get(reverse("scoring:old_batch", kwargs=where)).content.decode()
    path = reverse("scoring:export_old_batch", kwargs={**where, "form": "csv"})
    assert client.get(path).status_code == 404
