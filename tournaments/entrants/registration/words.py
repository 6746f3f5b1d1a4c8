"""Registration opened and closed; who registered, cancelled, was taken in or turned away."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.capability import DeedWords


def _opened(details: dict[str, Any]) -> str:
    if details["is_new"]:
        return _("opened registration for “%(title)s”") % details
    return _("changed how people register for “%(title)s”") % details


def _connected(details: dict[str, Any]) -> str:
    said = ngettext(
        "took one person in who had registered for “%(title)s”",
        "took %(count)d people in who had registered for “%(title)s”",
        details["count"],
    )
    return said % details


def _turned_away(details: dict[str, Any]) -> str:
    said = ngettext(
        "turned one person away from “%(title)s”",
        "turned %(count)d people away at once from “%(title)s”",
        details["count"],
    )
    return said % details


def _removed(details: dict[str, Any]) -> str:
    said = ngettext(
        "removed the registration for “%(title)s” of one person who had been turned away",
        "removed the registrations for “%(title)s” of %(count)d people who had been turned away",
        details["count"],
    )
    return said % details


_STRUCK = {
    "turned_away": lambda: _("turned %(names)s away from “%(title)s”"),
    "words": lambda: _("removed what %(names)s wrote when registering for “%(title)s”"),
    "removed": lambda: _("removed the registration of %(names)s for “%(title)s”"),
}


def _struck(details: dict[str, Any]) -> str:
    return _STRUCK[details["what"]]() % _named(details)


def _named(details: dict[str, Any]) -> dict[str, Any]:
    return {**details, "names": ", ".join(details["names"])}


WORDS: dict[str, DeedWords] = {
    "open_registration": _opened,
    "close_registration": lambda details: _("closed registration for “%(title)s”") % details,
    "renew_door": lambda details: _("renewed the code at the door of “%(title)s”") % details,
    "strike_signup": _struck,
    "turn_away_many": _turned_away,
    "remove_turned_away": _removed,
    "connect_signups": _connected,
    "sign_up": lambda details: _("%(names)s registered for “%(title)s”") % _named(details),
    "cancel_signup": lambda details: _("%(names)s cancelled “%(title)s”") % _named(details),
    "come_in": lambda details: (
        _("%(names)s checked in at the door for round %(round)d of “%(title)s”") % _named(details)
    ),
}
