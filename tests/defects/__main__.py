"""Are planted defects found? `make defects`, or `python -m tests.defects`; `--seed 5` draws other ones.

First every test that needs no browser runs once, and it is noted by which lines and templates it comes. Then
the defects are planted one by one, and the tests that come by are asked, quickest first, until three have
failed. What was tried once is not tried again: stop it and go on whenever you like; `--afresh` forgets.
"""

import argparse
import json
import os
import subprocess
import sys
import tomllib
from collections import defaultdict
from itertools import chain
from pathlib import Path
from shutil import rmtree

import pytest
from coverage import CoverageData

from tests.defects.mutants import (
    ASIDE,
    ROOT,
    Defect,
    drawn,
    of_templates,
    of_the_list,
    of_the_program,
    of_tired_developers,
)

KEPT = ROOT / "var" / "defects"
REACHED = KEPT / "reached"
WHOLE = "whole"  # a file that is there once all tests have run
PYTEST = (sys.executable, "-m", "pytest", "-q", "-m", "not browser and not office")
RAN = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)  # to the end; what failed is not asked of any defect
ENOUGH = 3  # tests that find a defect
LONGEST = 120.0  # seconds of tests that are asked of one defect


class Reached:
    """Which tests come by a line or a template, quickest first."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.by_template: dict[str, set[str]] = defaultdict(set)
        for file in REACHED.glob("tests-*.json"):
            for test, (seconds, templates) in json.loads(file.read_text()).items():
                self.seconds[test] = seconds
                for template in templates:
                    self.by_template[f"templates/{template}"].add(test)
        self.by_line: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        for lines in REACHED.glob("lines-*"):
            data = CoverageData(str(lines))
            data.read()
            for file in data.measured_files():
                for line, contexts in data.contexts_by_lineno(file).items():
                    self.by_line[str(Path(file).relative_to(ROOT))][line].update(contexts)

    def tests(self, defect: Defect) -> list[str]:
        names = set(chain.from_iterable(self._sets(defect)))
        return sorted(names & self.seconds.keys(), key=lambda test: (self.seconds[test], test))

    def has(self, defect: Defect) -> bool:
        return any(self._sets(defect))

    def _sets(self, defect: Defect) -> list[set[str]]:
        if defect.file.endswith(".html"):
            return [self.by_template.get(defect.file, set())]
        last = defect.line + defect.old.rstrip("\n").count("\n") + 1
        return [self.by_line[defect.file][line] for line in range(defect.line, last)]


def start_pytest(*options: str, **variables: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "CI": "true", **variables}
    return subprocess.Popen([*PYTEST, *options], cwd=ROOT, env=environment, stdout=(KEPT / "log").open("ab"))


def reach(jobs: int) -> Reached:
    """Run all tests once, if nobody has, and return what they come by."""
    if not (REACHED / WHOLE).exists():
        rmtree(REACHED, ignore_errors=True)
        options = ("-p", "tests.defects.reaching", "-n", str(jobs), "--dist", "worksteal")
        if start_pytest(*options, DEFECTS_REACHED=str(REACHED)).wait() not in RAN:
            sys.exit(f"The tests did not run to their end: see {KEPT / 'log'}")
        (REACHED / WHOLE).touch()
    return Reached()


def tests_within(tests: list[str], seconds: dict[str, float]) -> list[str]:
    """Return the quickest ones that together take no longer than a defect may take."""
    total, chosen = 0.0, []
    for test in tests:
        total += seconds[test]
        if total > LONGEST:
            break
        chosen.append(test)
    return chosen


def try_all(wanted: list[Defect], reached: Reached, asked: argparse.Namespace) -> None:
    """Plant each of them, in as many processes side by side as are asked for."""
    processes = []
    for job in range(asked.jobs):
        orders = [
            {
                "defect": defect,
                "tests": tests_within(reached.tests(defect), reached.seconds),
                "enough": asked.enough,
            }
            for defect in wanted[job :: asked.jobs]
        ]
        file = KEPT / f"{asked.seed or 'list'}-{job}-of-{asked.jobs}"
        file.write_text(json.dumps(orders))
        files = {test.partition("::")[0] for order in orders for test in order["tests"]}
        options = ("-p", "tests.defects.planting", *sorted(files))
        processes.append(start_pytest(*options, DEFECTS_ORDERS=str(file)))
    for process in processes:
        process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", help="draw others than those of the list that is kept")
    parser.add_argument("--count", type=int, default=300, help="to draw, a fifth of them in templates")
    parser.add_argument("--enough", type=int, default=ENOUGH, help="tests that find one, until it is over")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--afresh", action="store_true", help="forget what was tried before")
    asked = parser.parse_args()
    if asked.afresh:
        rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    reached = reach(asked.jobs)
    wanted = list(of_the_list())
    if asked.seed:
        in_templates = asked.count // 5
        kinds = ((of_templates(), in_templates), (of_the_program(), asked.count - in_templates))
        wanted = [
            defect
            for defects, count in kinds
            for defect in drawn(filter(reached.has, defects), count, asked.seed)
        ]
    wanted = [*of_tired_developers(), *wanted]
    try_all(wanted, reached, asked)
    return print_results(wanted)


def print_results(wanted: list[Defect]) -> int:
    """Print each defect and who finds it; return 1 where one is overlooked, or was not tried."""
    listed = tomllib.loads(ASIDE.read_text())
    aside = {one["defect"]: one["why"] for one in listed["set_aside"]}
    by_hand = {one["defect"]: one["by"] for one in listed["found_by_hand"]}
    lines = [line for file in sorted(KEPT.glob("*.results")) for line in file.read_text().splitlines()]
    results = {one["key"]: one for one in map(json.loads, lines)}
    found = missed = untried = 0
    for defect in wanted:
        result = results.get(defect.key)
        if defect.key in aside:
            verdict = f"set aside: {aside[defect.key]}"
        elif defect.key in by_hand:
            found += 1
            verdict = f"found, planted in the file itself, by {by_hand[defect.key]}"
        elif result is None:
            untried += 1
            verdict = f"NOT TRIED, see {KEPT / 'log'}"
        elif not result["planted"]:
            verdict = "set aside: nothing to plant it in"
        elif result["found"]:
            found += 1
            verdict = f"found in {result['seconds']} s by {result['found'][0]}"
        else:
            missed += 1
            verdict = f"NOT FOUND by {len(result['ran'])} tests"
        print(f"{verdict}: {defect.file}:{defect.line} {defect.why}")
        print(f"      - {defect.old.strip()}\n      + {defect.new.strip()}", flush=True)
    print(f"{found} of {found + missed} found, {untried} not tried")
    return 1 if missed or untried else 0


if __name__ == "__main__":
    sys.exit(main())
