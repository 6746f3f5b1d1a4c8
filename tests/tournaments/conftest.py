"""A tournament of the house's club, played by the verbs."""

import pytest
from django.test import Client

from tests.support.scoring.house import house
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.disputes import at_the_cup
from tests.support.tournaments.playing import Playing, cup, playing, started, two_tables, watch

__all__ = ["FOUR", "Playing", "at_the_cup", "cup", "house", "playing", "started", "two_tables", "watch"]


@pytest.fixture
def director(playing: Playing) -> Client:
    """Bert, who directs the tournament and reads English."""
    return playing.client()
