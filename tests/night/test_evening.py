"""Evenings without a browser, two features at a time, recounted on paper."""

import pytest

from tests.night.evening import PaperEvening
from tests.support.jumping import Jumping
from tests.support.scoring.house import House, house

__all__ = ["house"]  # the fixtures
SEEDS = (1, 3, 5, 9, 25)  # each feature comes once


@pytest.mark.parametrize("seed", SEEDS)
def test_an_evening_is_everywhere_as_on_paper(house: House, seed: int) -> None:
    assert Jumping.now is not None
    evening = PaperEvening(house, seed, Jumping.now.forward)
    evening.play()
    print(*evening.story, sep="\n")
    assert evening.wrong == []
