"""Entries, problems and settlements with everybody's name in them; what was written at one place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine import facts
from scoring.engine.naming import Names, renamed, renamed_hand
from scoring.engine.problems import Problem
from scoring.engine.reminding import reminders_about
from scoring.engine.result import Amount
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.telling import entry_in_words, trigger_in_words
from scoring.engine.texts import Text
from scoring.engine.words import line_in_words, problem_in_words
from scoring.models import Act, Entry, Row
from scoring.models.entries import Reason
from scoring.rules.versions.books import SheetBook
from scoring.table.replay import Fact, StoredRow, fact_of
from scoring.web.amounts import noted, signed


def named_entry_in_words(entry: facts.Entry, names: Names, rules: Rules, language: str) -> str:
    """Return what happened, in a sentence or two, with everybody's name."""
    return entry_in_words(renamed(entry, names), rules, language)


def fact_in_words(fact: Fact, names: Names, language: str) -> str:
    """Return what an entry of a sheet says, in a sentence or two, under the rules of its place."""
    return named_entry_in_words(fact.entry, names, fact.rules, language)


class ProblemWords(NamedTuple):
    """What is wrong at a place of a record, in words."""

    where: str  # the place in the record, as in "games.0.partner"
    text: str


def problems_in_words(problems: Iterable[Problem], names: Names, language: str) -> list[ProblemWords]:
    """Return what is wrong with a record, in the reader's language and with names."""
    return [
        ProblemWords(
            problem.where, problem_in_words(problem._replace(named=_named(problem.named, names)), language)
        )
        for problem in problems
    ]


def _named(named: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """Return what a sentence names, with names for ids: one person, or several with commas between."""
    found = dict(named)
    for key in ("name", "by", "other_by"):
        if isinstance(one := named.get(key), str):
            found[key] = names.get(one, one)
    if isinstance(several := named.get("names"), str):
        found["names"] = ", ".join(names.get(player, player) for player in several.split(", "))
    return found


class LineInWords(NamedTuple):
    """One line of a settlement in words, and what each of the four gets."""

    text: str
    amounts: tuple[Amount, ...]


class Explained(NamedTuple):
    """Who gets what for one hand, line by line; the four in order of play."""

    players: tuple[str, ...]
    lines: tuple[LineInWords, ...]
    totals: tuple[Amount, ...]
    schrift: tuple[Amount, ...] | None  # where it differs from the Kassa


def explained(hand: facts.Hand, names: Names, rules: Rules, language: str) -> Explained:
    """Return who gets what for a legal hand whose players and Radl are filled in."""
    settlement = settle(renamed_hand(hand, names), rules)
    rules = rules.under(hand.options)
    schrift = settlement.schrift_amounts
    return Explained(
        settlement.players,
        tuple(LineInWords(line_in_words(line, rules, language), line.amounts) for line in settlement.lines),
        settlement.amounts,
        schrift if schrift != settlement.amounts else None,
    )


def as_played(hand: facts.Hand, row: Row | StoredRow) -> facts.Hand:
    """Return a hand with the players and the Radl that its row has."""
    return replace(hand, players=tuple(row.players), radl=row.radl, times=row.times)


def settled(
    hand: facts.Hand,
    settlement: Explained,
    rules: Rules,
    language: str,
    *,
    starts: bool = True,
    reminders: Iterable[Text] = (),
) -> str:
    """Return who gets what and why, as a piece of the page; and what starts a Radl, where any still can."""
    triggers = settle(hand, rules).triggers if starts else ()
    context = {
        "settlement": settlement,
        "triggers": [trigger_in_words(trigger, rules, language) for trigger in triggers],
        "reminders": [reminder.in_language(language) for reminder in reminders],
    }
    return render_to_string("scoring/table/_settled.html", context)


def worked_out(
    hand: facts.Hand, names: Names, rules: Rules, language: str, *, starts: bool
) -> dict[str, str]:
    """Return what the recording page shows of a legal hand before it is saved."""
    settlement = explained(hand, names, rules, language)
    due = reminders_about(hand, rules)
    return {
        "settlement": settled(hand, settlement, rules, language, starts=starts, reminders=due),
        "save": who_gets_what(settlement),
        "own": noted(settlement.totals[hand.players.index(hand.games[0].declarer)]),
        "why": " · ".join(line.text for line in settlement.lines),
    }


def who_gets_what(settlement: Explained) -> str:
    """Return everybody's amount, highest first: "Anna, Cilli +1 · Bert, Dora −1"."""
    by_amount: dict[Amount, list[str]] = {}
    for player, amount in zip(settlement.players, settlement.totals, strict=True):
        by_amount.setdefault(amount, []).append(player)
    ordered = sorted(by_amount.items(), reverse=True)
    return " · ".join(f"{', '.join(players)} {signed(amount)}" for amount, players in ordered)


DONE: dict[str, Promise] = {
    Act.ADD: gettext_lazy("entered"),
    Act.INSERT: gettext_lazy("entered later"),
    Act.CORRECT: gettext_lazy("corrected"),
    Act.TAKE_OUT: gettext_lazy("taken out"),
    Act.UNDO: gettext_lazy("taken back"),
    Act.REDO: gettext_lazy("brought back"),
}


class EntryVersion(NamedTuple):
    """One entry: who did what when, why, and what it said."""

    done: str
    who: str
    at: datetime
    told: str  # empty: nothing stands here any more
    reason: str
    counts: bool  # the version that stands


def versions_of(entries: Iterable[Entry], names: Names, book: SheetBook, language: str) -> list[EntryVersion]:
    """Return the versions of one place as they were written; loaded with `by`, `reason` and `grounds`."""
    versions = [
        EntryVersion(
            done=str(DONE[entry.act]),
            who=entry.by.name if entry.by is not None else _("Table link"),
            at=entry.at,
            told="" if entry.record is None else fact_in_words(fact_of(entry, book), names, language),
            reason=_reason_in_words(entry.reason),
            counts=False,
        )
        for entry in entries
    ]
    if versions and versions[-1].told:
        versions[-1] = versions[-1]._replace(counts=True)
    return versions


def _reason_in_words(reason: Reason | None) -> str:
    if reason is None:
        return ""
    return reason.text or _("removed")


def since(entries: Iterable[Entry], names: Names, book: SheetBook, language: str) -> list[str]:
    """Return what these entries did, a sentence each; loaded with `grounds` and `supersedes__grounds`."""
    said = []
    for entry in entries:
        words = entry if entry.record is not None else entry.supersedes
        assert words is not None
        what = fact_in_words(fact_of(words, book), names, language)
        said.append(_("%(done)s: %(what)s") % {"done": DONE[entry.act], "what": what})
    return said
