"""A hand explained to those who played it: what is wrong with it, or who gets what and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import Any, NamedTuple

from scoring.engine.amounts import in_cells, in_heads, noted, signed
from scoring.engine.facts import Entry, Hand
from scoring.engine.naming import Names, renamed, renamed_hand
from scoring.engine.problems import Problem
from scoring.engine.reminding import reminders_about
from scoring.engine.result import Amount
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.sheet import SheetRow
from scoring.engine.telling import entry_in_words, trigger_in_words
from scoring.engine.texts import Text
from scoring.engine.words import line_in_words

_TOTAL = Text("Summe", "Total")
_SCHRIFT = Text("In der Schrift", "In the Schrift")
_HAND = Text.same("Hand {number}: {what} {who}")
_TAKEN_BACK = Text("Zurückgenommen: {what}", "Taken back: {what}")
_FOLLOWS = Text("Es folgt ein Radl: {trigger}.", "A Radl follows: {trigger}.")


class ProblemWords(NamedTuple):
    """What is wrong at a place of a record, in words."""

    where: str  # the place in the record, as in "games.0.partner"
    text: str


def problems_in_words(problems: Iterable[Problem], names: Names, language: str) -> list[ProblemWords]:
    """Return what is wrong with a record, in the reader's language and with names."""
    return [
        ProblemWords(problem.path, problem._replace(named=_named(problem.named, names)).in_words(language))
        for problem in problems
    ]


