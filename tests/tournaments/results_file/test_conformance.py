"""The conformance pack: its files are good, its changes are told as it says, its hands pay what it says."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZipFile

import pytest

from scoring.engine.answers import answer
from scoring.rules import SLUGS, published
from tests.tournaments.results_file.second_checker import differences
from tournaments.engine.ladders import LADDERS
from tournaments.results_file.checking import checked
from tournaments.results_file.conformance import GOOD_FILES, packed
from tournaments.results_file.generating import generated
from tournaments.results_file.generating_series import generated_series
from tournaments.results_file.verdict import DIFFERENT, GOOD, NO_SUCH_FILE


def test_the_pack_is_what_it_says_and_the_same_whenever_it_is_made() -> None:
    small = {"good_files": 2, "changes": 6, "hands": 2}
    assert packed(**small) == packed(**small)
    with ZipFile(BytesIO(packed(good_files=GOOD_FILES, changes=30, hands=5))) as pack:
        names = [name for name in pack.namelist() if name.startswith("good/")]
        assert len(names) == GOOD_FILES
        for name in names:
            document = json.loads(pack.read(name))
            assert checked(pack.read(name)).status == GOOD
            assert differences(document) == [], name
        changes = [json.loads(line) for line in pack.read("changes.jsonl").splitlines()]
        assert {change["status"] for change in changes} == {DIFFERENT, NO_SUCH_FILE}
        assert all(change["differences"] for change in changes)
        assert any(
            found["pointer"].startswith("/rounds/0/") for change in changes for found in change["differences"]
        )
        for slug in SLUGS:
            hands = [json.loads(line) for line in pack.read(f"hands/{slug}.jsonl").splitlines()]
            for hand in hands:
                assert answer(hand["record"], published()) == hand["answer"]
                assert "payouts" in hand["answer"], hand


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
