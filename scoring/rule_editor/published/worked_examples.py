"""The rulebook's examples as a page shows them: what happened, every line with its amounts, the total."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.answers import answer
from scoring.engine.problems import IllegalHand, problems_with
from scoring.engine.record import read_hand, read_sheet
from scoring.engine.result import Amount
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.sheet import rows_of
from scoring.engine.telling import entry_in_words, hand_in_words, joined, trigger_in_words
from scoring.engine.texts import Text
from scoring.engine.words import line_in_words
from scoring.rule_editor.published.rulebook import Example, ExampleTable, rulebook
from scoring.rules import published


@dataclass(frozen=True)
class ShownLine:
    """One reason to pay, and what each of the four gets."""

    reason: str
    amounts: tuple[Amount, ...]


@dataclass(frozen=True)
class ShownExample:
    """A worked hand, or a hand that is refused."""

    anchor: str
    title: str
    players: tuple[str, ...]  # Vorhand first
    told: str
    lines: tuple[ShownLine, ...] = ()
    total: tuple[Amount, ...] = ()
    schrift: tuple[Amount, ...] | None = None  # only where it differs
    triggers: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownRow:
    """A row of a worked sheet: what each at the table got (None: sat out), and the totals after it."""

    number: int
    before: tuple[str, ...]  # what happened since the row above
    told: str
    dealer: str
    radl: bool
    amounts: tuple[Amount | None, ...]
    totals: tuple[Amount | None, ...]
    triggers: tuple[str, ...]


@dataclass(frozen=True)
class ShownTable:
    """A worked sheet of hands, or one that is refused."""

    anchor: str
    title: str
    players: tuple[str, ...] = ()
    rows: tuple[ShownRow, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExampleGroup:
    """Examples that belong together under one heading."""

    key: str
    label: str
    examples: tuple[ShownExample, ...] = ()
    tables: tuple[ShownTable, ...] = ()

    @property
    def count(self) -> int:
        return len(self.examples) + len(self.tables)


_TABLES = Text("Ganze Spielzettel", "Whole sheets")
_REFUSED = Text("Was nicht geht", "What is refused")


def worked_examples(slug: str, language: str) -> tuple[ExampleGroup, ...]:
    """All examples of a sheet, by contract in bidding order, then whole sheets, then what is refused."""
    rules, book = published()[slug], rulebook(slug)
    numbered = [(f"example-{number}", example) for number, example in enumerate(book.all_examples, 1)]
    tables = [(f"table-{number}", table) for number, table in enumerate(book.all_tables, 1)]
    shown: dict[str, list[ShownExample]] = {key: [] for key in rules.contracts}
    for anchor, example in numbered:
        if not example.refused:
            key = example.document["games"][0]["contract"]
            shown[key].append(_shown(anchor, example, rules, language))
    groups = [
        ExampleGroup(key, contract.label.in_language(language), examples=tuple(shown[key]))
        for key, contract in rules.contracts.items()
        if shown[key]
    ]
    whole = tuple(
        _shown_table(anchor, table, rules, language) for anchor, table in tables if not table.refused
    )
    refused = tuple(
        _refused(anchor, example, rules, language) for anchor, example in numbered if example.refused
    )
    refused_tables = tuple(
        _refused_table(anchor, table, rules, language) for anchor, table in tables if table.refused
    )
    groups.append(ExampleGroup("tables", _TABLES.in_language(language), tables=whole))
    groups.append(ExampleGroup("refused", _REFUSED.in_language(language), refused, refused_tables))
    return tuple(group for group in groups if group.count)


def example_at(slug: str, anchor: str) -> Example | None:
    """Return the example of a sheet that is printed under this anchor."""
    found = enumerate(rulebook(slug).all_examples, 1)
    return next((example for number, example in found if anchor == f"example-{number}"), None)


def _shown(anchor: str, example: Example, rules: Rules, language: str) -> ShownExample:
    hand = read_hand(example.document, rules)
    assert not problems_with(hand, rules), example.title.de
    chosen = rules.under(hand.options)
    settlement = settle(hand, rules)
    return ShownExample(
        anchor=anchor,
        title=example.title.in_language(language),
        players=hand.players,
        told=joined(hand_in_words(hand, chosen, language)),
        lines=tuple(
            ShownLine(line_in_words(line, chosen, language), line.amounts) for line in settlement.lines
        ),
        total=settlement.amounts,
        schrift=settlement.schrift_amounts if settlement.schrift_amounts != settlement.amounts else None,
        triggers=_triggers(settlement.triggers, rules, language),
    )


def _triggers(names: tuple[str, ...], rules: Rules, language: str) -> tuple[str, ...]:
    return tuple(trigger_in_words(name, rules, language) for name in names)


def _refused(anchor: str, example: Example, rules: Rules, language: str) -> ShownExample:
    said = answer({**example.document, "rules": rules.slug}, {rules.slug: rules}, language=language)
    return ShownExample(
        anchor=anchor,
        title=example.title.in_language(language),
        players=example.players,
        told=_told_if_readable(example, rules, language),
        refused=tuple(said["problems"]),
    )


def _told_if_readable(example: Example, rules: Rules, language: str) -> str:
    """Return a refused hand in words, unless even its shape is wrong."""
    try:
        return joined(hand_in_words(read_hand(example.document, rules), rules, language))
    except IllegalHand:
        return ""


def _shown_table(anchor: str, table: ExampleTable, rules: Rules, language: str) -> ShownTable:
    sheet = read_sheet(table.document, rules).sheet
    rows = rows_of(sheet, rules)
    players = tuple(rows[-1].totals)
    shown, told_from = [], 0
    for number, row in enumerate(rows, 1):
        before = sheet.entries[told_from : row.entry]
        told_from = row.entry + 1
        payouts = {} if row.settlement is None else row.settlement.payouts
        shown.append(
            ShownRow(
                number=number,
                before=tuple(entry_in_words(entry, rules, language) for entry in before),
                told=entry_in_words(sheet.entries[row.entry], rules, language),
                dealer=row.dealer,
                radl=row.radl,
                amounts=tuple(
                    payouts.get(player, 0 if player in row.players else None) for player in players
                ),
                totals=tuple(row.totals.get(player) for player in players),
                triggers=_triggers(row.triggers, rules, language),
            )
        )
    return ShownTable(anchor, table.title.in_language(language), players, tuple(shown))


def _refused_table(anchor: str, table: ExampleTable, rules: Rules, language: str) -> ShownTable:
    said = answer({**table.document, "rules": rules.slug}, {rules.slug: rules}, language=language)
    title = table.title.in_language(language)
    return ShownTable(anchor, title, refused=tuple(said["problems"]))
