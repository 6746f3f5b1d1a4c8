"""The recording page and what it asks for: the settlement while typing, saving, undoing, what others did."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import QuerySet
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseNotModified,
    JsonResponse,
    RawPostDataException,
)
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import clock
from scoring.deeds import Refused
from scoring.editions.books import book_of, rules_for
from scoring.engine.facts import Hand
from scoring.engine.naming import Names
from scoring.engine.reminding import reminders_about
from scoring.engine.result import Amount
from scoring.engine.rules import Rules, Text
from scoring.engine.settling import settle
from scoring.engine.telling import trigger_told
from scoring.figures.amounts import signed
from scoring.figures.names import called_now
from scoring.models import Entry, Row, Sheet
from scoring.occasions import occasion_of
from scoring.table import verbs as recording
from scoring.table.drafts import Draft, draft
from scoring.table.pages.banner import banner_of
from scoring.table.pages.recording_page import table_facts
from scoring.table.pages.voices import heard_so_far, last_hand, newest_told
from scoring.table.pages.wording import Explained, explained, fact_told, problems_told
from scoring.table.replay import fact_of, position_of, replayed, standing_facts, start_of
from scoring.table.views.at_the_table import Visit
from scoring.table.views.elsewhere import SentBeforeRewriting, at_its_table, carried_here, following
from scoring.table.views.taking_back import by_form
from scoring.table.writing import Closed, Illegal, OtherContents, Stale, Written
from scoring.web.access import PAGE
from scoring.web.language import current_language

BIGGEST_BODY = 100_000
MOST_TOLD = 5  # entries of others that a phone is told about
LONGEST_WAY = 366 * 24 * 3_600_000

Document = dict[str, Any]


@never_cache
@require_http_methods(PAGE)
@following
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """GET: the page. POST: saves the next hand, void hand or event."""
    here = at_its_table(request, pk)
    if request.method == "POST":
        return _save(request, here)
    if not here.records:
        return redirect(here.sheet)
    sheet, language = here.sheet, current_language()
    names = sheet.evening.names()
    page = {
        "here": here,
        "sheet": sheet,
        "banner": banner_of(sheet, position_of(sheet), names, rules_for(sheet), language),
        "unconfirmed": last_hand(sheet, names, None),
        "table": json.dumps(_table(sheet, names)),
        "worker": settings.OFFLINE_PAGES,
    }
    return render(request, "scoring/table/record.html", page)


def _table(sheet: Sheet, names: Names) -> Document:
    return table_facts(sheet, names, current_language())


# What the page sends


class Sent(NamedTuple):
    """A body that can be read: its id, how far the phone had seen, and the rest."""

    id: UUID
    after: int
    document: Document


def _sent(request: HttpRequest) -> Sent:
    document = _document(request)
    try:
        return Sent(UUID(document["id"]), _whole(document["after"]), document)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadRequest("No id, or nothing said of what was seen") from None


def _document(request: HttpRequest) -> Document:
    try:
        body = request.body
        if len(body) > BIGGEST_BODY:
            raise BadRequest("No hand is as long as that")
        document = json.loads(body)
    except (ValueError, RecursionError, RawPostDataException):
        raise BadRequest("Not JSON") from None
    if not isinstance(document, dict):
        raise BadRequest("Not a JSON object")
    return document


def _whole(value: object) -> int:
    if type(value) is not int:
        raise ValueError(value)
    return value


# Writing


def _save(request: HttpRequest, here: Visit) -> HttpResponse:
    sent = _sent(request)
    record = sent.document.get("record") or {}
    entered = _entered(sent.document)
    carried = carried_here(here, sent.document)

    def add() -> Written:
        rightly = record if carried is None else carried.put_right(record, rules_for(here.sheet))
        return recording.add(
            actor=here.acts,
            entry=sent.id,
            sheet=here.sheet,
            after=sent.after,
            record=rightly,
            entered=entered,
        )

    return _answer(here, sent, add, carried)


def _entered(document: Document) -> datetime | None:
    """When the phone took it down: it says how many milliseconds ago. At a bell every one of them counts."""
    ago = document.get("ago", 0)
    if type(ago) is not int or not 0 <= ago <= LONGEST_WAY:
        raise BadRequest("No time in which a hand could have been entered")
    return clock.now() - timedelta(milliseconds=ago) if ago else None


@never_cache
@require_POST
@following
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    here = at_its_table(request, pk)
    if request.POST:
        return by_form(request, here, recording.undo)
    sent = _sent(request)
    return _answer(
        here,
        sent,
        lambda: recording.undo(actor=here.acts, entry=sent.id, sheet=here.sheet, after=sent.after),
        carried_here(here, sent.document),
    )


@never_cache
@require_POST
@following
def redo(request: HttpRequest, pk: int) -> HttpResponse:
    here = at_its_table(request, pk)
    if request.POST:
        return by_form(request, here, recording.redo)
    sent = _sent(request)
    return _answer(
        here,
        sent,
        lambda: recording.redo(actor=here.acts, entry=sent.id, sheet=here.sheet, after=sent.after),
    )


def _answer(
    here: Visit,
    sent: Sent,
    write: Callable[[], Written],
    carried: SentBeforeRewriting | None = None,
) -> HttpResponse:
    """Written, and what it means; or why not. A phone believes only its own id."""
    if carried is not None and here.acts and (there := carried.written(sent.id)):
        row = Row.objects.filter(pk=there.pk).first()
        return _written(Written(there, carried.moved.sheet, row), sent.id)
    try:
        written = write()
    except Illegal as illegal:
        return JsonResponse({"problems": _problems(Draft(illegal.problems), here.names)}, status=400)
    except Stale as stale:
        names = stale.sheet.evening.names()
        return _conflict(stale.sheet, names, _since(stale.sheet, sent.after, names))
    except Closed:
        names = here.sheet.evening.names()
        return _conflict(here.sheet, names, _("This table is closed. Nothing was saved."), closed=True)
    except Refused as refused:
        return JsonResponse({"problems": _sentences(refused)}, status=400)
    except OtherContents:
        names = here.sheet.evening.names()
        sheet = Sheet.objects.whole().get(pk=here.sheet.pk)
        return _conflict(sheet, names, _("This hand was saved before with other contents."))
    return _written(written, sent.id)


def _written(written: Written, asked: UUID) -> HttpResponse:
    sheet, entry = written.sheet, written.entry
    names = sheet.evening.names()
    teller = _EntryTeller(sheet, names)
    return JsonResponse(
        {
            "id": str(asked),
            "number": None if written.row is None else written.row.number,
            "seq": entry.seq,
            "said": teller.sentence(entry),
            "settlement": teller.settled(entry),
            "table": _table(sheet, names),
        }
    )


def _conflict(sheet: Sheet, names: Names, words: str, *, closed: bool = False) -> HttpResponse:
    return JsonResponse({"conflict": words, "table": _table(sheet, names), "closed": closed}, status=409)


class _Played(NamedTuple):
    hand: Hand
    names: Names
    rules: Rules


class _EntryTeller:
    """Entries in words, with the names of this evening."""

    def __init__(self, sheet: Sheet, names: Names) -> None:
        self.book = book_of(sheet)
        self.names = names
        self.language = current_language()

    def sentence(self, entry: Entry) -> str:
        """ "Hand 12: Anna: Rufer mit Cilli, gewonnen. Anna, Cilli +1 · Bert, Dora −1" """
        if entry.record is None:
            taken_back = entry.supersedes
            if taken_back is None or taken_back.record is None:
                return _("Taken back.")
            return _("Taken back: %(what)s") % {"what": self._what(taken_back)}
        played, number = self._played(entry), self._number(entry)
        if played is None or number is None:
            return self._what(entry)
        who = who_gets_what(explained(*played, self.language))
        return _("Hand %(number)s: %(what)s %(who)s") % {
            "number": number,
            "what": self._what(entry),
            "who": who,
        }

    def settled(self, entry: Entry) -> str:
        played = self._played(entry)
        if played is None:
            return ""
        starts = bool(entry.row.triggers)
        told = explained(*played, self.language)
        return settled(played.hand, told, played.rules, self.language, starts=starts)

    def _what(self, entry: Entry) -> str:
        return fact_told(fact_of(entry, self.book), self.names, self.language)

    def _number(self, entry: Entry) -> int | None:
        return entry.row.number if hasattr(entry, "row") else None

    def _played(self, entry: Entry) -> _Played | None:
        """A standing hand with the players and the Radl it was settled with."""
        if not entry.is_hand or not hasattr(entry, "row"):
            return None
        fact = fact_of(entry, self.book)
        assert isinstance(fact.entry, Hand)
        hand = replace(fact.entry, players=tuple(entry.row.players), radl=entry.row.radl)
        return _Played(hand, self.names, fact.rules)


def settled(
    hand: Hand,
    settlement: Explained,
    rules: Rules,
    language: str,
    *,
    starts: bool = True,
    reminders: Iterable[Text] = (),
) -> str:
    """Who gets what and why, as a piece of the page; and what starts a Radl, where any still can."""
    triggers = settle(hand, rules).triggers if starts else ()
    context = {
        "settlement": settlement,
        "triggers": [trigger_told(trigger, rules, language) for trigger in triggers],
        "reminders": [one.in_language(language) for one in reminders],
    }
    return render_to_string("scoring/table/_settled.html", context)


def who_gets_what(settlement: Explained) -> str:
    """Everybody's amount, those who get something first: "Anna, Cilli +1 · Bert, Dora −1"."""
    by_amount: dict[Amount, list[str]] = {}
    for player, amount in zip(settlement.players, settlement.totals, strict=True):
        by_amount.setdefault(amount, []).append(player)
    ordered = sorted(by_amount.items(), reverse=True)
    return " · ".join(f"{', '.join(players)} {signed(amount)}" for amount, players in ordered)


