"""Names and docstrings say something: what says nothing is counted, and may only become less.

Three kinds are counted in the program, by its variables, arguments, functions and classes:

* riddles, names that only their author can solve: `said`, `told`, `kept`. The aim is at most 40;
* empty words, which fit anything: `found`, `about`, `there`. The aim is at most 500;
* vague docstrings, whose first line names neither what comes out nor of what: `whoever`, `so many`. The aim
  is at most 60.

`MOST` is what is left of each kind. Whoever has renamed some lowers it.

Five words had several meanings each. `MEANINGS` says the one that is left to each of them, and `MOST_NAMED`
counts the names that consist of it alone.

Scripts are held to the same: no variable, argument or function is a riddle there, and no comment vague.
`PROPERTIES` counts what is left: fields that phones keep or send, or that belong to the browser.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.support.sources import tree_of

ROOT = Path(__file__).parents[2]
PACKAGES = ("scoring", "tournaments", "tarockclub")
RIDDLES = {
    *("came", "done", "gone", "kept", "meant", "once", "said"),
    *("seen", "stood", "told", "typed", "untold", "wanted"),
}
EMPTY = {
    *("about", "after", "apart", "asked", "before", "beside", "found"),
    *("further", "here", "one", "rest", "there", "thing", "things"),
}
VAGUE = re.compile(
    r"\b(anybody|as if it had not been|as it were|nobody|otherwise than|said|so far as|so many|somebody|told|"
    r"what is said|what nobody|what whoever|who is meant|whoever|whomever)\b",
    re.IGNORECASE,
)
MOST = {"riddles": 19, "empty words": 81, "vague docstrings": 0}

SCRIPT_RIDDLES = RIDDLES | {"aside", "asked", "found", "mending", "sight", "thrown"}
MOST_IN_SCRIPTS = {"riddles": 0, "vague comments": 2}
# Fields that phones keep (waiting hands, half-filled ones, seats), that the server sends or fills into a
# sentence, that a template sets, or that are the browser's.
PROPERTIES = {"aside": 2, "came": 2, "done": 6, "gone": 2, "mending": 2, "once": 8, "said": 18, "seen": 11}
PROPERTIES |= {"told": 15, "typed": 19}
INSERTED = r"\$\{(?:[^`{}]|\{[^{}]*\}|`[^`]*`)*\}"
SILENT = re.compile(
    rf"""(?P<comment>//[^\n]*|/\*.*?\*/)
    | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
    | (?P<template>`(?:\\.|{INSERTED}|[^`\\])*`)
    | (?<=[(=,:!&|?[])[ ]*/(?![*/ ])(?:\\.|\[(?:\\.|[^]\n])*]|[^/\\\n[])+/  # a regular expression
    """,
    re.VERBOSE | re.DOTALL,
)
NAME = re.compile(
    r"(?P<after>(?<!\.\.)\.\s*|\?\.\s*|[{,]\s*)?(?<![\w$])(?P<name>[A-Za-z_$][\w$]*)(?P<colon>\s*:)?"
)

MEANINGS = {
    "place": "somebody's rank in a ranking; else the name of a form's field",
    "standing": "nothing: the state of a table, or the standings of a ranking",
    "book": "the part of a rule sheet that only the rule book prints",
    "found": "nothing: the answer, the matches or the report",
    "state": "how a table or a tournament is at one moment",
}
MOST_NAMED = {"place": 145, "standing": 0, "book": 1, "found": 0, "state": 50}


def kinds_in(source: str) -> Iterator[str]:
    """Yield the kind of each name and docstring of a module that says nothing.

    >>> list(kinds_in("def told(about):\\n    '''Return whoever is there.'''\\n    found = _said = 1"))
    ['riddles', 'vague docstrings', 'empty words', 'empty words', 'found', 'riddles']
    """
    for node in ast.walk(tree_of(source)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield from kind_of(node.id)
        elif isinstance(node, ast.arg):
            yield from kind_of(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from kind_of(node.name)
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            first_line = (ast.get_docstring(node) or "").partition("\n")[0]
            if VAGUE.search(first_line):
                yield "vague docstrings"


def kind_of(name: str) -> Iterator[str]:
    word = name.strip("_").lower()
    if word in RIDDLES:
        yield "riddles"
    elif word in EMPTY:
        yield "empty words"
    if (singular := word.removesuffix("s") if word != "standings" else word) in MEANINGS:
        yield singular


def kinds_in_script(source: str) -> Iterator[str]:
    """Yield the kind of each name and comment of a script that says nothing, and its riddles of properties.

    >>> list(kinds_in_script("const told = page.said; // whoever"))
    ['vague comments', 'riddles', 'said']
    """
    for silent in SILENT.finditer(source):
        if silent["comment"] and VAGUE.search(silent["comment"]):
            yield "vague comments"
    spoken = SILENT.sub(lambda silent: " ".join(re.findall(INSERTED, silent["template"] or "")), source)
    for name in NAME.finditer(spoken):
        if name["name"].strip("_").lower() in SCRIPT_RIDDLES:
            before = (name["after"] or "").strip()
            is_property = before in (".", "?.") or (before in ("{", ",") and name["colon"])
            yield name["name"] if is_property else "riddles"


def test_names_and_comments_of_scripts_say_something() -> None:
    files = [path for app in ("scoring", "tournaments") for path in (ROOT / app / "static").rglob("*.js")]
    counted = Counter(kind for path in files for kind in kinds_in_script(path.read_text(encoding="utf-8")))
    assert len(files) > 100
    most = MOST_IN_SCRIPTS | PROPERTIES
    assert {kind: number for kind, number in counted.items() if number > most.get(kind, 0)} == {}


def test_names_and_docstrings_that_say_nothing_become_fewer_and_no_word_gets_another_meaning() -> None:
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    counted = Counter(
        kind
        for path in files
        if "migrations" not in path.parts
        for kind in kinds_in(path.read_text(encoding="utf-8"))
    )
    assert {kind: counted[kind] for kind, most in (MOST | MOST_NAMED).items() if counted[kind] > most} == {}
