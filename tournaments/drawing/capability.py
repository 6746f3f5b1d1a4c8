"""The draw: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.drawing.words import WORDS

CAPABILITY = Capability(
    urls="tournaments.drawing.urls",
    words=WORDS,
)
