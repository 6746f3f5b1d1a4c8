"""Lots and prizes: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.prizes.texts import typed
from tournaments.prizes.words import WORDS

CAPABILITY = Capability(
    urls="tournaments.prizes.urls",
    words=WORDS,
    typed=(typed,),
    # The seed may be somebody's name, which can go; the order stays. So is a lot withdrawn on the row itself.
    protected={
        "tournaments_lot": ("id", "tournament_id", "round_id", "about", "order", "by_id", "at"),
    },
)
