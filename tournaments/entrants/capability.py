"""People of a tournament: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.deeds import log_of
from tournaments.entrants import verbs

CAPABILITY = Capability(urls="tournaments.entrants.urls", words=log_of(verbs))
