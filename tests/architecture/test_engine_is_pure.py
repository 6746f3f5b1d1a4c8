"""The engines need nothing but Python: no Django, no packages, no clock, no chance, no files.

But for the declarations that are a part of the engine itself: one module reads them, as it is loaded.
That its files need one another in no circle, and no Django, is held by import-linter as well.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import scoring.engine
import tournaments.engine
from tests.support.every import every
from tests.support.sources import tree_of


class Engine(NamedTuple):
    """A package, and what else it may stand on."""

    folder: Path
    name: str
    values: frozenset[str] = frozenset()  # modules of which only values are used
    beside: frozenset[tuple[str, str]] = frozenset()  # names of another engine
    measured: frozenset[str] = frozenset()  # what a caller's clock says, and nobody counts with
    declaring: str = ""  # the one module that reads files: those of the engine itself, as it is loaded


SCORING = Engine(
    Path(scoring.engine.__path__[0]), scoring.engine.__name__, declaring="scoring.engine.declaring"
)
TOURNAMENTS = Engine(
    Path(tournaments.engine.__path__[0]),
    tournaments.engine.__name__,
    values=frozenset({"datetime"}),  # times are passed in
    beside=frozenset(
        {
            ("scoring.engine.declaring", "declared"),
            ("scoring.engine.naming", "visible"),
            ("scoring.engine.numbers", "as_written"),
            ("scoring.engine.play_money", "Bust"),
            ("scoring.engine.play_money", "CapitalAccount"),
            ("scoring.engine.play_money", "Purse"),
            ("scoring.engine.play_money", "account_of"),
            ("scoring.engine.play_money", "amount_from"),
            ("scoring.engine.result", "Amount"),
            ("scoring.engine.result", "amount_in_words"),
            ("scoring.engine.result", "exact"),
            ("scoring.engine.rules", "Rules"),
            ("scoring.engine.texts", "Text"),
            ("scoring.engine.texts", "either"),
        }
    ),
    measured=frozenset({"seconds", "clock"}),
)
ENGINES = (SCORING, TOURNAMENTS)


def modules_of(engine: Engine) -> dict[str, Path]:
    return {
        ".".join((engine.name, *path.relative_to(engine.folder).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): path
        for path in sorted(engine.folder.rglob("*.py"))
    }


MODULES = {name: (engine, path) for engine in ENGINES for name, path in modules_of(engine).items()}

CUTOFF = 0.5  # how near a misspelt word has to be; difflib counts it as a fraction

# What reads the clock, chance, the machine, files or the net, or runs what a text says.
IMPURE = {
    *("datetime", "time", "calendar", "zoneinfo", "locale", "random", "secrets", "uuid"),
    *("os", "sys", "platform", "pathlib", "io", "shutil", "tempfile", "glob", "fileinput", "subprocess"),
    *("socket", "ssl", "urllib", "http", "sqlite3", "pickle", "shelve", "logging", "threading", "asyncio"),
    *("multiprocessing", "signal", "ctypes", "importlib", "inspect", "gc", "warnings", "tomllib"),
}
DECLARING = {"tomllib", "importlib.resources"}
IMPURE_CALLS = {"open", "input", "print", "eval", "exec", "compile", "__import__", "globals", "id", "hash"}
CLOCK_CALLS = {"now", "today", "utcnow"}  # whatever they are asked of


def imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The modules that a file imports, wherever in it, and the names it takes from them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (("." * node.level + (node.module or ""), alias.name) for alias in node.names)


def measured(tree: ast.Module, names: frozenset[str]) -> set[ast.AST]:
    """What annotates one of these names."""
    annotations = [
        node.annotation
        for node in ast.walk(tree)
        if (isinstance(node, ast.arg) and node.arg in names)
        or (isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id in names)
    ]
    return {part for annotation in annotations if annotation for part in ast.walk(annotation)}


def complaints(source: str, engine: Engine = SCORING, module: str = "") -> list[str]:
    """What in a file of the engine is not pure."""
    allowed = DECLARING if module and module == engine.declaring else set()
    tree = tree_of(source)
    found = []
    seconds = measured(tree, engine.measured)
    for name, taken in imported(tree):
        top = name.partition(".")[0]
        own = name == engine.name or name.startswith(f"{engine.name}.") or (name, taken) in engine.beside
        impure = top in IMPURE and name not in engine.values | allowed
        if impure or (top not in sys.stdlib_module_names and not own):
            found.append(f"imports {name}")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            found.append(f"calls {node.func.id}")
        if isinstance(node, ast.Attribute) and node.attr in CLOCK_CALLS:
            found.append(f"asks the clock: {node.attr}")
        if isinstance(node, ast.Name) and node.id == "float" and node not in seconds:
            found.append("counts with float")
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value != CUTOFF:
            found.append(f"counts with {node.value}")
    return found


@every("module", MODULES)
def test_a_module_asks_no_clock_no_chance_no_machine_and_no_file(module: str) -> None:
    engine, path = MODULES[module]
    assert complaints(path.read_text(encoding="utf-8"), engine, module) == []


def test_there_are_modules_to_look_at() -> None:
    assert len(MODULES) > 20
    assert MODULES.keys() >= {f"{SCORING.name}.settling", f"{TOURNAMENTS.name}.seating"}