def _since(sheet: Sheet, after: int, names: Names) -> str:
    """What was entered since the phone looked, in words."""
    teller = _EntryTeller(sheet, names)
    newest = list(_told_entries(sheet).filter(seq__gt=after).order_by("-seq")[:MOST_TOLD])
    said = " ".join(teller.sentence(entry) for entry in reversed(newest))
    if not said:
        return _("Nothing is there to take back.")
    return _("Another phone has entered something meanwhile: {said}").replace("{said}", said)


def _told_entries(sheet: Sheet) -> QuerySet[Entry]:
    return sheet.entries.select_related("row", "grounds", "supersedes__grounds")


# Looking


@never_cache
@require_POST
@following
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """What this record would mean; nothing is written."""
    here = at_its_table(request, pk)
    if here.actor is None:
        raise PermissionDenied
    document = _document(request)
    sheet, language = here.sheet, current_language()
    names = here.names
    answer: Document = {"problems": [], "settlement": "", "save": "", "why": "", "after": sheet.seq}
    try:
        place = _place(sheet, document) or occasion_of(sheet).place_for(sheet, None)
    except Refused as refused:
        return JsonResponse(answer | {"problems": _sentences(refused)})
    rules = rules_for(sheet) if place is None else book_of(sheet).at(place)
    found = _draft(sheet, document.get("record"), rules, place)
    answer["problems"] = _problems(found, names)
    if found.hand is not None:
        settlement = explained(found.hand, names, rules, language)
        starts = not position_of(sheet).standing.rung
        due = reminders_about(found.hand, rules)
        answer["settlement"] = settled(found.hand, settlement, rules, language, starts=starts, reminders=due)
        answer["save"] = who_gets_what(settlement)
        answer["why"] = " · ".join(line.text for line in settlement.lines)
    return JsonResponse(answer)


