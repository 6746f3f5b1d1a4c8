"""Two phones recorded the same hand differently: one version counts, and the other stays in its history."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from scoring import clock
from scoring.deeds import Refused, atomic_with_retry
from scoring.engine import facts
from scoring.engine.naming import Names, people_in
from scoring.engine.preview import previewed
from scoring.engine.record import to_dict
from scoring.engine.rules import Rules
from scoring.engine.sheet import Position, replayed
from scoring.models import Act, Entry, OtherVersion, Sheet
from scoring.rules.versions.timelines import RulesTimeline, names_between, people_of, timeline_of
from scoring.table.pages.wording import HistoryLine, named_entry_in_words
from scoring.table.replay import current_facts, position_of, start_of, with_corrected_names
from scoring.table.verbs import Change, change, read
from scoring.table.writing import Closed, OtherContents, Written, locked_sheet, written_once
from scoring.table_policy import Actor
from scoring.web.language import current_language

DECIDED = {
    "theirs": gettext_lazy("What is on the sheet counts; the other version is in the history of the hand."),
    "mine": gettext_lazy("Corrected. Everything after it has been worked out again."),
}


@atomic_with_retry
def keep_other_version(
    *, actor: Actor, version: UUID, of: Entry, record: object, seen_seq: int, entered: datetime | None = None
) -> OtherVersion:
    """Store a hand as another phone recorded it, where the sheet's version was preferred."""
    sheet = locked_sheet(of.sheet, actor)
    existing = OtherVersion.objects.filter(pk=version).first()
    if existing is None and not sheet.is_open:
        raise Closed
    rules = timeline_of(sheet).at(of.sort_key)
    right = names_between(people_of(sheet), seen_seq, of.sort_key)
    hand = with_corrected_names(read(record, rules), right)
    if not isinstance(hand, facts.Hand) or not people_in(hand) <= set(sheet.totals):
        raise Refused(form=[_("Only a hand of those who sat at this table can be kept.")])
    stored = to_dict(hand, rules)
    if existing is not None:
        if (existing.entry_id, existing.record) != (of.pk, stored):
            raise OtherContents
        return existing
    return OtherVersion.objects.create(
        id=version,
        sheet=sheet,
        entry=of,
        seen_seq=sheet.seq,
        record=stored,
        by_id=actor.member_at(sheet),
        at=entered or clock.now(),
    )


@written_once
def take_other_version(
    existing: Entry | None,
    *,
    actor: Actor,
    entry: UUID,
    of: Entry,
    record: Mapping[str, Any],
    known_seq: int,
    why_anyway: str = "",
) -> Written:
    """Correct the hand to another phone's version; the earlier one stays in the history.

    With a reason, `why_anyway`, whoever directs the club stores one that no cards can give.
    """
    target = newest_at(of) if existing is None else existing.supersedes or of
    with override(of.sheet.evening.club.language):
        reason = _("Recorded differently on another phone")
    context: dict[str, Any] = {"sheet": of.sheet, "known_seq": known_seq, "reason": why_anyway or reason}
    proposed = Change(Act.CORRECT, target, {**record}, anyway=bool(why_anyway))
    return change(proposed, actor=actor, entry=entry, **context)


def hand_is_gone() -> Refused:
    """Return the refusal of a version of a hand that is not on the sheet."""
    return Refused(form=[_("This hand is no longer on the sheet: save yours as a hand of its own.")])


def newest_at(of: Entry) -> Entry:
    """Return the newest version of the hand; raise Refused where it is no longer on the sheet."""
    newest = Entry.objects.select_related("sheet__evening__club").filter(
        sheet=of.sheet_id, sort_key=of.sort_key
    )
    entry = newest.order_by("-seq")[0]
    if entry.record is None:
        raise hand_is_gone()
    return entry


def versions_put_aside(sheet: Sheet, sort_key: int, names: Names, *, member: bool) -> list[HistoryLine]:
    """Return other phones' versions of this hand in words, for the history.

    Whose phone it was members read: it may be of somebody who sat at no table.
    """
    versions = list(sheet.other_versions.filter(entry__sort_key=sort_key).select_related("by"))
    if not versions:
        return []
    timeline = timeline_of(sheet)
    position = position_before(sheet, sort_key, timeline)
    return [_in_words(version, sort_key, timeline, position, names, member=member) for version in versions]


def _in_words(
    version: OtherVersion,
    sort_key: int,
    timeline: RulesTimeline,
    position: Position,
    names: Names,
    *,
    member: bool,
) -> HistoryLine:
    language = current_language()
    hand, rules = hand_of(version, sort_key, timeline)
    sentence = named_entry_in_words(hand, names, rules, language)
    amounts = previewed({"record": to_dict(hand, rules)}, position, rules, names, language)["save"]
    who = _("Table link") if version.by is None else version.by.name if member else ""
    return HistoryLine(
        done=_("recorded differently on another phone; not taken"),
        who=who,
        at=version.at,
        reason="",
        told=" ".join(filter(None, [sentence, amounts])),
    )


def hand_of(version: OtherVersion, sort_key: int, timeline: RulesTimeline) -> tuple[facts.Entry, Rules]:
    """Return a recorded hand with corrected names, and the rules in force at its place."""
    rules = timeline.at(sort_key)
    return with_corrected_names(
        read(version.record, rules), timeline.names(version.seen_seq, sort_key)
    ), rules


def position_before(sheet: Sheet, sort_key: int | None, timeline: RulesTimeline | None = None) -> Position:
    """Return the players and the dealer at the place of a record: the end, or an earlier one."""
    if sort_key is None:
        return position_of(sheet)
    timeline = timeline or timeline_of(sheet)
    earlier = [fact for fact in current_facts(sheet, timeline) if fact.sort_key < sort_key]
    return replayed(start_of(sheet, timeline), earlier).position
