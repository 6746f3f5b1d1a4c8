"""Lets time pass between the requests of a test: some minutes or an hour, drawn from the test's name.

Stories begin in the evening or before midnight, in Vienna or in UTC, and some in the night in which the
clocks change: what a test asks for twice is asked for on two days. A test that is about time moves it on
itself (`watch`), or is marked `own_time` with a reason.
"""

import datetime
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.sessions.models import Session
from django.core.signals import request_started
from django.db.models import F
from django.utils import timezone

from tests.support.stages import stage_of

MINUTES = (0, 1, 4, 59, 61)
NIGHT = datetime.timedelta(hours=12)  # then nothing passes any more: in a day, sessions are renewed
BEGINNINGS = ("evening", "midnight", "midnight in UTC", "clocks change")
# What is started as a whole has the real time.
WITH_REAL_TIME = {"origin", "own_database", "shared_database"}
WITH_REAL_TIME |= {"empty_database", "migrated_database"}
BROWSERS = {"browser", "other_browser"}
VIENNA = ZoneInfo("Europe/Vienna")
NOTHING = datetime.timedelta()

real_now = timezone.now


class Jumping:
    """What is added to the real time in one test."""

    now: "Jumping | None" = None  # in the test that is running

    def __init__(self, item: pytest.Item) -> None:
        """Draw from the test's name how much later its story begins; then, what passes between requests."""
        self.dice = Random(item.nodeid)
        stage = stage_of(item)
        self.has_browser = not BROWSERS.isdisjoint(item.fixturenames)
        # An evening of today, say; and browsers keep the real time, as if their clocks were wrong.
        is_dated = self.has_browser or (stage is not None and stage.below is not None)
        self.shift = later_by(self.dice.choice(BEGINNINGS[:3] if is_dated else BEGINNINGS))
        self.passed = NOTHING
        self.requests = 0

    def forward(self, minutes: float) -> None:
        self.passed += datetime.timedelta(minutes=minutes)

    def request(self, method: str) -> None:
        """Let time pass, unless this is the first one; of a page that asks by itself only if it sends."""
        if self.has_browser and method != "POST":
            return
        if self.requests and self.passed < NIGHT:
            self.forward(self.dice.choice(MINUTES))
        self.requests += 1


def later_by(beginning: str) -> datetime.timedelta:
    """Return how far from now a story begins; its hour is the same whenever tests run."""
    evening = real_now().astimezone(VIENNA).replace(hour=20, minute=10, second=0)
    begins = evening
    if beginning == "midnight":
        begins = evening.replace(hour=23, minute=57)
    elif beginning == "midnight in UTC":
        begins = evening.astimezone(datetime.UTC).replace(hour=23, minute=20)
    elif beginning == "clocks change":
        days = (evening.replace(hour=0, minute=50) + datetime.timedelta(number) for number in range(1, 366))
        begins = next(day for day in days if day.dst() != (day + datetime.timedelta(hours=9)).dst())
    return begins - real_now()


def passed() -> datetime.timedelta:
    """Return how much was added since the test began, for a clock that otherwise stands still."""
    return Jumping.now.passed if Jumping.now else NOTHING


def stay_signed_in() -> None:
    """Move the end of each session as far as the beginning of the story is moved."""
    if Jumping.now:
        Session.objects.update(expire_date=F("expire_date") + Jumping.now.shift)


@contextmanager
def real_time() -> Iterator[None]:
    """Use the real time within: a scene is built for several tests, each of which has a time of its own."""
    test, Jumping.now = Jumping.now, None
    try:
        yield
    finally:
        Jumping.now = test


def _now() -> datetime.datetime:
    return real_now() + (Jumping.now.shift if Jumping.now else NOTHING) + passed()


def _on_request(environ: dict[str, Any], **_about: Any) -> None:
    if Jumping.now:
        Jumping.now.request(environ["REQUEST_METHOD"])


def pytest_configure() -> None:
    timezone.now = _now
    request_started.connect(_on_request)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Give every test a time of its own, but those that have one already."""
    if not isinstance(item, pytest.Function) or not WITH_REAL_TIME.isdisjoint(item.fixturenames):
        return
    own = item.get_closest_marker("own_time")
    if own is not None and not own.args:
        pytest.fail("It has a time of its own, and does not say why.", pytrace=False)
    has_watch = "watch" in inspect.signature(item.function).parameters
    if not has_watch and own is None:
        Jumping.now = Jumping(item)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    Jumping.now = None
