"""Wishes of the draw: what they hand to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.wishes.words import WORDS

CAPABILITY = Capability(urls="tournaments.wishes.urls", words=WORDS)
