"""The rulebook's examples for pages: what happened, every line with its amounts, the total."""

import re
import tomllib
from functools import cache, cached_property
from typing import Any, NamedTuple

from django.conf import settings

from scoring.engine.answers import answer
from scoring.engine.explaining import Explained, LineInWords
from scoring.engine.problems import IllegalHand, problems_with
from scoring.engine.record import from_dict
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.table import Table
from scoring.engine.telling import entry_in_words, hand_in_words, joined, trigger_in_words
from scoring.engine.texts import Text
from scoring.engine.words import line_in_words
from scoring.rules import published

ForTemplate = dict[str, Any]
OF_A_HAND = ("players", "games", "premiums", "revoke", "radl", "options")  # in its record
OF_A_SHEET = ("players", "dealer", "hands", "options")
SUMS = ("Summe", "Schrift")  # below the lines of a settlement
HEADER = re.compile(r"\n\[\[(example|table)\]\](?=\n)")


class WorkedExample:
    """A hand, or a whole sheet of hands, worked out on paper; parsed only when it is shown."""

    def __init__(self, text: str, players: list[str]) -> None:
        self._text = text  # its lines in the file, below the header
        self._players = players

    @cached_property
    def _row(self) -> dict[str, Any]:
        return tomllib.loads(self._text)

    @cached_property
    def game(self) -> str:
        """Return the page of an example: the contract of its hand, "tables" or "refused".

        It is found without parsing the TOML; a test compares both.
        """
        if "\nrefused = " in self._text:
            return "refused"
        if "\nhands = " in self._text:
            return "tables"
        return self._text.partition("\ngames = ")[2].partition('contract = "')[2].partition('"')[0]

    @cached_property
    def german_title(self) -> str:
        """Return the German title, by which a sheet can replace it, without parsing the rest."""
        line = self._text.strip().partition("\n")[0]
        title: str = tomllib.loads(line)["title"]
        return title

    @property
    def title(self) -> Text:
        """Return the title of the example."""
        return Text(self._row["title"], self._row["english"])

    @property
    def document(self) -> Any:
        """Return its record."""
        if "hands" in self._row:
            return {key: self._row[key] for key in OF_A_SHEET if key in self._row}
        own = {key: self._row[key] for key in OF_A_HAND if key in self._row}
        return {"players": self._players} | own

    @property
    def refused(self) -> bool:
        """Return whether the example is of a hand that cannot be entered."""
        return self.game == "refused"

    @property
    def lines(self) -> int:
        """Return how many lines are paid for."""
        settled = self._row.get("settlement", "").strip().splitlines()[1:]
        return sum(not line.startswith(SUMS) for line in settled)


@cache
def examples_of(slug: str, table: str = "example") -> tuple[WorkedExample, ...]:
    """Return a sheet's examples of hands or of whole tables: its own, then those of its base sheet.

    Its file is cut at the headers, and each example is read when it is looked at: to read all takes as long
    as to work a hundred out.
    """
    text = (settings.RULEBOOK / f"{slug}.toml").read_text(encoding="utf-8")
    head, *parts = HEADER.split(text)
    data = tomllib.loads(head)
    own = tuple(
        WorkedExample(part, data.get("players", []))
        for name, part in zip(parts[::2], parts[1::2], strict=True)
        if name == table
    )
    if "extends" not in data:
        return own
    differs = data.get("differs", ())
    shared = examples_of(data["extends"], table)
    return (*own, *(example for example in shared if example.german_title not in differs))


_TABLES = Text("Ganze Spielzettel", "Whole sheets")
_REFUSED = Text("Was nicht geht", "What is refused")


class GameExamples(NamedTuple):
    """The worked examples of one game, of whole tables, or of refused hands, by anchor."""

    key: str
    label: Text
    by_anchor: dict[str, WorkedExample]


