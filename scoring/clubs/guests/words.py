"""Guests who became members, and guests again, in the words of the log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.accounts.chronicle import of_the_day
from scoring.capability import DeedWords


def _guests(details: dict[str, Any]) -> dict[str, Any]:
    """Return the names that were typed, and at how many evenings."""
    evenings = details["evenings"]
    names = dict.fromkeys(evening["guest"] for evening in (*evenings, *details.get("old", ())))
    count = len(evenings)
    said = ngettext("%(count)d evening", "%(count)d evenings", count) % {"count": count}
    if not evenings:
        said = _("old sheets of amounts")
    return {"name": details["name"], "guests": ", ".join(names), "evenings": said}


def _admitted(details: dict[str, Any]) -> str:
    said = _("made the guest %(guests)s a member: %(name)s, with %(evenings)s")
    return said % _guests(details)


def _joined(details: dict[str, Any]) -> str:
    return _("joined the guest %(guests)s to %(name)s, with %(evenings)s") % _guests(details)


def _separated(details: dict[str, Any]) -> str:
    return _("separated the guest %(guests)s from %(name)s again, with %(evenings)s") % _guests(details)


WORDS: dict[str, DeedWords] = {
    "admit_guest": _admitted,
    "join_guest": _joined,
    "separate_guest": _separated,
    "rename_guest": lambda details: of_the_day(
        _("corrected the name of the guest %(before)s to %(after)s (%(date)s)"), details
    ),
}
