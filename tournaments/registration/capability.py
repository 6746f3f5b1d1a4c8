"""Registration by the players: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.registration.texts import forget, typed
from tournaments.registration.words import WORDS

CAPABILITY = Capability(
    urls="tournaments.registration.urls", words=WORDS, typed=(typed,), forgotten=(forget,)
)
