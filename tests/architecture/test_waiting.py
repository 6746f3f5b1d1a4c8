"""Tests wait for a state, never for milliseconds: how long something takes, the machine decides.

Whoever sleeps all the same is named here, with how often and why. What tells nobody that it has come is
looked for by `wait_for` of `tests/support/waiting.py`.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

LOAD = "It is the load that is measured: people who record or look now and then."
BROWSER = "Between two looks at a page, or at what its server has stored; nothing passes because time did."
ALLOWED = {
    "tests/support/waiting.py": (1, "It is where everybody else waits."),
    "tests/benchmarks/__main__.py": (1, LOAD),
    "tests/night/day.py": (1, BROWSER),
    "tests/night/night.py": (1, BROWSER),
    "tests/night/phones.py": (2, BROWSER),
    "tests/everything/servers/debian.py": (1, "A script of a container, which has nothing of the tests."),
    "tests/support/browser/slow_line.py": (2, "The line is slow: that is what `SLOW=1` asks for."),
}


def naps(source: str) -> Iterator[int]:
    """Yield the line of every call that waits for some time; also in a script that is text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("sleep", "wait_for_timeout"):
                yield node.lineno
        elif isinstance(node, ast.Constant) and "time.sleep(" in str(node.value):
            yield node.lineno


def test_no_test_waits_for_milliseconds() -> None:
    found = Counter[str]()
    for path in sorted((ROOT / "tests").rglob("*.py")):
        source = path.read_text("utf-8")
        if path != Path(__file__) and ("sleep" in source or "wait_for_timeout" in source):
            found[path.relative_to(ROOT).as_posix()] += len(list(naps(source)))
    allowed = Counter({path: count for path, (count, _why) in ALLOWED.items()})
    assert found == allowed, "wait for a state instead, and allow no more than there is"
