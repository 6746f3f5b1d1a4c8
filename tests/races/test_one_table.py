"""Several phones at one table press at the same moment: one of them is served, all of them are told.

What else may happen at once goes the same way through the lock of its sheet; nights of the simulator
(`tests/night/`) try it, and servers that are killed.
"""

from collections import Counter
from functools import partial
from random import Random
from uuid import uuid4

from tests.races.one_table import ROUNDS, SEED, a_little_later
from tests.support.phones import at_once


def test_a_hand_sent_four_times_at_once_is_there_once_and_answered_alike(open_club):
    club, dice = open_club(1), Random(SEED)
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
    stored = club.stored()["entries"]
    assert [(entry["id"], entry["number"], entry["record"]) for entry in stored] == sent


def test_of_two_hands_at_once_one_is_stored_and_the_other_phone_told_what_it_was(open_club):
    club, dice = open_club(1), Random(SEED)
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
    assert [(entry["id"], entry["record"]) for entry in club.stored()["entries"]] == kept


def test_a_hand_comes_before_the_end_of_the_evening_or_not_at_all(open_club):
    club, dice = open_club(1), Random(SEED)
    phone, recorded = club.phone(), 0
    for _ in range(ROUNDS):
        entry, known_seq, hand = uuid4(), phone.known_seq, phone.some_hand(dice)
        end = a_little_later(dice, partial(club.keeper.do, "close_evening"))
        answer, _ended = at_once(partial(phone.save, hand, entry=entry, known_seq=known_seq), end)
        assert answer.status in (200, 409)
        recorded += answer.status == 200
        now = club.stored()
        assert not now["open"]
        assert now["seq"] == now["hands"] == len(now["entries"]) == recorded
        if answer.status == 409:
            assert answer["closed"]
        again = phone.save(hand, entry=entry, known_seq=known_seq)
        assert again.status == answer.status
        club.keeper.do("reopen_evening")
    print(f"recorded before the end {recorded} times of {ROUNDS}")


def others(phone, record):
    """Whoever does not play alone."""
    declarer = record["games"][0]["declarer"]
    return [player["id"] for player in phone.table["players"] if player["id"] != declarer]


def test_no_objection_gets_out_of_sight(open_club):
    club, dice = open_club(1), Random(SEED)
    phone, served = club.phone(), Counter()
    for _ in range(ROUNDS):
        club.keeper.do("confirming", on=True)
        record = phone.some_hand(dice)
        player = others(phone, record)[0]
        entry = phone.save(record)["id"]
        before = len(club.stored()["voices"])
        off = a_little_later(dice, partial(club.keeper.do, "confirming", on=False))
        objected, switched_off = at_once(partial(phone.tap, "object", entry, player=player), off)
        noted = len(club.stored()["voices"]) > before
        assert noted != switched_off, "either it is noted and stays in sight, or it is refused"
        assert objected.status == (302 if noted else 200)
        served["noted" if noted else "switched off"] += 1
        if noted:
            club.on_sheet("settle_objections")
    print(dict(served))
