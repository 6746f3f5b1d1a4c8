"""Registration by the players: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.sealing import LinkKind
from tournaments.entrants.registration.texts import forget, stored_texts
from tournaments.entrants.registration.verbs import WORDS
from tournaments.models import Opening

CAPABILITY = Capability(
    urls="tournaments.entrants.registration.urls",
    words=WORDS,
    links=(LinkKind(model=Opening, columns=("door", "word", "opens_at", "closes_at")),),
    typed=(stored_texts,),
    forgotten=(forget,),
)
