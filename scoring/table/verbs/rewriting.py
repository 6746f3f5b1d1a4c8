"""A sheet is written anew: with the people who really sat there, or under other rules from its first hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.db.models import F
from django.utils.translation import gettext as _

from scoring import clock
from scoring.editions.books import book_from, is_other_rules
from scoring.editions.versions import rules_of
from scoring.engine.facts import Entry as Said
from scoring.engine.facts import Hand
from scoring.engine.naming import renamed
from scoring.engine.problems import IllegalHand, unknown
from scoring.engine.rules import Rules
from scoring.models import Entry, Reason, RulesetVersion, Sheet
from scoring.models.entries import standing_among
from scoring.table.replay import first_position, read, record_of, whole_record
from scoring.table.writing import Illegal


class CopiedEntry(NamedTuple):
    """An entry, what it says on the new sheet, and why it does not count there, if it is void."""

    entry: Entry
    record: dict[str, Any] | None
    grounds: int | None


def write_anew(
    sheet: Sheet,
    deed: UUID,
    *,
    people: Mapping[str, str],
    version: RulesetVersion | None = None,
    aside: str,
) -> Sheet:
    """A sheet with everything that was ever written on this one, which is closed and kept, as `aside`.

    `people` are ids, each with who it really was. Under another version that one holds from the first hand
    on. Also what was taken back or corrected comes along, with its times: they decide about the bell. What
    follows is to be derived as soon as it is known whose sheet the new one is: see `rederive`.
    """
    written = list(sheet.entries.select_related("grounds").order_by("seq"))
    copies = list(_as_it_was(sheet, written, people) if version is None else _under(version, sheet, written))
    players = [people.get(one, one) for one in sheet.players]
    dealer = people.get(sheet.dealer, sheet.dealer)
    versions = sorted({one.record["version"] for one in copies if is_other_rules(one.record)})
    last_place = max((one.entry.place for one in copies), default=0)
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
        seq=len(copies),
        standing={
            **first_position(tuple(players), dealer).as_json(),
            "last_place": last_place,
            "versions": versions,
        },
    )
    Entry.objects.bulk_create(
        Entry(
            id=copy_of(entry.pk, deed),
            sheet=anew,
            seq=number,
            place=entry.place,
            supersedes_id=entry.supersedes_id and copy_of(entry.supersedes_id, deed),
            act=entry.act,
            record=record,
            reason_id=entry.reason_id,
            grounds_id=grounds,
            by_id=entry.by_id,
            at=entry.at,
            entered_at=entry.entered_at,
        )
        for number, (entry, record, grounds) in enumerate(copies, 1)
    )
    return anew


def copy_of(entry: UUID, deed: UUID) -> UUID:
    """The id under which it stands on the sheet that this deed has made."""
    return uuid5(deed, str(entry))


def _as_it_was(sheet: Sheet, written: Sequence[Entry], people: Mapping[str, str]) -> Iterator[CopiedEntry]:
    """The same under the right names."""
    book = book_from(sheet, written)
    for entry in written:
        if entry.record is None or is_other_rules(entry.record):
            yield CopiedEntry(entry, entry.record, entry.grounds_id)
        else:
            rules = book.of(entry)
            record = record_of(renamed(read(whole_record(entry), rules), people), rules)
            yield CopiedEntry(entry, record, entry.grounds_id)


def _under(version: RulesetVersion, sheet: Sheet, written: Sequence[Entry]) -> Iterator[CopiedEntry]:
    """What stands is as possible under these rules as it was under its own, or everything is refused."""
    rules = rules_of(version).under(sheet.options)
    standing = standing_among(written)
    numbers: dict[UUID, int] = {}
    for entry in standing:
        numbers[entry.pk] = 1 + len([one for one in standing if one.is_hand and one.place < entry.place])
    dropped = {entry.place for entry in written if is_other_rules(entry.record)}
    unreadable: Reason | None = None
    for entry in written:
        if entry.place in dropped:
            continue
        if entry.record is None:
            yield CopiedEntry(entry, None, None)
            continue
        try:
            played = read(whole_record(entry), rules)
            if entry.pk not in numbers:
                demand_known(played, rules)
            record = record_of(played, rules)
        except IllegalHand as illegal:
            if entry.pk in numbers:
                raise Illegal(illegal.problems, number=numbers[entry.pk]) from None
            # of what does not stand any more it matters only that there was a hand
            unreadable = unreadable or Reason.objects.create(text=_("not known under these rules"))
            yield CopiedEntry(entry, {"void": "struck"}, unreadable.pk)
        else:
            yield CopiedEntry(entry, record, entry.grounds_id)


def demand_known(entry: Said, rules: Rules) -> None:
    """The games of a hand have to be some of these rules'."""
    for place, game in enumerate(entry.games if isinstance(entry, Hand) else ()):
        if game.contract not in rules.contracts:
            where = f"games.{place}.contract"
            raise IllegalHand((unknown("unknown_contract", where, game.contract, rules.contracts),))
