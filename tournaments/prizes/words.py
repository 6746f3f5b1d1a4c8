"""Lots and prizes."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.capability import DeedWords
from scoring.engine.money import money_in_words
from scoring.web.language import current_language
from tournaments.standings.pages.prizes import percent_told


def _where(details: dict[str, Any]) -> str:
    """Of which round, or of the whole tournament."""
    if details["round"] is None:
        return str(details["title"])
    return _("%(title)s, round %(round)d") % details


def _told(details: dict[str, Any], said: str) -> str:
    return said % {**details, "where": _where(details), "names": ", ".join(details.get("names", ()))}


def _drawn(details: dict[str, Any]) -> str:
    if details["seed"]:
        return _told(details, _("drew a lot (%(where)s) from the seed “%(seed)s”: %(names)s"))
    return _told(details, _("recorded a lot drawn by hand (%(where)s): %(names)s"))


def _shared(details: dict[str, Any]) -> str:
    percents = " + ".join(percent_told(detail) for detail in details["shares"])
    money = money_in_words(details["cents"], details["currency"], current_language())
    said = _told(details, _("shared out what came in as prizes (%(where)s)"))
    return f"{said}: {percents}, {money}"


WORDS: dict[str, DeedWords] = {
    "draw_lot": _drawn,
    "withdraw_lot": lambda details: _told(
        details, _("withdrew a lot (%(where)s): %(names)s; reason: %(reason)s")
    ),
    "add_prize": lambda details: _told(details, _("added the prize “%(name)s” (%(where)s)")),
    "change_prize": lambda details: _told(
        details, _("changed the prize “%(before)s” to “%(name)s” (%(where)s)")
    ),
    "remove_prize": lambda details: _told(details, _("removed the prize “%(name)s” (%(where)s)")),
    "share_out_fund": _shared,
    "choose_prize": lambda details: _told(details, _("recorded that %(to)s chose “%(name)s” (%(where)s)")),
    "give_prize": lambda details: _told(details, _("gave %(to)s the prize “%(name)s” (%(where)s)")),
    "take_back_prize": lambda details: _told(
        details, _("took the prize “%(name)s” back from %(from)s (%(where)s)")
    ),
}
