"""Change any number or custom of any sheet, one at a time: some worked example must then come out otherwise.

The changes are made in memory to the sheet's resolved data, including the customs that a row leaves at
their usual value. What is only shown (labels, notes, remarks, the order of bidding) is left alone.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scoring.engine.customs import RenonceCustom, TrischakenRenonce
from scoring.engine.loading import Data, SheetError, copied, resolved, rules_from
from scoring.engine.loading.reading import OneCustom
from scoring.engine.loading.tables import TABLES, USUAL
from scoring.engine.options import CHOICES
from scoring.engine.rules import Rules
from scoring.engine.triggers import TRIGGERS
from scoring.rules import SLUGS, read
from tests.support.clubs.clubs import FOLDER, club_data
from tests.support.engine.examples import agrees, table_agrees
from tests.support.engine.rulebook import Example, ExampleTable, rulebook

NOT_ONE = ("renonce", "limits", "high_card")  # of two kinds, or only said
CUSTOMS = {
    key: spec.read.custom
    for table in ("contracts", "premiums", "trischaken", "radl", "sheet")
    for key, spec in TABLES[table].items()
    if isinstance(spec.read, OneCustom) and key not in NOT_ONE
}
SHOWN_ONLY = {
    *("label", "about", "note", "short", "chapter", "belongs_to", "de", "en", "open", "changes", "counting"),
}
NOT_SPELT_OUT = {"birds", "cards", "goes_beside", "in_silent_valat"}

Path = tuple[str | int, ...]


ONLY_SAID = {"remarks", "reminders", "redeals", "book"}  # tables of words, most of a sheet


def spelt_out(sheet: Data) -> Data:
    """The sheet's data with the usual customs written into every row, and without its tables of words."""
    data = {table: rows for table, rows in copied(sheet).items() if table not in ONLY_SAID}
    for table in ("contracts", "premiums"):
        for row in data[table].values():
            for key in USUAL[table].keys() - NOT_SPELT_OUT:
                row.setdefault(key, USUAL[table][key])
    return data


