"""Every verb of tournaments leaves a deed that the log can tell."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

import tournaments
from tournaments.capabilities import CAPABILITIES
from tournaments.corrections import past as at_tables
from tournaments.series.past import PAST

TOLD = {verb for capability in CAPABILITIES for verb in capability.words}

ROOT = Path(tournaments.__path__[0])
NAMED = {"verb": 0, "PendingDeed": 2}  # which argument is the name of a deed


def nodes() -> Iterator[ast.AST]:
    """Yield what the program consists of; migrations recorded deeds that nobody can do any more."""
    for module in (path for path in ROOT.rglob("*.py") if "migrations" not in path.parts):
        yield from ast.walk(ast.parse(module.read_text("utf-8")))


def is_called_verb(decorator: ast.expr) -> bool:
    """Return whether the deed is stored under the name of the function."""
    return (
        isinstance(decorator, ast.Call)
        and isinstance(decorator.func, ast.Name)
        and decorator.func.id == "verb"
        and not decorator.args
    )


def test_whatever_is_done_can_be_told() -> None:
    done, given = set(), set()
    for call in nodes():
        if isinstance(call, ast.FunctionDef) and any(map(is_called_verb, call.decorator_list)):
            done.add(call.name)
        if not isinstance(call, ast.Call):
            continue
        given |= {argument.value for argument in call.args if isinstance(argument, ast.Constant)}
        if isinstance(call.func, ast.Name) and call.func.id in NAMED and call.args:
            name = call.args[NAMED[call.func.id]]
            done |= {name.value} if isinstance(name, ast.Constant) else set()
    assert done - TOLD == set()
    # a name may reach a deed through a function that is given it
    past = PAST.keys() | at_tables.PAST.keys()
    assert past <= TOLD - done
    assert TOLD - done - given == past - given


AT_TABLE: dict[str, Any] = {"table": 2, "round": 1, "finding": "stands", "hand": None}
JOINED = "turned what B brought to the series “Cup” into old results of it: 1 result"
SECTIONS: dict[str, Any] = {"sections": ["A", "B"], "together": False}
DIVIDED: dict[str, Any] = {"names": ["Anna"], "into": ["A"], "seed": "", "for_reason": False, "reason": ""}


def deed(verb: str, **details: Any) -> tuple[str, dict[str, Any]]:
    return verb, {"title": "Cup", **details}


SAID = {
    "showed the tournament “Cup” to the club only": deed("show_tournament", public=False),
    "opened the tournament “Cup”; arbiters: Dora": deed("open_tournament", arbiters=["Dora"]),
    "copied the tournament “Test” to “Cup”": deed("copy_tournament", origin="Test", people=0),
    "copied the tournament “Test” to “Cup”, with 1 person": deed("copy_tournament", origin="Test", people=1),
    "ruled at table 2 in round 1 of “Cup”: it stands, in place of an earlier ruling": deed(
        "rule", **AT_TABLE, anew=True
    ),
    "said at the bell that no cards were dealt: table 2, round 1": deed("say_dealt", **AT_TABLE, dealt=False),
    "made a link that invites a club to the series “Cup”": deed("invite_club", club_name=""),
    "withdrew an invitation to the series “Cup”": deed("withdraw_club", was_there=False),
    f"{JOINED}; nothing is known about: Herbst": deed(
        "end_joint_series", clubs="B", number=1, missing=["Herbst"]
    ),
    "continued the club's part of the series “Cup” of “Süd” as a series of its own": deed(
        "end_part_of_series", club_name="Süd", stays=True, events=[]
    ),
    "drew a lot (Cup, round 1) from the seed “5k”: Anna, Bert": deed(
        "draw_lot", round=1, seed="5k", names=["Anna", "Bert"]
    ),
    "withdrew a lot (Cup): Anna; reason: verzählt": deed("withdraw_lot", names=["Anna"], reason="verzählt"),
    "added the prize “Buch” (Cup, round 1)": deed("add_prize", round=1, name="Buch"),
    "removed the prize “Buch” (Cup, round 1)": deed("remove_prize", round=1, name="Buch"),
    "changed the prize “Buch” to “Wein” (Cup, round 1)": deed(
        "change_prize", round=1, before="Buch", name="Wein"
    ),
    "recorded that Anna chose “Wein” (Cup, round 1)": deed("choose_prize", round=1, name="Wein", to="Anna"),
    "gave Anna the prize “Wein” (Cup)": deed("give_prize", name="Wein", to="Anna", round=None),
    "took the prize “Wein” back from Anna (Cup)": deed("take_back_prize", **{"name": "Wein", "from": "Anna"}),
    "plays “Cup” without sections": deed("set_sections", **{**SECTIONS, "sections": []}),
    "plays “Cup” in sections, ranked apart: A, B": deed("set_sections", **SECTIONS),
    "plays “Cup” in sections, ranked apart and together: A, B": deed(
        "set_sections", **{**SECTIONS, "together": True}
    ),
    "divided 6 people of “Cup” into sections, seed 5k": deed(
        "divide_people", **{**DIVIDED, "names": ["Anna"] * 6, "into": ["A"] * 6, "seed": "5k"}
    ),
    "took back how people of “Cup” were divided into sections": deed("undo_dividing"),
    "divided people of “Cup” into sections: Anna → –": deed("divide_people", **{**DIVIDED, "into": [""]}),
}


@pytest.mark.parametrize("told", SAID)
def test_the_log_tells_which_way_it_was_done(told: str) -> None:
    verb, details = SAID[told]
    words = {name: words for capability in CAPABILITIES for name, words in capability.words.items()}[verb]
    with translation.override("en"):
        assert words(details) == told
