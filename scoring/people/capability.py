"""Clubs and members: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.people.words import WORDS

CAPABILITY = Capability(
    words=WORDS,
)
