"""One table: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.table.words import WORDS

CAPABILITY = Capability(
    urls="scoring.table.urls",
    words=WORDS,
)
