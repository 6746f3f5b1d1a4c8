"""The draw: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.sealing import LinkKind
from tournaments.draw.verbs import WORDS
from tournaments.models import Card

CAPABILITY = Capability(
    urls="tournaments.draw.urls",
    words=WORDS,
    links=(
        LinkKind(
            model=Card,
            columns=("generation",),
            key=("tournament_id", "number"),
            below="tournament",
        ),
    ),
)
