"""Rounds: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.rounds.verbs import bell_verbs, rounds, timing

CAPABILITY = Capability(
    urls="tournaments.rounds.urls",
    words={**rounds.WORDS, **timing.WORDS, **bell_verbs.WORDS},
    protected={
        "tournaments_tick": (),
    },
)
