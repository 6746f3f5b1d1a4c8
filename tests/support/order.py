"""Shuffles files, and tests in each, by a seed; `SEED=4711` repeats the order, whatever is left out.

`REPEAT=30` plays each test so often; `NEW=main` only those in the browser that differ from a commit.
"""

import os
import re
from collections.abc import Iterator
from hashlib import sha256
from random import randrange
from shlex import join

import pytest
from django.db import connection

from tests.everything.__main__ import git

DIFFERS = re.compile(r"^(?:\+|@@.*@@ )def (test_\w+)", re.MULTILINE)  # new, or changed within
ON_POSTGRESQL = ".venv/bin/python -m tests.support.postgresql -- "


def pytest_configure(config: pytest.Config) -> None:
    """Draw a seed for all processes, also for what Hypothesis draws."""
    os.environ.setdefault("SEED", str(randrange(10_000)))
    config.option.hypothesis_seed = config.option.hypothesis_seed or os.environ["SEED"]


def pytest_report_header() -> str:
    return f"shuffled by SEED={os.environ['SEED']}"


def drawn(name: str) -> str:
    """Return the sort key of a file or a test in the drawn order."""
    return sha256(f"{os.environ['SEED']} {name}".encode()).hexdigest()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
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
    return set(DIFFERS.findall(git("diff", "--unified=0", commit, "--", "tests")))


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
