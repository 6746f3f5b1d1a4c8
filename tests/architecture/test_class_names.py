"""One name, one class or type: whoever reads `Row` need not ask which of them is meant."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("scoring", "tournaments", "tarockclub")
DJANGO = {"Meta", "Media", "Command"}  # Django looks for these names
# Still shared with an alias: of what a hand's facts are, of the editor of rules and the pages of a table.
STILL_SHARED = {"About", "Document", "Edit", "Entry", "Kind", "Line", "Place", "Read", "Words"}


def shared_names(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the names that several classes or type aliases have, with the files they stand in."""
    places = defaultdict(list)
    for file, source in sources.items():
        for name in defined(ast.parse(source)):
            places[name].append(file)
    return {name: files for name, files in places.items() if len(files) > 1}


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
    sources = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in path.parts
    }
    assert {file.partition("/")[0] for file in sources} == set(PACKAGES)
    assert shared_names(sources).keys() - STILL_SHARED == set()
