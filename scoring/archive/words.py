"""A club that was brought along, in the words of the log."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.capability import DeedWords

WORDS: dict[str, DeedWords] = {
    "import_club": lambda details: _("imported the club %(name)s from another installation") % details,
}
