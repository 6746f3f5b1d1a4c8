"""A table to try the program at: what was entered comes with every question, and is kept nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from uuid import UUID

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.calculator.hands import SEATS
from scoring.engine.facts import Entry, Hand, Schlussradl, Void
from scoring.engine.problems import IllegalHand, Problem
from scoring.engine.record import read_entry
from scoring.engine.result import from_twelfths
from scoring.engine.rules import Rules
from scoring.table.pages.banner import banner_at
from scoring.table.pages.recording_form import Facts
from scoring.table.pages.recording_page import form_and_words, next_deal
from scoring.table.pages.wording import Explained, LineInWords, explained, fact_told, settled, who_gets_what
from scoring.table.replay import DerivedRow, Fact, Position, Replay, first_position, replayed
from scoring.web.amounts import noted

NAMES = dict(zip(SEATS, ("Anna", "Bert", "Cilli", "Dora"), strict=True))
FIRST = (SEATS, SEATS[-1])  # Anna is Vorhand, Dora deals
MOST = 40  # entries: enough to try, and soon worked out
NOBODYS = UUID(int=0)


class NoLog(ValueError):
    """What was sent is no log of such a table."""


@dataclass(frozen=True)
class Log:
    """What was entered at the table, and what was taken back last, as the page sent it."""

    rules: Rules
    entries: tuple[object, ...] = ()
    undone: tuple[object, ...] = ()
    club: str = ""  # whose own sheet it is, by the address; empty: a published one

    @classmethod
    def sent(cls, rules: Rules, document: object, club: str = "") -> Log:
        """Return the log that came with a question; raise NoLog where it is none."""
        if not isinstance(document, dict):
            raise NoLog(document)
        entries, undone = document.get("entries"), document.get("undone")
        if not isinstance(entries, list) or not isinstance(undone, list) or len(entries + undone) > MOST:
            raise NoLog(document)
        return cls(rules, tuple(entries), tuple(undone), club)

    @property
    def document(self) -> Facts:
        return {"entries": list(self.entries), "undone": list(self.undone)}

    @property
    def is_full(self) -> bool:
        return len(self.entries) >= MOST

    def further(self, record: object) -> Log:
        """Return the log with one more entry; raise IllegalHand where the rules do not allow it there."""
        found = replace(self, entries=(*self.entries, record), undone=())
        found.demand_legal()
        return found

    def back(self) -> Log:
        """Return the log without its last entry."""
        return replace(self, entries=self.entries[:-1], undone=(*self.undone, *self.entries[-1:]))

    def again(self) -> Log:
        """Return the log with what was taken back last."""
        return replace(self, entries=(*self.entries, *self.undone[-1:]), undone=self.undone[:-1])

    def demand_legal(self) -> None:
        """Raise IllegalHand with what is wrong with the entry that cannot stand where it stands."""
        if problems := self.replay.problems:
            raise IllegalHand(tuple(problem for _fact, _number, problem in problems))

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """What it says, read; raise IllegalHand with what is wrong with a record."""
        read = (_read(record, self.rules) for record in self.entries)
        return tuple(Fact(NOBODYS, place, entry, self.rules) for place, entry in enumerate(read))

    @cached_property
    def replay(self) -> Replay:
        return replayed(first_position(*FIRST), self.facts)

    @property
    def position(self) -> Position:
        return self.replay.position


def _read(record: object, rules: Rules) -> Entry:
    """Return an entry; who sits there is as it is."""
    entry = read_entry(record, rules)
    if not isinstance(entry, Hand | Void | Schlussradl):
        raise IllegalHand((Problem("unknown_event", "event", {"key": type(entry).__name__}),))
    return entry


def table_to_try(log: Log, language: str) -> Facts:
    """Return what the recording page has to know of this table."""
    rules, position = log.rules, log.position
    banner = banner_at(FIRST, position, NAMES, rules, language)
    return {
        **form_and_words(rules, language),
        "form": "",
        "urls": _urls(log),
        "log": log.document,
        "after": len(log.entries),
        "people": [],
        "closed": log.is_full,
        **next_deal(position, NAMES),
        "schlussradl_known": rules.radl.schlussradl,
        "banner": render_to_string("scoring/table/_banner.html", {"banner": banner}),
        "paper": running_sheet(log, language),
        "voiced": 0,
        "occasion": None,
        "pot": None,
        "record": None,
        "review": False,
        "at": None,
        "before": None,
    }


def _urls(log: Log) -> dict[str, str | None]:
    key = log.rules.slug
    asked = {
        name: reverse(f"scoring:club_try_{name}", args=[log.club, key])
        if log.club
        else reverse(f"scoring:try_{name}", args=[key])
        for name in ("save", "preview", "undo", "redo")
    }
    return {**asked, "live": None, "pulse": None, "sheet": None, "seating": None}


def running_sheet(log: Log, language: str) -> str:
    """Return all hands so far with what everybody got, and the totals; nothing before the first."""
    lines = tuple(_lines(log.replay.rows, language))
    if not lines:
        return ""
    totals = log.position.standing.totals
    table = Explained(tuple(NAMES.values()), lines, tuple(totals[seat] for seat in SEATS), None)
    return render_to_string("scoring/calculator/_running_sheet.html", {"settlement": table})


def _lines(rows: Sequence[DerivedRow], language: str) -> list[LineInWords]:
    found = []
    for row in rows:
        amounts = row.as_stored().amounts
        told = fact_told(row.fact, NAMES, language)
        text = (
            told
            if row.number is None
            else _("Hand %(number)s: %(what)s") % {"number": row.number, "what": told}
        )
        found.append(
            LineInWords(text, tuple(from_twelfths(amounts[seat][0]) if amounts else 0 for seat in SEATS))
        )
    return found


def told_when_saved(log: Log, language: str) -> dict[str, Any]:
    """Return what the page says of the entry that was saved last."""
    fact = log.facts[-1]
    what = fact_told(fact, NAMES, language)
    row = log.replay.rows[-1] if log.replay.rows else None
    if row is None or row.fact is not fact or row.number is None:
        return {"number": None, "said": what, "settlement": "", "amounts": []}
    assert isinstance(fact.entry, Hand)
    hand = replace(fact.entry, players=row.row.players, radl=row.row.radl, times=row.row.times)
    settlement = explained(hand, NAMES, log.rules, language)
    who = who_gets_what(settlement)
    return {
        "number": row.number,
        "said": _("Hand %(number)s: %(what)s %(who)s") % {"number": row.number, "what": what, "who": who},
        "settlement": settled(hand, settlement, log.rules, language, starts=bool(row.row.triggers)),
        "amounts": [
            (player, noted(total))
            for player, total in zip(settlement.players, settlement.totals, strict=True)
        ],
    }