@cache
def games_with_examples(slug: str) -> tuple[GameExamples, ...]:
    """Return the groups of worked examples: games in bidding order, whole tables, refused hands."""
    rules = published()[slug]
    labels = {key: contract.label for key, contract in rules.contracts.items()}
    games = {
        key: GameExamples(key, label, {})
        for key, label in (labels | {"tables": _TABLES, "refused": _REFUSED}).items()
    }
    for table in ("example", "table"):
        for number, example in enumerate(examples_of(slug, table), 1):
            games[example.game].by_anchor[f"{table}-{number}"] = example
    return tuple(game for game in games.values() if game.by_anchor)


def worked_out(slug: str, examples: GameExamples, language: str) -> list[ForTemplate]:
    """Return each example with its settlement, for its page."""
    rules = published()[slug]
    return [
        {"anchor": anchor, "title": example.title.in_language(language)}
        | _worked_out(example, rules, language)
        for anchor, example in examples.by_anchor.items()
    ]


def _worked_out(example: WorkedExample, rules: Rules, language: str) -> ForTemplate:
    is_table = "hands" in example.document
    if example.refused:
        return (_refused_table if is_table else _refused)(example, rules, language)
    return (_played if is_table else _settled)(example, rules, language)


def example_at(slug: str, anchor: str) -> WorkedExample | None:
    """Return the example of a sheet that is printed under this anchor."""
    numbered = enumerate(examples_of(slug), 1)
    return next((example for number, example in numbered if anchor == f"example-{number}"), None)


def _settled(example: WorkedExample, rules: Rules, language: str) -> ForTemplate:
    hand = from_dict(example.document, rules)
    chosen, settlement = rules.under(hand.options), settle(hand, rules)
    return {
        "told": joined(hand_in_words(hand, chosen, language)),
        "settlement": Explained(  # Vorhand first
            hand.players,
            tuple(
                LineInWords(line_in_words(line, chosen, language), line.amounts) for line in settlement.lines
            ),
            settlement.amounts,
            settlement.schrift_amounts if settlement.schrift_amounts != settlement.amounts else None,
        ),
        "triggers": [trigger_in_words(name, rules, language) for name in settlement.triggers],
    }


def _refused(example: WorkedExample, rules: Rules, language: str) -> ForTemplate:
    """Return what is wrong with a hand, and the hand in words unless even its shape is wrong."""
    try:
        hand = from_dict(example.document, rules)
    except IllegalHand as illegal:
        return {"refused": [problem.in_words(language) for problem in illegal.problems]}
    return {
        "refused": [problem.in_words(language) for problem in problems_with(hand, rules)],
        "told": joined(hand_in_words(hand, rules, language)),
    }


def _refused_table(table: WorkedExample, rules: Rules, language: str) -> ForTemplate:
    document = {**table.document, "rules": rules.slug}
    return {"refused": answer(document, {rules.slug: rules}, language=language)["problems"]}


def _played(table: WorkedExample, rules: Rules, language: str) -> ForTemplate:
    """Return the rows of a sheet: what each player got (None: sat out), and the totals after it."""
    played = Table.from_dict(table.document, rules)
    rows = played.rows
    players = tuple(rows[-1].totals)
    shown, first = [], 0
    for number, row in enumerate(rows, 1):
        *earlier, sentence = (
            entry_in_words(entry, rules, language) for entry in played.entries[first : row.fact.sort_key + 1]
        )
        first = row.fact.sort_key + 1
        payouts = {} if row.settlement is None else row.settlement.payouts
        shown.append(
            {
                "number": number,
                "before": earlier,  # what happened since the row above
                "told": sentence,
                "dealer": row.dealer,
                "radl": row.radl,
                "amounts": [payouts.get(player, 0 if player in row.players else None) for player in players],
                "totals": [row.totals.get(player) for player in players],
                "triggers": [trigger_in_words(name, rules, language) for name in row.triggers],
            }
        )
    return {"players": players, "rows": shown}
