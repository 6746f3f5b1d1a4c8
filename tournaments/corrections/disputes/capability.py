"""Calls and rulings: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.deeds import log_of
from tournaments.corrections.disputes import verbs

CAPABILITY = Capability(
    urls="tournaments.corrections.disputes.urls",
    words=log_of(verbs),
    # That a call is withdrawn is written on the row itself.
    protected={
        "tournaments_ruling": (),
        "tournaments_permit": (),
        "tournaments_call": ("id", "table_id", "words_id", "by_id", "at"),
    },
)
