"""A sheet is put right as a whole: who really sat there, or which rules held from its first hand."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID, uuid5

from scoring.engine import facts
from scoring.engine.problems import IllegalHand
from scoring.engine.record import entry_record
from scoring.engine.rules import Rules
from scoring.models import Account, Act, Entry, RulesetVersion, Sheet
from scoring.rules.versions.books import is_other_rules, other_rules, rules_for
from scoring.rules.versions.versions import rules_of
from scoring.table.reasons import kept
from scoring.table.replay import read, whole_record
from scoring.table.verbs.hands import place_before
from scoring.table.writing import Illegal, put, rederive
from scoring.table_policy import Actor, NewEntry


def note_right_names(
    sheet: Sheet, actor: Account, entry: UUID, *, people: Mapping[str, str], reason: str
) -> None:
    """Write down who really sat there: `people` are ids, each with who it really was.

    The sheet is locked. Everything that was ever written on it is theirs from now on, also what a phone
    sends that has not seen this entry.
    """
    record = entry_record(facts.RightNames(people), rules_for(sheet))
    put(sheet, Actor(actor), NewEntry(entry, Act.INSERT, record, reason=kept(reason)))
    rederive(sheet)


def play_by_from_first(
    sheet: Sheet, actor: Account, entry: UUID, *, version: RulesetVersion, reason: str
) -> None:
    """Settle all hands of a locked sheet by another version of rules; what was agreed on before is over.

    Illegal, with the first hand that does not exist there.
    """
    rules = rules_of(version).under(sheet.options)
    standing = list(sheet.entries.standing().select_related("grounds"))
    agreed = [entry for entry in standing if is_other_rules(entry.record)]
    _demand_readable([entry for entry in standing if entry not in agreed], rules)
    record = entry_record(facts.OtherRules(version.pk, version.digest, sheet.options, from_first=True), rules)
    before: Entry | None = None
    for other_entry in agreed:
        if other_rules(other_entry.record or {}).from_first:
            before = other_entry
        else:
            gone = NewEntry(
                uuid5(entry, str(other_entry.pk)),
                Act.TAKE_OUT,
                None,
                supersedes=other_entry,
                reason=kept(reason),
            )
            put(sheet, Actor(actor), gone)
    if before is not None:
        asked = NewEntry(entry, Act.CORRECT, record, supersedes=before, reason=kept(reason))
    else:
        first = sheet.entries.order_by("place").first()
        place = None if first is None else place_before(sheet, first.place)
        asked = NewEntry(entry, Act.INSERT, record, place=place, reason=kept(reason))
    put(sheet, Actor(actor), asked)
    rederive(sheet)


def _demand_readable(standing: list[Entry], rules: Rules) -> None:
    number = 1
    for entry in standing:
        try:
            read(whole_record(entry), rules)
        except IllegalHand as illegal:
            raise Illegal(illegal.problems, number=number) from None
        number += entry.is_hand
