"""A plugin of pytest that plants defects, one after the other, and runs the tests that come by there.

Everything is imported and every database built once; each defect is planted in a process split off from that
one, where functions are given the changed code and templates the changed text.
"""

import gc
import json
import os
import signal
from functools import _lru_cache_wrapper
from importlib import import_module
from itertools import pairwise
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
    """All functions of the program by the code they have, also in the files that no test has imported yet."""

    def __init__(self, files: set[str]) -> None:
        for file in files:
            if file.startswith(FOLDERS) and not file.endswith("__main__.py"):
                import_module(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
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
        text = (ROOT / defect.file).read_text(encoding="utf-8")
        sound, changed = code_of(text, file), code_of(defect.planted(), file)
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


class Planting:
    """Looks for the test that finds each defect of a file of orders, and writes a line for each."""

    def __init__(self, orders: Path) -> None:
        self.orders = json.loads(orders.read_text())
        self.found = orders.with_suffix(".found")
        self.said = orders.with_suffix(".said")  # by a process that was split off
        self.sound: dict[str, bool] = {}  # tests that were asked once more without a defect

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        from tests.support.stages import stage_of  # it needs Django's settings

        items = {item.nodeid: item for item in session.items if "live_server" not in item.fixturenames}  # type: ignore[attr-defined]
        last, built = next(iter(items.values())), set[object]()
        self.functions = Functions({order[0] for order, _tests in self.orders if order[0].endswith(".py")})
        for order, tests in self.orders:
            there = [items[name] for name in tests if name in items]
            for test in there:
                if (stage := stage_of(test)) not in built:
                    built.add(stage)
                    session._setupstate.teardown_exact(test)
                    runtestprotocol(test, log=False, nextitem=last)
            with self.found.open("a") as file:
                file.write(json.dumps([order, self.finder(session, Defect(*order), there)]) + "\n")
        return True

    def finder(self, session: pytest.Session, defect: Defect, tests: list[pytest.Item]) -> str:
        """Return the first test that fails with the defect and passes without it; else why there is none."""
        while number := self.failing(session, defect, tests):
            if number < 0:
                return "NOTHING TO PLANT IT IN"
            test, tests = tests[number - 1], tests[number:]
            if test.nodeid not in self.sound:
                self.sound[test.nodeid] = not self.failing(session, None, [test])
            if self.sound[test.nodeid]:
                return test.nodeid
        return "NOT FOUND"

    def failing(self, session: pytest.Session, defect: Defect | None, tests: list[pytest.Item]) -> int:
        """Run tests in a process of its own; return which one fails or does not end, 0 if all pass."""
        connections.close_all()
        self.said.write_text("-1")
        if (child := os.fork()) == 0:
            try:
                self.try_tests(session, defect, tests)
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        return int(self.said.read_text())

    def try_tests(self, session: pytest.Session, defect: Defect | None, tests: list[pytest.Item]) -> None:
        """Say before each test that it is the one that fails, and after the last that none is."""
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        if defect and defect.file.endswith(".html"):
            plant_in_template(defect)
        elif defect and not self.functions.plant(defect):
            return
        session._setupstate.teardown_exact(tests[0] if tests else None)
        for number, (test, following) in enumerate(pairwise([*tests, *tests[-1:]]), 1):
            signal.alarm(SECONDS)
            self.said.write_text(str(number))
            if any(report.failed for report in runtestprotocol(test, log=False, nextitem=following)):
                return
        self.said.write_text("0")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    if orders := os.environ.get("DEFECTS_ORDERS"):
        config.pluginmanager.register(Planting(Path(orders)))
