"""At a tournament several press at the same moment: phones with the card, and two directors."""

from collections import Counter
from functools import partial
from random import Random
from uuid import uuid4

from scoring.server.phones import at_once
from tests.support.races.one_table import SEED, a_little_later

ROUNDS = 5
PLAIN = {"contract": "normalspiel", "points": 45}


def some_hand(phone, dice):
    """Of those that anybody at the table may play at any time."""
    declarer, partner = dice.sample([player["id"] for player in phone.table["players"]], 2)
    return {"games": [{**PLAIN, "declarer": declarer, "partner": partner}]}


def said(phone, name, **further):
    """An answer at the bell; the phone then shows what it is told."""
    body = {"id": str(uuid4()), **further}
    answer = phone.ask("POST", phone.table["occasion"]["urls"][name], body)
    if answer.status in (200, 400):
        phone.table = answer["table"]
    return answer


def called(phone, name):
    answer = phone.ask("POST", phone.table["occasion"]["call"]["urls"][name], {"id": str(uuid4())})
    if answer.status in (200, 400):
        phone.table = answer["table"]
    return answer


def looked(phone):
    """As a phone does every three seconds."""
    phone.table = phone.ask("GET", phone.table["urls"]["live"])["table"]


def begun(hall):
    hall.do("publish")
    assert hall.do("start")


def test_a_round_is_started_and_its_clock_stopped_once_however_many_press(hall):
    hall.do("publish")
    assert sorted(at_once(*(partial(director.do, "start") for director in hall.directors))) == [False, True]
    for _ in range(ROUNDS):
        for what in ("pause", "resume"):
            assert sorted(at_once(*(partial(director.do, what) for director in hall.directors))) == [
                False,
                True,
            ]
    stand = hall.do("stand")
    assert stand["ticks"] == ["pause", "resume"] * ROUNDS
    assert (stand["stage"], stand["sheets"]) == ("running", 1)


def test_the_bell_is_answered_once_and_the_one_hand_after_it_is_there_once(hall):
    begun(hall)
    dice, phones = Random(SEED), [hall.phone(), hall.phone()]
    for number in range(1, ROUNDS + 1):
        assert hall.do("ring")
        for phone in phones:
            looked(phone)
        answers = at_once(*(partial(said, phone, "say_dealt", dealt=True) for phone in phones))
        assert sorted(answer.status for answer in answers) == [200, 400]
        assert hall.do("stand")["answers"] == number
        hands = [some_hand(phone, dice) for phone in phones]
        after = hall.do("stand")["seq"]
        answers = at_once(
            *(partial(phone.save, hand, after=after) for phone, hand in zip(phones, hands, strict=True))
        )
        assert sorted(answer.status for answer in answers) == [200, 409]
        assert hall.do("stand")["hands"] == number
        looked(phones[0])
        assert phones[0].save(some_hand(phones[0], dice)).status == 400
        assert hall.do("add_time", seconds=600)


def test_the_director_adds_time_while_the_table_answers_and_plays(hall):
    """Whoever comes first: no hand is lost, and what lapsed at a bell that was taken back is owed again."""
    begun(hall)
    dice, phone, served, hands = Random(SEED), hall.phone(), Counter(), 0
    for _ in range(ROUNDS):
        assert hall.do("ring")
        looked(phone)
        said(phone, "say_dealt", dealt=True)
        hand = some_hand(phone, dice)
        saved, _added = at_once(
            a_little_later(dice, partial(phone.save, hand)),
            a_little_later(dice, partial(hall.do, "add_time", seconds=600)),
        )
        served[saved.status] += 1
        hands += saved.status == 200
        assert hall.do("stand")["hands"] == hands
    print(dict(served))


def test_no_round_closes_over_an_open_call(hall):
    begun(hall)
    dice, phone, served = Random(SEED), hall.phone(), Counter()
    for _ in range(ROUNDS):
        closed, call = at_once(
            a_little_later(dice, partial(hall.do, "close_round")),
            a_little_later(dice, partial(called, phone, "call")),
        )
        assert closed == (call.status != 200)
        stand = hall.do("stand")
        assert [call["withdrawn"] for call in stand["calls"]] == ([] if closed else [False])
        served["closed" if closed else "called"] += 1
        if not closed:
            assert called(phone, "withdraw").status == 200
            assert hall.do("close_round")
        begun(hall)
        phone.sit_down()
    print(dict(served))


def test_a_call_is_ruled_on_or_withdrawn_never_both(hall):
    begun(hall)
    dice, phone, served = Random(SEED), hall.phone(), Counter()
    for _ in range(ROUNDS):
        assert called(phone, "call").status == 200
        call = phone.table["occasion"]["call"]["open"]["id"]
        ruled, withdrawn = at_once(
            a_little_later(dice, partial(hall.do, "rule", call=call)),
            a_little_later(dice, partial(called, phone, "withdraw")),
        )
        assert ruled == (withdrawn.status != 200)
        served["ruled" if ruled else "withdrawn"] += 1
        looked(phone)
    stand = hall.do("stand")
    assert [(call["withdrawn"], call["rulings"]) for call in stand["calls"]].count((True, 0)) == served[
        "withdrawn"
    ]
    assert [(one["withdrawn"], one["rulings"]) for one in stand["calls"]].count((False, 1)) == served["ruled"]
    print(dict(served))


def test_a_hand_and_the_exchange_of_people_each_come_through_once(hall):
    """Whichever is first: the hand is there once, and the phone learns who is really who."""
    begun(hall)
    dice, phone, served = Random(SEED), hall.phone(), Counter()
    one, other = [player["id"] for player in phone.table["players"]][:2]
    for number in range(1, ROUNDS + 1):
        entry, hand, after = uuid4(), some_hand(phone, dice), phone.table["after"]
        saved, exchanged = at_once(
            a_little_later(dice, partial(phone.save, hand, entry=entry)),
            a_little_later(dice, partial(hall.do, "exchange", one=one, other=other)),
        )
        assert exchanged
        assert saved.status == 200
        served["hand first" if saved["seq"] == after + 1 else "exchange first"] += 1
        sent = {"id": str(entry), "after": after, "record": hand}
        again = phone.ask("POST", phone.table["urls"]["save"], sent)
        assert (again.status, again["id"], again["seq"]) == (200, str(entry), saved["seq"])
        phone.table = again["table"]
        assert len(phone.table["people"]) == number
        assert hall.do("stand")["hands"] == number
    print(dict(served))
