"""Several phones at one table press at the same moment: one of them is served, all of them are told."""

from __future__ import annotations

from functools import partial
from random import Random
from uuid import uuid4

from tests.support.races.one_table import ROUNDS, SEED, a_little_later
from tests.support.races.phones import at_once


def test_a_hand_sent_four_times_at_once_is_there_once_and_answered_alike(open_club):
    club, dice = open_club(1), Random(SEED)
    phones = [club.phone() for _ in range(4)]
    sent = []
    for number in range(1, ROUNDS + 1):
        entry, hand, after = uuid4(), phones[0].some_hand(dice), phones[0].after
        answers = at_once(*(partial(phone.save, hand, entry=entry, after=after) for phone in phones))
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
        after = phones[0].after
        answers = at_once(
            *(partial(phone.save, hand, after=after) for phone, hand in zip(phones, hands, strict=True))
        )
        stored, refused = sorted(answers, key=lambda answer: answer.status)
        assert (stored.status, refused.status) == (200, 409)
        assert stored["said"] in refused["conflict"]
        assert refused["table"] == stored["table"]
        kept.append((stored["id"], hands[answers.index(stored)]))
    assert [(entry["id"], entry["record"]) for entry in club.stored()["entries"]] == kept


def test_undo_and_redo_and_a_hand_at_once_never_both(open_club):
    club, dice = open_club(1), Random(SEED)
    phones = [club.phone() for _ in range(3)]
    phones[0].save(phones[0].some_hand(dice))
    served = []
    for round_ in range(2 * ROUNDS):
        phones[0].save(phones[0].some_hand(dice))
        if round_ % 2:
            phones[0].undo()
        after = phones[0].after
        adding, undoing, redoing = phones
        answers = at_once(
            partial(adding.save, adding.some_hand(dice), after=after),
            partial(undoing.undo, after=after),
            partial(redoing.redo, after=after),
        )
        statuses = [answer.status for answer in answers]
        assert statuses.count(200) == 1
        assert statuses.count(409) == 2
        served.append(("add", "undo", "redo")[statuses.index(200)])
        assert club.stored()["entries"][-1]["act"] == served[-1]
        phones[0].table = answers[statuses.index(200)]["table"]
    print({what: served.count(what) for what in sorted(set(served))})


def test_people_change_seats_or_a_hand_is_recorded(open_club):
    club, dice = open_club(1), Random(SEED)
    phone = club.phone()
    seated = 0
    for round_ in range(ROUNDS):
        names = ["Anna", "Bert", "Cilli", "Dora", "Emil"][: 4 + round_ % 2]
        after, hand = phone.after, phone.some_hand(dice)
        change_seats = a_little_later(dice, partial(club.on_sheet, "seat", names=names, after=after))
        answer, changed = at_once(partial(phone.save, hand, after=after), change_seats)
        assert (answer.status, changed) in ((200, False), (409, True))
        assert answer["table"]["after"] == after + 1
        last = club.stored()["entries"][-1]
        assert last["record"] == hand if answer.status == 200 else "event" in last["record"]
        seated += changed
    print(f"seats changed {seated} times of {ROUNDS}")


def test_a_hand_comes_before_the_end_of_the_sheet_or_not_at_all(open_club):
    club, dice = open_club(1), Random(SEED)
    recorded_before_the_end(club, dice, club.on_sheet, "close", "reopen")


def test_a_hand_comes_before_the_end_of_the_evening_or_not_at_all(open_club):
    club, dice = open_club(1), Random(SEED)
    recorded_before_the_end(club, dice, club.keeper.do, "close_evening", "reopen_evening")


def recorded_before_the_end(club, dice, do, close, reopen):
    phone, recorded = club.phone(), 0
    for _ in range(ROUNDS):
        entry, after, hand = uuid4(), phone.after, phone.some_hand(dice)
        end = a_little_later(dice, partial(do, close))
        answer, _ended = at_once(partial(phone.save, hand, entry=entry, after=after), end)
        assert answer.status in (200, 409)
        recorded += answer.status == 200
        now = club.stored()
        assert not now["open"]
        assert now["seq"] == now["hands"] == len(now["entries"]) == recorded
        if answer.status == 409:
            assert answer["closed"]
        again = phone.save(hand, entry=entry, after=after)
        assert again.status == answer.status
        do(reopen)
    print(f"recorded before the end {recorded} times of {ROUNDS}")
