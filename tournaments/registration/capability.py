"""Registration by the players: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.sealing import LinkKind
from tournaments.models import Opening
from tournaments.registration.texts import forget, typed
from tournaments.registration.words import WORDS

CAPABILITY = Capability(
    urls="tournaments.registration.urls",
    words=WORDS,
    links=(LinkKind(model=Opening, columns=("door", "word", "opens_at", "closes_at")),),
    typed=(typed,),
    forgotten=(forget,),
)
