"""The deeds of a tournament in words, for the log: one file for each matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tournaments.chronicle import disputes, drawing, people, planning, prizes, repair, rounds

TOLD: dict[str, Callable[[dict[str, Any]], str]] = {
    **planning.TOLD,
    **people.TOLD,
    **drawing.TOLD,
    **rounds.TOLD,
    **disputes.TOLD,
    **prizes.TOLD,
    **repair.TOLD,
}
