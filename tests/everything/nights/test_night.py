"""Some nights of the simulator; `make night` plays as many as there is time for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tarockclub import folders
from tests.night import day
from tests.night.defects import OF_SCRIPTS
from tests.night.generated_day import play_as_generated
from tests.night.hall import Hall
from tests.night.night import Report, play

NIGHTS = (7, 10, 14, 24, 682)  # each has shown something
DONE = {"record", "reload", "switch network", "record answered 200", "request lost", "request twice"}
DAYS = (1, 5029)  # the last one has shown something
GENERATED = 1
DONE_IN_DAYS = {
    *("people in accepted", "draw accepted", "ring accepted", "close accepted", "finish accepted"),
    *("leave accepted", "correct step save accepted", "ruling step save accepted"),
    *("record accepted", "call accepted", "results step save accepted", "answer 200"),
    *("request lost", "request answer lost", "request twice", "at the same moment", "standings seen"),
}


def played(play: Callable[[Hall, int], Report], hall: Hall, seed: int) -> Report:
    """Play a seed, and say what happened where it ends badly."""
    report = play(hall, seed)
    assert report.wrong == [], "\n".join([f"seed {seed}", *report.story])
    return report


def test_after_a_night_all_is_as_everybody_was_told(open_hall: Callable[[str], Hall]) -> None:
    hall, deeds = open_hall(""), Counter[str]()
    for seed in NIGHTS:
        deeds += played(play, hall, seed).deeds
    assert hall.lies() == ""
    print(deeds)
    assert {*deeds} >= DONE
    assert deeds["record answered 200"] >= 3 * len(NIGHTS)


def test_after_a_tournament_day_all_is_as_everybody_was_told(open_hall: Callable[[str], Hall]) -> None:
    hall, deeds = open_hall(""), Counter[str]()
    for seed in DAYS:
        deeds += played(day.play, hall, seed).deeds
    deeds += played(play_as_generated, hall, GENERATED).deeds
    assert hall.lies() == ""
    print(deeds)
    assert DONE_IN_DAYS - {*deeds} == set()
    assert deeds["record accepted"] + deeds["answer 200"] >= 5 * len(DAYS)


@pytest.mark.parametrize("defect", ["the last hand is sent first"])
def test_a_planted_defect_is_found(defect: str, open_hall: Callable[[str], Hall]) -> None:
    hall = open_hall(defect)
    hall.patience = 15
    assert any(play(hall, seed).wrong for seed in range(1, 20))


@pytest.mark.parametrize("defect", OF_SCRIPTS)
def test_what_a_defect_replaces_stands_in_a_script(defect: str) -> None:
    before, after = OF_SCRIPTS[defect]
    scripts = [path.read_text() for path in (folders.ROOT / "scoring/static").rglob("*.js")]
    assert sum(script.count(before) for script in scripts) >= 1
    assert before != after
