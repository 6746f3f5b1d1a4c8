"""Sections: what they hand to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.series.sections.words import WORDS

CAPABILITY = Capability(urls="tournaments.series.sections.urls", words=WORDS)
