"""What a phone finds out that keeps an older head, whoever has the database and all keys."""

from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import reduce
from random import Random
from typing import Any

from scoring.heads import BEGINNING, digest_of, head_after, letters_of, salted

Contents = list[dict[str, Any]]
MANIPULATIONS = 1000


def heads_of(contents: Contents) -> list[str]:
    heads = [head_after(BEGINNING, digest_of("the beginning"))]
    for content in contents:
        heads.append(head_after(heads[-1], digest_of(content)))
    return heads


def continued(head: str, links: Iterable[str]) -> str:
    """Return the head after these links, as a phone works it out from one that it has seen."""
    return reduce(head_after, links, head)


def evening(dice: Random) -> Contents:
    return [
        {
            "id": str(dice.getrandbits(128)),
            "seq": seq,
            "record": {"games": [{"contract": "dreier", "declarer": str(dice.randrange(4)), "won": True}]},
            "amounts": [3 * (amount := dice.randrange(1, 9)), -amount, -amount, -amount],
            "reason": salted("a salt", "vertippt"),
            "by": dice.randrange(4),
            "at": f"2026-11-26T20:{seq:02}:00+00:00",
        }
        for seq in range(1, dice.randrange(5, 40))
    ]


def change(contents: Contents, at: int, dice: Random, key: str, value: Any) -> None:
    contents[at][key] = value


MANIPULATED: dict[str, Callable[[Contents, int, Random], object]] = {
    "an amount": lambda contents, at, dice: change(contents, at, dice, "amounts", [9, -3, -3, -3.5]),
    "a record": lambda contents, at, dice: contents[at]["record"]["games"][0].update(won=False),
    "who declared": lambda contents, at, dice: contents[at]["record"]["games"][0].update(declarer="9"),
    "the time": lambda contents, at, dice: change(contents, at, dice, "at", "2026-11-26T03:00:00+00:00"),
    "who wrote it": lambda contents, at, dice: change(contents, at, dice, "by", 9),
    "the words": lambda contents, at, dice: change(contents, at, dice, "reason", salted("", "")),
    "the order": lambda contents, at, dice: contents.insert(at - 1, contents.pop(at)),
    "one deleted": lambda contents, at, dice: contents.pop(at),
    "one inserted": lambda contents, at, dice: contents.insert(at, {"seq": at, "record": None}),
    "all after it deleted": lambda contents, at, dice: contents.__delitem__(slice(at, None)),
}


def test_a_phone_tells_of_every_manipulation_of_what_it_has_seen() -> None:
    """Everything is chained anew after it, and played on: no check of the server finds it."""
    dice, silent, tried = Random(41), [], dict.fromkeys(MANIPULATED, 0)
    for _number in range(MANIPULATIONS):
        contents = evening(dice)
        kept = dice.randrange(2, len(contents) + 1)  # entries that the phone has seen
        seen = heads_of(contents)[kept]
        name = dice.choice(list(MANIPULATED))
        tried[name] += 1
        forged = deepcopy(contents)
        MANIPULATED[name](forged, dice.randrange(1, kept), dice)
        forged += evening(dice)[: dice.randrange(0, 6)]
        if continued(seen, map(digest_of, forged[kept:])) == heads_of(forged)[-1]:
            silent.append(name)
    assert silent == []
    assert min(tried.values()) > 50
    assert sum(tried.values()) == MANIPULATIONS


def test_what_only_went_on_is_no_manipulation() -> None:
    dice = Random(42)
    for _number in range(100):
        contents = evening(dice)
        kept, heads = dice.randrange(len(contents) + 1), heads_of(contents)
        assert continued(heads[kept], map(digest_of, contents[kept:])) == heads[-1]


def test_the_ten_letters_of_a_head() -> None:
    assert letters_of(head_after(BEGINNING, "0" * 64)) == "ISACY-K6N3L"
    assert letters_of("") == ""
