"""The sheet of a table: the page itself, a hand explained, the links that open it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.editions.books import book_of, rules_for
from scoring.editions.rules_played import named_rules
from scoring.engine import facts
from scoring.engine.naming import Names
from scoring.engine.telling import trigger_told
from scoring.figures.chart import DESKTOP, PHONE, Chart, chart_of
from scoring.figures.names import called_now, shortened
from scoring.models import Act, Entry, Row, Sheet
from scoring.table import verbs as recording
from scoring.table.forms.voices import Objecting, SettlingObjection
from scoring.table.links import Kind, code_of, sheet_behind
from scoring.table.pages.banner import banner_of
from scoring.table.pages.history import EntryVersion, versions_of
from scoring.table.pages.page import Paper, paper_of
from scoring.table.pages.voices import (
    Objection,
    Said,
    Speaker,
    about,
    confirmed_told,
    heard_so_far,
    last_hand,
    objections_in,
    said_of,
)
from scoring.table.pages.wording import Explained, explained, fact_told
from scoring.table.replay import Fact, fact_of, position_of
from scoring.table.verbs.voices import me_at, speakers
from scoring.table.views.at_the_table import Visit, remember_link, visit
from scoring.table.views.elsewhere import at_its_table, following
from scoring.web.access import account_of, deed_of
from scoring.web.language import current_language
from scoring.web.links import link_to


@never_cache
@require_safe
@following
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    here = at_its_table(request, pk, to_read=True)
    sheet = here.sheet
    names, language = sheet.evening.names(), current_language()
    rules = rules_for(sheet)
    paper = paper_of(sheet, names, language)
    page = {
        "here": here,
        "sheet": sheet,
        "rules": named_rules([sheet], language),
        "paper": paper,
        "banner": banner_of(sheet, position_of(sheet), names, rules, language) if sheet.is_open else None,
        "last": last_hand(sheet, names, here.actor),
        "heard": heard_so_far(sheet),
        "called": called_now(names),
        "undo": paper.last_entry if here.admits(Act.UNDO) else None,
        "redo": recording.redoable(sheet) is not None and here.admits(Act.REDO),
        "charts": charts_of(paper),
        "remarks": here.occasion.remarks(sheet),
        "seal": None if sheet.evening.is_open else sheet.evening.seals.last(),
        "words": _words(),
        "pulse": here.occasion.pulse(sheet) or "",
    }
    return render(request, "scoring/table/sheet.html", page)


def charts_of(paper: Paper) -> list[Chart]:
    """For a phone and for everything bigger; none before the first hand."""
    if not paper.hands:
        return []
    names = [column.name for column in paper.columns]
    return [
        chart_of(dict(zip(shortened(names, frame.letters), paper.courses, strict=True)), frame)
        for frame in (PHONE, DESKTOP)
    ]


def _words() -> dict[str, str]:
    """What the script says."""
    return {
        "lost": _("No connection; this page may be old."),
        "back": _("Connected again."),
        "gone": _("This table can no longer be opened here."),
        "changed": _("The sheet has changed."),
    }


@never_cache
@require_safe
def hand(request: HttpRequest, pk: int, entry: UUID) -> HttpResponse:
    """One entry: what happened, who gets what and why, and who wrote what when."""
    here = visit(request, pk)
    return HandPage(request, here, entry_on(here.sheet, entry)).answer()


def entry_on(sheet: Sheet, entry: UUID) -> Entry:
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
        history += said_of(self.voices, names)
        remarks = self.here.occasion.remarks_on(sheet, newest.place)
        page: dict[str, Any] = {
            "here": self.here,
            "sheet": sheet,
            "entry": newest,
            "row": row,
            "dealer": names[row.dealer] if row else "",
            "triggers": [trigger_told(name, rules, language) for name in row.triggers] if row else [],
            "may_look_back": self.here.member or self.here.actor is not None,
            "remarks": remarks,
            "is_final": any(remark.stands and remark.decides for remark in remarks),
            "versions": sorted(history, key=lambda one: one.at),
            "before": _neighbour(sheet, newest, after=False),
            "after": _neighbour(sheet, newest, after=True),
        }
        if newest.record is not None:
            fact = fact_of(newest, book)
            page["told"] = fact_told(fact, names, language)
            page["settlement"] = _settled(fact, row, names, language)
            page["is_event"] = "event" in newest.record
        if sheet.evening.confirmation:
            page |= self._said(objecting, settling)
        return render(self.request, "scoring/table/hand.html", page)

    def _said(self, objecting: Objecting | None, settling: SettlingObjection | None) -> dict[str, Any]:
        """Whether it is confirmed, who objects, and the forms for both."""
        last = last_hand(self.sheet, self.names, self.here.actor)
        is_last = last is not None and last.entry == self.newest.pk
        return {
            "last": last if is_last else None,
            "confirmed": confirmed_told(self.voices, self.row, self.names, last=is_last),
            "objections": [(one, self._to_settle(one, settling)) for one in self.objections],
            "objecting": objecting or self._to_object(),
        }

    @cached_property
    def objections(self) -> list[Objection]:
        return objections_in(self.voices, self.newest, self.sheet, self.names, self.here.actor)

    @cached_property
    def speakers(self) -> list[Speaker]:
        """Who can object on this device."""
        actor, row = self.here.actor, self.row
        if actor is None or row is None or not self.sheet.is_open:
            return []
        here = speakers(row.players, row.players, me_at(self.sheet, actor))
        return [Speaker(one, self.names[one]) for one in here]

    def _to_object(self) -> Objecting | None:
        objecting = {one.name for one in self.objections}
        left = [one for one in self.speakers if one.name not in objecting]
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
    played = replace(fact.entry, players=tuple(row.players), radl=row.radl)
    return explained(played, names, fact.rules, language)


def _neighbour(sheet: Sheet, entry: Entry, *, after: bool) -> Row | None:
    """The hand before or after this entry."""
    hands = sheet.rows.filter(number__isnull=False)
    if after:
        return hands.filter(place__gt=entry.place).order_by("place").first()
    return hands.filter(place__lt=entry.place).order_by("-place").first()


# Links


KINDS: tuple[Kind, ...] = ("record", "read")


def linking(request: HttpRequest, pk: int) -> Visit:
    """Links are handed on by members who may record themselves."""
    here = visit(request, pk)
    if here.acts.account is None:
        raise PermissionDenied
    if not here.sheet.evening.is_of_the_club:  # the cards of a tournament belong to its tables
        raise Http404
    return here


@never_cache
@require_safe
def links(request: HttpRequest, pk: int) -> HttpResponse:
    here = linking(request, pk)
    sheet = here.sheet
    paths = {kind: reverse(f"scoring:{_URLS[kind]}", args=[code_of(sheet, kind)]) for kind in KINDS}
    page = {
        "here": here,
        "sheet": sheet,
        "rules": rules_for(sheet).label.in_language(current_language()),
        "record_link": link_to(request, paths["record"]),
        "read_link": link_to(request, paths["read"]),
    }
    return render(request, "scoring/table/links.html", page)


_URLS: dict[Kind, str] = {"record": "table_link", "read": "read_link"}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def renew_link(request: HttpRequest, pk: int) -> HttpResponse:
    here = linking(request, pk)
    if request.method != "POST":
        return redirect("scoring:links", pk)
    kind = next((one for one in KINDS if one == request.POST.get("kind")), None)
    if kind is None:
        raise BadRequest("No such link")
    recording.renew_link(actor=account_of(request), deed=deed_of(request), sheet=here.sheet, kind=kind)
    messages.success(request, _("The link is new. The old one opens nothing any more."))
    return redirect("scoring:links", pk)


@never_cache
@require_safe
def table_link(request: HttpRequest, code: str) -> HttpResponse:
    """From the card on the table to the recording page."""
    return _opened(request, code, "record")


@never_cache
@require_safe
def read_link(request: HttpRequest, code: str) -> HttpResponse:
    return _opened(request, code, "read")


def _opened(request: HttpRequest, code: str, kind: Kind) -> HttpResponse:
    sheet = sheet_behind(code, kind)
    if sheet is None:
        return render(request, "scoring/table/table_link_is_gone.html", status=404)
    remember_link(request, sheet, kind)
    if kind == "record" and sheet.is_open:
        return redirect("scoring:record", sheet.pk)
    return redirect(sheet)
