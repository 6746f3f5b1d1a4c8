"""People of a club night: phones that record until they are answered, phones and screens that look on."""

from __future__ import annotations

import http.client
import time
from dataclasses import dataclass, field
from random import Random
from threading import Event, Thread
from uuid import UUID, uuid4

from scoring.server.phones import Follower, NoAnswer, Phone, PhoneAnswer

PATIENCE = 120.0  # seconds for one hand
BEFORE_AGAIN = 0.1  # seconds


@dataclass
class Seen:
    """Answers and failures, each with its moment."""

    good: list[tuple[float, float]] = field(default_factory=list)  # moment, seconds it took
    failed: list[float] = field(default_factory=list)


class Recorder(Thread):
    """Saves hand after hand; sends each again, under the same id, until a server has it."""

    def __init__(self, phone: Phone, sheet: int, number: int, pause: float, enough: Event) -> None:
        super().__init__(daemon=True)
        self.phone, self.sheet, self.dice = phone, sheet, Random(number)
        self.pause, self.enough = pause, enough
        self.seen, self.waited = Seen(), list[tuple[float, float]]()  # moment, seconds until it was there
        self.acknowledged: list[str] = []
        self.wrong = ""

    def run(self) -> None:
        try:
            self._wait()
            while not self.enough.is_set():
                self._record_one()
                self._wait()
        except AssertionError as error:
            self.wrong = str(error)

    def _wait(self) -> None:
        self.enough.wait(self.dice.uniform(0.5, 1.5) * self.pause)

    def _record_one(self) -> None:
        entry, hand, after = uuid4(), self.phone.some_hand(self.dice), self.phone.after
        begun = time.monotonic()
        while True:
            assert time.monotonic() - begun < PATIENCE, f"{entry} was not answered for {PATIENCE} s"
            answer = self._save(hand, entry, after)
            if answer is None:
                time.sleep(BEFORE_AGAIN)
                continue
            assert answer.status == 200, f"{answer.status}: {answer.body[:300]!r}"
            assert answer["id"] == str(entry)
            self.waited.append((time.monotonic(), time.monotonic() - begun))
            self.acknowledged.append(str(entry))
            return

    def _save(self, hand: dict[str, object], entry: UUID, after: int) -> PhoneAnswer | None:
        begun = time.monotonic()
        try:
            answer = self.phone.save(hand, entry=entry, after=after)
        except NoAnswer:
            answer = None
        now = time.monotonic()
        if answer is None or answer.status >= 500:
            self.seen.failed.append(now)
            return None
        self.seen.good.append((now, now - begun))
        return answer


class Onlooker(Follower):
    """Asks whether there is anything new, as an open page does; a server that goes away is no end of it."""

    def __init__(self, port: int, number: int, pulse: str, part: str, cookies: str = "") -> None:
        super().__init__(port, number, pulse, part, cookies)
        self.seen = Seen()
        self.new, self.answers = False, []

    def _ask(self, path: str) -> None:
        begun = time.monotonic()
        try:
            super()._ask(path)
        except (OSError, http.client.HTTPException, AssertionError):
            self.connection.close()
            self.seen.failed.append(time.monotonic())
            self.new = False
        else:
            self.seen.good.append((time.monotonic(), time.monotonic() - begun))

    @classmethod
    def of_page(cls, port: int, code: str, number: int) -> Onlooker:
        """Somebody who follows a tournament on its public page."""
        where = f"/tournaments/{code}/"
        return cls(port, number, f"{where}pulse/", f"{where}?part=1")

    @classmethod
    def of_sheet(cls, phone: Phone, number: int) -> Onlooker:
        """Somebody else who looks at a club's table."""
        cookies = "; ".join(f"{name}={cooky.value}" for name, cooky in phone.cookies.items())
        live = phone.table["urls"]["live"]
        return cls(phone.port, number, live, live, cookies)
