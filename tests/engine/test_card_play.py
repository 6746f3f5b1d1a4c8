"""What is really played is never refused."""

import os

import pytest

from scoring.engine.problems import problems_with
from scoring.engine.words import problem_in_words
from scoring.rules import SLUGS, published
from tests.support.engine.card_play import play

# Of 200,000 hands, 20,000 on each sheet, none was refused. PLAYED=5000 plays as many on each.
PLAYED = int(os.environ.get("PLAYED", "150"))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_hand_that_was_played_is_not_refused(slug: str) -> None:
    rules = published()[slug]
    refused = [
        (seed, problem_in_words(problem, "en"))
        for seed in range(PLAYED)
        if (found := play(seed, rules)) is not None
        for problem in problems_with(found[1], rules)
    ]
    assert refused == []
