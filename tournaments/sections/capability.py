"""Sections: what they hand to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.sections.words import WORDS

CAPABILITY = Capability(urls="tournaments.sections.urls", words=WORDS)
