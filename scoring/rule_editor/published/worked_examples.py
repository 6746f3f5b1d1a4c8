"""The rulebook's examples as a page shows them: what happened, every line with its amounts, the total."""

import tomllib
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings

from scoring.engine.answers import answer
from scoring.engine.problems import IllegalHand, problems_with
from scoring.engine.record import read_hand, read_sheet
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.sheet import rows_of
from scoring.engine.telling import entry_in_words, hand_in_words, joined, trigger_in_words
from scoring.engine.texts import Text
from scoring.engine.words import line_in_words
from scoring.rules import published

ForTemplate = dict[str, Any]
OF_A_HAND = ("players", "games", "premiums", "revoke", "radl", "options")  # in its record
OF_A_SHEET = ("players", "dealer", "hands", "options")
SUMS = ("Summe", "Schrift")  # below the lines of a settlement


class WorkedExample(NamedTuple):
    """A hand, or a whole sheet of them, that somebody worked out on paper."""

    title: Text
    document: dict[str, Any]  # its record
    refused: tuple[str, ...]
    lines: int  # that are paid for


@cache
def examples_of(slug: str, table: str = "example") -> tuple[WorkedExample, ...]:
    """Return the hands of a sheet, or its whole sheets: its own, then those of the sheet that it extends."""
    data = tomllib.loads((settings.RULEBOOK / f"{slug}.toml").read_text(encoding="utf-8"))
    own = tuple(_read(row, data) for row in data.get(table, ()))
    if "extends" not in data:
        return own
    differs = data.get("differs", ())
    shared = examples_of(data["extends"], table)
    return (*own, *(example for example in shared if example.title.de not in differs))


def _read(row: dict[str, Any], data: dict[str, Any]) -> WorkedExample:
    if "hands" in row:
        document = {key: row[key] for key in OF_A_SHEET if key in row}
    else:
        document = {"players": data["players"]} | {key: row[key] for key in OF_A_HAND if key in row}
    settled = row.get("settlement", "").strip().splitlines()[1:]
    lines = sum(not line.startswith(SUMS) for line in settled)
    return WorkedExample(Text(row["title"], row["english"]), document, tuple(row.get("refused", ())), lines)


_TABLES = Text("Ganze Spielzettel", "Whole sheets")
_REFUSED = Text("Was nicht geht", "What is refused")


def worked_examples(slug: str, language: str) -> list[ForTemplate]:
    """Return all examples by contract in bidding order, then whole sheets, then what is refused."""
    rules = published()[slug]
    by_contract: dict[str, list[ForTemplate]] = {key: [] for key in rules.contracts}
    refused, whole, refused_tables = [], [], []
    for number, example in enumerate(examples_of(slug), 1):
        shown = {"anchor": f"example-{number}", "title": example.title.in_language(language)}
        if example.refused:
            refused.append(
                shown | _refused(example, rules, language) | _in_words_if_readable(example, rules, language)
            )
        else:
            key = example.document["games"][0]["contract"]
            by_contract[key].append(shown | _settled(example, rules, language))
    for number, table in enumerate(examples_of(slug, "table"), 1):
        shown = {"anchor": f"table-{number}", "title": table.title.in_language(language)}
        if table.refused:
            refused_tables.append(shown | _refused(table, rules, language))
        else:
            whole.append(shown | _played(table, rules, language))
    groups = [
        *((key, rules.contracts[key].label, examples, []) for key, examples in by_contract.items()),
        ("tables", _TABLES, [], whole),
        ("refused", _REFUSED, refused, refused_tables),
    ]
    return [
        {
            "key": key,
            "label": label.in_language(language),
            "examples": examples,
            "tables": tables,
            "number": len(examples) + len(tables),
        }
        for key, label, examples, tables in groups
        if examples or tables
    ]


def example_at(slug: str, anchor: str) -> WorkedExample | None:
    """Return the example of a sheet that is printed under this anchor."""
    found = enumerate(examples_of(slug), 1)
    return next((example for number, example in found if anchor == f"example-{number}"), None)


def _settled(example: WorkedExample, rules: Rules, language: str) -> ForTemplate:
    hand = read_hand(example.document, rules)
    assert not problems_with(hand, rules), example.title.de
    chosen, settlement = rules.under(hand.options), settle(hand, rules)
    return {
        "players": hand.players,  # Vorhand first
        "told": joined(hand_in_words(hand, chosen, language)),
        "lines": [(line_in_words(line, chosen, language), line.amounts) for line in settlement.lines],
        "total": settlement.amounts,
        "schrift": settlement.schrift_amounts if settlement.schrift_amounts != settlement.amounts else None,
        "triggers": [trigger_in_words(name, rules, language) for name in settlement.triggers],
    }


def _refused(example: WorkedExample, rules: Rules, language: str) -> ForTemplate:
    document = {**example.document, "rules": rules.slug}
    return {"refused": answer(document, {rules.slug: rules}, language=language)["problems"]}


def _in_words_if_readable(example: WorkedExample, rules: Rules, language: str) -> ForTemplate:
    """Return a refused hand in words, unless even its shape is wrong."""
    try:
        return {"told": joined(hand_in_words(read_hand(example.document, rules), rules, language))}
    except IllegalHand:
        return {}


def _played(table: WorkedExample, rules: Rules, language: str) -> ForTemplate:
    """Return the rows of a sheet: what each player got (None: sat out), and the totals after it."""
    sheet = read_sheet(table.document, rules).sheet
    rows = rows_of(sheet, rules)
    players = tuple(rows[-1].totals)
    shown, first = [], 0
    for number, row in enumerate(rows, 1):
        *before, told = (
            entry_in_words(entry, rules, language) for entry in sheet.entries[first : row.entry + 1]
        )
        first = row.entry + 1
        payouts = {} if row.settlement is None else row.settlement.payouts
        shown.append(
            {
                "number": number,
                "before": before,  # what happened since the row above
                "told": told,
                "dealer": row.dealer,
                "radl": row.radl,
                "amounts": [payouts.get(player, 0 if player in row.players else None) for player in players],
                "totals": [row.totals.get(player) for player in players],
                "triggers": [trigger_in_words(name, rules, language) for name in row.triggers],
            }
        )
    return {"players": players, "rows": shown}
