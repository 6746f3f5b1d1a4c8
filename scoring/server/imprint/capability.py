"""Who runs a server, and which version of the program: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.server.imprint.texts import typed
from scoring.server.imprint.words import WORDS

CAPABILITY = Capability(
    urls="scoring.server.imprint.urls",
    words=WORDS,
    typed=(typed,),
)
