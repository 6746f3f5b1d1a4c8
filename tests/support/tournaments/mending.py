"""Tables put right by their people's names."""

from copy import deepcopy
from typing import Any
from uuid import UUID, uuid4

from tests.support.tournaments.playing import Playing
from tournaments.corrections.mend import mend, state_of
from tournaments.models import Table

HERE = {"sits": True, "left": ""}
LEAVES = {"sits": False, "left": "balance"}
LAST = {"sits": False, "left": "last"}
GONE = {"sits": False, "left": ""}


def points(number: Any) -> dict[str, Any]:
    return {"kind": "points", "points": number}


def changed(playing: Playing, table: Table, rows: dict[str, dict[str, Any]], **whole: Any) -> dict[str, Any]:
    """Return the state of a table with other values in the rows of people, and of the whole."""
    after, ids = deepcopy(state_of(table)), playing.ids()
    for name, values in rows.items():
        after["people"][ids[name]] |= {
            key: ids[value] if key == "who" else value for key, value in values.items()
        }
    return {**after, **whole}


def mended(
    playing: Playing,
    at: int = 1,
    rows: dict[str, dict[str, Any]] | None = None,
    *,
    by: str = "Bert",
    deed: UUID | None = None,
    reason: str = "",
    **whole: Any,
) -> Table:
    """Put a table of the first round right, as it stands now."""
    table = playing.table(at)
    after = changed(playing, table, rows or {}, **whole)
    told = {"before": state_of(table), "after": after, "reason": reason}
    done: Table = playing.do(mend, by=by, deed=deed or uuid4(), table=table, **told)
    return done


def lines(balances: dict[str, int]) -> dict[str, dict[str, Any]]:
    """Return what is typed of everybody, as rows of a state."""
    return {name: {"typed": {"balance": balance, "replacement": 0}} for name, balance in balances.items()}
