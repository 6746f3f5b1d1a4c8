"""The rows of a table in a draft: their keys, their order, and what has no value yet."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from scoring.engine.customs import InSolo, Kind, Who
from scoring.engine.loading import Data
from scoring.engine.loading.consistency import RESERVED
from scoring.engine.loading.reading import LONGEST_KEY, MOST_ROWS, rows
from scoring.names import address_of
from scoring.rule_editor.forms.builder import label_of
from scoring.rule_editor.forms.questions import value_at

NEW = "new_row"  # the key of a row that has no name yet


def made_key(label: str, data: Data) -> str:
    """Return a free key for something new: it stays, whatever the thing is called later.

    >>> made_key("Zweier", {}), made_key("1. Sack", {}), made_key("Solo", {"contracts": {}})
    ('zweier', 'row_1_sack', 'solo_2')
    """
    stem = address_of(label).replace("-", "_") or "row"
    if not stem[0].isalpha():
        stem = f"row_{stem}"
    stem = stem[: LONGEST_KEY - 4].rstrip("_")
    taken = {*RESERVED, NEW, *rows(data, "contracts"), *rows(data, "premiums")}
    numbered = (f"{stem}_{number}" for number in range(2, 2 * MOST_ROWS + 50))
    return stem if stem not in taken else next(key for key in numbered if key not in taken)


def put_after(rows: Mapping[str, Any], key: str, row: Any, predecessor: str) -> Data:
    """Return the rows with this one behind the row `after`, or first where there is no such row."""
    others = [(other, value) for other, value in rows.items() if other != key]
    position = next((number for number, (other, _) in enumerate(others, 1) if other == predecessor), 0)
    return dict([*others[:position], (key, row), *others[position:]])


def predecessor_in(rows: Mapping[str, Any], key: str, order: Sequence[str]) -> str:
    """Return behind which row something stands that has its place in another sheet's order."""
    predecessors = order[: order.index(key)] if key in order else order
    return next((row for row in reversed(predecessors) if row in rows), "")


def open_rows(data: Data, table: str) -> dict[str, str]:
    """Return the names of the rows that have no value yet, by their keys."""
    still_open = value_at(data, ("open", table))
    return {key: label_of(label, key) for key, label in still_open.items()} if still_open else {}


def free_key(data: Data, table: str) -> str:
    """Return a key for new words that no others of the table have."""
    taken = value_at(data, (table,)) or {}
    return next(key for number in range(1, 2 * MOST_ROWS) if (key := f"own_{number}") not in taken)


def first_row(table: str, kind: str) -> Data:
    """Return what a new game of a kind, a new premium or new words begin with."""
    if table == "premiums":
        return {"in_solo": InSolo.DOUBLED.value}
    if table != "contracts":
        return {"changes": "play"} if table == "options" else {}
    return {"kind": kind} | ({"who": Who.VORHAND.value} if kind == Kind.TRISCHAKEN.value else {})


def in_order(rows: Mapping[str, Any], order: Iterable[str]) -> Data:
    """Return rows in this order; what it does not name stays behind the row that it followed.

    >>> list(in_order({"a": 1, "b": 2, "new": 3, "c": 4}, ["c", "b", "a"]))
    ['c', 'b', 'new', 'a']
    """
    keys, predecessor = [key for key in order if key in rows], ""
    for key in rows:
        if key not in keys:
            keys.insert(keys.index(predecessor) + 1 if predecessor in keys else 0, key)
        predecessor = key
    return {key: rows[key] for key in keys}


def moved(posted: QueryDict, present: Sequence[str]) -> list[str]:
    """Return the order of the rows as the page sent it, with one moved by its button."""
    order = [key for key in dict.fromkeys(posted.getlist("order")) if key in present]
    order += [key for key in present if key not in order]
    key, step = (posted["up"], -1) if "up" in posted else (posted.get("down", ""), 1)
    if key in order and 0 <= order.index(key) + step < len(order):
        number = order.index(key)
        order[number], order[number + step] = order[number + step], order[number]
    return order
