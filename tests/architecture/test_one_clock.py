"""The program and its tests look at one clock: `scoring.clock` in Python, `clock.js` in the browser.

Whoever has to ask the system's clock all the same is named here, with how often and why. How long something
takes is measured by counters that nobody sets (`time.monotonic`, `perf_counter`); they tell no time of day.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.support.sources import tree_of

ROOT = Path(__file__).parents[2]
APPS = ("scoring", "tournaments", "tarockclub")
CLOCK = "scoring/clock.py"

OF_FILES = "How old a file is: its time was written by the system's clock."
SETS = "It sets the clock of the tests."
ALLOWED = {
    CLOCK: (1, "It is the clock."),
    "scoring/archive/backups.py": (1, OF_FILES),
    "scoring/export/pending_downloads.py": (1, OF_FILES),
    "scoring/management/commands/drill.py": (1, OF_FILES),
    "tarockclub/health.py": (1, OF_FILES),
    "tests/support/ahead/sitecustomize.py": (3, SETS),
    "tests/support/begin.py": (1, SETS),
    "tests/support/jumping.py": (3, SETS),
    "tarockclub/release.py": (1, "The version of a checkout with changes, before the program is set up."),
}
CLOCKS = {
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
    "timezone": {"now"},
    "time": {"time", "time_ns", "localtime", "gmtime", "ctime", "asctime", "strftime"},
}
WITHOUT_A_MOMENT = {"localdate", "localtime", "naturaltime"}  # they take the present one
IN_SQL = re.compile(
    r"\bCURRENT_(?:TIMESTAMP|DATE|TIME)\b|(?<![.\w])(?:NOW|LOCALTIMESTAMP|CLOCK_TIMESTAMP)\(\)(?! \{)"
    r"|\b(?:julianday|datetime|strftime|date|unixepoch)\([^)]*'now'",
    re.IGNORECASE,
)
ASKED = sorted({name for names in CLOCKS.values() for name in names})
# Else it is not parsed.
MAY_ASK = re.compile(
    rf"\b(?:{'|'.join(CLOCKS)})\s*\.\s*(?:{'|'.join(ASKED)})\b|\b(?:{'|'.join(sorted(WITHOUT_A_MOMENT))})\b"
    rf"|from [\w.]*\b(?:{'|'.join(CLOCKS)}|clock|functions) import|{IN_SQL.pattern}",
    re.IGNORECASE,
)
IN_TEMPLATES = re.compile(r"\{% now |\bDate\(|\bDate\.")
IN_SCRIPTS = re.compile(
    r"\bDate\s*\.\s*now\b|\bnew\s+Date\s*(?:\(\s*\)|(?!\s*\())|(?<!new )\bDate\(|performance\.timeOrigin"
)
SCRIPT = "scoring/static/scoring/clock.js"


def clocks(source: str) -> Iterator[int]:
    """Yield the line of everything that asks for the present time."""
    for node in ast.walk(tree_of(source)) if MAY_ASK.search(source) else ():
        if isinstance(node, ast.Attribute):
            owner = getattr(node.value, "attr", getattr(node.value, "id", ""))
            if node.attr in CLOCKS.get(owner, ()):
                yield node.lineno
        elif isinstance(node, ast.ImportFrom):
            names = {alias.name for alias in node.names}
            module = (node.module or "").rpartition(".")[2]
            # By its name a clock that a test sets would not be the one that is asked.
            if (module in (*CLOCKS, "clock") and names & {*CLOCKS.get(module, ()), "now", "today"}) or (
                module == "functions" and "Now" in names
            ):
                yield node.lineno
        elif isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in WITHOUT_A_MOMENT and not node.args and not node.keywords:
                yield node.lineno
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and IN_SQL.search(node.value):
            yield node.lineno


def modules() -> Iterator[tuple[str, str]]:
    """Yield path and text of every module, except migrations, which carry what they need themselves."""
    for app in (*APPS, "tests"):
        for path in sorted((ROOT / app).rglob("*.py")):
            if path.parent.name != "migrations" and path != Path(__file__):
                yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def test_program_and_tests_ask_one_clock() -> None:
    found = Counter[str]()
    for path, source in modules():
        found[path] += len(list(clocks(source)))
    assert +found == {path: count for path, (count, _why) in ALLOWED.items()}


def test_no_template_asks_a_clock() -> None:
    templates = list((ROOT / "templates").rglob("*.html"))
    assert len(templates) > 100
    assert [str(path) for path in templates if IN_TEMPLATES.search(path.read_text("utf-8"))] == []


def test_the_scripts_ask_one_clock() -> None:
    """What the phones run in Python is the engine, which asks none: `test_engine_is_pure.py`."""
    scripts = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for app in APPS
        for path in (ROOT / app).rglob("*.js")
    }
    assert len(scripts) > 80
    found = {path: len(IN_SCRIPTS.findall(script)) for path, script in scripts.items()}
    assert {path: count for path, count in found.items() if count} == {SCRIPT: 1}
