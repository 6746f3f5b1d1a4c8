"""An evening of the plan written down by the verbs, everything at the time at which it happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cached_property
from random import Random
from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring import clock
from scoring.demo.dealing import DealtHand, dealt, dreier
from scoring.demo.season import GUESTS, MEMBERS, EveningEvent, Plan, PlannedTable
from scoring.engine.pagatkassa import PagatkassaTerms
from scoring.engine.rules import Rules
from scoring.evenings import verbs as evening_verbs
from scoring.models import Account, Club, Entry, Evening, Sheet
from scoring.rules.versions.versions import rules_of
from scoring.table import verbs as recording
from scoring.table.replay import position_of
from scoring.table.verbs import Person
from scoring.table.writing import Written
from scoring.table_policy import Actor

BEGIN = time(19, 10)
NEXT_MORNING = time(10, 20)
RUNS_SINCE = timedelta(minutes=80)  # the table of today, if it is not evening yet
MINUTES_A_HAND = (4, 8)
TERMS = PagatkassaTerms(stake=10, start=20, ceiling=200)
SKILL = MEMBERS | GUESTS
# At which hand something happens, at the first table of an evening.
WRONG, UNDONE, FORGOTTEN, LATECOMER, VOID = 5, 7, 12, 9, 6
LAST_ROUND = 4  # hands of the Schlussradl
VOIDS = ("Karten vergeben", "nur drei Talonkarten")


@dataclass
class Pen:
    """Whoever writes, with a watch that is turned back."""

    club: Club
    owner: Account
    seed: str
    id_of: Callable[..., UUID]
    at: datetime  # at first: when the club was founded; nothing happened later
    written: int = 0

    @cached_property
    def dice(self) -> Random:
        return Random(self.seed)

    def write(self, plan: Plan) -> None:
        begin = _moment(plan.date, BEGIN)
        if EveningEvent.RUNNING in plan.events:
            begin = min(begin, self.at - RUNS_SINCE)
        self.at = begin
        with self.then():
            evening = evening_verbs.open_evening(
                actor=self.owner,
                deed=self.id_of("evening"),
                club=self.club,
                date=plan.date,
                place=plan.place,
                rules=plan.rules,
                options={},
                pagatkassa=TERMS if EveningEvent.PAGATKASSA in plan.events else None,
                confirmation=EveningEvent.CONFIRMED in plan.events,
            )
        known = dict(self.club.members.values_list("name", "pk"))
        tables = []
        ends = []
        for number, table in enumerate(plan.tables):
            self.at = begin + timedelta(minutes=2 * number)
            one = _Playing(
                pen=self,
                evening=evening,
                table=table,
                latecomer=plan.latecomer,
                members=known,
                dice=Random(f"{self.seed} {number}"),
                rules=rules_of(evening.ruleset),
            )
            one.play(plan.events if number == 0 else frozenset())
            tables.append(one)
            ends.append(self.at)
        if EveningEvent.RUNNING in plan.events:
            return
        self.at = max(ends)
        self._close(evening)
        if EveningEvent.REOPENED in plan.events:
            self._set_right_next_day(evening, plan.date, tables[0])

    def go_back(self, days: int) -> None:
        """Turn the watch back to an evening so many days before."""
        self.at = _moment(self.at.date() - timedelta(days=days), BEGIN)

    def first_id(self) -> UUID:
        return self.id_of("evening")

    def hand(self, rules: Rules, players: Sequence[str], names: Mapping[str, str]) -> DealtHand:
        """Return one legal hand of those who are called so."""
        return dealt(self.dice, rules, players, {player: SKILL.get(names[player], 0) for player in players})

    def _close(self, evening: Evening) -> None:
        self.wait(6)
        with self.then():
            evening_verbs.close_evening(actor=self.owner, deed=self.next_id(), evening=evening)

    def _set_right_next_day(self, evening: Evening, day: date, table: _Playing) -> None:
        self.at = _moment(day + timedelta(days=1), NEXT_MORNING)
        reason = "Am Heimweg hat sich herausgestellt: ein Dreier steht falsch da"
        with self.then():
            evening_verbs.reopen_evening(
                actor=self.owner, deed=self.next_id(), evening=evening, reason=reason
            )
        self.wait(2)
        table.set_right("Der Dreier war verloren")
        self._close(evening)

    def next_id(self) -> UUID:
        self.written += 1
        return self.id_of(self.written)

    def wait(self, minutes: float) -> None:
        self.at += timedelta(minutes=minutes)

    @contextmanager
    def then(self) -> Iterator[None]:
        with clock.turned_back_to(self.at):
            yield


def _moment(day: date, at: time) -> datetime:
    return datetime.combine(day, at, tzinfo=timezone.get_default_timezone())


@dataclass
class _Playing:
    """A table and its sheet. The phone in the middle writes; what is set right later, the owner does."""

    pen: Pen
    evening: Evening
    table: PlannedTable
    latecomer: str
    members: dict[str, int]
    dice: Random
    rules: Rules
    sheet: Sheet = field(init=False)
    skill: dict[str, float] = field(default_factory=dict)  # by id
    wrong: Entry | None = None  # to be set right

    def play(self, events: frozenset[EveningEvent]) -> None:
        with self.pen.then():
            self.sheet = evening_verbs.open_sheet(
                actor=self.pen.owner,
                deed=self.pen.next_id(),
                evening=self.evening,
                name=self.table.name,
                people=[self._person(name) for name in self.table.people],
                high_card=self.table.high_card,
            )
        self._look_who_is_there()
        for number in range(1, self.table.hands + 1):
            self._before(number, events)
            written = self._add(self._hand(number, events))
            self._after(number, events, written.entry)

    def _before(self, number: int, events: frozenset[EveningEvent]) -> None:
        if number == VOID and EveningEvent.VOID in events:
            self._add({"void": "redeal", "reason": self.dice.choice(VOIDS)})
        if number == LATECOMER and EveningEvent.LATECOMER in events:
            self._seat_the_latecomer()
        if number == self.table.hands - LAST_ROUND + 1 and EveningEvent.SCHLUSSRADL in events:
            self._add({"event": "schlussradl"})

    def _hand(self, number: int, events: frozenset[EveningEvent]) -> DealtHand:
        position = position_of(self.sheet).standing
        if number == WRONG and events & {EveningEvent.CORRECTED, EveningEvent.REOPENED}:
            return dreier(position.playing[1], won=EveningEvent.REOPENED in events)
        return dealt(self.dice, self.rules, position.playing, self.skill)

    def _after(self, number: int, events: frozenset[EveningEvent], entry: Entry) -> None:
        if number == WRONG:
            self.wrong = entry
        if number == WRONG + 1 and EveningEvent.CORRECTED in events:
            self.set_right("Nachgezählt: der Dreier war gewonnen")
        if number == UNDONE and EveningEvent.UNDONE in events:
            self._write(recording.undo, actor=self._phone)
            self._add(self._hand(number, events))
        if number == FORGOTTEN and EveningEvent.INSERTED in events:
            self._write(
                recording.insert,
                actor=Actor(self.pen.owner),
                before=entry,
                record=dreier(self.sheet.rows.get(pk=entry.pk).players[2], won=True),
                reason="Beim Bestellen vergessen",
                keep_deal=True,
            )

    def set_right(self, reason: str) -> None:
        """Set right what was written of a Dreier: it is the contrary of what happened."""
        assert self.wrong is not None
        assert self.wrong.record is not None
        game = self.wrong.record["games"][0]
        self.sheet = Sheet.objects.whole().get(pk=self.sheet.pk)
        self._write(
            recording.correct,
            actor=Actor(self.pen.owner),
            target=self.wrong,
            record=dreier(game["declarer"], won=not game["won"]),
            reason=reason,
        )

    def _seat_the_latecomer(self) -> None:
        position = position_of(self.sheet).standing
        people = [Person(participant=int(player)) for player in position.players]
        self._write(
            recording.seat,
            actor=Actor(self.pen.owner),
            people=[*people, self._person(self.latecomer)],
            dealer=position.players.index(position.dealer),
        )
        self._look_who_is_there()

    def _person(self, name: str) -> Person:
        return Person(member=self.members[name]) if name in self.members else Person(name=name)

    def _look_who_is_there(self) -> None:
        self.skill = {other: SKILL.get(name, 0) for other, name in self.evening.names().items()}

    @property
    def _phone(self) -> Actor:
        return Actor(link=self.sheet.record_link)

    def _add(self, record: DealtHand) -> Written:
        self.pen.wait(self.dice.uniform(*MINUTES_A_HAND))
        return self._write(recording.add, actor=self._phone, record=record)

    def _write(self, verb: Callable[..., Written], **asked: Any) -> Written:
        with self.pen.then():
            written = verb(entry=self.pen.next_id(), sheet=self.sheet, after=self.sheet.seq, **asked)
        self.sheet = written.sheet
        return written
