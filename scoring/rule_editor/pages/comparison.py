"""Two rule sheets beside each other: only what differs, in words, and what that does to example hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.loading.places import YES_NO
from scoring.engine.rules import TABLES_OF_WORDS, Rules
from scoring.engine.texts import Text
from scoring.rules.comparing import BOOK, ChangeKind, Difference, Effects, differences, effects, grouped
from scoring.rules.versions.texts import rules_from_text

Words = tuple[str, ...]


class Side(NamedTuple):
    """One of the two: how the address names it, how people do, where it is read, and what it says."""

    key: str
    label: str
    address: str
    slug: str
    text: str

    @property
    def rules(self) -> Rules:
        return rules_from_text(self.slug, self.text)


class DifferenceRow(NamedTuple):
    """One thing that differs: what it is about, and what each of them says, if anything."""

    what: str
    before: Words
    after: Words


@dataclass(frozen=True)
class Comparison:
    """Everything that differs under its headings, and the most telling hands."""

    groups: list[tuple[str, list[DifferenceRow]]]
    book: list[DifferenceRow]  # sentences of the rule book, behind the customs
    effects: Effects

    @property
    def count(self) -> int:
        """Return how many things differ, without the sentences of the rule book."""
        return sum(len(rows) for _title, rows in self.groups)


def comparison_of(before: Side, after: Side, language: str) -> Comparison:
    """Return all that differs between two sheets, and what that does to hands everybody knows."""
    old, new = before.rules, after.rules
    found = _effects(before.slug, before.text, after.slug, after.text)
    beside = [
        difference for difference in differences(old, new) if difference.place != "label"
    ]  # that stands above them
    rows = {
        group.key: (
            group.label.in_language(language),
            [_row(difference, old, new, language) for difference in group.differences],
        )
        for group in grouped(beside)
    }
    _title, book = rows.pop(BOOK, ("", []))
    return Comparison([*rows.values()], book, found)


@lru_cache(maxsize=200)
def _effects(slug: str, text: str, other_slug: str, other_text: str) -> Effects:
    """Return what changes in some hundred hands between two sheets; kept, because it is always the same."""
    return effects(rules_from_text(slug, text), rules_from_text(other_slug, other_text))


def _row(difference: Difference, old: Rules, new: Rules, language: str) -> DifferenceRow:
    what = difference.subject.in_language(language)
    if difference.matter is not None:
        what = f"{what}: {difference.matter.in_language(language)}"
    if difference.change is ChangeKind.ADDED:
        return DifferenceRow(what, (), _all_of(difference, difference.after, new, language))
    if difference.change is ChangeKind.REMOVED:
        return DifferenceRow(what, _all_of(difference, difference.before, old, language), ())
    if difference.change is ChangeKind.MOVED:
        what = _("%(what)s: place") % {"what": what}
    return DifferenceRow(what, _in_words(difference.before, language), _in_words(difference.after, language))


def _in_words(words: Text | None, language: str) -> Words:
    return () if words is None else (words.in_language(language),)


def _all_of(difference: Difference, value: Text | None, rules: Rules, language: str) -> Words:
    """Return the value and all details of what only one of them has, or at least that it has it."""
    value = value or _in_full(difference.place, rules)
    told = [words.in_language(language) for words in (value, *difference.details) if words is not None]
    return tuple(told) or (YES_NO[True].in_language(language),)


def _in_full(place: str, rules: Rules) -> Text | None:
    """Return all words of a remark, or of an option without amounts, whose beginning the subject quotes."""
    table, _dot, key = place.partition(".")
    if table == "options":
        return next((note.words for note in rules.option_notes if note.key == key), None)
    return rules.words_in(table).get(key) if table in TABLES_OF_WORDS else None
