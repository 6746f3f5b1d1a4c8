"""The page of an entry: what happened, the amounts and why, who wrote it when, any objections."""

from functools import cached_property
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from scoring.engine import facts
from scoring.engine.explaining import explained
from scoring.engine.telling import trigger_in_words
from scoring.models import Entry, Row, Saying, Sheet, Voice
from scoring.rules.versions.timelines import in_columns, puts_names_right, timeline_of
from scoring.table.at_the_table import Visit
from scoring.table.confirmations import me_at, speakers
from scoring.table.forms import Objecting, SettlingObjection
from scoring.table.other_versions import versions_put_aside
from scoring.table.pages.voices import (
    confirmation_in_words,
    current_among,
    is_withdrawable,
    last_hand,
    voices_at,
    voices_in_words,
)
from scoring.table.pages.wording import as_played, fact_in_words, versions_of
from scoring.table.replay import fact_of
from scoring.web.language import current_language


def entry_on(sheet: Sheet, entry: UUID) -> Entry:
    """Return this entry of the sheet, or raise 404."""
    return get_object_or_404(sheet.entries, pk=entry)


class HandPage:
    """The page of an entry, for its newest version; sent forms are shown again."""

    def __init__(self, request: HttpRequest, visitor: Visit, written: Entry) -> None:
        self.request, self.visitor, self.sheet = request, visitor, visitor.sheet
        versions = self.sheet.entries.filter(sort_key=written.sort_key)
        self.versions = list(versions.select_related("by", "reason", "grounds").order_by("seq"))
        self.newest = self.versions[-1]
        self.names = self.sheet.evening.names()
        self.row = Row.objects.filter(pk=self.newest.pk).first()
        self.voices = voices_at(self.sheet, written.sort_key)

    def answer(
        self, *, objecting: Objecting | None = None, settling: SettlingObjection | None = None
    ) -> HttpResponse:
        sheet, newest, row, names = self.sheet, self.newest, self.row, self.names
        timeline, language = timeline_of(sheet), current_language()
        rules = timeline.of(newest)
        history = versions_of(self.versions, names, timeline, language) + voices_in_words(self.voices, names)
        history += versions_put_aside(sheet, newest.sort_key, names, member=self.visitor.member)
        remarks = self.visitor.occasion.remarks_on(sheet, newest.sort_key)
        hands = sheet.rows.filter(number__isnull=False)
        page: dict[str, Any] = {
            "here": self.visitor,
            "sheet": sheet,
            "entry": newest,
            "row": row,
            "dealer": names[row.dealer] if row else "",
            "triggers": [trigger_in_words(name, rules, language) for name in row.triggers] if row else [],
            "may_look_back": self.visitor.member or self.visitor.actor is not None,
            "remarks": remarks,
            "is_final": any(remark.stands and remark.decides for remark in remarks),
            "versions": sorted(history, key=lambda line: line.at),
            "before": hands.filter(sort_key__lt=newest.sort_key).order_by("-sort_key").first(),
            "after": hands.filter(sort_key__gt=newest.sort_key).order_by("sort_key").first(),
        }
        if newest.record is not None:
            fact = fact_of(newest, timeline)
            page["told"] = fact_in_words(fact, names, language)
            if row is not None and isinstance(fact.entry, facts.Hand):
                hand = as_played(fact.entry, row)
                columns = [names[player] for player in in_columns(sheet, names, timeline)]
                page["settlement"] = explained(hand, names, fact.rules, language).in_columns(columns)
            page["is_event"] = "event" in newest.record
            names_stay = puts_names_right(newest.record) and not sheet.evening.is_of_the_club
            page["is_fixed"] = names_stay or "from_first" in newest.record
            if self.visitor.actor is not None and not sheet.is_open:
                how = self.visitor.occasion.how_to_correct(sheet, self.visitor.actor, newest)
                page["how_to_correct"] = how
        if sheet.evening.confirmation:
            page |= self._confirmation(objecting, settling)
        return render(self.request, "scoring/table/hand.html", page)

    def _confirmation(
        self, objecting: Objecting | None, settling: SettlingObjection | None
    ) -> dict[str, Any]:
        """Return the confirmations, the objections, and the forms for both."""
        last = last_hand(self.sheet, self.names, self.visitor.actor)
        is_last = last is not None and last["entry"] == self.newest.pk
        return {
            "last": last if is_last else None,
            "confirmed": confirmation_in_words(self.voices, self.row, self.names, last=is_last),
            "objections": [self._objection(voice, settling) for voice in self.objections],
            "objecting": objecting or self._to_object(),
        }

    @cached_property
    def objections(self) -> list[Voice]:
        """Return the objections that are still open."""
        return current_among(self.voices, Saying.OBJECT)

    @cached_property
    def speakers(self) -> dict[str, str]:
        """Return who can object on this device, by id."""
        actor, row = self.visitor.actor, self.row
        if actor is None or row is None or not self.sheet.is_open:
            return {}
        player_ids = speakers(row.players, row.players, me_at(self.sheet, actor))
        return {player: self.names[player] for player in player_ids}

    def _to_object(self) -> Objecting | None:
        objecting = {str(voice.player_id) for voice in self.objections}
        left = {player: name for player, name in self.speakers.items() if player not in objecting}
        return Objecting(speakers=left) if left else None

    def _objection(self, voice: Voice, sent: SettlingObjection | None) -> dict[str, Any]:
        """Return an objection with the form that settles it, if the visitor directs the evening."""
        corrected = voice.entry_id != self.newest.pk  # or not on the sheet any more
        settling = sent
        if sent is None or sent.of != voice.pk:
            settling = SettlingObjection(of=voice.pk, corrected=corrected)
        return {
            "voice": voice,
            "name": self.names[str(voice.player_id)],
            "corrected": corrected,
            "withdrawable": is_withdrawable(voice, self.sheet, self.visitor.actor),
            "settling": settling if self.visitor.directs else None,
        }
