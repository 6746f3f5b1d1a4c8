"""Finals: what they hand to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.series.finals.stored import stored_of_finals
from tournaments.series.finals.words import WORDS

CAPABILITY = Capability(urls="tournaments.series.finals.urls", words=WORDS, stored=(stored_of_finals,))
