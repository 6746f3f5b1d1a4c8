"""A full room: forty tables record at the same moment."""

import time
from functools import partial
from random import Random

from scoring.server.phones import at_once

SEED = 54
TABLES = 40
HANDS = 2
VERIFIED = 2  # times meanwhile: whoever records does not look like a lie


def test_forty_tables_post_at_once_and_nothing_is_lost(open_club):
    club = open_club(TABLES)
    phones = [club.phone(table) for table in range(TABLES)]

    waits = []

    def play(phone, dice):
        answers = []
        for _ in range(HANDS):
            begun = time.monotonic()
            answers.append(phone.save(phone.some_hand(dice)))
            waits.append(time.monotonic() - begun)
        return answers

    def verify():
        return [club.keeper.do("verify") for _ in range(VERIFIED)]

    playing = [partial(play, phone, Random(SEED + number)) for number, phone in enumerate(phones)]
    verified, *answers = at_once(verify, *playing)
    assert verified == [""] * VERIFIED
    print(f"{len(waits)} hands, the slowest after {max(waits):.1f} s")
    assert {answer.status for table in answers for answer in table} == {200}
    sheets = club.keeper.do("look")
    for table, told in zip(club.tables, answers, strict=True):
        stored = sheets[str(table["sheet"])]["entries"]
        assert [(one["id"], one["number"]) for one in stored] == [(one["id"], one["number"]) for one in told]
        assert [entry["number"] for entry in stored] == list(range(1, HANDS + 1))
