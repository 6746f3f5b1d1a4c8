"""The pages of a table to try: a recording page for strangers, and what it asks for. Nothing is written."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.calculator.hands import NoSheet
from scoring.calculator.sheets import ClubSheets
from scoring.calculator.trying import NAMES, Log, NoLog, table_to_try, told_when_saved
from scoring.engine.problems import IllegalHand, Problem
from scoring.engine.rules import Rules
from scoring.models import Club
from scoring.rules import published
from scoring.table.pages.preview import previewed
from scoring.table.pages.wording import problems_told
from scoring.web.access import open_club
from scoring.web.language import current_language

USUAL = "standard"
BIGGEST_BODY = 60_000

Document = dict[str, Any]


class TryPlace(NamedTuple):
    """Under which sheet somebody tries, and in which club; none: where strangers do."""

    rules: Rules
    club: Club | None = None

    @property
    def sheets(self) -> ClubSheets | None:
        return None if self.club is None else ClubSheets(self.club)

    def log(self, sent: Document) -> Log:
        """Return what was entered before; only what this program has allowed."""
        try:
            log = Log.sent(self.rules, sent.get("log"), "" if self.club is None else self.club.slug)
            log.demand_legal()
        except IllegalHand:
            if self.club is None:
                raise BadRequest(_NO_LOG) from None
            raise
        except NoLog:
            raise BadRequest(_NO_LOG) from None
        return log


_NO_LOG = "Nothing that was entered at such a table"


@require_safe
def try_table(request: HttpRequest, slug: str = USUAL) -> HttpResponse:
    """Show the recording page of a table at which nobody sits."""
    return _table(request, _anybodys(slug))


@require_safe
def club_try_table(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show the same under a version or a draft of a club's own sheets, for whoever may see them."""
    try:
        place = _clubs(request, slug, key)
    except NoSheet as none:
        messages.error(request, str(none))
        return redirect("scoring:edit_sheet", slug, key.partition(".")[0])
    return _table(request, place)


def _table(request: HttpRequest, place: TryPlace) -> HttpResponse:
    rules, language, sheets = place.rules, current_language(), place.sheets
    page = {
        "table": json.dumps(table_to_try(place.log({"log": Log(rules).document}), language)),
        "label": rules.label.in_language(language),
        "slug": rules.slug,
        "club": place.club,
        "shown": None if sheets is None else sheets.shown(rules, language),
        "groups": [("", _published(language))] if sheets is None else sheets.groups(language),
    }
    return render(request, "scoring/calculator/try_table.html", page)


def _published(language: str) -> list[tuple[str, str]]:
    return [(rules.slug, rules.label.in_language(language)) for rules in published().values()]


def _anybodys(slug: str) -> TryPlace:
    if slug not in published():
        raise Http404(slug)
    return TryPlace(published()[slug])


def _clubs(request: HttpRequest, slug: str, key: str) -> TryPlace:
    """Return the sheet under its key; NoSheet for a draft by which nothing can be played yet."""
    club = open_club(request, slug)
    try:
        return TryPlace(ClubSheets(club)[key], club)
    except KeyError:
        raise Http404(key) from None


@require_POST
def try_save(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer how the table stands with one more entry."""
    return _save(request, _anybodys(slug))


@require_POST
def try_undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer how the table stands without its last entry."""
    return _answer(request, _anybodys(slug), lambda log, sent: log.back())


@require_POST
def try_redo(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer how the table stands with what was taken back last."""
    return _answer(request, _anybodys(slug), lambda log, sent: log.again())


@require_POST
def try_preview(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer what this record would mean."""
    return _preview(request, _anybodys(slug))


@require_POST
def club_try_asked(request: HttpRequest, slug: str, key: str, what: str) -> HttpResponse:
    """Answer the same of a club's own sheet; a draft can have changed since the page was opened."""
    try:
        return _ASKED[what](request, _clubs(request, slug, key))
    except (NoSheet, IllegalHand):
        said = _("The draft was changed in the meantime. Please reload the page.")
        return JsonResponse({"problems": [{"where": "", "text": said}]}, status=400)


def _save(request: HttpRequest, place: TryPlace) -> HttpResponse:
    return _answer(request, place, lambda log, sent: log if log.is_full else log.further(sent.get("record")))


def _answer(request: HttpRequest, place: TryPlace, change: Callable[[Log, Document], Log]) -> HttpResponse:
    language = current_language()
    sent = _sent(request)
    before = place.log(sent)
    try:
        identity = str(UUID(sent["id"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadRequest("No id") from None
    try:
        log = change(before, sent)
        log.demand_legal()
    except IllegalHand as illegal:
        return JsonResponse({"problems": _problems(illegal.problems, language)}, status=400)
    grown = len(log.entries) > len(before.entries)
    told = told_when_saved(log, language) if grown else {"number": None, "said": "", "settlement": ""}
    return JsonResponse(
        {"id": identity, "seq": len(log.entries), **told, "table": table_to_try(log, language)}
    )


def _preview(request: HttpRequest, place: TryPlace) -> HttpResponse:
    language = current_language()
    sent = _sent(request)
    log = place.log(sent)
    found = previewed(sent, log.position.standing, log.rules, NAMES, language)
    return JsonResponse({"after": len(log.entries), **found})


_ASKED: Mapping[str, Callable[[HttpRequest, TryPlace], HttpResponse]] = {
    "record": _save,
    "preview": _preview,
    "undo": lambda request, place: _answer(request, place, lambda log, sent: log.back()),
    "redo": lambda request, place: _answer(request, place, lambda log, sent: log.again()),
}


def _problems(problems: tuple[Problem, ...], language: str) -> list[Document]:
    return [problem_words._asdict() for problem_words in problems_told(problems, NAMES, language)]


def _sent(request: HttpRequest) -> Document:
    try:
        body = request.body
        document = json.loads(body) if len(body) <= BIGGEST_BODY else None
    except (ValueError, RecursionError):
        raise BadRequest("Not JSON") from None
    if not isinstance(document, dict):
        raise BadRequest("Not a JSON object")
    return document
