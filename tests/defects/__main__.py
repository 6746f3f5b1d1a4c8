"""Are planted defects found? `make defects` plants those that are kept, `make defects SEED=5` other ones.

Each that is kept names the test that finds it, and that one is asked. For others the tests that need no
browser run once, and it is noted by which lines and templates each comes; then those that come by a defect
are asked, quickest first, until one fails. What was looked for is printed as it is kept.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from shutil import rmtree

import pytest
from coverage import CoverageData

from tests.defects.mutants import ROOT, Defect, drawn, of_templates, of_the_program, that_are_kept
from tests.everything.__main__ import git

FOLDER = ROOT / "var" / "defects"
REACHED = FOLDER / "reached"
COMMIT = REACHED / "commit"  # at which all tests have run
CHOSEN = ("-m", "not browser and not office", "--ignore", "tests/everything")
RAN = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)  # to the end; what failed is not asked of any defect
JOBS = os.cpu_count() or 1
IN_TEMPLATES, IN_THE_PROGRAM = 20, 80  # so many are drawn
LONGEST = 120.0  # seconds of tests that are asked of one defect


class Reached:
    """Which tests come by a line or a template, quickest first."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.by_line: dict[tuple[str, int], set[str]] = defaultdict(set)  # of a template all lines are line 0
        for file in REACHED.glob("tests-*.json"):
            for test, (seconds, templates) in json.loads(file.read_text()).items():
                self.seconds[test] = seconds
                for template in templates:
                    self.by_line[f"templates/{template}", 0].add(test)
        for lines in REACHED.glob("lines-*"):
            data = CoverageData(str(lines))
            data.read()
            for file in data.measured_files():
                for line, tests in data.contexts_by_lineno(file).items():
                    self.by_line[str(Path(file).relative_to(ROOT)), line].update(tests)

    def tests(self, defect: Defect) -> list[str]:
        """Return the quickest ones that together take no longer than a defect may take."""
        last = defect.line + defect.old.rstrip("\n").count("\n") + 1
        lines = [0] if defect.file.endswith(".html") else range(defect.line, last)
        names = set().union(*(self.by_line.get((defect.file, line), ()) for line in lines))
        total, chosen = 0.0, list[str]()
        for test in sorted(names & self.seconds.keys(), key=lambda test: (self.seconds[test], test)):
            total += self.seconds[test]
            if total > LONGEST:
                break
            chosen.append(test)
        return chosen


def start_pytest(*options: str, **variables: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "pytest", "-q", *CHOSEN, *options]
    environment = {**os.environ, "CI": "true", **variables}
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=(FOLDER / "log").open("ab"))


def reach() -> Reached:
    """Run all tests once at each commit, and return what they come by."""
    here = git("rev-parse", "HEAD")
    if not COMMIT.exists() or COMMIT.read_text() != here:
        rmtree(REACHED, ignore_errors=True)
        options = ("-p", "tests.defects.reaching", "-n", str(JOBS), "--dist", "worksteal")
        if start_pytest(*options, DEFECTS_REACHED=str(REACHED)).wait() not in RAN:
            sys.exit(f"The tests did not run to their end: see {FOLDER / 'log'}")
        COMMIT.write_text(here)
    return Reached()


def finders(orders: list[tuple[Defect, list[str]]]) -> dict[Defect, str]:
    """Plant each defect and ask its tests, in several processes; return who finds it, or how it ends else."""
    orders.sort(key=lambda order: order[1][:1])  # what uses the same database goes to the same process
    most = -(-len(orders) // JOBS)
    processes = []
    for number in range(JOBS):
        part = orders[number * most : (number + 1) * most]
        file = FOLDER / f"orders-{number}"
        file.write_text(json.dumps(part))
        file.with_suffix(".found").write_text("")
        files = {test.partition("::")[0] for _defect, tests in part for test in tests}
        options = ("-p", "tests.defects.planting", *sorted(files))
        processes.append(start_pytest(*options, DEFECTS_ORDERS=str(file)))
    found = dict.fromkeys((defect for defect, _tests in orders), "NOT TRIED")
    for number, process in enumerate(processes):
        process.wait()
        lines = (FOLDER / f"orders-{number}.found").read_text().splitlines()
        found |= {Defect(*defect): by for defect, by in map(json.loads, lines)}
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", help="draw others than those that are kept")
    seed = parser.parse_args().seed
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = [] if seed else list(that_are_kept())
    reached = Reached() if all(one.by for one in wanted) and not seed else reach()
    if seed:
        wanted = drawn(filter(reached.tests, of_templates()), IN_TEMPLATES, seed)
        wanted += drawn(filter(reached.tests, of_the_program()), IN_THE_PROGRAM, seed)
    found = finders([(one, [one.by] if one.by else reached.tests(one)) for one in wanted])
    for defect, by in found.items():
        if by != defect.by:
            file, _line, old, new, _by = defect.unique()
            print(json.dumps({"file": file, "old": old, "new": new, "by": by}, ensure_ascii=False))
    missed = [by for by in found.values() if "::" not in by]
    print(f"{len(found) - len(missed)} of {len(found)} are found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
