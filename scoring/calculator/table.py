"""The calculator, hand after hand: every request brings all entries, and nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.calculator.hands import SEATS, Calculation, in_seats
from scoring.engine.explaining import Entered, Explained, LineInWords
from scoring.engine.facts import Entry, Hand, Schlussradl, Void
from scoring.engine.naming import Names
from scoring.engine.problems import IllegalHand, Problem, of_stored_hands, option_problems
from scoring.engine.record import entry_from_dict
from scoring.engine.result import from_twelfths
from scoring.engine.rules import Rules
from scoring.engine.sheet import SheetRow
from scoring.engine.table import Table
from scoring.engine.table_state import banner_at, next_deal
from scoring.models.people import LONGEST_NAME
from scoring.table.pages.recording_form import Facts, form_facts
from scoring.table.pages.wording import fact_in_words
from scoring.table.replay import stored_row

NAMES = ("Anna", "Bert", "Cilli", "Dora")
FIRST_DEALER = SEATS[-1]  # Dora; Anna is Vorhand
MOST = 40  # entries: enough to try, and soon worked out


class NoLog(ValueError):
    """What was sent is no log of such a table."""


@dataclass(frozen=True)
class Log:
    """The entries of the table, and those undone last, as the page sent them."""

    rules: Rules  # with what the table has agreed
    entries: tuple[object, ...] = ()
    undone: tuple[object, ...] = ()
    players: tuple[str, ...] = NAMES  # Vorhand of the first hand first
    options: Mapping[str, str | int] = field(default_factory=dict)  # what the table has agreed

    @classmethod
    def begun_with(cls, calculation: Calculation) -> Log:
        """Return the log of a table whose first hand is this one, where it can stand there."""
        hand = calculation.hand
        if calculation.is_empty:
            return cls(calculation.rules)
        players = hand.players if _are_names([*hand.players]) else NAMES
        log = cls(calculation.rules.under(hand.options), (), (), players, hand.options)
        if not calculation.can_be_settled or hand.radl:
            return log
        record = in_seats(calculation) or {}
        return replace(log, entries=({key: record[key] for key in record if key != "options"},))

    @classmethod
    def sent(cls, rules: Rules, document: object) -> Log:
        """Return the log in a request; raise NoLog where there is none."""
        if not isinstance(document, dict):
            raise NoLog(document)
        entries, undone = document.get("entries"), document.get("undone")
        players, options = document.get("players", list(NAMES)), document.get("options", {})
        if not isinstance(entries, list) or not isinstance(undone, list) or len(entries + undone) > MOST:
            raise NoLog(document)
        if not _are_names(players) or not isinstance(options, dict) or option_problems(options, rules):
            raise NoLog(document)
        return cls(rules.under(options), tuple(entries), tuple(undone), tuple(players), options)

    @property
    def document(self) -> Facts:
        """Return the log as JSON, for the page to send with its next question."""
        agreed = {"options": dict(self.options)} if self.options else {}
        named = {"players": list(self.players)} if self.players != NAMES else {}
        return {"entries": list(self.entries), "undone": list(self.undone), **named, **agreed}

    @property
    def names(self) -> Names:
        """Return the names of the players by their seats."""
        return dict(zip(SEATS, self.players, strict=True))

    @property
    def is_full(self) -> bool:
        return len(self.entries) >= MOST

    def with_entry(self, record: object) -> Log:
        """Return the log with one more entry; raise IllegalHand where the rules do not allow it there."""
        if problems := self.table.problems_with(_read(record, self.rules)):
            raise IllegalHand(problems)
        return replace(self, entries=(*self.entries, record), undone=())

    def back(self) -> Log:
        """Return the log without its last entry."""
        return replace(self, entries=self.entries[:-1], undone=(*self.undone, *self.entries[-1:]))

    def again(self) -> Log:
        """Return the log with what was taken back last."""
        return replace(self, entries=(*self.entries, *self.undone[-1:]), undone=self.undone[:-1])

    @cached_property
    def table(self) -> Table:
        """Return the table after the entries; raise IllegalHand with what is wrong with one at its place."""
        table = Table(self.rules, SEATS, FIRST_DEALER)
        for record in self.entries:
            entry = _read(record, self.rules)
            if problems := of_stored_hands(table.problems_with(entry)):
                raise IllegalHand(problems)
            table.add(entry)
        return table


def _are_names(players: object) -> bool:
    """Return whether these are four different names, as a calculator takes them."""
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        return False
    return len(set(players)) == len(players) == len(SEATS) and all(
        name and len(name) <= LONGEST_NAME for name in players
    )


def _read(record: object, rules: Rules) -> Entry:
    """Return an entry; the players stay seated as they are."""
    entry = entry_from_dict(record, rules)
    if not isinstance(entry, Hand | Void | Schlussradl):
        raise IllegalHand((Problem("unknown_event", "event", {"key": type(entry).__name__}),))
    return entry


def table_facts(log: Log, urls: Mapping[str, str], language: str) -> Facts:
    """Return what the recording page needs of this table; `urls` are for its requests."""
    rules, position = log.rules, log.table.position
    banner = banner_at(FIRST_DEALER, position, log.names, rules, language)
    return {
        **form_facts(rules, language=language),
        "form": "",
        "urls": {**urls, "live": None, "pulse": None, "sheet": None, "seating": None},
        "log": log.document,
        "after": len(log.entries),
        "people": [],
        "closed": log.is_full,
        **next_deal(position, log.names),
        "schlussradl_known": rules.radl.schlussradl,
        "banner": banner.turn,
        "radl_told": banner.radl,
        "notices": banner.notices,
        "paper": running_sheet(log, language),
        "voiced": 0,
        "occasion": None,
        "pot": None,
        "record": None,
        "review": False,
        "at": None,
        "before": None,
    }


def running_sheet(log: Log, language: str) -> str:
    """Return all hands so far with what everybody got, and the totals; nothing before the first."""
    lines = tuple(_line(row, log.names, language) for row in log.table.rows)
    if not lines:
        return ""
    totals = log.table.position.totals
    settlement = Explained(log.players, lines, tuple(totals[seat] for seat in SEATS), None)
    return render_to_string("scoring/calculator/_running_sheet.html", {"settlement": settlement})


def _line(row: SheetRow, names: Names, language: str) -> LineInWords:
    amounts, text = stored_row(row).amounts, fact_in_words(row.fact, names, language)
    if row.number is not None:
        text = _("Hand %(number)s: %(what)s") % {"number": row.number, "what": text}
    return LineInWords(text, tuple(from_twelfths(amounts[seat][0]) if amounts else 0 for seat in SEATS))


def last_entry(log: Log, language: str) -> dict[str, Any]:
    """Return the last saved entry, for the page."""
    fact, rows = log.table.facts[-1], log.table.rows
    if not rows or rows[-1].fact is not fact:
        return Entered(fact.entry, fact.rules, log.names, language).as_json()
    return Entered.of_row(rows[-1], log.names, language, SEATS).as_json()
