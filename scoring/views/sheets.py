"""The sheet of a table: the page itself, a hand explained, the links that open it."""

from __future__ import annotations

from dataclasses import replace
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

from scoring import recording
from scoring.chronicle import current_language
from scoring.engine import facts
from scoring.engine.naming import Names
from scoring.engine.telling import trigger_told
from scoring.links import link_to
from scoring.models import Entry, Row, Sheet
from scoring.paper.banner import banner_of
from scoring.paper.chart import DESKTOP, PHONE, Chart, chart_of
from scoring.paper.history import versions_of
from scoring.paper.names import shortened
from scoring.paper.page import Paper, paper_of
from scoring.paper.wording import Explained, explained, told
from scoring.recording.replay import fact_of, position_of, rules_for
from scoring.table_links import Kind, code_of, sheet_behind
from scoring.views.access import account_of, deed_of
from scoring.views.at_the_table import Visit, remember_link, visit


@never_cache
@require_safe
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    here = visit(request, pk)
    sheet = here.sheet
    names, language = sheet.evening.names(), current_language()
    rules = rules_for(sheet)
    paper = paper_of(sheet, names, language)
    page = {
        "here": here,
        "sheet": sheet,
        "rules": rules.label.in_language(language),
        "paper": paper,
        "banner": banner_of(sheet, position_of(sheet), names, rules, language) if sheet.is_open else None,
        "redo": here.records and recording.redoable(sheet) is not None,
        "charts": charts_of(paper),
        "words": _words(),
    }
    return render(request, "scoring/sheet.html", page)


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
    sheet = here.sheet
    written = sheet.entries.filter(pk=entry).first()
    if written is None:
        raise Http404
    versions = list(
        sheet.entries.filter(place=written.place).select_related("by", "reason", "grounds").order_by("seq")
    )
    newest = versions[-1]
    names, language = sheet.evening.names(), current_language()
    rules = rules_for(sheet)
    row = Row.objects.filter(pk=newest.pk).first()
    page: dict[str, Any] = {
        "here": here,
        "sheet": sheet,
        "entry": newest,
        "row": row,
        "dealer": names[row.dealer] if row else "",
        "triggers": [trigger_told(name, rules, language) for name in row.triggers] if row else [],
        "may_look_back": here.member or here.actor is not None,
        "versions": versions_of(versions, names, rules, language),
        "before": _neighbour(sheet, newest, after=False),
        "after": _neighbour(sheet, newest, after=True),
    }
    if newest.record is not None:
        fact = fact_of(newest, rules).entry
        page["told"] = told(fact, names, rules, language)
        page["settlement"] = _settled(fact, row, names, sheet, language)
        page["is_event"] = "event" in newest.record
    return render(request, "scoring/hand.html", page)


def _settled(
    fact: facts.Entry, row: Row | None, names: Names, sheet: Sheet, language: str
) -> Explained | None:
    if row is None or not isinstance(fact, facts.Hand):
        return None
    played = replace(fact, players=tuple(row.players), radl=row.radl)
    return explained(played, names, rules_for(sheet), language)


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
    return render(request, "scoring/links.html", page)


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
        return render(request, "scoring/table_link_is_gone.html", status=404)
    remember_link(request, sheet, kind)
    if kind == "record" and sheet.is_open:
        return redirect("scoring:record", sheet.pk)
    return redirect(sheet)
