"""Names that go: what it hands to the rest of the program."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.capability import Capability


def _request(details: dict[str, Any]) -> str:
    if details["wants"]:
        return _("asked to be anonymised: %(name)s") % details
    return _("no longer asks to be anonymised: %(name)s") % details


CAPABILITY = Capability(
    urls="scoring.clubs.privacy.urls",
    words={
        "anonymise_member": lambda details: _("anonymised a member: now %(name)s") % details,
        "anonymise_guest": lambda details: _("anonymised a guest: now %(name)s") % details,
        "ask_to_go": _request,
    },
)
