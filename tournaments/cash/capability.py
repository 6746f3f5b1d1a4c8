"""The money of the day: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.cash.texts import stored_texts
from tournaments.cash.verbs import WORDS

CAPABILITY = Capability(urls="tournaments.cash.urls", words=WORDS, typed=(stored_texts,))
