"""What was typed in tournaments and may name somebody: for whoever wants a name taken out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from scoring.models import Club, Reason
from tournaments.models import Call, Leaving, PaperResult, Rewritten, Ruling


def reasons_of(club: Club) -> Iterator[tuple[Reason, datetime]]:
    """The words of calls, rulings, results on paper, leavings and repairs, each with its time."""
    at_tables = (
        (Call.objects.filter(table__round__tournament__club=club), "words"),
        (Ruling.objects.filter(call__table__round__tournament__club=club), "text"),
        (PaperResult.objects.filter(table__round__tournament__club=club), "reason"),
        (Leaving.objects.filter(table__round__tournament__club=club), "reason"),
        (Rewritten.objects.filter(table__round__tournament__club=club), "reason"),
    )
    for given, field in at_tables:
        said = given.filter(**{f"{field}__isnull": False}).exclude(**{f"{field}__text": ""})
        for pk, text, at in said.order_by("pk").values_list(f"{field}__pk", f"{field}__text", "at"):
            yield Reason(pk=pk, text=text), at