def _named(named: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """Return what a sentence names, with names for ids: one person, or several with commas between."""
    in_words = dict(named)
    for key in ("name", "by", "other_by"):
        if isinstance(player_id := named.get(key), str):
            in_words[key] = names.get(player_id, player_id)
    if isinstance(facts := named.get("facts"), tuple):
        in_words["facts"] = tuple((label, names.get(by, by)) for label, by in facts)
    if isinstance(several := named.get("names"), str):
        in_words["names"] = ", ".join(names.get(player, player) for player in several.split(", "))
    return in_words


class LineInWords(NamedTuple):
    """One line of a settlement in words, with each player's amount."""

    text: str
    amounts: tuple[Amount, ...]


class Explained(NamedTuple):
    """The amounts of one hand, line by line, in order of play or as players sit on the page."""

    players: tuple[str, ...]
    lines: tuple[LineInWords, ...]
    totals: tuple[Amount, ...]
    schrift: tuple[Amount, ...] | None  # where it differs from the Kassa

    @property
    def noted_totals(self) -> list[tuple[str, str]]:
        """Return everybody's amounts, in order of play."""
        return [(player, noted(total)) for player, total in zip(self.players, self.totals, strict=True)]

    def in_columns(self, names: Iterable[str]) -> Explained:
        """Return the amounts with columns in the order of the names; other players follow."""
        players = list(dict.fromkeys([*(name for name in names if name in self.players), *self.players]))
        indices = [self.players.index(player) for player in players]

        def ordered(amounts: tuple[Amount, ...]) -> tuple[Amount, ...]:
            return tuple(amounts[index] for index in indices)

        return Explained(
            tuple(players),
            tuple(line._replace(amounts=ordered(line.amounts)) for line in self.lines),
            ordered(self.totals),
            None if self.schrift is None else ordered(self.schrift),
        )


def explained(hand: Hand, names: Names, rules: Rules, language: str) -> Explained:
    """Return the settlement in words of a legal hand with its players and Radl."""
    settlement = settle(renamed_hand(hand, names), rules)
    rules = rules.under(hand.options)
    schrift = settlement.schrift_amounts
    return Explained(
        settlement.players,
        tuple(LineInWords(line_in_words(line, rules, language), line.amounts) for line in settlement.lines),
        settlement.amounts,
        schrift if schrift != settlement.amounts else None,
    )


def settled(
    hand: Hand,
    settlement: Explained,
    rules: Rules,
    language: str,
    *,
    starts: bool = True,
    reminders: Iterable[Text] = (),
) -> str:
    """Return the settlement as a piece of the page, with what starts a Radl, where any can."""
    triggers = settle(hand, rules).triggers if starts else ()
    follows = (trigger_in_words(trigger, rules, language) for trigger in triggers)
    radl = [_FOLLOWS.in_language(language).format(trigger=escape(trigger)) for trigger in follows]
    remarks = [f'<p class="trigger">{sentence}</p>' for sentence in radl]
    due = [f'<p class="reminder">{escape(reminder.in_language(language))}</p>' for reminder in reminders]
    return "".join((settlement_table(settlement, language), *remarks, *due))


def settlement_table(settlement: Explained, language: str) -> str:
    """Return the settlement as a table of the page, line by line."""
    below = []
    if len(settlement.lines) > 1 or settlement.schrift is not None:
        below.append(_rows(_TOTAL.in_language(language), settlement.totals))
    if settlement.schrift is not None:
        below.append(_rows(_SCHRIFT.in_language(language), settlement.schrift))
    parts = [f"<tbody>{_rows(*line)}</tbody>" for line in settlement.lines]
    if below:
        parts.append(f"<tfoot>{''.join(below)}</tfoot>")
    heads = f"<thead><tr>{in_heads(settlement.players)}</tr></thead>"
    return f'<table class="settlement">{heads}{"".join(parts)}</table>'


def _rows(words: str, amounts: tuple[Amount, ...]) -> str:
    """Return the reason of an amount, and below it everybody's amounts."""
    head = f'<tr><th scope="rowgroup" colspan="4">{escape(words)}</th></tr>'
    return f"{head}<tr>{in_cells(amounts)}</tr>"


def worked_out(
    hand: Hand, names: Names, rules: Rules, language: str, *, seats: Iterable[str], starts: bool
) -> dict[str, Any]:
    """Return everything that the recording page shows of a legal hand before it is saved."""
    settlement = explained(hand, names, rules, language)
    columns = settlement.in_columns(names.get(seat, seat) for seat in seats)
    due = reminders_about(hand, rules)
    return {
        "settlement": settled(hand, columns, rules, language, starts=starts, reminders=due),
        "save": who_gets_what(settlement),
        "own": noted(settlement.totals[hand.players.index(hand.games[0].declarer)]),
        "amounts": settlement.noted_totals,
        "why": " · ".join(line.text for line in settlement.lines),
    }


def who_gets_what(settlement: Explained) -> str:
    """Return everybody's amount, highest first: "Anna, Cilli +1 · Bert, Dora −1"."""
    by_amount: dict[Amount, list[str]] = {}
    for player, amount in zip(settlement.players, settlement.totals, strict=True):
        by_amount.setdefault(amount, []).append(player)
    ordered = sorted(by_amount.items(), reverse=True)
    return " · ".join(f"{', '.join(players)} {signed(amount)}" for amount, players in ordered)


@dataclass(frozen=True)
class Entered:
    """An entry as it is confirmed in words: a hand with its number and amounts."""

    entry: Entry
    rules: Rules
    names: Names
    language: str
    hand: Hand | None = None  # with the players and the Radl that it was played with; None: nobody pays
    number: int | None = None
    starts: bool = False  # a Radl follows from it
    seats: tuple[str, ...] = ()  # in the order of the columns
    undone: bool = False  # it was taken back just now

    @classmethod
    def of_row(cls, row: SheetRow, names: Names, language: str, seats: tuple[str, ...]) -> Entered:
        """Return the words for a row that the engine has derived."""
        fact = row.fact
        entered = cls(fact.entry, fact.rules, names, language, seats=seats)
        if not isinstance(fact.entry, Hand):
            return entered
        hand = replace(fact.entry, players=row.players, radl=row.radl, times=row.times)
        return replace(entered, hand=hand, number=row.number, starts=bool(row.triggers))

    @property
    def what(self) -> str:
        """Return the entry in a sentence or two."""
        return entry_in_words(renamed(self.entry, self.names), self.rules, self.language)

    @property
    def sentence(self) -> str:
        """Return it as "Hand 12: Anna: Rufer mit Cilli, gewonnen. Anna, Cilli +1 · Bert, Dora −1"."""
        if self.undone:
            return _TAKEN_BACK.in_language(self.language).format(what=self.what)
        if self._explained is None:
            return self.what
        words, who = _HAND.in_language(self.language), who_gets_what(self._explained)
        return words.format(number=self.number, what=self.what, who=who)

    @property
    def settlement(self) -> str:
        """Return the settlement as a piece of the page."""
        if self.hand is None or self._explained is None:
            return ""
        columns = self._explained.in_columns(self.names.get(seat, seat) for seat in self.seats)
        return settled(self.hand, columns, self.rules, self.language, starts=self.starts)

    @property
    def amounts(self) -> list[tuple[str, str]]:
        """Return everybody's amount for a hand, in order of play; empty for other entries."""
        return [] if self._explained is None else self._explained.noted_totals

    def as_json(self) -> dict[str, Any]:
        """Return what the recording page shows once the entry is saved."""
        return {
            "number": self.number,
            "said": self.sentence,
            "settlement": self.settlement,
            "amounts": self.amounts,
        }

    @cached_property
    def _explained(self) -> Explained | None:
        if self.hand is None:
            return None
        return explained(self.hand, self.names, self.rules, self.language)
