"""Signing in, clubs, members, guests, names that go: what it hands to the rest of the program."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.accounts.chronicle import of_the_day
from scoring.capability import Capability


def _names(details: dict[str, Any]) -> dict[str, Any]:
    """Return the names that were typed, and at how many evenings."""
    evenings = details["evenings"]
    names = dict.fromkeys(evening["guest"] for evening in (*evenings, *details.get("old", ())))
    count = len(evenings)
    where = ngettext("%(count)d evening", "%(count)d evenings", count) % {"count": count}
    if not evenings:
        where = _("old sheets of amounts")
    return {"name": details["name"], "guests": ", ".join(names), "evenings": where}


def _request(details: dict[str, Any]) -> str:
    if details["wants"]:
        return _("asked to be anonymised: %(name)s") % details
    return _("no longer asks to be anonymised: %(name)s") % details


CAPABILITY = Capability(
    urls="scoring.clubs.urls",
    words={
        "admit_guest": lambda details: (
            _("made the guest %(guests)s a member: %(name)s, with %(evenings)s") % _names(details)
        ),
        "join_guest": lambda details: (
            _("joined the guest %(guests)s to %(name)s, with %(evenings)s") % _names(details)
        ),
        "separate_guest": lambda details: (
            _("separated the guest %(guests)s from %(name)s again, with %(evenings)s") % _names(details)
        ),
        "rename_guest": lambda details: of_the_day(
            _("corrected the name of the guest %(before)s to %(after)s (%(date)s)"), details
        ),
        "anonymise_member": lambda details: _("anonymised a member: now %(name)s") % details,
        "anonymise_guest": lambda details: _("anonymised a guest: now %(name)s") % details,
        "ask_to_go": _request,
    },
)
