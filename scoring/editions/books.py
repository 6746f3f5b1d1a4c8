"""Which rules hold where on a sheet: those it began with, and those that were agreed on later."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, TypeGuard

from scoring.editions.versions import rules_of
from scoring.engine.facts import OtherRules
from scoring.engine.rules import Rules
from scoring.models import Entry, RulesetVersion, Sheet

EVENT = "rules"


class LaterRules(NamedTuple):
    """Other rules from this place on, as long as the entry that says so was not taken back."""

    place: int
    written: int  # the number of the entry on its sheet
    taken_back: int | None
    rules: Rules


@dataclass(frozen=True)
class SheetRules:
    """The rules of one sheet from its first hand to its last."""

    first: Rules
    later: tuple[LaterRules, ...] = ()  # in the order of their places

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

    def _last(self, agreed: Iterable[LaterRules]) -> Rules:
        rules = self.first
        for one in agreed:
            rules = one.rules
        return rules


def book_of(sheet: Sheet) -> SheetRules:
    return books_of([sheet])[sheet.pk]


def books_of(sheets: Iterable[Sheet]) -> dict[int, SheetRules]:
    """Of sheets with their rules, by id. A query if any of them ever changed its rules, and one more if to
    those of a club; else none.
    """
    sheets = list(sheets)
    later: dict[int, list[LaterRules]] = {sheet.pk: [] for sheet in sheets}
    if changed := [sheet.pk for sheet in sheets if sheet.standing["versions"]]:
        entries = Entry.objects.filter(sheet__in=changed, record__event=EVENT).order_by("place", "seq")
        found = entries.values_list("sheet_id", "place", "seq", "successors__seq", "record")
        written = [
            (sheet, place, seq, until, other_rules(record))
            for sheet, place, seq, until, record in found
            if is_other_rules(record)
        ]
        rules = _rules_of_all(agreed for *_where, agreed in written)
        for sheet, place, seq, until, agreed in written:
            later[sheet].append(LaterRules(place, seq, until, rules[agreed.version].under(agreed.options)))
    return {sheet.pk: SheetRules(rules_at_first(sheet), tuple(later[sheet.pk])) for sheet in sheets}


def book_from(sheet: Sheet, entries: Iterable[Entry]) -> SheetRules:
    """The same from everything that was ever written on the sheet."""
    entries = list(entries)
    taken_back = {entry.supersedes_id: entry.seq for entry in entries}
    written = [(entry, other_rules(entry.record)) for entry in entries if is_other_rules(entry.record)]
    rules = _rules_of_all(agreed for _entry, agreed in written)
    later = [
        LaterRules(entry.place, entry.seq, taken_back.get(entry.pk), rules[one.version].under(one.options))
        for entry, one in written
    ]
    return SheetRules(rules_at_first(sheet), tuple(sorted(later, key=lambda one: (one.place, one.written))))


def is_other_rules(record: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(record, dict) and record.get("event") == EVENT


def rules_at_first(sheet: Sheet) -> Rules:
    return rules_of(sheet.ruleset).under(sheet.options)


def rules_for(sheet: Sheet) -> Rules:
    """What holds for the next hand, with what this table has chosen."""
    return rules_by_now([sheet])[sheet.pk]


def rules_by_now(sheets: Iterable[Sheet]) -> dict[int, Rules]:
    """The same of several, by id. A query if any of them went over to a club's own rules, else none."""
    sheets = list(sheets)
    agreed = {
        sheet.pk: other_rules(sheet.standing["rules"])
        for sheet in sheets
        if sheet.standing["rules"] is not None
    }
    rules = _rules_of_all(agreed.values())
    later = {pk: rules[one.version].under(one.options) for pk, one in agreed.items()}
    return {sheet.pk: later[sheet.pk] if sheet.pk in later else rules_at_first(sheet) for sheet in sheets}


def other_rules(record: dict[str, Any]) -> OtherRules:
    return OtherRules(record["version"], record["digest"], record.get("options", {}))


def _rules_of_all(agreed: Iterable[OtherRules]) -> dict[int, Rules]:
    """By the version. What a published sheet says is kept: it never changes, while names may go from the
    words of a club's own.
    """
    digests = {one.version: one.digest for one in agreed}
    published = {version: _published(version, digest) for version, digest in digests.items()}
    rules = {version: found for version, found in published.items() if found is not None}
    if own := digests.keys() - rules.keys():
        versions = RulesetVersion.objects.in_bulk(own)
        rules |= {version: rules_of(versions[version]) for version in own}
    return rules


@lru_cache(maxsize=200)
def _published(version: int, digest: str) -> Rules | None:
    """The checksum says that it is still the same one; None: it is a club's own."""
    found = RulesetVersion.objects.get(pk=version, digest=digest)
    return rules_of(found) if found.ruleset_id is None else None
