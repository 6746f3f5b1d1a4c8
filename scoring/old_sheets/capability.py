"""Old sheets: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.old_sheets.words import WORDS

CAPABILITY = Capability(
    urls="scoring.old_sheets.urls",
    words=WORDS,
)
