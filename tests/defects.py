"""Are single-line defects found? `make defects`, or `python -m tests.defects --data DATA --seed 14`.

Plants defects chosen by the seed over all packages, one at a time in a copy of the checkout, and runs the
tests that reach the line. DATA is what `make coverage` wrote: which test comes by where.
"""

import argparse
import ast
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from coverage import CoverageData

ROOT = Path(__file__).parents[1]
APPS = ("scoring", "tournaments")
AT_FIRST = 12  # tests that are asked before all the others that reach the line
FOR_EVER = 1800  # seconds, of which the tests of a line take a few hundred at most
COMPARED = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
CALCULATED = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Div: "*"}
JOINED = {ast.And: "or", ast.Or: "and"}


class Defect(NamedTuple):
    file: str
    line: int
    old: str
    new: str


def defects(file: Path) -> Iterator[Defect]:
    """Every defect that can be planted in one line of a file."""
    source = file.read_text()
    lines = source.splitlines()
    name = str(file.relative_to(ROOT))
    for node in ast.walk(ast.parse(source)):
        for begin, end, text in _changes(node, lines):
            if begin[0] != end[0]:
                continue
            old = lines[begin[0] - 1].encode()
            new = (old[: begin[1]] + text.encode() + old[end[1] :]).decode()
            yield Defect(name, begin[0], old.decode(), new)


def _changes(node: ast.AST, lines: list[str]) -> Iterator[tuple[tuple[int, int], tuple[int, int], str]]:
    """From where to where, and what stands there instead."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in COMPARED:
            yield _after(left), _before(right), f" {COMPARED[type(operator)]} "
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in CALCULATED:
            yield _after(left), _before(right), f" {CALCULATED[type(operator)]} "
        case ast.BoolOp(op=operator, values=[first, second]):
            yield _after(first), _before(second), f" {JOINED[type(operator)]} "
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield _before(node), _before(operand), ""
        case ast.Return(value=ast.expr() as value):
            yield _before(value), _after(value), "None"
        case ast.Constant(value=bool() as value):
            yield _before(node), _after(node), str(not value)
        case ast.Constant(value=int() as value):
            yield _before(node), _after(node), str(value + 1)
        case ast.Expr(value=ast.Call()):
            yield _before(node), _after(node), "None"


def _before(node: ast.AST) -> tuple[int, int]:
    return node.lineno, node.col_offset  # type: ignore[attr-defined]


def _after(node: ast.AST) -> tuple[int, int]:
    return node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]


def still_python(defect: Defect) -> bool:
    lines = (ROOT / defect.file).read_text().splitlines()
    lines[defect.line - 1] = defect.new
    try:
        ast.parse("\n".join(lines))
    except SyntaxError:
        return False
    return defect.new != defect.old


class Reached:
    """Which tests reach a line."""

    def __init__(self, data: str) -> None:
        self.data = CoverageData(data)
        self.data.read()
        found = (file.partition("/scoring/") for file in self.data.measured_files())
        self.before = next(before for before, app, _ in found if app)

    def tests(self, defect: Defect) -> list[str]:
        names: set[str] = set()
        path = f"{self.before}/{defect.file}"
        contexts = self.data.contexts_by_lineno(path) if path in self.data.measured_files() else {}
        names.update(contexts.get(defect.line, []))
        return sorted(found for name in names if (found := _address(name)))


def _address(context: str) -> str:
    """`tests.engine.test_money.test_x` as pytest wants it; nothing if it is no longer there."""
    module, _, test = context.rpartition(".")
    path = f"{module.replace('.', '/')}.py"
    return f"{path}::{test}" if test.startswith("test_") and (ROOT / path).exists() else ""


def chosen(count: int, seed: str, reached: Reached) -> list[Defect]:
    """As evenly over the packages as possible; only where a test comes by at all."""
    dice = random.Random(seed)
    packages: dict[str, list[Defect]] = {}
    for app in APPS:
        for file in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in file.parts:
                package = "/".join(file.relative_to(ROOT).parts[:-1][:2])
                packages.setdefault(package, []).extend(defects(file))
    order = sorted(packages)
    for package in order:
        packages[package] = sorted(set(packages[package]))
        dice.shuffle(packages[package])
    found: list[Defect] = []
    while len(found) < count and any(packages.values()):
        for package in order:
            while packages[package] and len(found) < count:
                defect = packages[package].pop()
                if still_python(defect) and reached.tests(defect):
                    found.append(defect)
                    break
    return found


def is_found(defect: Defect, tests: list[str], copy: Path) -> bool:
    """With the defect, does a test of those fail?"""
    file = copy / defect.file
    sound = file.read_text()
    lines = sound.splitlines(keepends=True)
    lines[defect.line - 1] = f"{defect.new}\n"
    file.write_text("".join(lines))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    try:
        for some in (tests[:AT_FIRST], tests[AT_FIRST:]):
            asked = [*command, *some]
            if some and subprocess.run(asked, cwd=copy, capture_output=True, timeout=FOR_EVER).returncode:
                return True
        return False
    except subprocess.TimeoutExpired:  # nobody overlooks that
        return True
    finally:
        file.write_text(sound)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--seed", default="14")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--list", action="store_true", help="only say which defects and how many tests")
    asked = parser.parse_args()
    reached = Reached(asked.data)
    lost = 0
    wanted = chosen(asked.count, asked.seed, reached)
    with TemporaryDirectory(prefix="tarock-") as folder:
        copy = Path(folder) / "copy"
        ignored = shutil.ignore_patterns(".venv", "var", ".git", ".hypothesis", ".mypy_cache")
        shutil.copytree(ROOT, copy, ignore=ignored)
        (copy / ".venv").symlink_to(ROOT / ".venv")
        for number, defect in enumerate(wanted, 1):
            tests = reached.tests(defect)
            random.Random(asked.seed).shuffle(tests)
            said = f"{len(tests)} tests" if asked.list else ""
            if not asked.list:
                found = is_found(defect, tests, copy)
                lost += not found
                said = "found" if found else "NOT FOUND"
            print(f"{number:3} {said}: {defect.file}:{defect.line}", flush=True)
            print(f"      - {defect.old.strip()}\n      + {defect.new.strip()}", flush=True)
    print(f"{len(wanted) - lost} of {len(wanted)} found")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