def changes(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every place of the data that means something, with what else could stand there."""
    key = path[-1] if path else ""
    if key in SHOWN_ONLY:
        return
    if path[:1] == ("options",) and len(path) == 3 and key == "value":
        yield from ((path, other) for other in CHOICES[str(path[1])] if other != value)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from changes(item, (*path, name))
    elif isinstance(value, bool):
        yield path, not value
    elif isinstance(value, int):
        yield path, value + 1
    elif key == "triggers":
        yield from ((path, [name for name in value if name != gone]) for gone in value)
        yield from ((path, [*value, new]) for new in TRIGGERS if new not in value)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield path, [*value[:place], *value[place + 1 :]]
            yield from (((*path, place), new) for _, new in changes(item, (*path, place)))
    elif isinstance(value, str):
        yield from ((path, other) for other in other_words(str(key), value, path))


def other_words(key: str, value: str, path: Path) -> list[str]:
    """What else a word could be: another custom, or a third more or less."""
    if path[:2] == ("kontra", "names"):
        return [f"{value} oder so"]
    if "/" in value:
        points, blatt = map(int, value.split("/"))
        thirds = points * 3 + blatt
        least = 3 if key == "step_from" else 1  # steps go by whole points
        return [f"{third // 3}/{third % 3}" for third in (thirds - least, thirds + least)]
    custom = TrischakenRenonce if path == ("trischaken", "renonce") else CUSTOMS.get(key)
    if path == ("renonce",):
        custom = RenonceCustom
    if custom is not None:
        return [member.value for member in custom if member.value != value]
    if key in ("kontra_up_to", "with_announced_valat"):
        return [level for level in ("kontra", "re", "sub") if level != value]
    return []


def changed(data: Any, path: Path, value: Any) -> Any:
    """The same but for one place; what lies beside it is not copied."""
    if not path:
        return value
    other = data.copy()
    other[path[0]] = changed(data[path[0]], path[1:], value)
    return other


def without_effect(path: Path, data: Data) -> bool:
    """Flags that are only shown on this sheet, because nothing on it depends on them."""
    table, key = path[0], path[-1]
    premiums = data["premiums"].values()
    if table == "contracts" and key == "colour":
        return all(row["in_colour"] for row in premiums)
    if table == "contracts" and key == "solo":
        return data["contracts"][path[1]]["kind"] == "alone" and all(
            row["in_solo"] == "same" for row in premiums
        )
    if table == "premiums" and key == "in_colour":
        row = data["premiums"][path[1]]
        colours = [contract for contract in data["contracts"].values() if contract["colour"]]
        only_solo = all(contract["solo"] for contract in colours)
        only_alone = all(contract["kind"] == "alone" for contract in colours)
        never = row["in_solo"] == "never" and only_solo
        return not colours or never or (row["calling_only"] and only_alone)
    return False


def mutants(slug: str) -> Iterator[tuple[str, Rules]]:
    """Yield those of a sheet; what a variant inherits is changed in the sheet whose examples it shares."""
    data, extends = sheet_of(slug), rulebook(slug).extends
    parent = sheet_of(extends) if extends else None

    def own(path: Path) -> bool:
        return parent is None or at(parent, path) != at(data, path) or without_effect(path, parent)

    yield from mutants_of(data, slug, own)


def sheet_of(slug: str) -> Data:
    return spelt_out(resolved(slug, read))


def mutants_of(data: Data, slug: str, wanted: Callable[[Path], bool]) -> Iterator[tuple[str, Rules]]:
    for path, value in changes(data, ()):
        if without_effect(path, data) or path[0] == "money":  # no hand knows what a point costs
            continue
        if not wanted(path):
            continue
        try:
            rules = rules_from(changed(data, path, value), slug)
        except SheetError:
            continue  # the sheet's own checks refuse it
        yield f"{'.'.join(map(str, path))} → {value}", rules


def at(data: Any, path: Path) -> Any:
    """Return what stands there; nothing, where there is no such place."""
    for key in path:
        if not (key in data if isinstance(data, dict) else isinstance(key, int) and key < len(data)):
            return None
        data = data[key]
    return data


# Where a change shows that is not about one row.
SPOKEN_OF = {
    "radl": '"hands"',
    "radl_nesting": '"hands"',
    "radl_doubles": '"radl"',
    "trischaken": '"trischaken"',
    "renonce": '"revoke"',
    "claims": '"claims"',
    "shared_renonce": '"revoke"',
    "beside_valat": '"valat"',
    "silent_miss": '"made": false',
}


def spoken_of(path: str) -> str:
    """What stands in the examples that are likely to notice."""
    steps = path.partition(" → ")[0].split(".")
    row = f'"{steps[1]}"' if len(steps) > 1 else '"'
    return next((SPOKEN_OF[step] for step in reversed(steps) if step in SPOKEN_OF), row)


def noticed(rules: Rules, path: str, examples: list[tuple[str, Example | ExampleTable]]) -> bool:
    """Does any example come out otherwise? Those that speak of what changed are asked first.

    Among them those that noticed something lately, so whoever does comes to the front.
    """
    word = spoken_of(path)
    for pair in sorted(examples, key=lambda pair: word not in pair[0]):
        _, one = pair
        if agrees(one, rules) if isinstance(one, Example) else table_agrees(one, rules):
            examples.remove(pair)
            examples.insert(0, pair)
            return True
    return False


@pytest.mark.parametrize("slug", SLUGS)
def test_no_number_or_custom_can_change_unnoticed(slug: str) -> None:
    book = rulebook(slug)
    examples = [(json.dumps(example.document), example) for example in (*book.all_examples, *book.all_tables)]
    found = list(mutants(slug))
    assert len(found) >= (5 if book.extends else 60)
    assert [name for name, rules in found if not noticed(rules, name, examples)] == []


# What no published sheet plays, by the club that does.
OF_CLUBS = {
    "sonntag": {"goes_beside", "jungfrauen"},
    "donnerstag": {"between_two", "lengths", "times"},
    "feiertag": {"doubled_games", "cards"},
    "werktag": {"doubled_games", "waits"},
    "montag": {"hirsch", "kontra_5", "kontra_6", "names", "step_points", "step_value", "step_from"},
}


@pytest.mark.parametrize("slug", OF_CLUBS)
def test_no_custom_that_only_a_club_plays_can_change_unnoticed(slug: str) -> None:
    book, said = rulebook(slug, FOLDER), club_data(slug)
    examples = [(json.dumps(example.document), example) for example in (*book.all_examples, *book.all_tables)]

    def own(path: Path) -> bool:
        return bool(OF_CLUBS[slug].intersection(path)) and at(said, path) is not None

    found = list(mutants_of(spelt_out(said), slug, own))
    assert [name for name, rules in found if not noticed(rules, name, examples)] == []
    steps = {step for name, _rules in found for step in name.partition(" → ")[0].split(".")}
    assert steps >= OF_CLUBS[slug]


def test_every_custom_stands_on_one_of_these_sheets() -> None:
    sheets = [*map(sheet_of, SLUGS), *(spelt_out(club_data(slug)) for slug in OF_CLUBS)]
    asked = {(table, key): spec.read for table, keys in TABLES.items() for key, spec in keys.items()}
    for (table, key), reads in asked.items():
        if isinstance(reads, OneCustom):
            rows = [sheet if table == "sheet" else sheet.get(table, {}) for sheet in sheets]
            rows = [
                row
                for found in rows
                for row in (found.values() if table in ("contracts", "premiums") else [found])
            ]
            usual = {USUAL.get(table, {}).get(key)}
            played = {row.get(key) for row in rows} | usual
            assert {member.value for member in reads.custom} <= played, (table, key)
