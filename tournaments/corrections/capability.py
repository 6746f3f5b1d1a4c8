"""What is put right at a table: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.corrections.words import WORDS

CAPABILITY = Capability(
    urls="tournaments.corrections.urls",
    words=WORDS,
    # That a leaving is undone is written on the row itself.
    protected={
        "tournaments_paperresult": (),
        "tournaments_rewritten": (),
        "tournaments_leaving": (
            "id",
            "table_id",
            "entrant_id",
            "instead_id",
            "ranked",
            "reason_id",
            "by_id",
            "at",
        ),
    },
)
