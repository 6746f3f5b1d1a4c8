"""Shuffles files, and tests in each, by a seed; `SEED=4711` repeats the order, whatever is left out.

`REPEAT=30` plays each test so often; `NEW=main` only those in the browser that differ from a commit.
`QUICK=1` is how `make check` plays: a third of the cases of each test that is marked `some`, drawn by the
seed as well.
"""

import os
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from hashlib import sha256
from random import randrange
from shlex import join
from typing import TypeVar

import pytest
from django.conf import settings
from django.db import connection

DIFFERS = re.compile(r"^(?:\+|@@.*@@ )def (test_\w+)", re.MULTILINE)  # new, or changed within
ON_POSTGRESQL = ".venv/bin/python -m tests.support.postgresql -- "


QUICK = "QUICK" in os.environ
Case = TypeVar("Case")


def pytest_configure(config: pytest.Config) -> None:
    """Draw a seed for all processes, also for what Hypothesis draws."""
    os.environ.setdefault("SEED", str(randrange(10_000)))
    config.option.hypothesis_seed = config.option.hypothesis_seed or os.environ["SEED"]


def pytest_report_header() -> str:
    return f"shuffled by SEED={os.environ['SEED']}"


def drawn(name: str) -> str:
    """Return the sort key of a file or a test in the drawn order."""
    return sha256(f"{os.environ['SEED']} {name}".encode()).hexdigest()


def some(cases: Iterable[Case], name: str = "") -> list[Case]:
    """Return all cases in their order; where it has to be quick a third of them, others at each `name`."""
    every = list(cases)
    if not QUICK:
        return every
    chosen = sorted(every, key=lambda case: drawn(f"{name} {case}"))[: -(-len(every) // 3)]
    return [case for case in every if case in chosen]


def not_chosen(config: pytest.Config, items: Iterable[pytest.Item]) -> set[str]:
    """Return the cases of tests marked `some` that are left out; none that failed the last time."""
    cases: dict[str, list[str]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("some"):
            cases[item.nodeid.partition("[")[0]].append(item.nodeid)
    cache = getattr(config, "cache", None)  # it can be switched off
    failed = cache.get("cache/lastfailed", {}) if cache else {}
    return {case for of_one in cases.values() for case in {*of_one} - {*some(of_one)} - {*failed}}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if QUICK and (others := not_chosen(config, items)):
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in others])
        items[:] = [item for item in items if item.nodeid not in others]
    if commit := os.environ.get("NEW"):
        names = differing_from(commit)
        others = [
            item for item in items if not (item.get_closest_marker("browser") and called(item) in names)
        ]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]
    items.sort(key=lambda item: (drawn(item.nodeid.partition("::")[0]), drawn(item.nodeid)))


def differing_from(commit: str) -> set[str]:
    """Return the names of tests that differ from those at another commit."""
    asked = ["git", "diff", "--unified=0", commit, "--", "tests"]
    told = subprocess.run(asked, cwd=settings.BASE_DIR, capture_output=True, text=True, check=True)
    return set(DIFFERS.findall(told.stdout))


def called(item: pytest.Item) -> str:
    return item.name.partition("[")[0]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if times := int(os.environ.get("REPEAT", "1")) - 1:
        metafunc.fixturenames.append("repetition")
        metafunc.parametrize("repetition", range(times + 1), indirect=True)


@pytest.fixture
def repetition(request: pytest.FixtureRequest) -> int:
    """How often the test was played before, where it is played several times."""
    return int(request.param)


@pytest.hookimpl(wrapper=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Print at the very end what repeats a red run."""
    yield
    red = {
        report.nodeid: None for kind in ("failed", "error") for report in terminalreporter.getreports(kind)
    }
    if red:
        chosen = [f"{name}={os.environ[name]}" for name in ("SEED", "SLOW") if name in os.environ]
        server = "" if connection.vendor == "sqlite" else ON_POSTGRESQL
        again = f"{' '.join(chosen)} {server}.venv/bin/python -m pytest {join(red)}"
        terminalreporter.write_line(f"\nTo repeat what failed:\n{again}")
