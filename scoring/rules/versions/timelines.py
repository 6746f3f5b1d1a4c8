"""How to read a sheet's entries: the rules and the corrected names in force at each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple, TypeGuard, TypeVar
from uuid import UUID

from scoring.engine.facts import OtherRules
from scoring.engine.naming import one_after_the_other
from scoring.engine.record.stored import OTHER_RULES, PEOPLE
from scoring.engine.rules import Rules
from scoring.engine.sheet import other_rules
from scoring.models import Entry, RulesetVersion, Sheet
from scoring.rules.versions.versions import rules_of


class LaterRules(NamedTuple):
    """Other rules from an entry on, as long as it was not taken back."""

    sort_key: int
    written: int  # the number of the entry on its sheet
    taken_back: int | None
    rules: Rules
    from_first: bool = False
    superseded: frozenset[UUID] = (
        frozenset()
    )  # what stood no more when they were agreed on from the first hand


class NamesPutRight(NamedTuple):
    """A correction of names in earlier entries, as long as it was not taken back."""

    written: int  # the number of the entry on its sheet
    people: Mapping[str, str]
    sort_key: int | None = None  # only in what stands after it; None: on the whole sheet
    taken_back: int | None = None

    @property
    def noted(self) -> tuple[Any, ...]:
        """Return the stored form on its sheet, without empty values at the end."""
        most = 4 if self.taken_back is not None else 2 + (self.sort_key is not None)
        return tuple(self)[:most]


@dataclass(frozen=True)
class RulesTimeline:
    """The rules and the corrected names of one sheet, from its first hand to its last."""

    first: Rules
    later: tuple[LaterRules, ...] = ()  # in the order of their sort keys
    people: tuple[NamesPutRight, ...] = ()  # in the order of writing

    @property
    def at_first(self) -> Rules:
        """Return the rules of the first hand as the sheet stands now."""
        return self._last(lambda agreed: agreed.from_first and agreed.taken_back is None)

    def at(self, sort_key: int) -> Rules:
        """Return the rules in force at this sort key now."""
        return self._last(lambda agreed: agreed.sort_key <= sort_key and agreed.taken_back is None)

    def of(self, entry: Entry) -> Rules:
        """Return the rules of an entry; of one that was taken back, those in force then."""
        since = [
            agreed.written for agreed in self.later if agreed.from_first and entry.pk not in agreed.superseded
        ]
        seq = max([entry.seq, *since])
        return self._last(
            lambda agreed: (
                agreed.sort_key <= entry.sort_key
                and agreed.written <= seq
                and (agreed.taken_back is None or agreed.taken_back > seq)
            )
        )

    def names(self, seq: int, sort_key: int) -> dict[str, str]:
        """Return the name corrections for the entry of this number and sort key."""
        return names_between(self.people, seq, sort_key) if self.people else {}

    def until(self, seq: int) -> RulesTimeline:
        """Return the sheet as it was at entry number `seq`."""
        return replace(self, later=_as_of(self.later, seq), people=_as_of(self.people, seq))

    def _last(self, holds: Callable[[LaterRules], bool]) -> Rules:
        return next((agreed.rules for agreed in reversed(self.later) if holds(agreed)), self.first)


Noted = TypeVar("Noted", LaterRules, NamesPutRight)


def _as_of(noted: Iterable[Noted], seq: int) -> tuple[Noted, ...]:
    """Return the rules or name corrections that were in force at entry number `seq`."""
    return tuple(
        note if note.taken_back is None or note.taken_back <= seq else note._replace(taken_back=None)
        for note in noted
        if note.written <= seq
    )


def timeline_of(sheet: Sheet) -> RulesTimeline:
    """Return how the entries of one sheet are to be read."""
    return timelines_of([sheet])[sheet.pk]


def timelines_of(sheets: Iterable[Sheet]) -> dict[int, RulesTimeline]:
    """Return the timelines of sheets by id; no query where none ever changed its rules."""
    sheets = list(sheets)
    later: dict[int, list[LaterRules]] = {}
    if changed := [sheet.pk for sheet in sheets if sheet.state.versions]:
        entries = Entry.objects.filter(sheet__in=changed, record__event=OTHER_RULES).order_by(
            "sort_key", "seq"
        )
        rows = entries.values_list("sheet_id", "sort_key", "seq", "successors__seq", "record")
        written = [
            Agreed(sheet, sort_key, seq, until, other_rules(record))
            for sheet, sort_key, seq, until, record in rows
            if is_other_rules(record)
        ]
        later = _later(written, _superseded({agreed.sheet for agreed in written if agreed.rules.from_first}))
    return {
        sheet.pk: RulesTimeline(rules_at_first(sheet), tuple(later.get(sheet.pk, ())), people_of(sheet))
        for sheet in sheets
    }


class Agreed(NamedTuple):
    """An entry that puts other rules into force."""

    sheet: int
    sort_key: int
    written: int
    taken_back: int | None
    rules: OtherRules


def _later(
    written: Iterable[Agreed], superseded: Mapping[int, Mapping[UUID, int]]
) -> dict[int, list[LaterRules]]:
    """Return the later rules of each sheet; `superseded` has the replaced entries, with when."""
    written = list(written)
    rules = _rules_of_all(agreed.rules for agreed in written)
    later: dict[int, list[LaterRules]] = {}
    for sheet, sort_key, seq, until, agreed in written:
        held = LaterRules(sort_key, seq, until, rules[agreed.version].under(agreed.options))
        if agreed.from_first:
            earlier = frozenset(entry for entry, number in superseded[sheet].items() if number <= seq)
            held = held._replace(from_first=True, superseded=earlier)
        later.setdefault(sheet, []).append(held)
    return later


def _superseded(sheets: Iterable[int]) -> dict[int, dict[UUID, int]]:
    """Return the replaced entries of these sheets, each with the number of the entry in its place."""
    numbers: dict[int, dict[UUID, int]] = {sheet: {} for sheet in sheets}
    if numbers:
        later = Entry.objects.filter(sheet__in=numbers, supersedes__isnull=False)
        for sheet, entry, seq in later.values_list("sheet_id", "supersedes_id", "seq"):
            numbers[sheet][entry] = seq
    return numbers


def timeline_from(sheet: Sheet, entries: Iterable[Entry]) -> RulesTimeline:
    """Return the timeline of a sheet from all its entries ever written."""
    entries = list(entries)
    taken_back = {entry.supersedes_id: entry.seq for entry in entries if entry.supersedes_id is not None}
    written = [
        Agreed(sheet.pk, entry.sort_key, entry.seq, taken_back.get(entry.pk), other_rules(entry.record))
        for entry in sorted(entries, key=lambda entry: (entry.sort_key, entry.seq))
        if is_other_rules(entry.record)
    ]
    later = _later(written, {sheet.pk: taken_back}).get(sheet.pk, ())
    people = tuple(
        put_right_by(entry, taken_back.get(entry.pk)) for entry in entries if puts_names_right(entry.record)
    )
    return RulesTimeline(rules_at_first(sheet), tuple(later), people)


def people_of(sheet: Sheet) -> tuple[NamesPutRight, ...]:
    """Return the corrected names stored on the sheet; no query."""
    return tuple(NamesPutRight(*names) for names in sheet.state.people)


def put_right_by(entry: Entry, taken_back: int | None = None) -> NamesPutRight:
    """Return the correction of names in an entry."""
    record = entry.record or {}
    sort_key = entry.sort_key if record.get("from_here") is True else None
    return NamesPutRight(entry.seq, record["people"], sort_key, taken_back)


def names_between(
    people: Iterable[NamesPutRight], since: int, sort_key: int, until: int | None = None
) -> dict[str, str]:
    """Return the name corrections at this sort key that were made between two entries."""
    return one_after_the_other(
        right.people
        for right in people
        if right.written > since
        and (until is None or right.written <= until)
        and (right.taken_back is None or (until is not None and right.taken_back > until))
        and (right.sort_key is None or right.sort_key < sort_key)
    )


def seated_first(sheet: Sheet, timeline: RulesTimeline | None = None) -> tuple[tuple[str, ...], str]:
    """Return who really sat down first, in order of play, and who dealt."""
    names = names_between(people_of(sheet) if timeline is None else timeline.people, 0, 0)
    return tuple(names.get(player, player) for player in sheet.players), names.get(sheet.dealer, sheet.dealer)


def in_columns(sheet: Sheet, people: Iterable[str], timeline: RulesTimeline | None = None) -> list[str]:
    """Return people in the order of a sheet's columns: as seated first, then as they came."""
    first, _dealer = seated_first(sheet, timeline)
    return sorted(
        people, key=lambda player: (first.index(player) if player in first else len(first), int(player))
    )


