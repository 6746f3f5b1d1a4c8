"""What a request costs: how often it asks the database, in how many transactions."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from scoring.models import Account, Sheet
from scoring.table import verbs as recording
from scoring.table.replay import position_of
from scoring.table_policy import Actor
from tests.support.scoring.tables import Record, dreier

T = TypeVar("T")


class Cost(NamedTuple):
    """Begin and end of a transaction are no queries; one inside another would be a transaction more."""

    queries: int
    transactions: int


def watched(ask: Callable[[], T]) -> tuple[T, Cost]:
    """The answer, and what it cost."""
    with CaptureQueriesContext(connection) as captured:
        answer = ask()
    words = [query["sql"].split()[0].strip(";").upper() for query in captured.captured_queries]
    begins = sum(word in ("BEGIN", "SAVEPOINT") for word in words)
    around = sum(word in ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE") for word in words)
    return answer, Cost(len(words) - around, begins)


def next_hand(sheet: Sheet) -> Record:
    """Vorhand plays a Dreier: possible at any time, at a table of any size."""
    return dreier(position_of(sheet).playing[0])


def next_post(sheet: Sheet) -> dict[str, Any]:
    """What a phone sends to save the next hand."""
    return {"id": str(uuid4()), "after": sheet.seq, "record": next_hand(sheet)}


def play_up_to(number: int, sheet: Sheet, account: Account) -> Sheet:
    """The sheet with so many hands."""
    sheet = Sheet.objects.whole().get(pk=sheet.pk)
    while sheet.state.hands < number:
        written = recording.add(
            actor=Actor(account), entry=uuid4(), sheet=sheet, known_seq=sheet.seq, record=next_hand(sheet)
        )
        sheet = written.sheet
    return sheet


def values_of(row: Model) -> dict[str, object]:
    """Return what the database keeps of a row."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
