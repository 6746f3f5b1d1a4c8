"""The draw: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.deeds import log_of
from scoring.sealing import LinkKind
from tournaments.draw import verbs
from tournaments.models import Card

CAPABILITY = Capability(
    urls="tournaments.draw.urls",
    words=log_of(verbs) | verbs.WORDS,
    links=(
        LinkKind(
            model=Card,
            columns=("generation",),
            key=("tournament_id", "number"),
            below="tournament",
        ),
    ),
)
