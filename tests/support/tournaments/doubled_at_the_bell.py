"""Hands with a Mondfang, and time that is added."""

from __future__ import annotations

from typing import Any

from tests.support.tournaments.bell import Room
from tests.support.tournaments.hands import hand
from tournaments.rounds.verbs import timing

TOLD = "The bell: the hand already dealt counts as shown, after it nothing is doubled."


MORE = "Time was added: hands can be doubled again."


def mondfang() -> dict[str, Any]:
    """Anna and Bert win 1, and the other side takes their Mond for 1: nobody gets or pays anything."""
    return {**hand("Anna", "Bert"), "premiums": [{"premium": "mondfang", "by": "Cilli", "made": True}]}


def add_time(room: Room, minutes: int = 5) -> None:
    room.do(timing.add_time, seconds=60 * minutes)
