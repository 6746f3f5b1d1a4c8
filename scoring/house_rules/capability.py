"""A club's own rule sheets: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.house_rules.words import WORDS

CAPABILITY = Capability(
    urls="scoring.house_rules.urls",
    words=WORDS,
)
