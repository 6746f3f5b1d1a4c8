"""What a sheet says: dealers, numbers, totals, Radl, its banner; and its page as text."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import uuid4

from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring import clock
from scoring.models import Act, Entry, Participant, Row, Sheet
from scoring.table.links import Kind, code_of
from scoring.table.pages.page import Paper, paper_of
from scoring.table.writing import GAP, rederive
from tests.support.pages import english_visitor
from tests.support.scoring.house import now


def totals(sheet: Sheet) -> dict[str, Fraction]:
    names = sheet.evening.names()
    return {names[total]: Fraction(twelfths, 12) for total, twelfths in now(sheet).totals.items()}


class Posted(NamedTuple):
    """What a hand brought to somebody, in twelfths."""

    row: Row
    participant: Participant
    twelfths: int
    schrift_twelfths: int


def posted(**which: Any) -> list[Posted]:
    """Return the amounts of these rows, hand by hand, in order of seats."""
    people = {
        str(participant.pk): participant for participant in Participant.objects.select_related("member")
    }
    rows = Row.objects.filter(number__isnull=False, **which).select_related("sheet")
    return [
        Posted(row, people[amount], *amounts)
        for row in rows.order_by("sheet__evening__date", "sheet", "sort_key")
        for amount, amounts in row.amounts.items()
    ]


def column(sheet: Sheet, of: Callable[[Row], Any]) -> list[Any]:
    return [of(row) for row in sheet.rows.order_by("sort_key")]


def dealers(sheet: Sheet) -> list[str]:
    names = sheet.evening.names()
    return column(sheet, lambda row: names[row.dealer])


def numbers(sheet: Sheet) -> list[int | None]:
    return column(sheet, lambda row: row.number)


def radl(sheet: Sheet) -> str:
    """The column as it stands on paper."""
    return "".join(column(sheet, lambda row: "R" if row.radl else "-"))


def dealing(sheet: Sheet) -> str:
    return sheet.evening.names()[now(sheet).state.dealer]


def paper(sheet: Sheet) -> Paper:
    sheet = now(sheet)
    with override("en"):
        return paper_of(sheet, sheet.evening.names(), "en")


def with_link(sheet: Sheet, kind: Kind) -> Client:
    client = english_visitor()
    client.get(
        reverse(f"scoring:{'table' if kind == 'record' else 'read'}_link", args=[code_of(sheet, kind)])
    )
    return client


def address(name: str, sheet: Sheet, *further: object) -> str:
    return reverse(f"scoring:{name}", args=[sheet.pk, *further])


def write_down(sheet: Sheet, records: list[dict[str, Any]]) -> None:
    """Many hands at once, and everything that follows from them."""
    Entry.objects.bulk_create(
        Entry(
            id=uuid4(),
            sheet=sheet,
            seq=number,
            sort_key=number * GAP,
            act=Act.ADD,
            record=record,
            at=clock.now(),
        )
        for number, record in enumerate(records, 1)
    )
    sheet.seq = len(records)
    sheet.state = replace(sheet.state, last_sort_key=len(records) * GAP)
    rederive(sheet)
