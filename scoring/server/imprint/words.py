"""The imprint in the words of the log."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.capability import DeedWords

WORDS: dict[str, DeedWords] = {
    "change_imprint": lambda details: _("changed the imprint"),
}
