"""Rounds: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.deeds import log_of
from tournaments.rounds.verbs import bell_verbs, rounds, timing

CAPABILITY = Capability(
    urls="tournaments.rounds.urls",
    words=log_of(rounds, timing, bell_verbs),
    protected={
        "tournaments_tick": (),
    },
)
