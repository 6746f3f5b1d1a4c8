"""Duties at a tournament: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.duties.words import WORDS

CAPABILITY = Capability(urls="tournaments.duties.urls", words=WORDS)
