"""The page for a picture of waiting records, opened by an address with records behind `#`."""

import json
from uuid import uuid4

from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.engine.explaining import problems_in_words
from scoring.models import Account, Member, Sheet
from scoring.table.at_the_table import AtTheDoor, closed_words
from scoring.table.pages.recording_page import code_reader_address, version_of_form
from scoring.table.pages.wording import since
from scoring.table.pictures import (
    LONGEST_CODE,
    MOST_CODES,
    Delivery,
    Unreadable,
    WaitingRecords,
    deliver,
    delivered_before,
    picture_of,
    sheet_of,
    waiting_records_of,
)
from scoring.table.writing import Closed, Illegal, Stale
from scoring.table_policy import Actor
from scoring.web.access import PAGE
from scoring.web.language import current_language
from scoring.web.submitting import json_posted

LONGEST_BODY = MOST_CODES * LONGEST_CODE * 2
MOST_NAMED = 5  # entries of others that somebody who delivers is told about
WITH_CAMERA = "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"


@require_http_methods(PAGE)
def picture(request: HttpRequest) -> HttpResponse:
    """Show the scanned records, or ask for codes to read; by POST write their records.

    It takes no account: whoever was shown the picture delivers it for the table.
    """
    if request.method == "POST":
        return _delivered(request)
    page = {"words": json.dumps(_words()), "reader": code_reader_address()}
    response = render(request, "scoring/table/picture.html", page)
    response.headers["Permissions-Policy"] = WITH_CAMERA
    return response


def _words() -> dict[str, str]:
    """Return the words of the page's script."""
    return {
        "damaged": _("This code is damaged or not copied completely. Please scan it again."),
        "no_picture": _(
            "This is not the code of a table that is waiting. Please scan the one on the table’s phone."
        ),
        "version": _("This code was made by another version of the program. Please reload the table’s page."),
        "other_server": _("The code names another server: {server}"),
        "missing": _("Of {count} codes these are still missing: {missing}. Please scan them, too."),
        "what_one": _("One entry waits for: {title}"),
        "what_many": _("{count} entries are waiting for: {title}"),
        "hand": _("Hand {first}"),
        "hands": _("Hands {first} to {last}"),
        "deliver": _("Deliver"),
        "delivering": _("One moment …"),
        "no_answer": _("No answer: this phone has no network either, or it is slow. Please try again."),
        "camera": _("Hold the table’s phone so that its whole code is in the picture."),
        "camera_asked": _("The browser asks whether this page may use the camera: please allow it there."),
        "no_camera": _("There is no camera that this page may use. Paste the address instead."),
        "not_read": _("This browser cannot read codes itself. Paste the address instead."),
    }


def _delivered(request: HttpRequest) -> HttpResponse:
    codes = _codes(request)
    try:
        read = picture_of(codes)
        sheet = sheet_of(read)
        waiting = waiting_records_of(read)
    except Unreadable as why:
        return JsonResponse({"done": False, "sentences": [str(why)]})
    account = request.user if isinstance(request.user, Account) else None
    by = None
    if account is not None:
        by = Member.objects.filter(club=sheet.evening.club_id, account=account, active=True).first()
    try:
        delivery = deliver(Actor(link=sheet.record_link), uuid4(), sheet=sheet, waiting=waiting, by=by)
    except PermissionDenied:
        earlier = delivered_before(sheet, waiting)
        if earlier is None:
            over = _(
                "This table no longer accepts anything: its round is over, or its link no longer works. "
                "Nothing was written. The hands are still on the table’s phone: please show them to the "
                "director."
            )
            return JsonResponse({"done": False, "sentences": [over]})
        delivery = earlier
    sentences = [*_what_was_written(delivery), *_why_not(request, delivery), *_changed_rules(sheet, waiting)]
    return JsonResponse({"done": delivery.refusal is None, "sentences": sentences})


def _codes(request: HttpRequest) -> list[str]:
    codes = json_posted(request, LONGEST_BODY).get("codes")
    if not isinstance(codes, list) or not codes or not all(isinstance(code, str) for code in codes):
        raise BadRequest("No codes")
    return codes


def _what_was_written(delivery: Delivery) -> list[str]:
    sentences = []
    if delivery.written:
        sentences.append(
            ngettext(
                "Delivered: %(count)d entry is on the sheet now (%(name)s).",
                "Delivered: %(count)d entries are on the sheet now (%(name)s).",
                delivery.written,
            )
            % {"count": delivery.written, "name": delivery.sheet.name_in_log}
        )
    if delivery.there_before:
        sentences.append(
            ngettext(
                "%(count)d entry was there already. Nothing was entered twice.",
                "%(count)d entries were there already. Nothing was entered twice.",
                delivery.there_before,
            )
            % {"count": delivery.there_before}
        )
    return sentences


def _why_not(request: HttpRequest, delivery: Delivery) -> list[str]:
    """Return why the next record was not written, and that nothing is lost."""
    refusal, sheet = delivery.refusal, delivery.sheet
    if refusal is None:
        return []
    number = delivery.written + delivery.there_before + 1
    sentences = [
        _("Entry %(place)d of the code and what comes after it were not written.") % {"place": number}
    ]
    if isinstance(refusal, Illegal):
        names = {player: name for player, name in sheet.evening.names().items() if player in sheet.totals}
        sentences += [text for _where, text in problems_in_words(refusal.problems, names, current_language())]
    elif isinstance(refusal, Stale):
        sentences += _meanwhile(request, sheet, delivery.known_seq)
    elif isinstance(refusal, Closed):
        sentences.append(closed_words())
    else:
        sentences += refusal.sentences
    return [
        *sentences,
        _("Nothing is lost: it waits on the table’s phone, which asks what to do as soon as it can."),
    ]


def _meanwhile(request: HttpRequest, sheet: Sheet, known_seq: int) -> list[str]:
    """Return others' entries in words; for people who may not see the sheet, only that there are some."""
    visitor = AtTheDoor(request, sheet.pk).visit()
    if visitor is None:
        return [_("Meanwhile, another phone has entered something else at this table.")]
    newest = max(known_seq, sheet.seq - MOST_NAMED)
    sentence = " ".join(since(sheet, member=visitor.member, seq__gt=newest))
    return [_("Meanwhile, another phone has entered: {said}").replace("{said}", sentence)]


def _changed_rules(sheet: Sheet, waiting: WaitingRecords) -> list[str]:
    """Return a sentence if the rules are no longer those the phone knew, in any language."""
    known = {version_of_form(sheet, language) for language, _name in settings.LANGUAGES}
    if any(form.startswith(waiting.form) for form in known):
        return []
    return [
        _(
            "The rules of this table have changed since its phone loaded them. What counts is what the "
            "rules that apply now give; the amounts on the table’s phone may have been different."
        )
    ]
