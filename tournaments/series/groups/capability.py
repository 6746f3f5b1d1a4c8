"""Groups: what they hand to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.series.groups.stored import stored_of_groups
from tournaments.series.groups.texts import typed
from tournaments.series.groups.words import WORDS

CAPABILITY = Capability(
    urls="tournaments.series.groups.urls", words=WORDS, typed=(typed,), stored=(stored_of_groups,)
)
