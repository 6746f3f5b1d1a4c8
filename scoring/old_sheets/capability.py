"""Old sheets: what it hands to the rest of the program."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from scoring.capability import Capability, LogSubject
from scoring.deeds import log_of
from scoring.old_sheets import verbs

CAPABILITY = Capability(
    urls="scoring.old_sheets.views",
    words=log_of(verbs),
    log_subject=LogSubject("old-sheets", _("Old sheets")),
)
