"""Two checkers that know nothing of one another agree on generated days, and on what is changed in them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scoring.rules import SLUGS
from tests.support.tournaments.results_files import KEPT, content
from tests.tournaments.results_file.second_checker import SecondChecker, differences, letters_of_file
from tournaments.results_file.checking import checked
from tournaments.results_file.generating import generated
from tournaments.results_file.letters import letters_of
from tournaments.results_file.verdict import DIFFERENT, GOOD

DAYS = [
    (players, 1 + number % 3, f"second {number}", SLUGS[number % len(SLUGS)], number % 2 == 1)
    for number, players in enumerate([8, 12, 13, 14, 16, 20] * 2)
]


def day(players: int, rounds: int, seed: str, rules: str, *, trouble: bool) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        json.dumps(generated(players, rounds, seed, rules=rules, trouble=trouble))
    )
    return found


def a_rank(document: dict[str, Any], dice: Random) -> None:
    dice.choice(dice.choice(document["rounds"])["standings"][0]["places"])["rank"] += 1


def two_names_of_places(document: dict[str, Any], dice: Random) -> None:
    places = document["rounds"][-1]["standings"][0]["places"]
    places[0]["player"], places[-1]["player"] = places[-1]["player"], places[0]["player"]


def a_settled_hand(document: dict[str, Any], dice: Random) -> dict[str, Any]:
    tables = [table for round_ in document["rounds"] for table in round_["tables"] if table["hands"]]
    hands = [item for item in dice.choice(tables)["hands"] if "games" in item["record"]]
    settled: dict[str, Any] = dice.choice(hands)["settled"]
    return settled


def a_total(document: dict[str, Any], dice: Random) -> None:
    totals = a_settled_hand(document, dice)["totals"]
    player = dice.choice(list(totals))
    totals[player] = f"{1000}/3"


def a_payout(document: dict[str, Any], dice: Random) -> None:
    payouts = a_settled_hand(document, dice)["payouts"]
    payouts[dice.choice(list(payouts))] = 77


def a_dealer(document: dict[str, Any], dice: Random) -> None:
    settled = a_settled_hand(document, dice)
    settled["dealer"] = settled["players"][0]


def a_sum(document: dict[str, Any], dice: Random) -> None:
    tables = [table for table in document["rounds"][0]["tables"] if table["hands"]]
    dice.choice(list(dice.choice(tables)["sums"].values()))["kassa"] = 99


CHANGES: list[Callable[[dict[str, Any], Random], None]] = [
    *(a_rank, two_names_of_places, a_total, a_payout, a_dealer, a_sum),
]


@pytest.mark.parametrize("of", range(6))
def test_both_agree_on_generated_days_and_on_what_is_changed_in_them(of: int) -> None:
    covered: Counter[str] = Counter()
    for number, (players, rounds, seed, rules, trouble) in enumerate(DAYS[of::6], of):
        document = day(players, rounds, seed, rules, trouble=trouble)
        second = SecondChecker(document)
        assert (list(second.check()), checked(content(document)).status) == ([], GOOD), (seed, rules)
        assert letters_of_file(document) == letters_of(document)
        covered += second.covered
        change = CHANGES[number % len(CHANGES)]
        change(document, Random(seed))
        assert differences(document), (seed, change)
        assert checked(content(document)).status == DIFFERENT
    assert covered["games"] > 10
    assert covered["rankings"] >= 4


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_both_agree_on_the_letters_of_files_that_were_kept(path: Any) -> None:
    document = json.loads(path.read_text())
    assert letters_of_file(document) == letters_of(document)
