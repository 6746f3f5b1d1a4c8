"""Rounds: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.rounds.words import WORDS

CAPABILITY = Capability(
    urls="tournaments.rounds.urls",
    words=WORDS,
    protected={
        "tournaments_tick": (),
    },
)
