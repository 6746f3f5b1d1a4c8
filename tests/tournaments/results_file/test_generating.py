"""What is generated is good by both checkers, whatever was asked for, and what is changed is told."""

from __future__ import annotations

import json

import pytest

from tests.tournaments.results_file.second_checker import differences
from tournaments.engine.ladders import LADDERS
from tournaments.results_file.checking import checked
from tournaments.results_file.generating import generated
from tournaments.results_file.generating_series import generated_series
from tournaments.results_file.verdict import DIFFERENT, GOOD


def test_what_is_generated_may_have_sections_fives_presets_and_another_draw() -> None:
    for wanted in ({"sections": 2}, {"fives": True}, {"preset": "wien"}, {"method": "avoid_repeats"}):
        document = generated(16, 2, "7", **{"method": "random", **wanted})
        assert checked(json.dumps(document).encode()).status == GOOD, wanted
        assert differences(json.loads(json.dumps(document))) == [], wanted
        sizes = [len(table["seats"]) for table in document["rounds"][0]["tables"]]
        assert (sizes.count(5) == 3) == ("fives" in wanted)
        assert {person.get("section", 0) for person in document["people"]} == (
            {1, 2} if "sections" in wanted else {0}
        )


@pytest.mark.parametrize("ladder", LADDERS)
def test_a_generated_series_with_teams_is_good_by_both_checkers_and_what_is_changed_is_told(
    ladder: str,
) -> None:
    """By every ladder: whose points, places or teams are others is told by both."""
    made = generated_series(13, 1, ladder, events=2, teams=4, ladder=ladder, trouble=True)
    document = json.loads(json.dumps(made))
    assert checked(json.dumps(document).encode()).status == GOOD
    assert differences(document) == []
    [series] = document["series"]
    assert [len(team["people"]) for team in series["teams"]] == [4, 3, 3, 3]
    for holder, key in (
        *((series["teams"][0], key) for key in ("rank", "points")),
        *((series["places"][3], key) for key in ("rank", "points", "counting")),
    ):
        kept, holder[key] = holder[key], 77 if key != "counting" else []
        assert differences(document), key
        assert checked(json.dumps(document).encode()).status == DIFFERENT, key
        holder[key] = kept
    series["teams"][1]["people"][0] = series["teams"][2]["people"][0]
    assert bool(differences(document)) == (checked(json.dumps(document).encode()).status == DIFFERENT)
