"""Several phones at one table press at the same moment: one of them is served, all of them are told."""

from collections import Counter
from functools import partial
from random import Random
from uuid import uuid4

from scoring.server.phones import at_once
from tests.support.races.one_table import ROUNDS, SEED, a_little_later


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


# Taps about a hand while the sheet goes on


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
