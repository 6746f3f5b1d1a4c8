"""Lets time pass between the requests of a test: some minutes or an hour, drawn from the test's name.

Stories begin in the evening or before midnight, in Vienna or in UTC, and some in the night in which the
clocks change: what a test asks for twice is asked for on two days. `BEGIN=23:55` lets all of them begin then.
A test that is about time moves it on itself (`watch`), or is marked `own_time` with a reason.

A look at the clock takes a millisecond, and else it stands still: however slow a machine is, a test finds
the same time. Browsers and programs that are started as a whole have the clock of the run, which ticks.
"""

import datetime
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from random import Random
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.signals import request_started
from django.db.models import F
from django.utils import timezone

from tests.support.begin import BEGINS, EVENING, PLANTED, set_clock
from tests.support.stages import BUILT_AT, stage_of

MINUTES = (0, 1, 4, 59, 61)
NIGHT = datetime.timedelta(hours=12)  # then nothing passes any more: in a day, sessions are renewed
BEGINNINGS = ("evening", "midnight", "midnight in UTC", "clocks change")
# What is started as a whole, or in a browser, goes by the clock of the run.
WITH_CLOCK_OF_THE_RUN = {"own_database", "shared_database"}
WITH_CLOCK_OF_THE_RUN |= {"empty_database", "migrated_database"}
BROWSERS = {"browser", "other_browser"}
NOTHING = datetime.timedelta()
SIGNED_IN_BEFORE = datetime.timedelta(hours=6)
A_LOOK = datetime.timedelta(milliseconds=1)

set_clock()
now_in_the_run = timezone.now


class Jumping:
    """The time of one test."""

    now: "Jumping | None" = None  # in the test that is running

    def __init__(self, item: pytest.Item, *, passes: bool, ticks: bool) -> None:
        """Draw from the test's name when its story begins, and the time between its requests."""
        self.dice = Random(item.nodeid)
        self.passes, self.ticks = passes, ticks
        stage = stage_of(item)
        is_dated = stage is not None and stage.below is not None  # an evening of today, say
        self.begins = EVENING
        if passes:
            self.begins = begin_of(self.dice.choice(BEGINNINGS[:3] if is_dated else BEGINNINGS))
        self.looks = count(1)
        self.passed = NOTHING
        self.requests = 0

    def forward(self, minutes: float) -> None:
        self.passed += datetime.timedelta(minutes=minutes)

    def request(self, method: str) -> None:
        """Let time pass, unless this is the first one; of a page that asks by itself only if it sends."""
        if not self.passes or (self.ticks and method != "POST"):
            return
        if self.requests and self.passed < NIGHT:
            self.forward(self.dice.choice(MINUTES))
        self.requests += 1

    def look(self) -> datetime.datetime:
        if self.ticks:
            return now_in_the_run() + self.passed
        return self.begins.astimezone(datetime.UTC) + self.passed + next(self.looks) * A_LOOK


def begin_of(beginning: str) -> datetime.datetime:
    """Return when a story begins; it is the same whenever tests run."""
    if PLANTED:
        return BEGINS
    if beginning == "midnight":
        return EVENING.replace(hour=23, minute=57)
    if beginning == "midnight in UTC":
        return EVENING.astimezone(datetime.UTC).replace(hour=23, minute=20)
    if beginning == "clocks change":
        days = (EVENING.replace(hour=0, minute=50) + datetime.timedelta(number) for number in range(1, 366))
        return next(day for day in days if day.dst() != (day + datetime.timedelta(hours=9)).dst())
    return EVENING


def passed() -> datetime.timedelta:
    """Return how much was added since the test began, for a clock that otherwise stands still."""
    return Jumping.now.passed if Jumping.now else NOTHING


def stay_signed_in() -> None:
    """Let each session of the scene begin some hours before the story; a day later it would be renewed."""
    Session.objects.update(expire_date=F("expire_date") + (timezone.now() - BUILT_AT - SIGNED_IN_BEFORE))


@contextmanager
def time_of_the_run() -> Iterator[None]:
    """Use the clock of the run within: a scene is built for several tests, each of which has its own time."""
    test, Jumping.now = Jumping.now, None
    try:
        yield
    finally:
        Jumping.now = test


def _now() -> datetime.datetime:
    return Jumping.now.look() if Jumping.now else now_in_the_run()


def _on_request(environ: dict[str, Any], **_about: Any) -> None:
    if Jumping.now:
        Jumping.now.request(environ["REQUEST_METHOD"])


def pytest_configure() -> None:
    timezone.now = _now
    request_started.connect(_on_request)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """While tests are imported nobody asks the time: it would be another day than when they run."""

    def not_yet() -> datetime.datetime:
        raise AssertionError("The time is asked for before any test runs.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", not_yet)
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Give every test a time of its own, but those that begin whole programs."""
    if not isinstance(item, pytest.Function) or not WITH_CLOCK_OF_THE_RUN.isdisjoint(item.fixturenames):
        return
    own = item.get_closest_marker("own_time")
    if own is not None and not own.args:
        pytest.fail("It has a time of its own, and does not say why.", pytrace=False)
    has_watch = "watch" in inspect.signature(item.function).parameters
    has_browser = not BROWSERS.isdisjoint(item.fixturenames)
    Jumping.now = Jumping(item, passes=not has_watch and own is None, ticks=has_browser)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    Jumping.now = None
