"""Entries, problems and settlements in words with names; and the history of a hand."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine import facts
from scoring.engine.naming import Names, renamed
from scoring.engine.rules import Rules
from scoring.engine.sheet import Fact
from scoring.engine.telling import entry_in_words
from scoring.models import Act, Entry, Row, Sheet
from scoring.rules.versions.timelines import RulesTimeline, timeline_of
from scoring.table.replay import StoredRow, fact_of
from scoring.web.language import current_language


def named_entry_in_words(entry: facts.Entry, names: Names, rules: Rules, language: str) -> str:
    """Return an entry in a sentence or two, with everybody's name."""
    return entry_in_words(renamed(entry, names), rules, language)


def fact_in_words(fact: Fact, names: Names, language: str) -> str:
    """Return an entry of a sheet in a sentence or two, under the rules of its place."""
    return named_entry_in_words(fact.entry, names, fact.rules, language)


def as_played(hand: facts.Hand, row: Row | StoredRow) -> facts.Hand:
    """Return a hand with the players and the Radl of its row."""
    return replace(hand, players=tuple(row.players), radl=row.radl, times=row.times)


ACT_WORDS: dict[str, Promise] = {
    Act.ADD: gettext_lazy("entered"),
    Act.INSERT: gettext_lazy("entered later"),
    Act.CORRECT: gettext_lazy("corrected"),
    Act.TAKE_OUT: gettext_lazy("taken out"),
    Act.UNDO: gettext_lazy("taken back"),
    Act.REDO: gettext_lazy("brought back"),
}


class HistoryLine(NamedTuple):
    """A line of a hand's history: what was done or objected, by whom, when and why."""

    done: str
    who: str
    at: datetime
    reason: str
    told: str = ""  # what an entry said
    counts: bool = False  # the version that stands


def written_by(entry: Entry) -> str:
    """Return the author of an entry, as pages name them."""
    return entry.by.name if entry.by is not None else _("Table link")


def versions_of(
    entries: Iterable[Entry], names: Names, timeline: RulesTimeline, language: str
) -> list[HistoryLine]:
    """Return all versions of one entry as they were written, for its history."""
    versions = [
        HistoryLine(
            done=str(ACT_WORDS[entry.act]),
            who=written_by(entry),
            at=entry.at,
            reason="" if entry.reason is None else entry.reason.text or _("removed"),
            told="" if entry.record is None else fact_in_words(fact_of(entry, timeline), names, language),
        )
        for entry in entries
    ]
    if versions and versions[-1].told:
        versions[-1] = versions[-1]._replace(counts=True)
    return versions


def by_whom(sentence: str, entry: Entry, *, member: bool) -> str:
    """Return a sentence about an entry; members also read who wrote it, unless it was the table's link."""
    if not member or entry.by is None:
        return sentence
    return _("%(said)s (by %(name)s)") % {"said": sentence, "name": entry.by.name}


def since(sheet: Sheet, *, member: bool, **which: object) -> list[str]:
    """Return a sentence for each of these entries; for members with its author."""
    entries = sheet.entries.filter(**which).select_related("by", "grounds", "supersedes__grounds")
    names, timeline, sentences = sheet.evening.names(), timeline_of(sheet), []
    for entry in entries.order_by("seq"):
        words = entry if entry.record is not None else entry.supersedes
        assert words is not None
        what = fact_in_words(fact_of(words, timeline), names, current_language())
        sentence = _("%(done)s: %(what)s") % {"done": ACT_WORDS[entry.act], "what": what}
        sentences.append(by_whom(sentence, entry, member=member))
    return sentences
