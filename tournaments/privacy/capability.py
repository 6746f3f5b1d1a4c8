"""Names typed for tournaments: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from tournaments.privacy.texts import REWORDED, typed

CAPABILITY = Capability(typed=(typed,), reworded=REWORDED)
