"""Some nights of the simulator; `make night` plays as many as there is time for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tests.night.hall import Hall
from tests.night.night import play

KEPT = (7, 14, 24)  # of which each once found a defect
DONE = {"record", "reload", "switch network", "record answered 200", "request lost", "request twice"}
FIRST = range(101, 103)


@pytest.mark.parametrize("seeds", [KEPT, FIRST], ids=["kept", "first"])
def test_after_a_night_all_is_as_everybody_was_told(
    seeds: tuple[int, ...], open_hall: Callable[[str], Hall]
) -> None:
    hall, deeds = open_hall(""), Counter[str]()
    for seed in seeds:
        report = play(hall, seed)
        assert report.wrong == [], "\n".join([f"seed {seed}", *report.story])
        deeds += report.deeds
    assert hall.lies() == ""
    print(deeds)
    missing = {
        "record",
        "reload",
        "switch network",
        "record answered 200",
        "request lost",
        "request twice",
    } - {*deeds}
    assert missing == set()
    assert deeds["record"] >= 5 * len(seeds)


@pytest.mark.parametrize("defect", ["the last hand is sent first"])
def test_a_planted_defect_is_found(defect: str, open_hall: Callable[[str], Hall]) -> None:
    hall = open_hall(defect)
    hall.patience = 15
    assert any(play(hall, seed).wrong for seed in range(1, 20))
