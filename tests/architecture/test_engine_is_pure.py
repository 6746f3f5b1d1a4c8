"""The scoring engine needs nothing but Python: no Django, no packages, no clock, no chance, no files."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import scoring.engine

FOLDER = Path(scoring.engine.__path__[0])
PACKAGE = scoring.engine.__name__
ROOT = FOLDER.parents[1]
MODULES = {
    ".".join((PACKAGE, *path.relative_to(FOLDER).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(FOLDER.rglob("*.py"))
}

CUTOFF = 0.5  # how near a misspelt word has to be; difflib counts it as a fraction

# What reads the clock, chance, the machine, files or the net, or runs what a text says.
IMPURE = {
    *("datetime", "time", "calendar", "zoneinfo", "locale", "random", "secrets", "uuid"),
    *("os", "sys", "platform", "pathlib", "io", "shutil", "tempfile", "glob", "fileinput", "subprocess"),
    *("socket", "ssl", "urllib", "http", "sqlite3", "pickle", "shelve", "logging", "threading", "asyncio"),
    *("multiprocessing", "signal", "ctypes", "importlib", "inspect", "gc", "warnings", "tomllib"),
}
IMPURE_CALLS = {"open", "input", "print", "eval", "exec", "compile", "__import__", "globals", "id", "hash"}

# Without site-packages nothing installed can be found; Django is blocked by name as well.
ALONE = """
import sys
sys.path.insert(0, sys.argv[1])
sys.modules["django"] = None
__import__(sys.argv[2])
files = {name: str(getattr(module, "__file__", "")) for name, module in sys.modules.items()}
print(*[name for name, file in files.items() if "site-packages" in file])
print(*[name for name in files if f"{name}.".startswith("scoring.") and "scoring.engine" not in name])
"""


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_imported_alone_without_django_and_packages(module: str) -> None:
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-c", ALONE, str(ROOT), module], capture_output=True, text=True
    )
    assert result.stderr == ""
    assert result.stdout.split() == ["scoring"]


def imported(tree: ast.Module) -> Iterator[str]:
    """The modules that a file imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def complaints(source: str) -> list[str]:
    """What in a file of the engine is not pure."""
    tree = ast.parse(source)
    found = []
    for name in imported(tree):
        top = name.partition(".")[0]
        own = name == PACKAGE or name.startswith(f"{PACKAGE}.")
        if top in IMPURE or (top not in sys.stdlib_module_names and not own):
            found.append(f"imports {name}")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            found.append(f"calls {node.func.id}")
        if isinstance(node, ast.Name) and node.id == "float":
            found.append("counts with float")
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value != CUTOFF:
            found.append(f"counts with {node.value}")
    return found


@pytest.mark.parametrize("module", MODULES)
def test_a_module_asks_no_clock_no_chance_no_machine_and_no_file(module: str) -> None:
    assert complaints(MODULES[module].read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("import datetime", "imports datetime"),
        ("from time import time", "imports time"),
        ("def f():\n    import random", "imports random"),
        ("import os.path", "imports os.path"),
        ("from pathlib import Path", "imports pathlib"),
        ("from django.utils import timezone", "imports django.utils"),
        ("import hypothesis", "imports hypothesis"),
        ("from scoring.rulesets import published", "imports scoring.rulesets"),
        ("import scoring.engineering", "imports scoring.engineering"),
        ("open('x')", "calls open"),
        ("x = float('1')", "counts with float"),
        ("x = 1.25", "counts with 1.25"),
    ],
)
def test_a_planted_impurity_is_found(source: str, complaint: str) -> None:
    assert complaints(source) == [complaint]


def test_there_are_modules_to_look_at() -> None:
    assert len(MODULES) > 10
    assert f"{PACKAGE}.settling" in MODULES
