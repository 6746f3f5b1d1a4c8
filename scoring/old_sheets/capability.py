"""Old sheets: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.deeds import log_of
from scoring.old_sheets import verbs

CAPABILITY = Capability(urls="scoring.old_sheets.views", words=log_of(verbs))
