"""The folder `examples` is as its verdicts say, by both checkers, and has something of every kind.

Its wrong files are good ones with a defect of `defects.toml`; APPROVE=1 writes them and the verdicts anew.
"""

import json
import os
import re
from typing import Any

import pytest

from tests.support.tournaments.results_files import DEFECTS, EXAMPLES, KEPT, content, spoiled
from tests.tournaments.results_file.second_checker import differences, letters_of_file
from tournaments.results_file.checking import checked
from tournaments.results_file.letters import letters_of
from tournaments.results_file.verdict import DIFFERENT, GOOD

MOST = 30
WRONG = {
    "amount": "a wrong amount",
    "bell": "a hand after the bell",
    "bust": "a forgotten bust",
    "checksum": "rules of another checksum",
    "draw": "a draw that was announced otherwise",
    "joined": "somebody with two seats",
    "lot": "a lot that does not come out",
    "none": "seven at a table",
    "paper": "paper that does not add up",
    "payment": "a payment that does not follow",
    "place": "a wrong place",
    "prize": "a prize for nobody",
    "ruling": "a penalty that is a point too big",
    "section": "a wrong place in a section",
    "series": "an event that counts twice",
    "team": "points of a team that do not follow",
    "terms": "a change that leads elsewhere",
    "year": "a wrong place in a series",
}
FACTS = (
    "on_paper",
    "joined",
    "prizes",
    "changes",
    "lots",
    "adjustments",
    "calls",
    "left",
    "settling",
    "teams",
)
UNSEEN = ("bell", "joined", "paper", "terms")  # matters that the second checker does not look at
PLAIN = ("status", "letters", "taken")


def verdict_on(data: bytes) -> dict[str, Any]:
    verdict = checked(data).as_json()
    said = {kind: [_said(one) for one in verdict[kind]] for kind in ("differences", "remarks")}
    return {key: verdict[key] for key in PLAIN} | said


def _said(finding: dict[str, str]) -> dict[str, str]:
    return {key: finding[key] for key in ("code", "pointer")}


if os.environ.get("APPROVE"):
    for name, defect in WRONG.items():
        (EXAMPLES / f"wrong-{name}.json").write_bytes(content(spoiled(DEFECTS[defect])))
    made = {
        path.name: verdict_on(path.read_bytes())
        for path in sorted(EXAMPLES.glob("*.json"))
        if path.stem != "verdicts"
    }
    (EXAMPLES / "verdicts.json").write_text(json.dumps(made, indent=1) + "\n")
VERDICTS = json.loads((EXAMPLES / "verdicts.json").read_text())


def test_there_are_thirty_files_at_most_and_each_has_a_verdict() -> None:
    files = {path.name for path in EXAMPLES.iterdir()}
    assert files == {*VERDICTS, "verdicts.json", "README.md"}
    assert len(files) <= MOST
    assert set(VERDICTS) == {path.name for path in KEPT} | {f"wrong-{name}.json" for name in WRONG}


@pytest.mark.parametrize("name", VERDICTS)
def test_both_checkers_say_of_a_file_what_its_verdict_says(name: str) -> None:
    data = (EXAMPLES / name).read_bytes()
    verdict, document = VERDICTS[name], json.loads(data)
    assert verdict_on(data) == verdict
    assert (verdict["status"] == GOOD) == (not name.startswith("wrong-"))
    if verdict["status"] in (GOOD, DIFFERENT):
        is_seen = verdict["status"] == DIFFERENT and name not in {f"wrong-{matter}.json" for matter in UNSEEN}
        assert bool(differences(document)) == is_seen
        assert letters_of_file(document) == letters_of(document) == verdict["letters"]
    for finding in verdict["differences"]:
        assert leads_somewhere(document, finding["pointer"]), finding


def leads_somewhere(document: Any, pointer: str) -> bool:
    """Return whether a pointer leads to a value, or to where one is missing."""
    holder: Any = document
    *way, last = pointer.split("/")[1:] or [""]
    for key in way:
        holder = holder[int(key)] if isinstance(holder, list) else holder[key]
    return isinstance(holder, dict | list) and bool(last or not way)


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_a_good_one_with_one_defect(name: str) -> None:
    assert (EXAMPLES / f"wrong-{name}.json").read_bytes() == content(spoiled(DEFECTS[WRONG[name]]))


def test_good_files_have_every_kind_and_everything_that_happens() -> None:
    texts = [path.read_text() for path in KEPT]
    assert {json.loads(text)["kind"] for text in texts} == {"tournament", "evening", "series", "year"}
    assert [fact for fact in FACTS if not any(re.search(rf'"{fact}":[\[{{t]', text) for text in texts)] == []
    assert len({VERDICTS[f"wrong-{name}.json"]["differences"][0]["code"] for name in WRONG}) >= 12
