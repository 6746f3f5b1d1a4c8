"""The sheets of some clubs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from scoring.engine.loading import Data
from scoring.engine.loading import rules_from as rules_from_data
from scoring.engine.rules import Rules
from scoring.rules.importing import imported

FOLDER = Path(__file__).parents[2] / "clubs"


CLUBS = (
    "freitag",
    "samstag",
    "sonntag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "montag",
    "feiertag",
    "werktag",
)


@cache
def club(slug: str) -> Rules:
    return rules_from_data(club_data(slug), slug)


def club_data(slug: str) -> Data:
    found = imported((FOLDER / f"{slug}.toml").read_bytes())
    assert found.data is not None, found.mistakes
    return found.data
