"""A plugin of pytest that plants defects, one after the other, and runs the tests that come by there.

Everything is imported and every database built once; each defect is planted in a process split off from that
one, where functions are given the changed code and templates the changed text.
"""

import gc
import json
import os
import signal
import time
from collections.abc import Mapping
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from django.db import connections
from django.template import Origin, engines
from django.template.loaders.filesystem import Loader

from tests.defects.mutants import FOLDERS, ROOT, Defect

SECONDS = 90  # after which a test is taken not to end any more


def code_of(text: str, file: str) -> dict[tuple[str, int], CodeType]:
    """Return the code of each function by its name, and by how many of that name stand above it.

    >>> list(code_of("def f():\\n    def g(): pass\\nclass A:\\n    def f(self): pass", ""))
    [('f', 0), ('f.<locals>.g', 0), ('A', 0), ('A.f', 0)]
    """
    codes: dict[tuple[str, int], CodeType] = {}

    def look(code: CodeType) -> None:
        for inner in code.co_consts:
            if isinstance(inner, CodeType):
                number = sum(name == inner.co_qualname for name, _ in codes)
                codes[inner.co_qualname, number] = inner
                look(inner)

    look(compile(text, file, "exec"))
    return codes


class Functions:
    """All functions of the program by the code they have."""

    def __init__(self) -> None:
        gc.unfreeze()
        folders = tuple(str(ROOT / folder) for folder in FOLDERS)
        self.by_code: dict[CodeType, list[FunctionType]] = {}
        self.caches: list[Any] = []
        for one in gc.get_objects():
            if type(one) is FunctionType and one.__code__.co_filename.startswith(folders):
                self.by_code.setdefault(one.__code__, []).append(one)
            elif isinstance(one, _lru_cache_wrapper) and getattr(one, "__module__", "").startswith(FOLDERS):
                self.caches.append(one)
        gc.freeze()

    def plant(self, defect: Defect) -> bool:
        """Give functions the changed code; return whether any had it."""
        file = str(ROOT / defect.file)
        sound = code_of((ROOT / defect.file).read_text(encoding="utf-8"), file)
        changed = code_of(defect.planted(), file)
        planted = False
        for key, code in sound.items():
            new = changed.get(key)
            if new is not None and new != code and new.co_freevars == code.co_freevars:
                for function in self.by_code.get(code, ()):
                    function.__code__ = new
                    planted = True
        for cache in self.caches:
            cache.cache_clear()
        return planted


def plant_in_template(defect: Defect) -> None:
    """Let Django read the changed text."""
    read, path = Loader.get_contents, str(ROOT / defect.file)

    def get_contents(self: Loader, origin: Origin) -> str:
        return defect.planted() if origin.name == path else read(self, origin)

    Loader.get_contents = get_contents  # type: ignore[method-assign]
    for loader in engines["django"].engine.template_loaders:  # type: ignore[attr-defined]
        loader.reset()


def failed_in(lines: list[dict[str, Any]]) -> set[str]:
    """Return the tests that failed or did not end.

    >>> sorted(failed_in([{"begun": "a"}, {"test": "a", "failed": False}, {"begun": "b"}]))
    ['b']
    """
    passed = {line["test"] for line in lines if line.get("failed") is False}
    return {line["begun"] for line in lines if "begun" in line} - passed


class Planting:
    """Runs the defects of one file of orders and writes a line for each; what has one anywhere is not run."""

    def __init__(self, orders: Path) -> None:
        self.orders = json.loads(orders.read_text())
        self.results = orders.with_suffix(".results")
        self.ran = orders.with_suffix(".ran")
        self.built: set[str] = set()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        from tests.support.stages import stage_of  # it needs Django's settings

        items = {item.nodeid: item for item in session.items if "live_server" not in item.fixturenames}  # type: ignore[attr-defined]
        last = next(iter(items.values()))
        self.functions = Functions()
        done = "".join(file.read_text() for file in self.results.parent.glob("*.results"))
        for order in self.orders:
            defect = Defect(*order["defect"])
            if json.dumps(defect.key) in done:
                continue
            tests = [items[name] for name in order["tests"] if name in items]
            for test in tests:
                stage = stage_of(test)
                if (key := stage.key if stage else "none") not in self.built:
                    self.built.add(key)
                    session._setupstate.teardown_exact(test)
                    runtestprotocol(test, log=False, nextitem=last)
            result = self.run(session, defect, tests, enough=order["enough"])
            with self.results.open("a") as file:
                file.write(json.dumps({"key": defect.key, **result}) + "\n")
        return True

    def run(
        self, session: pytest.Session, defect: Defect, tests: list[pytest.Item], *, enough: int
    ) -> Mapping[str, Any]:
        """Return which tests fail with the defect and pass without it, and how long the former took.

        Each time in a process of its own; a test that does not end counts as one that fails.
        """
        begun = time.monotonic()
        lines = self.split_off(session, defect, tests, enough)
        seconds = round(time.monotonic() - begun, 2)
        failed = failed_in(lines)
        suspects = [test for test in tests if test.nodeid in failed]
        unsound = failed_in(self.split_off(session, None, suspects, len(suspects)))
        return {
            "planted": any(line.get("planted") for line in lines),
            "found": [test.nodeid for test in suspects if test.nodeid not in unsound],
            "ran": [line["test"] for line in lines if "failed" in line],
            "seconds": seconds,
        }

    def split_off(
        self, session: pytest.Session, defect: Defect | None, tests: list[pytest.Item], enough: int
    ) -> list[dict[str, Any]]:
        """Run the tests in another process until enough of them have failed; return what it said."""
        connections.close_all()
        self.ran.write_text("")
        if (child := os.fork()) == 0:
            try:
                self.try_tests(session, defect, tests, enough)
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        return [json.loads(line) for line in self.ran.read_text().splitlines()]

    def try_tests(
        self, session: pytest.Session, defect: Defect | None, tests: list[pytest.Item], enough: int
    ) -> None:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        if defect is None:
            planted = True
        elif defect.file.endswith(".html"):
            plant_in_template(defect)
            planted = True
        else:
            planted = self.functions.plant(defect)
        self.say(planted=planted)
        if not planted or not tests:
            return
        session._setupstate.teardown_exact(tests[0])
        failures = 0
        for test, following in zip(tests, [*tests[1:], tests[-1]], strict=True):
            signal.alarm(SECONDS)
            self.say(begun=test.nodeid)
            reports = runtestprotocol(test, log=False, nextitem=following)
            failed = any(report.failed for report in reports)
            self.say(test=test.nodeid, failed=failed)
            failures += failed
            if failures >= enough:
                return

    def say(self, **about: object) -> None:
        with self.ran.open("a") as file:
            file.write(json.dumps(about) + "\n")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    if orders := os.environ.get("DEFECTS_ORDERS"):
        config.pluginmanager.register(Planting(Path(orders)))
