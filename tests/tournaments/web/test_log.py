"""Every verb of tournaments leaves a deed that the log can tell."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import tournaments
from tournaments.capabilities import CAPABILITIES

TOLD = {verb for capability in CAPABILITIES for verb in capability.words}

ROOT = Path(tournaments.__path__[0])
VERBS_OF_IT = [
    one for one in ROOT.rglob("*.py") if {"verbs", "clock"} & set(one.relative_to(ROOT).with_suffix("").parts)
]


NAMED = {"verb": 0, "PendingDeed": 2}  # which argument


def recorded(module: Path) -> Iterator[str]:
    """The names under which the verbs of a module are recorded: what `verb` is told, or a `PendingDeed`."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMED:
            name = node.args[NAMED[node.func.id]]
            if isinstance(name, ast.Constant):
                yield str(name.value)


def test_whatever_is_done_can_be_told() -> None:
    done = {name for module in VERBS_OF_IT for name in recorded(module)}
    assert done - set(TOLD) == set()
    assert set(TOLD) - done - passed_on() == set()


def passed_on() -> set[str]:
    """Names that reach an Act through a function of the same module."""
    texts = [module.read_text("utf-8") for module in VERBS_OF_IT]
    return {name for name in TOLD if any(f'"{name}"' in text for text in texts)}
