"""A sheet is written anew: with the people who really sat there, or under other rules from its first hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from django.db.models import F

from scoring import clock
from scoring.engine.naming import renamed
from scoring.engine.problems import IllegalHand
from scoring.engine.rules import Rules
from scoring.models import Act, Entry, RulesetVersion, Sheet
from scoring.recording.books import book_of, is_other_rules
from scoring.recording.replay import Fact, fact_of, first_position, read, record_of, whole_record
from scoring.recording.versions import rules_of
from scoring.recording.writing import GAP, Illegal


@dataclass(frozen=True, slots=True)
class Moment:
    """Who entered something first, and when."""

    by: int | None
    at: datetime
    entered_at: datetime | None


def write_anew(
    sheet: Sheet,
    deed: UUID,
    *,
    people: Mapping[str, str],
    version: RulesetVersion | None = None,
    aside: str,
) -> Sheet:
    """A sheet with everything that stands on this one, which is closed and kept, under the name `aside`.

    `people` are ids, each with who it really was. Under another version that one holds from the first hand
    on. What follows is to be derived as soon as it is known whose sheet the new one is: see `rederive`.
    """
    standing = list(sheet.entries.standing().select_related("grounds"))
    if version is not None:
        standing = [entry for entry in standing if not is_other_rules(entry.record)]
    facts = list(_facts(sheet, standing, version))
    players = [people.get(one, one) for one in sheet.players]
    dealer = people.get(sheet.dealer, sheet.dealer)
    versions = sorted({one.record["version"] for one in standing if is_other_rules(one.record)})
    last_place = len(standing) * GAP
    name, closed_at = sheet.name, sheet.closed_at
    Sheet.objects.filter(pk=sheet.pk).update(  # and no phone writes on it any more
        name=aside,
        closed_at=closed_at or clock.now(),
        record_link=F("record_link") + 1,
        read_link=F("read_link") + 1,
    )
    anew = Sheet.objects.create(
        evening=sheet.evening,
        name=name,
        ruleset=version or sheet.ruleset,
        options=sheet.options,
        players=players,
        dealer=dealer,
        opened_at=sheet.opened_at,
        closed_at=closed_at,
        seq=len(standing),
        standing={
            **first_position(tuple(players), dealer).as_json(),
            "last_place": last_place,
            "versions": versions,
        },
    )
    moments = _moments(sheet, standing)
    Entry.objects.bulk_create(
        Entry(
            id=uuid5(deed, str(entry.pk)),
            sheet=anew,
            seq=number,
            place=number * GAP,
            act=Act.ADD,
            record=entry.record
            if is_other_rules(entry.record)
            else record_of(renamed(fact.entry, people), fact.rules),
            grounds=entry.grounds,
            by_id=moments[entry.place].by,
            at=moments[entry.place].at,
            entered_at=moments[entry.place].entered_at,
        )
        for number, (entry, fact) in enumerate(zip(standing, facts, strict=True), 1)
    )
    return anew


def _facts(sheet: Sheet, standing: list[Entry], version: RulesetVersion | None) -> Iterator[Fact]:
    """Everything as it is read under the rules that will hold there."""
    if version is None:
        book = book_of(sheet)
        yield from (fact_of(entry, book) for entry in standing)
        return
    rules = rules_of(version).under(sheet.options)
    number = 1
    for entry in standing:
        yield _read_under(rules, entry, number)
        number += entry.is_hand


def _read_under(rules: Rules, entry: Entry, number: int) -> Fact:
    try:
        return Fact(entry.id, entry.place, read(whole_record(entry), rules), rules)
    except IllegalHand as illegal:
        raise Illegal(illegal.problems, number=number) from None


def _moments(sheet: Sheet, standing: list[Entry]) -> dict[int, Moment]:
    """Of every place when it was first entered: that decides about the bell. What was inserted later counts
    as entered with what stands before it."""
    first = {entry.place: entry for entry in sheet.entries.filter(supersedes=None)}
    found: dict[int, Moment] = {}
    at: datetime = sheet.opened_at
    for entry in standing:
        began = first[entry.place]
        if began.act == Act.INSERT:
            found[entry.place] = Moment(began.by_id, at, None)
        else:
            found[entry.place] = Moment(began.by_id, began.at, began.entered_at)
            at = began.entered_at or began.at
    return found
