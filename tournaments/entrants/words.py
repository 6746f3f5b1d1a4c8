"""Who was registered, checked in, withdrawn, and who paid."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.capability import DeedWords


def _told(sentence: str, details: dict[str, Any], **further: object) -> str:
    return sentence % {**details, "names": ", ".join(details["names"]), **further}


def _registered(details: dict[str, Any]) -> str:
    count = len(details["names"])
    if not count:
        return _("registered nobody new for “%(title)s”") % details
    if details["house"]:
        said = ngettext(
            "registered a house player for “%(title)s”: %(names)s",
            "registered %(count)d house players for “%(title)s”: %(names)s",
            count,
        )
    else:
        said = ngettext(
            "registered one player for “%(title)s”: %(names)s",
            "registered %(count)d players for “%(title)s”: %(names)s",
            count,
        )
    return _told(said, details, count=count)


def _checked(details: dict[str, Any]) -> str:
    count = len(details["names"])
    if details["here"]:
        said = ngettext(
            "checked in %(names)s for round %(round)d of “%(title)s”",
            "checked in %(count)d people for round %(round)d of “%(title)s”: %(names)s",
            count,
        )
    else:
        said = ngettext(
            "checked out %(names)s for round %(round)d of “%(title)s”",
            "checked out %(count)d people for round %(round)d of “%(title)s”: %(names)s",
            count,
        )
    return _told(said, details, count=count)


def _arrived(details: dict[str, Any]) -> str:
    if details["round"] is None:
        return _told(_("registered %(names)s for “%(title)s”, too late for a round"), details)
    if details["house"]:
        return _told(
            _("registered and checked in the house player %(names)s for round %(round)d of “%(title)s”"),
            details,
        )
    return _told(_("registered and checked in %(names)s for round %(round)d of “%(title)s”"), details)


def _marked(details: dict[str, Any]) -> str:
    if details["house"]:
        return _told(_("made %(names)s a house player of “%(title)s”"), details)
    return _told(_("let the house player %(names)s play in “%(title)s” like all others"), details)


WORDS: dict[str, DeedWords] = {
    "register": _registered,
    "remove_entrant": lambda details: _told(_("took %(names)s off the list of “%(title)s”"), details),
    "mark_house": _marked,
    "withdraw_entrant": lambda details: _told(_("withdrew %(names)s from “%(title)s”"), details),
    "readmit_entrant": lambda details: _told(_("let %(names)s play again in “%(title)s”"), details),
    "check": _checked,
    "arrive": _arrived,
}
