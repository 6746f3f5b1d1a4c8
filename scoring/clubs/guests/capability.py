"""Guests: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.clubs.guests.words import WORDS

CAPABILITY = Capability(
    urls="scoring.clubs.guests.urls",
    words=WORDS,
)
