"""What came in from old sheets, as pages show it."""

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, Max, Min, Sum
from django.utils.translation import gettext as _

from scoring.engine.result import Amount, from_twelfths
from scoring.models import (
    Club,
    OldAmount,
    OldBatch,
    OldSheet,
    Sheet,
)
from scoring.names import sorting
from scoring.old_sheets.grid import SIGNS, UNITS, WAYS


class OldTotal(NamedTuple):
    """A person's total on the sheets of amounts."""

    name: str
    member: int | None
    person: int  # one of those that they are on these sheets
    evenings: int
    points: Amount


class OldTableTotals(NamedTuple):
    """A table of amounts from old sheets, with everybody's sum."""

    date: date
    venue: str
    name: str
    rows: int
    totals: tuple[tuple[str, Amount], ...]


def batches_of(club: Club) -> list[dict[str, Any]]:
    """Return the imported files, the newest first, with their sizes; three queries."""
    batches = list(club.old_batches.select_related("by", "withdrawn_by", "reason"))
    played = Sheet.objects.filter(evening__old_batch__club=club).order_by().values_list("evening__old_batch")
    amounts = OldSheet.objects.filter(batch__club=club).order_by().values_list("batch")
    days = Count("evening", distinct=True), Count("pk"), Min("evening__date"), Max("evening__date")
    counted = (
        *played.annotate(*days),
        *amounts.annotate(Count("date", distinct=True), Count("pk"), Min("date"), Max("date")),
    )
    counts = {
        pk: dict(zip(("evenings", "tables", "first", "last"), figures, strict=True))
        for pk, *figures in counted
    }
    return [{"batch": batch, "evenings": 0, "tables": 0, **counts.get(batch.pk, {})} for batch in batches]


def totals_of(batches: Iterable[OldBatch]) -> list[OldTotal]:
    """Return everybody on these sheets of amounts, the best first; one query."""
    amounts = OldAmount.objects.filter(line__sheet__batch__in=batches)
    by_person = amounts.order_by().values("person__member", "person__member__name", "person__key")
    sums = by_person.annotate(
        guest=Max("person__guest"),
        one=Min("person"),
        points=Sum("twelfths"),
        evenings=Count("line__sheet__date", distinct=True),
    )
    columns = ("person__member__name", "guest", "person__member", "one", "evenings", "points")
    totals = [
        OldTotal(name or guest, member, person, evenings, from_twelfths(points))
        for name, guest, member, person, evenings, points in sums.values_list(*columns)
    ]
    return sorted(totals, key=lambda total: (-total.points, sorting(total.name)))


def confirmed_in_words(batch: OldBatch) -> str:
    """Return the confirmed unit, sign and way, and how many comparisons agreed; empty for older imports."""
    if not (confirmed := batch.confirmed):
        return ""
    words = [
        UNITS[confirmed["unit"]],
        SIGNS[confirmed["sign"]],
        *(WAYS[way] for way in confirmed["way"].split()),
    ]
    compared = _("compared: %(agrees)d agree, %(differs)d do not") % confirmed
    return ", ".join([*map(str, words), compared])


def tables_of(batch: OldBatch) -> list[OldTableTotals]:
    """Return the tables of amounts with everybody's sum; two queries."""
    sums: dict[int, list[tuple[str, Amount]]] = {}
    amounts = OldAmount.objects.filter(line__sheet__batch=batch).order_by()
    by_person = amounts.values_list("line__sheet", "person__member__name", "person__guest")
    for sheet, member, guest, twelfths in by_person.annotate(points=Sum("twelfths")):
        sums.setdefault(sheet, []).append((member or guest, from_twelfths(twelfths)))
    tables = []
    for sheet in batch.sheets.annotate(rows=Count("lines")):
        best = tuple(sorted(sums.get(sheet.pk, []), key=lambda total: (-total[1], sorting(total[0]))))
        tables.append(OldTableTotals(sheet.date, sheet.venue, sheet.name, sheet.rows, best))
    return tables
