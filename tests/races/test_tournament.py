"""At a tournament a table records while its director says who is really who.

What else directors, arbiters and tables do in the same moment, tournament days do: tests/night/day.py
"""

from collections import Counter
from functools import partial
from random import Random
from uuid import uuid4

from tests.races.one_table import SEED, a_little_later
from tests.support.phones import at_once

ROUNDS = 5
PLAIN = {"contract": "normalspiel", "points": 45}


def some_hand(phone, dice):
    """Of those that anybody at the table may play at any time."""
    declarer, partner = dice.sample([player["id"] for player in phone.table["players"]], 2)
    return {"games": [{**PLAIN, "declarer": declarer, "partner": partner}]}


def test_a_hand_and_the_exchange_of_people_each_come_through_once(hall):
    """Whichever is first: the hand is there once, and the phone learns who is really who."""
    dice, phone, served = Random(SEED), hall.phone(), Counter()
    one, other = [player["id"] for player in phone.table["players"]][:2]
    for number in range(1, ROUNDS + 1):
        entry, hand, known_seq = uuid4(), some_hand(phone, dice), phone.table["after"]
        saved, _exchanged = at_once(
            a_little_later(dice, partial(phone.save, hand, entry=entry)),
            a_little_later(dice, partial(hall.do, "exchange", one=one, other=other)),
        )
        assert saved.status == 200
        served["hand first" if saved["seq"] == known_seq + 1 else "exchange first"] += 1
        sent = {"id": str(entry), "after": known_seq, "record": hand}
        again = phone.ask("POST", phone.table["urls"]["save"], sent)
        assert (again.status, again["id"], again["seq"]) == (200, str(entry), saved["seq"])
        phone.table = again["table"]
        assert len(phone.table["people"]) == number
        assert hall.do("hands") == number
    print(dict(served))
