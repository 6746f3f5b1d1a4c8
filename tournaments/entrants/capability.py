"""People of a tournament: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.entrants.verbs import WORDS

CAPABILITY = Capability(
    urls="tournaments.entrants.urls",
    words=WORDS,
)
