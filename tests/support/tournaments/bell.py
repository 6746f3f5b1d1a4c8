"""A round that comes to its bell."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from inspect import signature
from typing import Any
from uuid import uuid4

import pytest
from django.utils import translation

from scoring.deeds import Refused
from scoring.models import Account, Act, Entry, Sheet
from scoring.table import verbs as recording
from scoring.table.writing import Written
from scoring.table_policy import Actor
from tests.support.scoring.tables import FOUR
from tests.support.stages import Stage
from tests.support.tournaments.playing import Hands, Playing, by_hand, hand, started, timed
from tournaments.engine.terms import Double
from tournaments.models import Table
from tournaments.round_clock import last_hand_of
from tournaments.rounds.pages.table_facts import facts_of
from tournaments.rounds.verbs import bell_verbs, rounds, timing

PLAYED = "The last hand after the bell has been played. Only the director can allow another."


@contextmanager
def refused(*sentences: str) -> Iterator[None]:
    with translation.override("en"), pytest.raises(Refused) as why:
        yield
    assert [sentence for each in why.value.problems.values() for sentence in each] == list(sentences)


def facts(playing: Playing) -> dict[str, Any]:
    """Return what the phone at a table is told, in English."""
    table = playing.table()
    table.sheet = playing.sheet()
    with translation.override("en"):
        return facts_of(table, playing.names())


@dataclass
class Room:
    """One table with a card on it, its director, and the time."""

    playing: Playing
    watch: Hands
    table: int = 1

    @property
    def sheet(self) -> Sheet:
        return self.playing.sheet(self.table)

    @property
    def card(self) -> Actor:
        return Actor(link=self.sheet.record_link)

    @property
    def director(self) -> Account:
        return self.playing.director

    @property
    def here(self) -> Table:
        return self.playing.table(self.table)

    def do(self, verb: Callable[..., Any], /, **about: Any) -> Any:
        asked = signature(verb).parameters.get("table")
        here = {"table": self.here} if asked is not None and asked.default is asked.empty else {}
        return self.playing.do(verb, **{**here, **about})

    def write(self, verb: Callable[..., Written], /, **about: Any) -> Written:
        written: Written = self.playing.write(verb, at=self.table, **about)
        return written

    def at(self, minute: float) -> None:
        """So many minutes after the start."""
        self.watch.moment = self.moment(minute)

    def moment(self, minute: float) -> datetime:
        started = self.playing.tournament.rounds.get(number=1).started_at
        assert started is not None
        return started + timedelta(minutes=minute)

    def play(self, *, entered: float | None = None, by: str = "") -> Written:
        moment = None if entered is None else self.moment(entered)
        return self.playing.play(self.table, hand("Bert", "Cilli"), entered=moment, by=by)

    def yes(self) -> Table:
        """The cards are dealt."""
        return bell_verbs.say_dealt(actor=self.card, deed=uuid4(), table=self.here, dealt=True)

    def no(self) -> Table:
        return bell_verbs.say_dealt(actor=self.card, deed=uuid4(), table=self.here, dealt=False)

    def undo(self) -> Written:
        return self.write(recording.undo)

    def redo(self) -> Written:
        return self.write(recording.redo)

    def correct(self, target: Entry, *, by: str = "") -> Written:
        ids = self.playing.ids()
        record = hand(ids["Anna"], ids["Dora"])
        return self.playing.change(Act.CORRECT, target, record, by=by, at=self.table)

    def hands(self) -> int:
        return int(self.sheet.state.hands)

    def left(self) -> int:
        return last_hand_of(self.here, self.watch.moment).left

    def balances(self) -> list[int]:
        """Of Anna, Bert, Cilli and Dora."""
        ids = self.playing.ids()
        players = self.here.result.players
        return [int(players[ids[name]].balance) for name in FOUR]

    def rings(self) -> datetime | None:
        return last_hand_of(self.here, self.watch.moment).rings

    def asks(self) -> bool:
        return last_hand_of(self.here, self.watch.moment).asks


# Doubled hands

TOLD = "The bell: the hand already dealt counts as shown, after it nothing is doubled."
MORE = "Time was added: hands can be doubled again."


def mondfang() -> dict[str, Any]:
    """Anna and Bert win 1, and the other side takes their Mond for 1: nobody gets or pays anything."""
    return {**hand("Anna", "Bert"), "premiums": [{"premium": "mondfang", "by": "Cilli", "made": True}]}


def add_time(room: Room, minutes: int = 5) -> None:
    room.do(timing.add_time, seconds=60 * minutes)


# How stories at the bell begin


def doubled_room(playing: Playing, watch: Hands) -> Room:
    """The director has called a double round at the one table."""
    playing.agree(double=Double.CALLED)
    playing.begin(tables=[FOUR])
    playing.do(rounds.double_round)
    return Room(playing, watch)


@timed(on=started)
def doubled(started: Playing) -> Playing:
    """At ten past a Mondfang, at twenty past the first doubled hand: three are still owed."""
    with by_hand(started) as watch:
        found = Room(started, watch)
        found.at(10)
        started.play(1, mondfang())
        found.at(20)
        found.play()
    return started


def with_the_bell_rung(playing: Playing) -> Playing:
    """At one past half the table says that the cards of a further hand are dealt."""
    with by_hand(playing) as watch:
        found = Room(playing, watch)
        found.at(31)
        found.yes()
    return playing


after_the_bell = Stage("after_the_bell", with_the_bell_rung, on=started).fixture("watch")
doubled_after_the_bell = Stage("doubled_after_the_bell", with_the_bell_rung, on=doubled).fixture("watch")
