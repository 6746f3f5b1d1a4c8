"""Which rules hold where on a sheet: those it began with, and those that were agreed on later."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, TypeGuard

from scoring.engine.facts import OtherRules
from scoring.engine.rules import Rules
from scoring.models import Entry, RulesetVersion, Sheet
from scoring.recording.versions import rules_of

EVENT = "rules"


class Agreed(NamedTuple):
    """Other rules from this place on, as long as the entry that says so was not taken back."""

    place: int
    written: int  # the number of the entry on its sheet
    taken_back: int | None
    rules: Rules


@dataclass(frozen=True)
class Book:
    """The rules of one sheet from its first hand to its last."""

    first: Rules
    later: tuple[Agreed, ...] = ()  # in the order of their places

    def at(self, place: int) -> Rules:
        """What holds there as the sheet stands now."""
        return self._last(one for one in self.later if one.place <= place and one.taken_back is None)

    def of(self, entry: Entry) -> Rules:
        """What held when this entry was written; it may have been taken back since."""
        return self._last(
            one
            for one in self.later
            if one.place <= entry.place
            and one.written <= entry.seq
            and (one.taken_back is None or one.taken_back > entry.seq)
        )

    def _last(self, agreed: Iterable[Agreed]) -> Rules:
        rules = self.first
        for one in agreed:
            rules = one.rules
        return rules


def book_of(sheet: Sheet) -> Book:
    return books_of([sheet])[sheet.pk]


def books_of(sheets: Iterable[Sheet]) -> dict[int, Book]:
    """Of sheets with their rules, by id. One query if any of them ever changed its rules, else none."""
    sheets = list(sheets)
    later: dict[int, list[Agreed]] = {sheet.pk: [] for sheet in sheets}
    if changed := [sheet.pk for sheet in sheets if sheet.standing["versions"]]:
        agreed = Entry.objects.filter(sheet__in=changed, record__event=EVENT).order_by("place", "seq")
        for sheet, place, seq, until, record in agreed.values_list(
            "sheet_id", "place", "seq", "successors__seq", "record"
        ):
            if is_other_rules(record):
                later[sheet].append(Agreed(place, seq, until, agreed_rules(other_rules(record))))
    return {sheet.pk: Book(rules_at_first(sheet), tuple(later[sheet.pk])) for sheet in sheets}


def book_from(sheet: Sheet, entries: Iterable[Entry]) -> Book:
    """The same from everything that was ever written on the sheet."""
    entries = list(entries)
    taken_back = {entry.supersedes_id: entry.seq for entry in entries}
    agreed = [
        Agreed(entry.place, entry.seq, taken_back.get(entry.pk), agreed_rules(other_rules(entry.record)))
        for entry in entries
        if is_other_rules(entry.record)
    ]
    return Book(rules_at_first(sheet), tuple(sorted(agreed, key=lambda one: (one.place, one.written))))


def is_other_rules(record: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(record, dict) and record.get("event") == EVENT


def rules_at_first(sheet: Sheet) -> Rules:
    return rules_of(sheet.ruleset).under(sheet.options)


def rules_for(sheet: Sheet) -> Rules:
    """What holds for the next hand, with what this table has chosen."""
    agreed = sheet.standing["rules"]
    return rules_at_first(sheet) if agreed is None else agreed_rules(other_rules(agreed))


def other_rules(record: dict[str, Any]) -> OtherRules:
    return OtherRules(record["version"], record["digest"], record.get("options", {}))


def agreed_rules(agreed: OtherRules) -> Rules:
    return _rules(agreed.version, agreed.digest).under(agreed.options)


@lru_cache(maxsize=200)
def _rules(version: int, digest: str) -> Rules:
    """A version never changes, and its checksum says that it is still the same one."""
    return rules_of(RulesetVersion.objects.get(pk=version, digest=digest))
