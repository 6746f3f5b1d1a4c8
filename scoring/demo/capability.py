"""A club of invented people: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.demo.words import WORDS

CAPABILITY = Capability(
    urls="scoring.demo.urls",
    words=WORDS,
)
