"""How many tables this server is enough for: a club of invented people plays, and is gone afterwards.

Four phones lie on each table: one records a hand each minute, more often than people do; three follow.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from http.client import HTTPException
from math import ceil
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, NamedTuple
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy

from scoring import demo
from scoring.accounts import verbs as people
from scoring.capability import Capability, sentence
from scoring.deeds import PendingDeed
from scoring.evenings import verbs as evenings
from scoring.models import Account, Club, Entry
from scoring.names import folded
from scoring.server.phones import Follower, NoAnswer, Phone, at_once
from scoring.table.links import code_of
from scoring.table.verbs import Person

NAME = "Belastungsprobe"
AT_A_TABLE = 4
PAUSE = 60.0  # seconds between two hands of a table
MOST = 400  # phones
LONGEST = 30.0  # minutes
ENOUGH_HANDS = 20  # of fewer, 95 of 100 is none in particular
SOON_ENOUGH = 1000.0  # milliseconds, for 95 of 100 answers
QUIET = timedelta(minutes=10)
HALF = 0.5  # of all processors may be busy
FEDERATION = (10, 100, 1000)  # clubs that play on the same evening
TABLES_OF_A_CLUB = 10
FAILED = (
    NoAnswer,
    OSError,
    HTTPException,
    ValueError,
    LookupError,
)  # no answer, or none that a phone understands


class LoadResult(NamedTuple):
    """What came of it: milliseconds of each answer, what failed, and how busy the processors were."""

    tables: int
    hands: list[float]
    questions: list[float]
    failed: int
    busy: float | None  # part of all processors, without what played the phones

    @property
    def is_conclusive(self) -> bool:
        """Whether the measurement is conclusive: a request failed, or enough hands were recorded."""
        return self.failed > 0 or len(self.hands) >= ENOUGH_HANDS

    @property
    def is_enough(self) -> bool:
        """Whether everybody was answered, and soon."""
        taken = (self.hands, self.questions)
        return not self.failed and all(slowest(each) <= SOON_ENOUGH for each in taken if each)

    @property
    def thousandths(self) -> float:
        """Return how many thousandths of a core a table takes, where that is known."""
        return 1000 * (self.busy or 0) * (os.cpu_count() or 1) / self.tables

    @property
    def carries(self) -> int:
        """How many tables would keep half of the processors busy; if unknown, the tables that played."""
        return int(self.tables * HALF / self.busy) if self.busy else self.tables

    def processors_for(self, tables: int) -> int:
        """Return how many processors like these a number of tables would keep half busy."""
        return ceil(self.thousandths / 1000 * tables / HALF)


def slowest(taken: list[float]) -> float:
    """Return what 95 of 100 answers did not take longer than."""
    return quantiles(taken, n=20)[-1] if len(taken) > 1 else median(taken)


def people_play() -> bool:
    """Whether a hand was recorded in the last few minutes."""
    return Entry.objects.filter(at__gt=timezone.now() - QUIET).exists()


@contextmanager
def tables(count: int) -> Iterator[list[str]]:
    """Yield the codes of `count` tables of a temporary club."""
    for left in Club.objects.filter(name__startswith=f"{NAME} "):  # by a command that was killed
        if alone := Account.objects.filter(name=left.name, password="").first():
            remove(left, alone)
    name = f"{NAME} {uuid4().hex[:6]}"
    open_evening: Any = evenings.open_evening  # takes actor and deed, as every verb
    open_sheet: Any = evenings.open_sheet
    with transaction.atomic():
        owner = Account.objects.create(name=name, key=folded(name), made_at=timezone.now())
        terms = people.ClubTerms(
            name=name, currency="EUR", cents_per_point=10, language="de", default_rules="standard"
        )
        club = people.new_club(terms, owner, name)
        evening = open_evening(
            actor=owner,
            deed=uuid4(),
            club=club,
            date=timezone.localdate(),
            place=NAME,
            rules="standard",
            options={},
        )
        codes = []
        for number in range(1, count + 1):
            seated = [Person(name=f"{number}-{seat}") for seat in range(1, AT_A_TABLE + 1)]
            sheet = open_sheet(
                actor=owner, deed=uuid4(), evening=evening, name=str(number), people=seated, high_card=0
            )
            codes.append(code_of(sheet, "record"))
    try:
        yield codes
    finally:
        remove(club, owner)


def remove(club: Club, owner: Account) -> None:
    """Take the club and its owner away again, and note that it was here."""
    with transaction.atomic():
        demo.clear(club)
        owner.delete()
        PendingDeed(uuid4(), None, "tried_load", club.pk).record(None, actor=NAME)


def play(codes: list[str], port: int, headers: dict[str, str], seconds: float) -> LoadResult:
    """Let everybody play for so long."""
    phones = [Phone(port, code, headers=headers) for code in codes]
    others = (AT_A_TABLE - 1) * len(phones)
    followers = [Follower.at_a_table(phones[number % len(phones)], number) for number in range(others)]
    busy_before, own, begun = busy_seconds(), time.process_time(), time.monotonic()
    recorded = [partial(_record, phone, Random(number), seconds) for number, phone in enumerate(phones)]
    follow = [partial(_follow, follower, seconds) for follower in followers]
    answered = at_once(*recorded, *follow)
    passed, busy_after = time.monotonic() - begun, busy_seconds()
    busy = None
    if busy_before is not None and busy_after is not None:
        spent = busy_after - busy_before - (time.process_time() - own)
        busy = max(spent / passed / (os.cpu_count() or 1), 0.001)
    hands = [each for taken, _ in answered[: len(phones)] for each in taken]
    questions = [each for taken, _ in answered[len(phones) :] for each in taken]
    return LoadResult(len(phones), hands, questions, sum(failed for _, failed in answered), busy)


def _record(phone: Phone, dice: Random, seconds: float) -> tuple[list[float], int]:
    """Record hands until the time is over; return how long each took, and how many failed."""
    taken, until = list[float](), time.monotonic() + seconds
    pause = dice.uniform(0, min(PAUSE, seconds / 2))
    while time.monotonic() + pause < until:
        time.sleep(pause)
        begun = time.monotonic()
        try:
            if phone.save(phone.some_hand(dice)).status != 200:
                return taken, 1
        except FAILED:
            return taken, 1
        taken.append((time.monotonic() - begun) * 1000)
        pause = dice.uniform(0.5, 1.5) * PAUSE
    return taken, 0


def _follow(follower: Follower, seconds: float) -> tuple[list[float], int]:
    try:
        follower.follow(seconds)
    except FAILED:
        return [], 1
    return [milliseconds for _, milliseconds in follower.answers], 0


def busy_seconds() -> float | None:
    """Return the seconds all processors have worked since the start; None if not reported."""
    try:
        user, nice, system, _idle, _waiting, *others = (
            Path("/proc/stat").read_text().split("\n")[0].split()[1:]
        )
    except OSError:
        return None
    ticks = sum(map(int, (user, nice, system, *others[:2])))
    return ticks / os.sysconf("SC_CLK_TCK")


CAPABILITY = Capability(words={"tried_load": sentence(gettext_lazy("tested how much this server can take"))})
