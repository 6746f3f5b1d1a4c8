"""Rule sheets as data: the published ones, and random edits of them as a club might make, or might not.

Like the hands, everything is built from one question, "a whole number from … to …?".
"""

import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis.strategies import SearchStrategy

from scoring.engine.customs import Kind
from scoring.engine.loading import Data, resolved, tidied
from scoring.engine.loading.reading import (
    BothTexts,
    ForEach,
    ManyOf,
    OneCustom,
    OneOf,
    PlainText,
    WholeNumber,
    Worth,
    named,
    points,
    truth,
)
from scoring.engine.loading.tables import TABLES
from scoring.engine.options import CHOICES
from scoring.engine.rules import TABLES_OF_WORDS
from scoring.engine.sides import blatt
from scoring.rules import SLUGS, read
from tests.support.engine.hands import Choices, choices, seeded

Edit = Callable[[Choices, Data], None]

LABELS = ("Zweier", "Große Öl", "=Rufer", "O'Xaver", "Rufer", "Der mit dem Uhu", "Königsrufer “neu”", "Z2")
ODD_LABELS = ("", " Rufer", "an\u202eneR", "Ru\x00fer", "x" * 100, "Zwei\nZeilen", "\u3164")
ROWS = ("contracts", "premiums")
POINTS = (106, 107, 108, 137, 150, 167, 104, 105, 210, 0, 211)
PLAIN_POINTS = (45, 44, 56, 60, 70, 88, 0, 100)
LADDER = ("kontra", "re", "sub", "hirsch")


EDIT, EDITS_OF_A_SHEET = 16, 64  # bytes


def copied(data: Data) -> Data:
    """What is only dictionaries, lists and values is copied so in a fifth of the time."""
    copy: Data = pickle.loads(pickle.dumps(data))
    return copy


def kept(slug: str) -> Data:
    """As `read` gives it."""
    data: Data = pickle.loads(_read(slug))
    return data


@cache
def _read(slug: str) -> bytes:
    return pickle.dumps(read(slug))


def edited_sheets(most: int = 6) -> SearchStrategy[Data]:
    """The resolved data of a published sheet after a few edits; the checks may refuse it."""
    return choices(EDITS_OF_A_SHEET).map(lambda choose: build_data(choose, most))


def seeded_sheet(seed: int) -> Data:
    return build_data(seeded(seed), 6)


def build_data(choose: Choices, most: int) -> Data:
    data = copied(_published(choose.one(SLUGS)))
    for _ in range(choose.whole(0, most)):
        data = edited(choose, data)
    if choose.once_in(10):
        _anything_anywhere(choose, data)
    return data


@cache
def _published(slug: str) -> Data:
    return resolved(slug, read)


def edited(choose: Choices, data: Data) -> Data:
    """One more edit, mostly tidied up after as an editor does."""
    changed = copied(data)
    choose.one(EDITS)(choose, changed)
    return changed if choose.once_in(6) else tidied(changed)


# Any key of any table, as it is declared


def _value(choose: Choices, data: Data, read: Any) -> Any:
    """Return something that is read like this, now and then just beyond it; None where nothing is known."""
    if isinstance(read, OneCustom):
        return choose.one([custom.value for custom in read.custom])
    if isinstance(read, WholeNumber | Worth):
        beyond = [read.least - 1, read.most + 1] if choose.once_in(12) else []
        halves = ["½", "2½"] if isinstance(read, Worth) and choose.once_in(4) else []
        return choose.one([*beyond, *halves] or range(read.least, min(read.most, read.least + 14) + 1))
    if isinstance(read, BothTexts | PlainText):
        label = choose.one(ODD_LABELS) if choose.once_in(12) else choose.one(LABELS)
        return {"de": label, "en": choose.one(LABELS)} if choose.once_in(3) else label
    if isinstance(read, OneOf):
        return "vogel" if choose.once_in(12) else choose.one(read.names)
    if isinstance(read, ForEach):
        return {choose.one(read.names): _value(choose, data, read.read)}
    if isinstance(read, ManyOf):
        some = [_value(choose, data, read.read) for _ in range(choose.whole(0, 2))]
        return None if None in some else list(dict.fromkeys(some))
    if read is points:
        plain = data.get("counting") == "plain"
        return choose.one(PLAIN_POINTS) if plain else blatt(choose.one(POINTS))
    if read is named:
        return choose.one([*data["premiums"], *data["contracts"], "vogel"])
    return choose.once_in(2) if read is truth else None


