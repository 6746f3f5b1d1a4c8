"""Evenings: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.evenings.words import WORDS

CAPABILITY = Capability(
    urls="scoring.evenings.urls",
    words=WORDS,
)
