"""Taps about a hand while the sheet goes on: each is about what stood, and `verify` would tell otherwise."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random

from tests.support.races.one_table import ROUNDS, SEED, a_little_later
from tests.support.races.phones import at_once


def others(phone, record):
    """Whoever does not play alone."""
    declarer = record["games"][0]["declarer"]
    return [player["id"] for player in phone.table["players"] if player["id"] != declarer]


def test_several_confirm_at_once_and_each_is_heard_once(open_club):
    club, dice = open_club(1), Random(SEED)
    club.keeper.do("confirming", on=True)
    phones = [club.phone() for _ in range(4)]
    for number in range(1, ROUNDS + 1):
        record = phones[0].some_hand(dice)
        first, second, _ = others(phones[0], record)
        entry = phones[0].save(record)["id"]
        answers = at_once(
            *(
                partial(phone.tap, "confirm", entry, player=player)
                for phone, player in zip(phones, (first, first, second, second), strict=True)
            )
        )
        assert [answer.status for answer in answers] == [302] * 4
        voices = club.stored()["voices"]
        assert len(voices) == 2 * number
        assert {str(voice["player_id"]) for voice in voices[-2:]} == {first, second}


def test_a_confirmation_comes_before_the_hand_is_taken_back_or_not_at_all(open_club):
    club, dice = open_club(1), Random(SEED)
    club.keeper.do("confirming", on=True)
    phones, served = [club.phone(), club.phone()], Counter()
    for round_ in range(ROUNDS):
        record = phones[0].some_hand(dice)
        player = others(phones[0], record)[0]
        entry = phones[0].save(record)["id"]
        before = len(club.stored()["voices"])
        go_on = (phones[0].undo, partial(phones[0].save, phones[0].some_hand(dice)))[round_ % 2]
        tap = a_little_later(dice, partial(phones[1].tap, "confirm", entry, player=player))
        gone_on, tapped = at_once(a_little_later(dice, go_on), tap)
        assert (gone_on.status, tapped.status) == (200, 302)
        after = club.stored()
        served["heard" if len(after["voices"]) > before else "too late"] += 1
        assert after["seq"] == phones[0].after
    print(dict(served))


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
