"""The deeds of a tournament in words, for the log: one file for each matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tournaments.disputes import words as disputes
from tournaments.drawing import words as drawing
from tournaments.people import words as people
from tournaments.planning import words as planning
from tournaments.prizes import words as prizes
from tournaments.repair import words as repair
from tournaments.rounds import words as rounds

TOLD: dict[str, Callable[[dict[str, Any]], str]] = {
    **planning.TOLD,
    **people.TOLD,
    **drawing.TOLD,
    **rounds.TOLD,
    **disputes.TOLD,
    **prizes.TOLD,
    **repair.TOLD,
}
