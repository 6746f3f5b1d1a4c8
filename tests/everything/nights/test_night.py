"""Some nights of the simulator; `make night` plays as many as there is time for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.night import day, night
from tests.night.hall import Hall
from tests.night.night import Report
from tests.support.races.processes import Server
from tests.support.races.servers import origin, server

__all__ = ["origin", "server"]  # the fixtures

NIGHTS = (7, 10, 14, 24, 682)  # each has shown something
DONE = {"record", "reload", "switch network", "record answered 200", "request lost", "request twice"}
DAYS = (1, 5029)  # the last one has shown something
DONE_IN_DAYS = {
    *("people in accepted", "draw accepted", "ring accepted", "close accepted", "finish accepted"),
    "ruling step save accepted",
    *("record accepted", "call accepted", "results step save accepted", "answer 200"),
    *("request lost", "request answer lost", "request twice", "at the same moment", "standings seen"),
}


@pytest.fixture
def hall(server: Server, browser: Browser) -> Iterator[Hall]:
    """A hall on a new database, with a server of its own and the browser of the tests."""
    opened = Hall(server, server.keeper("tests.night.days"), browser)
    opened.open()
    yield opened
    opened.close()


def deeds_of(play: Callable[[Hall, int], Report], hall: Hall, *seeds: int) -> Counter[str]:
    """Play these seeds, say what happened in one that ends badly, and return what was done in all."""
    deeds = Counter[str]()
    for seed in seeds:
        report = play(hall, seed)
        assert report.wrong == [], "\n".join([f"seed {seed}", *report.story])
        deeds += report.deeds
    assert hall.lies() == ""
    return deeds


def test_after_a_night_all_is_as_everybody_was_told(hall: Hall) -> None:
    deeds = deeds_of(night.play, hall, *NIGHTS)
    assert DONE - {*deeds} == set()
    assert deeds["record answered 200"] >= 3 * len(NIGHTS)


def test_after_a_tournament_day_all_is_as_everybody_was_told(hall: Hall) -> None:
    deeds = deeds_of(day.play, hall, *DAYS)
    assert DONE_IN_DAYS - {*deeds} == set()
    assert deeds["record accepted"] + deeds["answer 200"] >= 5 * len(DAYS)
