"""Two checkers that know nothing of one another agree on generated days."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from scoring.rules import SLUGS
from tests.support.tournaments.results_files import content
from tests.tournaments.results_file.second_checker import SecondChecker, letters_of_file
from tournaments.results_file.checking import checked, filled
from tournaments.results_file.generating import generated
from tournaments.results_file.letters import letters_of
from tournaments.results_file.verdict import GOOD

DAYS = [
    (players, 1 + number % 3, f"second {number}", SLUGS[number % len(SLUGS)], number % 2 == 1)
    for number, players in enumerate([13, 8, 12, 14, 20, 16] * 2)
]


def day(players: int, rounds: int, seed: str, rules: str, *, trouble: bool) -> dict[str, Any]:
    """Return a day drawn at random: such a draw the second checker draws again as well."""
    document = generated(players, rounds, seed, rules=rules, trouble=trouble, method="random")
    found: dict[str, Any] = json.loads(json.dumps(document))
    return found


@pytest.mark.parametrize("of", range(6))
def test_both_agree_on_generated_days(of: int) -> None:
    covered: Counter[str] = Counter()
    for players, rounds, seed, rules, trouble in DAYS[of::6]:
        document = day(players, rounds, seed, rules, trouble=trouble)
        second = SecondChecker(document)
        assert (list(second.check()), checked(content(document)).status) == ([], GOOD), (seed, rules)
        assert letters_of_file(document) == letters_of(document)
        covered += second.covered
    assert covered["games"] > 10
    assert covered["draws"] >= 2
    assert covered["rankings"] >= 4


@pytest.mark.parametrize("overall", ["best", "average", "sum"])
@pytest.mark.parametrize("tables", [0, 2, 3])  # of the last round, at which hands were played
def test_both_rank_a_running_round_as_the_page_says(tables: int, overall: str) -> None:
    """Without any result it does not count over all rounds; at a table without hands the capital counts."""
    document = day(13, 2, "running", "standard", trouble=tables == 2)
    before, running = document["rounds"]
    criterion = {"best": "best_balance", "average": "average", "sum": "sum_balance"}[overall]
    wanted = {"overall": overall, "overall_rounds": None, "overall_criteria": [criterion]}
    document["terms"] |= {"format": "money", "round_criteria": ["balance"], **wanted}
    running |= {"state": "running", "clock": None}
    del running["clock"]
    document["event"]["finished"] = False
    for table in running["tables"]:
        table["hands"] = [] if table["number"] > tables else table["hands"][:4]
        table.pop("adjustments", None)
    document.pop("lots", None)
    for round_ in document["rounds"]:
        round_.pop("missing", None)
    if tables == 2:
        running["tables"][2]["on_paper"], running["missing"] = True, [3]
    whole = filled(document)
    second = SecondChecker(whole)
    assert list(second.check()) == []
    assert checked(content(whole)).status == GOOD
    without = filled({**json.loads(json.dumps(document)), "rounds": [before]})
    assert (whole["standings"] == without["standings"]) == (tables == 0)
    apart = {player for part in whole["standings"] for player in part.get("apart", ()) if tables == 2}
    assert not apart or {*running["tables"][2]["seats"]} <= apart
