"""Evenings without a browser, two features at a time, recounted on paper."""

import pytest

from tests.night.evening import PaperEvening, jumping_clock
from tests.support.scoring.house import House, house

__all__ = ["house"]  # the fixtures
SEEDS = (2, 3, 4, 5, 7, 9, 25, 41)  # each feature comes at least once


@pytest.mark.parametrize("seed", SEEDS)
def test_an_evening_is_everywhere_as_on_paper(house: House, seed: int) -> None:
    house.sessions.clear()  # they may have ended by then
    with jumping_clock() as jump:
        evening = PaperEvening(house, seed, jump)
        evening.play()
    print(*evening.story, sep="\n")
    assert evening.wrong == []
