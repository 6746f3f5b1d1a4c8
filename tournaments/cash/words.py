"""Who paid, for what, and what else came in and went out."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.capability import DeedWords
from scoring.engine.money import money_in_words
from scoring.web.language import current_language


def _told(sentence: str, details: dict[str, Any], count: int) -> str:
    money = money_in_words(details["cents"], details["currency"], current_language())
    names = ", ".join(details.get("names", ()))
    return sentence % {**details, "names": names, "count": count, "money": money}


def _paid(details: dict[str, Any]) -> str:
    count = len(details["names"])
    said = ngettext(
        "took the entry fee of %(names)s for round %(round)d of “%(title)s”: %(money)s",
        "took the entry fees of %(count)d people for round %(round)d of “%(title)s”, %(money)s: %(names)s",
        count,
    )
    return _told(said, details, count)


def _paid_back(details: dict[str, Any]) -> str:
    count = len(details["names"])
    said = ngettext(
        "took back the entry fee of %(names)s for round %(round)d of “%(title)s”: %(money)s",
        "took back the entry fees of %(count)d people for round %(round)d of “%(title)s”, %(money)s: "
        "%(names)s",
        count,
    )
    return _told(said, details, count)


def _tickets(details: dict[str, Any]) -> str:
    count = len(details["names"])
    said = ngettext(
        "took the money for the day ticket of %(names)s (“%(title)s”): %(money)s",
        "took the money for %(count)d day tickets (“%(title)s”), together %(money)s: %(names)s",
        count,
    )
    return _told(said, details, count)


def _tickets_back(details: dict[str, Any]) -> str:
    count = len(details["names"])
    said = ngettext(
        "took back the day ticket of %(names)s (“%(title)s”): %(money)s",
        "took back %(count)d day tickets (“%(title)s”), together %(money)s: %(names)s",
        count,
    )
    return _told(said, details, count)


def _noted(details: dict[str, Any]) -> str:
    said = {
        "sponsor": _("noted %(money)s from the sponsor “%(name)s” (“%(title)s”)"),
        "in": _("noted %(money)s that came in: “%(name)s” (“%(title)s”)"),
        "out": _("noted %(money)s that went out: “%(name)s” (“%(title)s”)"),
    }
    return _told(said[details["kind"]], details, 1)


def _struck(details: dict[str, Any]) -> str:
    return _told(_("took “%(name)s”, %(money)s, off the cash list of “%(title)s”"), details, 1)


WORDS: dict[str, DeedWords] = {
    "pay": _paid,
    "take_back_payment": _paid_back,
    "sell_tickets": _tickets,
    "take_back_tickets": _tickets_back,
    "note_cash": _noted,
    "strike_cash": _struck,
}
