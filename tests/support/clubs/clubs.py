"""The sheets of some clubs; their worked examples stand in the same files."""

import tomllib
from functools import cache
from pathlib import Path

from scoring.engine.loading import Data
from scoring.engine.loading import rules_from as rules_from_data
from scoring.engine.rules import Rules
from scoring.rules.exporting import toml_of
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
    "neujahr",
)


@cache
def club(slug: str) -> Rules:
    return rules_from_data(club_data(slug), slug)


def club_data(slug: str) -> Data:
    sheet = tomllib.loads((FOLDER / f"{slug}.toml").read_text(encoding="utf-8"))["sheet"]
    found = imported(toml_of(sheet).encode())
    assert found.data is not None, found.mistakes
    return found.data