def is_other_rules(record: object) -> TypeGuard[dict[str, Any]]:
    """Return whether a record says that other rules hold from here on."""
    return isinstance(record, dict) and record.get("event") == OTHER_RULES


def puts_names_right(record: object) -> TypeGuard[dict[str, Any]]:
    """Return whether a record says who was really who."""
    return isinstance(record, dict) and record.get("event") == PEOPLE and "people" in record


def rules_at_first(sheet: Sheet) -> Rules:
    """Return the rules with which a sheet was opened; others may hold from the first hand on."""
    return rules_of(sheet.ruleset).under(sheet.options)


def rules_for(sheet: Sheet) -> Rules:
    """Return the rules of the next hand, with the table's options."""
    return rules_by_now([sheet])[sheet.pk]


def rules_by_now(sheets: Iterable[Sheet]) -> dict[int, Rules]:
    """Return the rules of these sheets' next hands, by id; no query where none changed its rules."""
    sheets = list(sheets)
    agreed = {sheet.pk: sheet.state.rules for sheet in sheets if sheet.state.rules is not None}
    rules = _rules_of_all(agreed.values())
    later = {pk: rules[other_rules.version].under(other_rules.options) for pk, other_rules in agreed.items()}
    return {sheet.pk: later[sheet.pk] if sheet.pk in later else rules_at_first(sheet) for sheet in sheets}


def _rules_of_all(agreed: Iterable[OtherRules]) -> dict[int, Rules]:
    """Return rules by version; published ones are cached, as a club's own may lose names."""
    digests = {other_rules.version: other_rules.digest for other_rules in agreed}
    published = {version: _published(version, digest) for version, digest in digests.items()}
    rules = {version: stored for version, stored in published.items() if stored is not None}
    if own := digests.keys() - rules.keys():
        versions = RulesetVersion.objects.in_bulk(own)
        rules |= {version: rules_of(versions[version]) for version in own}
    return rules


@lru_cache(maxsize=200)
def _published(version: int, digest: str) -> Rules | None:
    """Return a published sheet of this checksum, or None if it is a club's own."""
    stored = RulesetVersion.objects.get(pk=version, digest=digest)
    return rules_of(stored) if stored.ruleset_id is None else None