def _place(sheet: Sheet, document: Document) -> int | None:
    """The place of the entry that is corrected, or the one before that in front of which one is inserted."""
    wanted = document.get("at") or document.get("before")
    if wanted is None:
        return None
    try:
        entry = sheet.entries.filter(pk=UUID(wanted)).first()
    except (ValueError, AttributeError, TypeError):
        raise BadRequest("Not the id of an entry") from None
    if entry is None:
        raise BadRequest("No entry of this sheet")
    return entry.place if document.get("at") else entry.place - 1


def _draft(sheet: Sheet, record: object, rules: Rules, place: int | None = None) -> Draft:
    position = position_of(sheet)
    if place is not None:
        earlier = [fact for fact in standing_facts(sheet) if fact.place < place]
        position = replayed(start_of(sheet), earlier).position
    return draft(record, position.standing, rules)


def _problems(found: Draft, names: Names) -> list[Document]:
    return [one._asdict() for one in problems_told(found.problems, names, current_language())]


def _sentences(refused: Refused) -> list[Document]:
    """Problems of no field in particular."""
    return [{"where": "", "text": one} for one in refused.sentences]


@require_safe
@following
def live(request: HttpRequest, pk: int) -> HttpResponse:
    """Has anything happened since? 304 costs next to nothing."""
    here = at_its_table(request, pk)
    sheet, names = here.sheet, here.sheet.evening.names()
    called = called_now(names)
    told = (sheet.seq, heard_so_far(sheet), called, int(sheet.is_open), current_language())
    tag = '"' + "-".join(str(one) for one in (*told, occasion_of(sheet).tag(sheet))) + '"'
    if request.headers.get("If-None-Match") == tag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        last = _told_entries(sheet).filter(seq=sheet.seq).first()
        # Whoever came by the link to an evening is not told who of the club wrote or said what.
        said = "" if last is None or here.sharing else _EntryTeller(sheet, names).sentence(last)
        answer = JsonResponse(
            {
                "after": sheet.seq,
                "said": said,
                "voice": "" if here.sharing else newest_told(sheet, names),
                "names": called,
                "table": _table(sheet, names),
            }
        )
    answer.headers["ETag"] = tag
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
