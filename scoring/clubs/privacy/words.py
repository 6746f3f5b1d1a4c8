"""Names that went, in the words of the log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.capability import DeedWords


def _going(details: dict[str, Any]) -> str:
    if details["wants"]:
        return _("asked to be anonymised: %(name)s") % details
    return _("no longer asks to be anonymised: %(name)s") % details


WORDS: dict[str, DeedWords] = {
    "anonymise_member": lambda details: _("anonymised a member: now %(name)s") % details,
    "anonymise_guest": lambda details: _("anonymised a guest: now %(name)s") % details,
    "ask_to_go": _going,
}
