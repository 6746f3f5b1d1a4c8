"""Some nights of the simulator; `make night` plays as many as there is time for."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.night import day, night
from tests.night.hall import Hall
from tests.night.night import Report
from tests.support.races.processes import Server
from tests.support.races.servers import server

__all__ = ["server"]  # the fixture

FIRST, _, LAST = os.environ.get("SEEDS", "").partition("-")
ASKED = range(int(FIRST), int(LAST or FIRST) + 1) if FIRST else ()
NIGHTS = (7, 10, 14, 24, 682)
DONE = {"record", "reload", "switch network", "record answered 200", "request lost", "request twice"}
DAYS = (1, 5029)
DONE_IN_DAYS = {
    *("people in accepted", "draw accepted", "ring accepted", "close accepted", "finish accepted"),
    "ruling step save accepted",
    *("record accepted", "call accepted", "results step save accepted", "answer 200"),
    *("request lost", "request answer lost", "request twice", "at the same moment", "standings seen"),
}


@pytest.fixture
def hall(server: Server, browser: Browser) -> Iterator[Hall]:
    """A hall on a new database, with a server of its own and the browser of the tests."""
    steps = int(os.environ.get("STEPS") or 0)
    opened = Hall(server, server.keeper("tests.night.days"), browser, steps=steps)
    opened.open()
    yield opened
    opened.close()


def deeds_of(play: Callable[[Hall, int], Report], hall: Hall, seeds: Iterable[int]) -> Counter[str]:
    """Play these seeds, say what happened in each that ends badly, and return what was done in all."""
    deeds, bad = Counter[str](), []
    for seed in seeds:
        report = play(hall, seed)
        bad += [seed] if report.wrong else []
        told = [*report.story, *report.wrong] if report.wrong else ["as told"]
        print(f"seed {seed}:", *told, sep="\n  ", flush=True)
        deeds += report.deeds
    print(*(f"{count:6} {deed}" for deed, count in deeds.most_common()), sep="\n")
    print(lies := hall.lies())
    assert bad == [], f"seeds that end badly: {bad}"
    assert lies == ""
    return deeds


def test_after_a_club_night_all_is_as_everybody_was_told(hall: Hall) -> None:
    deeds = deeds_of(night.play, hall, ASKED or NIGHTS)
    assert ASKED or DONE - {*deeds} == set()
    assert ASKED or deeds["record answered 200"] >= 3 * len(NIGHTS)


def test_after_a_tournament_day_all_is_as_everybody_was_told(hall: Hall) -> None:
    deeds = deeds_of(day.play, hall, ASKED or DAYS)
    assert ASKED or DONE_IN_DAYS - {*deeds} == set()
    assert ASKED or deeds["record accepted"] + deeds["answer 200"] >= 5 * len(DAYS)
