"""What can be planted: one small change in one line of the program or of a template."""

import ast
import json
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDERS = ("scoring", "tournaments", "tarockclub")
# Written by hand, with the reason; or printed by `make defects SEED=…`.
KEPT = Path(__file__).with_name("kept.jsonl")
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
IN_TEMPLATES = (
    (re.compile(r"\{% if (?!not )([^%]+) %\}"), r"{% if not \1 %}"),
    (re.compile(r"\{% if not ([^%]+) %\}"), r"{% if \1 %}"),
    (re.compile(r"\{\{ [^}]+ \}\}"), ""),
    (re.compile(r'\{% include "[^%]+ %\}'), ""),
)


class Defect(NamedTuple):
    """A text of a file, and what stands there instead; `line` is where it begins."""

    file: str
    line: int
    old: str
    new: str
    by: str = ""  # the test that finds it, as far as somebody has looked

    def unique(self) -> "Defect":
        """Return it with so many of the lines above that its text stands in the file once."""
        text, one = (ROOT / self.file).read_text(encoding="utf-8"), self
        lines = text.splitlines()
        while text.count(one.old) > 1:
            above = lines[one.line - 2]
            one = one._replace(line=one.line - 1, old=f"{above}\n{one.old}", new=f"{above}\n{one.new}")
        return one

    def planted(self) -> str:
        """Return the text of the file with the defect in it."""
        lines = (ROOT / self.file).read_text(encoding="utf-8").splitlines(keepends=True)
        before, after = "".join(lines[: self.line - 1]), "".join(lines[self.line - 1 :])
        return before + after.replace(self.old, self.new, 1)

    def is_possible(self) -> bool:
        """Return whether it changes its file, and what is planted can be read as Python."""
        if self.planted() == (ROOT / self.file).read_text(encoding="utf-8"):
            return False
        try:
            return self.file.endswith(".html") or bool(ast.parse(self.planted()))
        except SyntaxError:
            return False


def of_the_program() -> Iterator[Defect]:
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in file.parts:
                yield from of_python(file)


def of_python(file: Path) -> Iterator[Defect]:
    """Yield every change of one line within the functions of a file."""
    source = file.read_text(encoding="utf-8")
    lines = source.splitlines()
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    statements = [statement for function in functions for statement in function.body]
    changes = {change for one in statements for node in ast.walk(one) for change in _changes(node)}
    for begin, end, text in sorted(changes):
        if begin[0] == end[0]:
            old = lines[begin[0] - 1].encode()
            new = (old[: begin[1]] + text.encode() + old[end[1] :]).decode()
            defect = Defect(str(file.relative_to(ROOT)), begin[0], old.decode(), new)
            if defect.new != defect.old:
                yield defect


def of_templates() -> Iterator[Defect]:
    for file in sorted((ROOT / "templates").rglob("*.html")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for pattern, text in IN_TEMPLATES:
                for match in pattern.finditer(line):
                    new = line[: match.start()] + match.expand(text) + line[match.end() :]
                    yield Defect(str(file.relative_to(ROOT)), number, line, new)


def that_are_kept() -> Iterator[Defect]:
    """Yield those of the list that still have a place."""
    for row in map(json.loads, KEPT.read_text(encoding="utf-8").splitlines()):
        file = ROOT / row["file"]
        before, *behind = file.read_text(encoding="utf-8").split(row["old"]) if file.exists() else [""]
        if len(behind) == 1:
            yield Defect(row["file"], before.count("\n") + 1, row["old"], row["new"], row["by"])


def drawn(defects: Iterable[Defect], count: int, seed: str) -> list[Defect]:
    """Draw as evenly over the rooms as possible."""
    dice = random.Random(seed)
    rooms: dict[str, list[Defect]] = {}
    for defect in defects:
        rooms.setdefault("/".join(defect.file.split("/")[:-1][:2]), []).append(defect)
    for room in sorted(rooms):
        dice.shuffle(rooms[room])
    found: list[Defect] = []
    while len(found) < count and any(rooms.values()):
        defects = [rooms[room].pop() for room in sorted(rooms) if rooms[room]]
        found += [defect for defect in defects if defect.is_possible()]
    return found[:count]


def _changes(node: ast.AST) -> Iterator[tuple[tuple[int, int], tuple[int, int], str]]:
    """Yield from where to where, and what stands there instead."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in COMPARED:
            yield _end(left), _begin(right), f" {COMPARED[type(operator)]} "
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in CALCULATED:
            yield _end(left), _begin(right), f" {CALCULATED[type(operator)]} "
        case ast.BoolOp(op=operator, values=[first, second]):
            yield _end(first), _begin(second), f" {JOINED[type(operator)]} "
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield _begin(node), _begin(operand), ""
        case ast.Return(value=ast.expr() as value):
            yield _begin(value), _end(value), "None"
        case ast.Constant(value=bool() as value):
            yield _begin(node), _end(node), str(not value)
        case ast.Constant(value=int() as value):
            yield _begin(node), _end(node), str(value + 1)
        case ast.Expr(value=ast.Call() as value):
            yield _begin(value), _end(value), "None"


def _begin(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.expr) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
