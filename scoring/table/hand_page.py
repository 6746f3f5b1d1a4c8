"""The page of an entry: what happened, who gets what and why, who wrote it when, what is said of it."""

from __future__ import annotations

from functools import cached_property
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.engine import facts
from scoring.engine.explaining import Explained, explained
from scoring.engine.naming import Names
from scoring.engine.sheet import Fact
from scoring.engine.telling import trigger_in_words
from scoring.models import Entry, Row, Sheet
from scoring.rules.versions.books import book_of, puts_names_right
from scoring.table.at_the_table import Visit
from scoring.table.confirmations import me_at, speakers
from scoring.table.forms import Objecting, SettlingObjection
from scoring.table.pages.voices import (
    Objection,
    Said,
    Speaker,
    about,
    confirmation_in_words,
    last_hand,
    objections_in,
    voices_in_words,
)
from scoring.table.pages.wording import EntryVersion, as_played, fact_in_words, versions_of
from scoring.table.replay import fact_of
from scoring.web.language import current_language


def entry_on(sheet: Sheet, entry: UUID) -> Entry:
    """Return this entry of the sheet, or raise 404."""
    written = sheet.entries.filter(pk=entry).first()
    if written is None:
        raise Http404
    return written


class HandPage:
    """The page of an entry, with the newest of its versions; forms that were sent stand in it once more."""

    def __init__(self, request: HttpRequest, here: Visit, written: Entry) -> None:
        self.request, self.here, self.sheet = request, here, here.sheet
        versions = self.sheet.entries.filter(place=written.place)
        self.versions = list(versions.select_related("by", "reason", "grounds").order_by("seq"))
        self.newest = self.versions[-1]
        self.names = self.sheet.evening.names()
        self.row = Row.objects.filter(pk=self.newest.pk).first()
        self.voices = about(self.sheet, written.place)

    def answer(
        self, *, objecting: Objecting | None = None, settling: SettlingObjection | None = None
    ) -> HttpResponse:
        sheet, newest, row, names = self.sheet, self.newest, self.row, self.names
        book, language = book_of(sheet), current_language()
        rules = book.of(newest)
        history: list[EntryVersion | Said] = [*versions_of(self.versions, names, book, language)]
        history += voices_in_words(self.voices, names)
        remarks = self.here.occasion.remarks_on(sheet, newest.place)
        page: dict[str, Any] = {
            "here": self.here,
            "sheet": sheet,
            "entry": newest,
            "row": row,
            "dealer": names[row.dealer] if row else "",
            "triggers": [trigger_in_words(name, rules, language) for name in row.triggers] if row else [],
            "players": [(player, names[player]) for player in row.players]
            if row and sheet.evening.is_of_the_club
            else [],
            "may_look_back": self.here.member or self.here.actor is not None,
            "remarks": remarks,
            "is_final": any(remark.stands and remark.decides for remark in remarks),
            "how_to_correct": self._how_to_correct(),
            "versions": sorted(history, key=lambda one: one.at),
            "before": _neighbour(sheet, newest, after=False),
            "after": _neighbour(sheet, newest, after=True),
        }
        if newest.record is not None:
            fact = fact_of(newest, book)
            page["told"] = fact_in_words(fact, names, language)
            page["settlement"] = _settled(fact, row, names, language)
            page["is_event"] = "event" in newest.record
            names_stay = puts_names_right(newest.record) and not sheet.evening.is_of_the_club
            page["is_fixed"] = names_stay or "from_first" in newest.record
        if sheet.evening.confirmation:
            page |= self._confirmation(objecting, settling)
        return render(self.request, "scoring/table/hand.html", page)

    def _how_to_correct(self) -> str:
        """Say it to whoever records here, once the sheet is closed."""
        here = self.here
        if here.actor is None or self.sheet.is_open or self.newest.record is None:
            return ""
        return here.occasion.how_to_correct(self.sheet, here.actor, self.newest)

    def _confirmation(
        self, objecting: Objecting | None, settling: SettlingObjection | None
    ) -> dict[str, Any]:
        """Return whether it is confirmed, who objects, and the forms for both."""
        last = last_hand(self.sheet, self.names, self.here.actor)
        is_last = last is not None and last.entry == self.newest.pk
        return {
            "last": last if is_last else None,
            "confirmed": confirmation_in_words(self.voices, self.row, self.names, last=is_last),
            "objections": [
                (objection, self._to_settle(objection, settling)) for objection in self.objections
            ],
            "objecting": objecting or self._to_object(),
        }

    @cached_property
    def objections(self) -> list[Objection]:
        return objections_in(self.voices, self.newest, self.sheet, self.names, self.here.actor)

    @cached_property
    def speakers(self) -> list[Speaker]:
        """Return who can object on this device."""
        actor, row = self.here.actor, self.row
        if actor is None or row is None or not self.sheet.is_open:
            return []
        here = speakers(row.players, row.players, me_at(self.sheet, actor))
        return [Speaker(player, self.names[player]) for player in here]

    def _to_object(self) -> Objecting | None:
        objecting = {objection.name for objection in self.objections}
        left = [speaker for speaker in self.speakers if speaker.name not in objecting]
        return Objecting(speakers=left) if left else None

    def _to_settle(self, one: Objection, sent: SettlingObjection | None) -> SettlingObjection | None:
        if not self.here.directs:
            return None
        return (
            sent
            if sent is not None and sent.of == one.id
            else SettlingObjection(of=one.id, corrected=one.corrected)
        )


def _settled(fact: Fact, row: Row | None, names: Names, language: str) -> Explained | None:
    if row is None or not isinstance(fact.entry, facts.Hand):
        return None
    return explained(as_played(fact.entry, row), names, fact.rules, language)


def _neighbour(sheet: Sheet, entry: Entry, *, after: bool) -> Row | None:
    """Return the hand before or after this entry; None if there is none."""
    hands = sheet.rows.filter(number__isnull=False)
    if after:
        return hands.filter(place__gt=entry.place).order_by("place").first()
    return hands.filter(place__lt=entry.place).order_by("-place").first()
