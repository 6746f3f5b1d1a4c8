"""Every verb of tournaments leaves a deed that the log can tell."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

import tournaments
from tournaments.capabilities import CAPABILITIES
from tournaments.series.capability import JOINT

TOLD = {verb for capability in CAPABILITIES for verb in capability.words}

ROOT = Path(tournaments.__path__[0])
NAMED = {"verb": 0, "PendingDeed": 2}  # which argument is the name of a deed


def calls() -> Iterator[ast.Call]:
    """Yield what the program calls now; migrations recorded deeds that nobody can do any more."""
    for module in (path for path in ROOT.rglob("*.py") if "migrations" not in path.parts):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield node


def test_whatever_is_done_can_be_told() -> None:
    done, given = set(), set()
    for call in calls():
        given |= {argument.value for argument in call.args if isinstance(argument, ast.Constant)}
        if isinstance(call.func, ast.Name) and call.func.id in NAMED and call.args:
            name = call.args[NAMED[call.func.id]]
            done |= {name.value} if isinstance(name, ast.Constant) else set()
    assert done - TOLD == set()
    # a name may reach a deed through a function that is given it
    assert TOLD - done - given == JOINT.keys()


CUP: dict[str, Any] = {"title": "Cup"}
AT_TABLE: dict[str, Any] = {**CUP, "table": 2, "round": 1, "finding": "stands", "hand": None}
JOINED = "turned what B brought to the series “Cup” into old results of it: 1 result"
IN_ROUND: dict[str, Any] = {**CUP, "round": 1}
SECTIONS: dict[str, Any] = {"sections": ["A", "B"], "together": False}
DIVIDED: dict[str, Any] = {"names": ["Anna"], "into": ["A"], "seed": "", "for_reason": False, "reason": ""}


@pytest.mark.parametrize(
    ("verb", "details", "told"),
    [
        ("show_tournament", {"public": False}, "showed the tournament “Cup” to the club only"),
        ("open_tournament", {"arbiters": ["Dora"]}, "opened the tournament “Cup”; arbiters: Dora"),
        ("copy_tournament", {"origin": "Test", "people": 0}, "copied the tournament “Test” to “Cup”"),
        (
            "copy_tournament",
            {"origin": "Test", "people": 1},
            "copied the tournament “Test” to “Cup”, with 1 person",
        ),
        (
            "rule",
            {**AT_TABLE, "anew": True},
            "ruled at table 2 in round 1 of “Cup”: it stands, in place of an earlier ruling",
        ),
        (
            "say_dealt",
            {**AT_TABLE, "dealt": False},
            "said at the bell that no cards were dealt: table 2, round 1",
        ),
        ("invite_club", {"club_name": ""}, "made a link that invites a club to the series “Cup”"),
        ("withdraw_club", {"was_there": False}, "withdrew an invitation to the series “Cup”"),
        (
            "end_joint_series",
            {"clubs": "B", "number": 1, "missing": ["Herbst"]},
            f"{JOINED}; nothing is known of: Herbst",
        ),
        (
            "end_part_of_series",
            {"club_name": "Süd", "stays": True, "events": []},
            "went on with the club's part of the series “Cup” of “Süd” by itself",
        ),
        (
            "draw_lot",
            {**IN_ROUND, "seed": "5k", "names": ["Anna", "Bert"]},
            "drew a lot (Cup, round 1) from the seed “5k”: Anna, Bert",
        ),
        (
            "withdraw_lot",
            {"names": ["Anna"], "reason": "verzählt"},
            "withdrew a lot (Cup): Anna; reason: verzählt",
        ),
        ("add_prize", {**IN_ROUND, "name": "Buch"}, "added the prize “Buch” (Cup, round 1)"),
        ("remove_prize", {**IN_ROUND, "name": "Buch"}, "removed the prize “Buch” (Cup, round 1)"),
        (
            "change_prize",
            {**IN_ROUND, "before": "Buch", "name": "Wein"},
            "changed the prize “Buch” to “Wein” (Cup, round 1)",
        ),
        (
            "choose_prize",
            {**IN_ROUND, "name": "Wein", "to": "Anna"},
            "recorded that Anna chose “Wein” (Cup, round 1)",
        ),
        ("give_prize", {"name": "Wein", "to": "Anna", "round": None}, "gave Anna the prize “Wein” (Cup)"),
        ("take_back_prize", {"name": "Wein", "from": "Anna"}, "took the prize “Wein” back from Anna (Cup)"),
        ("set_sections", {**SECTIONS, "sections": []}, "plays “Cup” without sections"),
        ("set_sections", SECTIONS, "plays “Cup” in sections, ranked apart: A, B"),
        (
            "set_sections",
            {**SECTIONS, "together": True},
            "plays “Cup” in sections, ranked apart and together: A, B",
        ),
        (
            "divide_people",
            {**DIVIDED, "names": ["Anna"] * 6, "into": ["A"] * 6, "seed": "5k"},
            "divided 6 people of “Cup” into sections, seed 5k",
        ),
        ("divide_people", {**DIVIDED, "into": [""]}, "divided people of “Cup” into sections: Anna → –"),
    ],
)
def test_the_log_tells_which_way_it_was_done(verb: str, details: dict[str, Any], told: str) -> None:
    words = {name: words for capability in CAPABILITIES for name, words in capability.words.items()}[verb]
    with translation.override("en"):
        assert words({**CUP, **details}) == told
