"""Wishes of the draw: what they hand to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.draw.wish_list.words import WORDS

CAPABILITY = Capability(urls="tournaments.draw.wish_list.urls", words=WORDS)
