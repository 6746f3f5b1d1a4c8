"""A club as one file: what it hands to the rest of the program."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from scoring.archive.waiting import forget
from scoring.capability import Capability, sentence

CAPABILITY = Capability(
    urls="scoring.archive.views",
    words={"import_club": sentence(gettext_lazy("imported the club %(name)s from another installation"))},
    emptied=(forget,),
)
