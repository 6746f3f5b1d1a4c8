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
from tournaments.series.words import JOINT

TOLD = {verb for capability in CAPABILITIES for verb in capability.words}

ROOT = Path(tournaments.__path__[0])
MODULES = [path for path in ROOT.rglob("*.py") if "migrations" not in path.parts]

NAMED = {"verb": 0, "PendingDeed": 2}  # which argument


def recorded(module: Path) -> Iterator[str]:
    """Yield the names under which the verbs of a module are recorded."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMED:
            named = node.args[NAMED[node.func.id] :][:1]
            yield from (str(name.value) for name in named if isinstance(name, ast.Constant))


def test_whatever_is_done_can_be_told() -> None:
    done = {name for module in MODULES for name in recorded(module)}
    assert done - set(TOLD) == set()
    assert set(TOLD) - done - passed_on() == JOINT.keys()


def passed_on() -> set[str]:
    """Return names that reach a `PendingDeed` through a function: they stand elsewhere than as a key."""
    nodes = [node for module in MODULES for node in ast.walk(ast.parse(module.read_text("utf-8")))]
    keys = {id(key) for node in nodes if isinstance(node, ast.Dict) for key in node.keys}
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in keys}
    return set(TOLD) & texts


CUP: dict[str, Any] = {"title": "Cup"}
AT_TABLE: dict[str, Any] = {**CUP, "table": 2, "round": 1, "finding": "stands", "hand": None}
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
        ("invite_club", {"club_name": ""}, "made a link that invites a club to the series “Cup”"),
        ("withdraw_club", {"was_there": False}, "withdrew an invitation to the series “Cup”"),
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
        (
            "divide_people",
            {**DIVIDED, "into": [""]},
            "divided people of “Cup” into sections: Anna → –",
        ),
    ],
)
def test_the_log_tells_which_way_it_was_done(verb: str, details: dict[str, Any], told: str) -> None:
    words = {name: words for capability in CAPABILITIES for name, words in capability.words.items()}[verb]
    with translation.override("en"):
        assert words({**CUP, **details}) == told
