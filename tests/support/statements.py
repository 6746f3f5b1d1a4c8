"""Which tests the suite `postgresql` runs: those that together send every statement that any test sends.

While the tests run on SQLite, it is noted which statements each of them has the program send, and what the
database refuses, but not what a test sends by itself, to compare or to plant a lie. With `--every-statement`
only as many run as it takes for each of these to be sent, and those of which nothing was noted. Whatever can
differ there for other reasons is marked `differs`, and `make test` runs it on PostgreSQL.
"""

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha1
from itertools import chain
from types import FrameType
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.db import DatabaseError, connection

NOTED = settings.BASE_DIR / ".pytest_cache" / "statements.json"
NOBODY = ("django.db.", "contextlib", __name__)  # modules that ask for somebody else
NO_QUESTION = ("SAVEPOINT", "RELEASE", "ROLLBACK", "PRAGMA", "BEGIN", "COMMIT")

REPEATED = (
    re.compile(r"(%s)(, ?%s)+"),
    re.compile(r"(\(%s\))(, ?\(%s\))+"),
    re.compile(r"(\([^() ]+ = %s)( OR [^() ]+ = %s)+"),
    re.compile(r"( WHEN \([^() ]+ = %s\) THEN %s)( WHEN \([^() ]+ = %s\) THEN %s)+"),
)


class Sent(NamedTuple):
    """What one test sent, and how long that took."""

    shapes: frozenset[str]
    seconds: float


@cache
def shape_of(statement: str) -> str:
    """A short name of the statement, whatever values it is sent with and however many."""
    shape = re.sub(r"\b\d+\b|'[^']*'", "0", statement)
    for repeated in REPEATED:
        shape = repeated.sub(r"\1", shape)
    return sha1(shape.encode()).hexdigest()[:10]


def is_sent_by_test() -> bool:
    """Return whether a test itself asks the database or writes in it, and not the program it tests."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").startswith(NOBODY):
        frame = frame.f_back
    return frame is not None and frame.f_globals.get("__name__", "").startswith("tests.")


@contextmanager
def noting() -> Iterator[set[str]]:
    """Yield the shapes of all that the program sends meanwhile; a refusal is a shape of its own."""
    shapes: set[str] = set()

    def note(execute: Callable[..., Any], statement: str, *further: Any) -> Any:
        if not statement.startswith(NO_QUESTION) and not is_sent_by_test():
            shapes.add(shape_of(statement))
        try:
            return execute(statement, *further)
        except DatabaseError as refusal:
            shapes.add(shape_of(f"{statement} {refusal}"))
            raise

    with connection.execute_wrapper(note):
        yield shapes


def noted() -> dict[str, Sent]:
    if not NOTED.exists():
        return {}
    known: dict[str, tuple[list[str], float]] = json.loads(NOTED.read_text())
    return {test: Sent(frozenset(shapes), seconds) for test, (shapes, seconds) in known.items()}


def keep(reports: Iterable[pytest.TestReport]) -> None:
    """Replace what was noted of the tests that ran."""
    known = noted()
    for report in reports:
        shapes = dict(report.user_properties).get("statements")
        if report.when == "call" and shapes is not None:
            known[report.nodeid] = Sent(frozenset(map(str, shapes)), round(report.duration, 3))
    if known:
        NOTED.parent.mkdir(exist_ok=True)
        written = NOTED.with_name(f"statements-{os.getpid()}.json")  # another run may write, too
        written.write_text(
            json.dumps({test: [sorted(sent.shapes), sent.seconds] for test, sent in known.items()})
        )
        written.replace(NOTED)


def enough(sent: Mapping[str, Sent]) -> set[str]:
    """Return tests that together send everything: the slowest goes first, where others send all it does.

    Every process of tests has to choose the same ones.
    """
    chosen = set(sent)
    times = Counter(chain.from_iterable(shapes for shapes, _seconds in sent.values()))
    for test in sorted(chosen, key=lambda test: (-sent[test].seconds, test)):
        if all(times[shape] > 1 for shape in sent[test].shapes):
            chosen.remove(test)
            times.subtract(sent[test].shapes)
    return chosen


def chosen_from(there: Iterable[str], sent: Mapping[str, Sent]) -> set[str]:
    """Return the tests that together send everything, and those of which nothing was noted."""
    tests = set(there)
    known = {test: sent[test] for test in tests if test in sent}
    return enough(known) | (tests - known.keys())