def _set_key(choose: Choices, data: Data) -> None:
    """Put a value under a key of a row, of a table that is there, or of the sheet itself."""
    table = choose.one((*ROWS, *ROWS, *ROWS, "sheet", "kontra", "trischaken", "radl", "pagatkassa", "money"))
    row = _row(choose, data, table) if table in ROWS else data if table == "sheet" else data.get(table)
    key = choose.one([key for key in TABLES[table] if key not in ("counting", "kind", "drawn")])
    value = _value(choose, data, TABLES[table][key].read)
    if row is None or value is None:
        return
    if not TABLES[table][key].required and choose.once_in(6):
        row.pop(key, None)
    else:
        row[key] = value


def _set_value(choose: Choices, data: Data) -> None:
    _row(choose, data, "contracts")["value"] = choose.one((1, 2, 3, 4, 6, 7, 12, 0, 1000, -1, 1001))


def _set_price(choose: Choices, data: Data) -> None:
    key = choose.one(("silent", "announced", "solo_silent", "solo_announced"))
    _row(choose, data, "premiums")[key] = choose.whole(0, 30)


# Rows


def _row(choose: Choices, data: Data, table: str) -> Data:
    rows = list(data[table].values())
    row: Data = choose.one(rows) if rows else {}
    return row


def _move(choose: Choices, data: Data) -> None:
    table = choose.one(("contracts", "premiums", "options", "remarks"))
    rows = list(data.get(table, {}).items())
    if rows:
        row = rows.pop(choose.whole(0, len(rows) - 1))
        rows.insert(choose.whole(0, len(rows)), row)
        data[table] = dict(rows)


def _remove(choose: Choices, data: Data) -> None:
    table = choose.one(("contracts", "premiums", "options", "remarks"))
    rows = list(data.get(table, {}))
    if rows:
        del data[table][choose.one(rows)]


def _rename_key(choose: Choices, data: Data) -> None:
    table = choose.one(ROWS)
    old = choose.one(list(data[table]) or ["none"])
    new = choose.one(("eigenes", "solo", "kontra", "Größe", "x" * 50))
    data[table] = {new if key == old else key: row for key, row in data[table].items()}


def _add_row(choose: Choices, data: Data) -> None:
    """Add a game or a premium with all that it needs, or give an open row of Karlsruhe its value."""
    table = choose.one(ROWS)
    number, kind = len(data[table]), choose.one(tuple(Kind)).value
    row: Data = {"label": f"Neues {number}", "short": f"N{number}"}
    if table == "premiums":
        row |= {"in_solo": choose.one(("doubled", "same")), choose.one(("silent", "announced")): 3}
    else:
        row |= {"kind": kind, "value": choose.whole(0, 14)}
        row |= {"tricks": choose.whole(0, 4)} if kind == "negative" else {}
    still_open = list(data.get("open", {}).get(table, {}))
    key = choose.one(still_open) if still_open and choose.once_in(2) else f"neu_{number}"
    rows = list(data[table].items())
    rows.insert(choose.whole(0, len(rows)), (key, row))
    data[table] = dict(rows)


def _add_words(choose: Choices, data: Data) -> None:
    table = choose.one(("options", *TABLES_OF_WORDS))
    row: Data = {"de": choose.one(LABELS), "en": choose.one(LABELS)}
    if table == "options":
        row["changes"] = "play"
    data.setdefault(table, {})[f"eigene_{choose.whole(1, 3)}"] = row


def _set_option(choose: Choices, data: Data) -> None:
    key = choose.one(list(CHOICES))
    data["options"][key] = {"value": choose.one(CHOICES[key]), "changes": "amounts"}


# What goes together


def _set_drawn(choose: Choices, data: Data) -> None:
    data["radl"]["triggers"] = [*data["radl"]["triggers"], "drawn"]
    data["radl"]["drawn"] = [blatt(choose.whole(100, 107)), blatt(choose.whole(103, 108))]


def _set_ladder(choose: Choices, data: Data) -> None:
    times, found = 1, {}
    for level in LADDER[: choose.whole(1, 4)]:
        times = choose.one((times * 2, times + 1, times, times * 3))
        found[level] = times
    data["kontra"]["levels"] = dict(reversed(found.items())) if choose.once_in(8) else found


def _anything_anywhere(choose: Choices, data: Data) -> None:
    table, key = data, choose.one(list(data))
    while isinstance(table[key], dict) and table[key] and not choose.once_in(4):
        table = table[key]
        key = choose.one(list(table))
    if choose.once_in(3):
        del table[key]
    else:
        table[key] = choose.one((0, 7, -1, "x", "", "35/2", True, [], {}, ["pagat"], {"x": 1}, 1.5, 10**30))


EDITS: tuple[Edit, ...] = (
    *(_set_key,) * 12,
    *(_set_value, _set_value, _set_price, _set_price, _move, _move, _remove, _rename_key),
    *(_add_row, _add_row, _add_words, _set_option, _set_drawn, _set_ladder),
)
