"""Signing in, clubs, members, guests, names that go: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.clubs.guests import verbs as guests
from scoring.clubs.privacy import anonymising
from scoring.deeds import log_of

CAPABILITY = Capability(urls="scoring.clubs.urls", words=log_of(guests) | log_of(anonymising))
