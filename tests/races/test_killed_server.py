"""The server is killed again and again while everybody records: what a phone was told is kept."""

import time
from collections import Counter
from itertools import chain
from random import Random
from threading import Event, Thread
from uuid import UUID, uuid4

from scoring.server.phones import PATIENCE, NoAnswer, Phone

SEED = 54
KILLS = 10
TABLES = 6
PHONES = 10  # at four of the tables lie two
BETWEEN = (1, 6)  # answered hands before a kill
WITHIN = 0.05  # seconds: it comes at any moment of a request


class Scorer(Thread):
    """Records hand after hand; sends each again, under the same id, until the server has answered it."""

    def __init__(self, phone: Phone, dice: Random, enough: Event) -> None:
        super().__init__(daemon=True)
        self.phone, self.dice, self.enough = phone, dice, enough
        self.acknowledged: list[tuple[int, str]] = []  # seq and id, as the server told
        self.begun: list[UUID] = []
        self.unanswered = self.overtaken = 0
        self.finished = False

    def run(self) -> None:
        while not self.enough.is_set():
            self.record_one_hand()
        self.finished = True

    def record_one_hand(self) -> None:
        entry, hand = uuid4(), self.phone.some_hand(self.dice)
        self.begun.append(entry)
        after = self.phone.after
        until = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self.phone.save(hand, entry=entry, after=after)
            except NoAnswer:
                assert time.monotonic() < until
                self.unanswered += 1
                time.sleep(0.02)
                continue
            if answer.status == 200:
                assert answer["id"] == str(entry)
                self.acknowledged.append((answer["seq"], answer["id"]))
                return
            # The other phone at this table was quicker; both hands were played.
            assert answer.status == 409, answer
            self.overtaken += 1
            hand, after = self.phone.some_hand(self.dice), self.phone.after


def test_a_server_killed_ten_times_keeps_every_acknowledged_hand(open_club):
    club, dice = open_club(TABLES), Random(SEED)
    print(f"seed {SEED}")
    enough = Event()
    tables = [number % TABLES for number in range(PHONES)]
    scorers = [
        Scorer(club.phone(table), Random(SEED + number), enough) for number, table in enumerate(tables)
    ]
    for scorer in scorers:
        scorer.start()
    lost_answers = 0
    for _ in range(KILLS):
        wait_until_it_has_gone_on(scorers, dice.randint(*BETWEEN))
        time.sleep(dice.uniform(0, WITHIN))
        club.server.kill()
        assert club.keeper.do("verify") == ""
        lost_answers += everything_acknowledged_is_there(club, tables, scorers)
        club.server.start()
    enough.set()
    for scorer in scorers:
        scorer.join(PATIENCE)
        assert scorer.finished
    everything_acknowledged_is_there(club, tables, scorers)
    # Everybody was told in the end, so nothing is there that nobody knows of.
    stored = [entry["id"] for sheet in club.keeper.do("look").values() for entry in sheet["entries"]]
    begun = [str(entry) for scorer in scorers for entry in scorer.begun]
    assert Counter(stored) == Counter(begun)
    print(
        f"{len(stored)} hands; {sum(scorer.unanswered for scorer in scorers)} times no answer, "
        f"{lost_answers} hands stored whose answer was lost, "
        f"{sum(scorer.overtaken for scorer in scorers)} times another phone was quicker"
    )


def wait_until_it_has_gone_on(scorers, hands) -> None:
    """Until so many more are answered."""
    enough = sum(len(scorer.acknowledged) for scorer in scorers) + hands
    until = time.monotonic() + PATIENCE
    while sum(len(scorer.acknowledged) for scorer in scorers) < enough:
        assert time.monotonic() < until
        time.sleep(0.01)


def everything_acknowledged_is_there(club, tables, scorers) -> int:
    """Once, in the order that was told. How many were stored although nobody was told?"""
    acknowledged = [list(scorer.acknowledged) for scorer in scorers]
    sheets = club.keeper.do("look")
    unknown = 0
    for number, table in enumerate(club.tables):
        stored = sheets[str(table["sheet"])]["entries"]
        order = [(entry["seq"], entry["id"]) for entry in stored]
        assert [seq for seq, _ in order] == list(range(1, len(order) + 1))
        assert [entry["number"] for entry in stored] == [seq for seq, _ in order]
        here = [hands for place, hands in zip(tables, acknowledged, strict=True) if place == number]
        told = list(chain.from_iterable(here))
        assert len(set(told)) == len(told)
        assert set(told) <= set(order)
        unknown += len(set(order) - set(told))
    return unknown
