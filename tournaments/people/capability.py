"""People of a tournament: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.people.words import WORDS

CAPABILITY = Capability(
    urls="tournaments.people.urls",
    words=WORDS,
)
