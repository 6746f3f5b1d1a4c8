"""Series: what they hand to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.series.texts import typed
from tournaments.series.words import WORDS

CAPABILITY = Capability(urls="tournaments.series.urls", words=WORDS, typed=(typed,))
