"""One name, one class: whoever reads `Row` need not ask which of them is meant."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("scoring", "tournaments", "tarockclub")
DJANGO = {"Meta", "Media", "Command"}  # Django looks for these names


def shared_names(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the names that several classes have, wherever they are defined, with the files they stand in."""
    places = defaultdict(list)
    for file, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef) and node.name not in DJANGO:
                places[node.name].append(file)
    return {name: files for name, files in places.items() if len(files) > 1}


def test_no_two_classes_share_a_name() -> None:
    sources = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in path.parts
    }
    assert {file.partition("/")[0] for file in sources} == set(PACKAGES)
    assert shared_names(sources) == {}


@pytest.mark.parametrize(
    ("sources", "shared"),
    [
        ({"a.py": "class Row: pass", "b.py": "class Line: pass"}, {}),
        ({"a.py": "class Row: pass", "b.py": "class Row: pass"}, {"Row": ["a.py", "b.py"]}),
        ({"a.py": "class Row:\n class Row: pass"}, {"Row": ["a.py", "a.py"]}),
        (
            {"a.py": "def f():\n class Row: pass", "b.py": "if 1:\n class Row: pass"},
            {"Row": ["a.py", "b.py"]},
        ),
        ({"a.py": "class A:\n class Meta: pass", "b.py": "class B:\n class Meta: pass"}, {}),
        ({"a.py": "class Row: pass", "b.py": "class _Row: pass\nRow = _Row"}, {}),
    ],
    ids=["apart", "two files", "nested", "inside a function", "looked for by Django", "only an alias"],
)
def test_a_shared_name_is_found_wherever_it_is_defined(
    sources: dict[str, str], shared: dict[str, list[str]]
) -> None:
    assert shared_names(sources) == shared
