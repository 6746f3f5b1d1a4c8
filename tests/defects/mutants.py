"""What can be planted: one small change in one line of the program or of a template."""

import ast
import json
import random
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ASIDE = Path(__file__).with_name("set_aside.toml")
FOLDERS = ("scoring", "tournaments", "tarockclub")
TIRED = Path(__file__).with_name("tired.toml")
LIST = Path(__file__).with_name("drawn.jsonl")  # by the seeds 77 and 78, from all that tests came by
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
    why: str = ""

    @property
    def key(self) -> str:
        """Name it by what changes, so that it is the same one after other lines of the file moved."""
        return f"{self.file}: {self.old.strip()} -> {self.new.strip()}"

    def planted(self) -> str:
        """Return the text of the file with the defect in it."""
        lines = (ROOT / self.file).read_text(encoding="utf-8").splitlines(keepends=True)
        before, after = "".join(lines[: self.line - 1]), "".join(lines[self.line - 1 :])
        return before + after.replace(self.old, self.new, 1)

    def is_possible(self) -> bool:
        """Tell whether what is planted can be read as Python at all."""
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
    changes = {change for function in functions for node in ast.walk(function) for change in _changes(node)}
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


def of_tired_developers() -> Iterator[Defect]:
    """Yield those written by hand: more than a line, and a reason why somebody might write them."""
    for listed in tomllib.loads(TIRED.read_text(encoding="utf-8"))["defect"]:
        text = (ROOT / listed["file"]).read_text(encoding="utf-8")
        if text.count(listed["old"]) != 1:
            raise ValueError(f"{listed['file']} has this {text.count(listed['old'])} times: {listed['old']}")
        line = text[: text.index(listed["old"])].count("\n") + 1
        yield Defect(listed["file"], line, listed["old"], listed["new"], listed["why"])


def of_the_list() -> Iterator[Defect]:
    """Yield those that were drawn once and kept, as far as their lines are still there, and once."""
    for kept in map(json.loads, LIST.read_text(encoding="utf-8").splitlines()):
        file = ROOT / kept["file"]
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        looked_for = [*kept.get("above", ()), kept["old"]]
        found = [[line.strip() for line in lines[at : at + len(looked_for)]] for at in range(len(lines))]
        if found.count(looked_for) == 1:
            number = found.index(looked_for) + len(looked_for)
            old = lines[number - 1]
            yield Defect(kept["file"], number, old, old.replace(kept["old"], kept["new"]))


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
