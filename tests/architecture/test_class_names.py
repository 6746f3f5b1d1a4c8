"""One name, one class or type: whoever reads `Row` need not ask which of them is meant."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.support.sources import tree_of

ROOT = Path(__file__).parents[2]
PACKAGES = ("scoring", "tournaments", "tarockclub")
DJANGO = {"Meta", "Media", "Command"}  # Django looks for these names
# Still shared with an alias: of what a hand's facts are, of the editor of rules and the pages of a table.
# `Table` is a tournament's in the database; other programs know no database, and play at one of their own.
STILL_SHARED = {"About", "Document", "Edit", "Entry", "Kind", "Line", "Place", "Table", "Words"}


def defined(module: ast.Module) -> Iterator[str]:
    """Return the classes, wherever they are defined, and the aliases of a module: `Rows = list[Row]`."""
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef) and node.name not in DJANGO:
            yield node.name
    for node in module.body:
        if not isinstance(node, ast.Assign) or isinstance(node.value, ast.Call):
            continue
        for target in node.targets:
            if isinstance(target, ast.Name) and re.match("_?[A-Z][a-z]", target.id):
                yield target.id


def test_no_two_classes_or_aliases_share_a_name() -> None:
    places = Counter(
        name
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if "migrations" not in path.parts
        for name in defined(tree_of(path.read_text(encoding="utf-8")))
    )
    assert places.keys() >= {"Sheet", "Tournament", "PageForm", "Rules"}
    assert {name for name, times in places.items() if times > 1} - STILL_SHARED == set()
