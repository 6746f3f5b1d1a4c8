"""What is put right at a table: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.deeds import log_of
from tournaments.corrections.verbs import leaving, paper, repair, seats

CAPABILITY = Capability(
    urls="tournaments.corrections.urls",
    words=log_of(leaving, paper, repair, seats),
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
