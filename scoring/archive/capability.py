"""A club as one file: what it hands to the rest of the program."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.archive.waiting import forget_all
from scoring.capability import Capability, DeedWords

WORDS: dict[str, DeedWords] = {
    "import_club": lambda details: _("imported the club %(name)s from another installation") % details,
}

CAPABILITY = Capability(urls="scoring.archive.views", words=WORDS, emptied=(forget_all,))
