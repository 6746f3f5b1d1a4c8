"""Several phones at one table press at the same moment: one of them is served, all of them are told.

What else may happen at once waits for the same lock (tests/scoring/table/test_locks.py); nights of the
simulator (`tests/night/`) try it, and servers that are killed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from tests.support.phones import Phone, at_once
from tests.support.races.processes import Keeper, Server
from tests.support.races.servers import server

__all__ = ["server"]  # the fixture

SEED = 54
ROUNDS = 10


@dataclass
class Club:
    """A table, and the processes that look after it."""

    server: Server
    keeper: Keeper
    table: dict[str, Any]

    def phone(self) -> Phone:
        return Phone(self.server.port, self.table["code"])

    def stored(self) -> list[dict[str, Any]]:
        """The entries of the table's sheet as the database has them."""
        found: list[dict[str, Any]] = self.keeper.do("look", sheet=self.table["sheet"])
        return found


@pytest.fixture
def club(server: Server) -> Iterator[Club]:
    """In the end its database holds no lie."""
    keeper = server.keeper()
    [table] = keeper.do("found", tables=1)
    server.start()
    yield Club(server, keeper, table)
    server.kill()
    assert "Traceback" not in server.log.read_text()
    assert keeper.do("verify") == ""
    keeper.stop()


def test_a_hand_sent_four_times_at_once_is_there_once_and_answered_alike(club: Club) -> None:
    dice = Random(SEED)
    phones = [club.phone() for _ in range(4)]
    sent = []
    for number in range(1, ROUNDS + 1):
        entry, hand, known_seq = uuid4(), phones[0].some_hand(dice), phones[0].known_seq
        sending = (partial(phone.save, hand, entry=entry, known_seq=known_seq) for phone in phones)
        verified, *answers = at_once(partial(club.keeper.do, "verify"), *sending)
        assert verified == "", "whoever records does not look like a lie"
        assert [answer.status for answer in answers] == [200] * 4
        assert len({answer.body for answer in answers}) == 1
        assert (answers[0]["id"], answers[0]["number"]) == (str(entry), number)
        sent.append((str(entry), number, hand))
    assert [(entry["id"], entry["number"], entry["record"]) for entry in club.stored()] == sent


def test_of_two_hands_at_once_one_is_stored_and_the_other_phone_told_what_it_was(club: Club) -> None:
    dice = Random(SEED)
    phones = [club.phone(), club.phone()]
    kept = []
    for _ in range(ROUNDS):
        hands = [phones[0].some_hand(dice), phones[0].some_hand(dice)]
        known_seq = phones[0].known_seq
        answers = at_once(
            *(
                partial(phone.save, hand, known_seq=known_seq)
                for phone, hand in zip(phones, hands, strict=True)
            )
        )
        stored, refused = sorted(answers, key=lambda answer: answer.status)
        assert (stored.status, refused.status) == (200, 409)
        assert stored["said"] in refused["conflict"]
        assert refused["table"] == stored["table"]
        kept.append((stored["id"], hands[answers.index(stored)]))
    assert [(entry["id"], entry["record"]) for entry in club.stored()] == kept
