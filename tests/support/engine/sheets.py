"""Rule sheets as data: the published ones, and random edits of them as a club might make, or might not.

Like the hands, everything is built from one question, "a whole number from … to …?".
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis.strategies import SearchStrategy

from scoring.engine.cards import NEEDED_CARDS
from scoring.engine.customs import Kind
from scoring.engine.loading import Data, resolved, tidied
from scoring.engine.loading.reading import OneCustom, truth
from scoring.engine.loading.tables import TABLES
from scoring.engine.options import CHOICES
from scoring.engine.rules import TABLES_OF_WORDS
from scoring.engine.sides import blatt
from scoring.engine.triggers import TRIGGERS
from scoring.rules import SLUGS, read
from tests.support.engine.hands import Choices, choices, seeded

Edit = Callable[[Choices, Data], None]

LABELS = ("Zweier", "Große Öl", "=Rufer", "O'Xaver", "Rufer", "Der mit dem Uhu", "Königsrufer “neu”", "Z2")
ODD_LABELS = ("", " Rufer", "an\u202eneR", "Ru\x00fer", "x" * 100, "Zwei\nZeilen", "\u3164")
CALLED = ("XIX", "XVIII", "", {"de": "XIX", "en": "19"})
ROWS = ("contracts", "premiums")
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


def seeded_sheet(seed: int, most: int = 6) -> Data:
    return build_data(seeded(seed), most)


def build_data(choose: Choices, most: int = 6) -> Data:
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


# Rows


def _row(choose: Choices, data: Data, table: str) -> Data:
    rows = list(data[table].values())
    row: Data = choose.one(rows) if rows else {}
    return row


def _in_a_row(tables: str | tuple[str, ...], key: str, value: Callable[[Choices, Data], Any]) -> Edit:
    """Put a value into a row of one of these tables."""

    def edit(choose: Choices, data: Data) -> None:
        new = value(choose, data)
        table = tables if isinstance(tables, str) else choose.one(tables)
        _row(choose, data, table)[key] = new

    return edit


def _in(table: str, key: str, value: Callable[[Choices, Data], Any]) -> Edit:
    """Put a value into a table that may not be there."""

    def edit(choose: Choices, data: Data) -> None:
        if table in data:
            data[table][key] = value(choose, data)

    return edit


def _label(choose: Choices, data: Data) -> Any:
    label = choose.one(ODD_LABELS) if choose.once_in(12) else choose.one(LABELS)
    return {"de": label, "en": choose.one(LABELS)} if choose.once_in(3) else label


def _set_price(choose: Choices, data: Data) -> None:
    key = choose.one(("silent", "announced", "solo_silent", "solo_announced"))
    row = _row(choose, data, "premiums")
    if choose.once_in(4):
        row.pop(key, None)
    else:
        row[key] = choose.whole(0, 30)


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
    table = choose.one(("contracts", "premiums"))
    old = choose.one(list(data[table]) or ["none"])
    new = choose.one(("eigenes", "solo", "kontra", "Größe", "x" * 50))
    data[table] = {new if key == old else key: row for key, row in data[table].items()}


def _add_contract(choose: Choices, data: Data) -> None:
    kind = choose.one(tuple(Kind)).value
    number = len(data["contracts"])
    row: Data = {"label": f"Neues {number}", "short": f"N{number}", "kind": kind}
    row["value"] = choose.whole(0, 14)
    if kind == "negative":
        row["tricks"] = choose.whole(0, 4)
    if kind in ("calling", "alone"):
        row |= {"solo": choose.once_in(2), "colour": choose.once_in(4)}
    if kind == "calling" and data["premiums"] and choose.once_in(2):
        row["birds"] = [choose.one(list(data["premiums"]))]
    rows = list(data["contracts"].items())
    rows.insert(choose.whole(0, len(rows)), (f"neu_{number}", row))
    data["contracts"] = dict(rows)


def _add_premium(choose: Choices, data: Data) -> None:
    number = len(data["premiums"])
    row: Data = {"label": f"Prämie {number}", "short": f"P{number}"}
    row["in_solo"] = choose.one(("doubled", "same"))
    for key in choose.some(("silent", "announced"), 2) or ["silent"]:
        row[key] = choose.whole(1, 12)
    data["premiums"][f"praemie_{number}"] = row


def _fill_in(choose: Choices, data: Data) -> None:
    """An open row of Karlsruhe gets a value."""
    table = choose.one(("contracts", "premiums"))
    rows = data.get("open", {}).get(table, {})
    if rows:
        key = choose.one(list(rows))
        row = {"label": rows[key], "short": f"O{len(data[table])}"}
        row |= {"value": 6, "kind": "alone"} if table == "contracts" else {"silent": 1, "in_solo": "same"}
        data[table][key] = row


def _customs(table: str) -> list[tuple[str, list[str]]]:
    """The keys of a table that name a custom, with everything they can name."""
    declared = [(key, spec.read) for key, spec in TABLES[table].items()]
    return [
        (key, [name.value for name in read.custom]) for key, read in declared if isinstance(read, OneCustom)
    ]


def _set_custom(choose: Choices, data: Data) -> None:
    table = choose.one(ROWS)
    key, values = choose.one(_customs(table))
    _row(choose, data, table)[key] = choose.one(values)


def _toggle(choose: Choices, data: Data) -> None:
    table = choose.one(ROWS)
    key = choose.one([key for key, spec in TABLES[table].items() if spec.read is truth])
    row = _row(choose, data, table)
    row[key] = not row.get(key, key == "in_colour")


def _set_birds(choose: Choices, data: Data) -> None:
    birds = choose.some(list(data["premiums"]), 4)
    calling = [row for row in data["contracts"].values() if row["kind"] == "calling"]
    row = choose.one(calling) if calling else _row(choose, data, "contracts")
    row["birds"] = [*birds, "vogel"] if choose.once_in(8) else birds


def _set_beside(choose: Choices, data: Data) -> None:
    negative = [key for key, row in data["contracts"].items() if row["kind"] == "negative"]
    if negative:
        data["contracts"][choose.one(negative)]["beside"] = choose.one(negative)


# Points


def _points(choose: Choices, data: Data) -> str | int:
    if data.get("counting") == "plain":
        return choose.one((45, 44, 56, 60, 70, 88, 0, 100))
    return blatt(choose.one((106, 107, 108, 137, 150, 167, 104, 105, 210, 0, 211)))


def _set_drawn(choose: Choices, data: Data) -> None:
    data["radl"]["triggers"] = [*data["radl"]["triggers"], "drawn"]
    data["radl"]["drawn"] = [blatt(choose.whole(100, 107)), blatt(choose.whole(103, 108))]


# Tables


def _set_ladder(choose: Choices, data: Data) -> None:
    levels = LADDER[: choose.whole(1, 4)]
    times, found = 1, {}
    for level in levels:
        times = choose.one((times * 2, times + 1, times, times * 3))
        found[level] = times
    if choose.once_in(8):
        found = dict(reversed(found.items()))
    data["kontra"]["levels"] = found


def _set_kontra(choose: Choices, data: Data) -> None:
    data["kontra"]["on_premiums"] = choose.once_in(2)
    if choose.once_in(2):
        data["kontra"]["with_announced_valat"] = choose.one(LADDER)


def _set_trischaken(choose: Choices, data: Data) -> None:
    if "trischaken" in data:
        for key, values in _customs("trischaken"):
            if key in ("custom", "renonce") or choose.once_in(2):
                data["trischaken"][key] = choose.one(values)
        for key in choose.some(("all_tricks", "vorhand_pays", "jungfrau_price"), 3):
            data["trischaken"][key] = choose.whole(0, 9)
        data["trischaken"]["all_tricks_doubled"] = choose.once_in(6)


def _set_radl(choose: Choices, data: Data) -> None:
    data["radl"]["triggers"] = choose.some(list(TRIGGERS), 2)
    data["radl"]["schlussradl"] = choose.once_in(2)


def _set_doubled_games(choose: Choices, data: Data) -> None:
    [(key, values)] = _customs("radl")
    data["radl"] |= {key: choose.one(values), "waits": choose.once_in(2)}


def _set_steps(choose: Choices, data: Data) -> None:
    row = _row(choose, data, "contracts")
    row |= {"step_points": choose.whole(0, 20), "step_value": choose.one((1, 2, "½", 0))}
    if choose.once_in(3):
        row["step_from"] = _points(choose, data)


def _set_each_trigger(choose: Choices, data: Data) -> None:
    name = choose.one([*data["radl"]["triggers"], choose.one(tuple(TRIGGERS))])
    data["radl"][choose.one(("lengths", "times"))] = {name: choose.whole(0, 5)}


def _set_option(choose: Choices, data: Data) -> None:
    key = choose.one(list(CHOICES))
    data["options"][key] = {"value": choose.one(CHOICES[key]), "changes": "amounts"}


def _add_words(choose: Choices, data: Data) -> None:
    table = choose.one(("options", *TABLES_OF_WORDS))
    row: Data = {"de": choose.one(LABELS), "en": choose.one(LABELS)}
    if table == "options":
        row["changes"] = "play"
    data.setdefault(table, {})[f"eigene_{choose.whole(1, 3)}"] = row


def _set_sheet(choose: Choices, data: Data) -> None:
    truths = [(key, [True, False]) for key, spec in TABLES["sheet"].items() if spec.read is truth]
    words = [("label", [*LABELS]), ("about", [*LABELS])]
    customs = [(key, values) for key, values in _customs("sheet") if key != "counting"]
    key, values = choose.one([*customs, *truths, *words])
    data[key] = choose.one(values)


def _set_pagatkassa(choose: Choices, data: Data) -> None:
    data["pagatkassa"] = {"stake": choose.whole(0, 50)}
    if choose.once_in(2):
        data["pagatkassa"] |= {"start": choose.whole(0, 50), "start_again": choose.once_in(2), "ceiling": 500}


def _anything_anywhere(choose: Choices, data: Data) -> None:
    table, key = data, choose.one(list(data))
    while isinstance(table[key], dict) and table[key] and not choose.once_in(4):
        table = table[key]
        key = choose.one(list(table))
    if choose.once_in(3):
        del table[key]
    else:
        table[key] = choose.one((0, 7, -1, "x", "", "35/2", True, [], {}, ["pagat"], {"x": 1}, 1.5, 10**30))


VALUE = _in_a_row(
    "contracts", "value", lambda choose, data: choose.one((1, 2, 3, 4, 6, 7, 12, 0, 1000, -1, 1001))
)
EDITS: tuple[Edit, ...] = (
    *(VALUE, VALUE, _in_a_row("contracts", "lost", lambda choose, data: choose.whole(0, 12))),
    *(_set_price, _set_price, _in_a_row(ROWS, "label", _label)),
    _in_a_row(ROWS, "short", lambda choose, data: choose.one(("Z", "ZZ", "2R", "ö", "much too long"))),
    *(_in_a_row(ROWS, "note", _label), _in_a_row(ROWS, "also", _label)),
    *(_move, _move, _remove, _rename_key, _add_contract, _add_contract, _add_premium, _fill_in),
    *(_set_custom, _toggle, _set_birds),
    _in_a_row("contracts", "tricks", lambda choose, data: choose.whole(0, 13)),
    *(_set_beside, lambda choose, data: data.update(needs=_points(choose, data))),
    *(_in_a_row("contracts", "needs_after_kontra", _points), _in_a_row("premiums", "needs", _points)),
    *(_in("trischaken", "buergermeister", _points), _set_drawn, _set_ladder),
    _in_a_row("contracts", "kontra_up_to", lambda choose, data: choose.one(LADDER)),
    *(_set_kontra, _set_trischaken, _set_radl),
    _in("radl", "length", lambda choose, data: choose.whole(0, 12)),
    _set_doubled_games,
    _in_a_row("premiums", "cards", lambda choose, data: choose.some([*NEEDED_CARDS, "vogel"], 2)),
    _in_a_row("contracts", "calls", lambda choose, data: choose.one(CALLED)),
    *(_set_each_trigger, _set_steps, _set_option, _add_words, _set_sheet),
    lambda choose, data: data.update(money={"cents_per_point": choose.whole(0, 50)}),
    _set_pagatkassa,
)
