"""Of Django only what it documents is used: nothing whose name begins with an underscore, and no compiler."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import django
import pytest
from django.db.models import QuerySet

import scoring
import tarockclub
import tournaments

ROOT = Path(__file__).parents[2]
PACKAGES = (scoring, tournaments, tarockclub)
# Django documents the first three; the others are those of named tuples.
DOCUMENTED = {"_meta", "_default_manager", "_base_manager"}
OF_OTHERS = {"_replace", "_asdict", "_fields", "_make"}
INNER_MODULE = "django.db.models.sql"
INNER_NAMES = {"get_compiler", "sql_with_params", "ModelIterable", "get_related_populators", "klass_info"}
STARTED_WHEN_IMPORTED = {"tarockclub.__main__", "tarockclub.wsgi", "tarockclub.gunicorn"}


@cache
def private_names() -> frozenset[str]:
    """Return the names beginning with an underscore that Django calls its own."""
    sources = Path(django.__file__).parent.rglob("*.py")
    found = (re.findall(r"(?:\.|def )(_[a-z]\w*)", source.read_text(encoding="utf-8")) for source in sources)
    return frozenset(name for names in found for name in names) - DOCUMENTED - OF_OTHERS


def inner_uses(source: str) -> Iterator[str]:
    """Yield what a file uses of Django's inner interface."""
    nodes = list(ast.walk(ast.parse(source)))
    own = {
        one.name
        for node in nodes
        if isinstance(node, ast.ClassDef)
        for one in node.body
        if isinstance(one, ast.FunctionDef)
    }
    inner = private_names() - own | INNER_NAMES
    for node in nodes:
        match node:
            case ast.Attribute(attr=name) if name in inner:
                yield f"line {node.lineno}: {name}"
            case ast.ImportFrom(module=str(where)) if where.startswith("django"):
                for other_name in node.names:
                    if (
                        other_name.name.startswith("_")
                        or other_name.name in INNER_NAMES
                        or where.startswith(INNER_MODULE)
                    ):
                        yield f"line {node.lineno}: {other_name.name} of {where}"


def test_no_file_uses_what_django_does_not_document() -> None:
    found = {
        f"{path.relative_to(ROOT)}, {use}"
        for package in PACKAGES
        for path in sorted((ROOT / package.__name__).rglob("*.py"))
        for use in inner_uses(path.read_text(encoding="utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    "source",
    [
        "row._state.adding = False",
        "class Store(SessionBase):\n def load(self):\n  self._session_key = None",
        "sql = rows.query.get_compiler('default')",
        "from django.db.models.query import ModelIterable",
        "from django.db.models.sql import Query",
    ],
)
def test_a_planted_use_is_found(source: str) -> None:
    assert list(inner_uses(source))


@pytest.mark.parametrize(
    "source",
    [
        "columns = [field.column for field in row._meta.get_fields()]",
        "class Sheet:\n def _state(self): pass\n def told(self): return self._state()",
        "from django.db.models import QuerySet",
        "pair = pair._replace(first=1)",
    ],
)
def test_what_is_documented_or_the_programs_own_is_not_found(source: str) -> None:
    assert not list(inner_uses(source))


def overridden(module: ModuleType) -> Iterator[str]:
    """Yield what the classes of a module put in the place of inner methods of Django."""
    for _name, kind in inspect.getmembers(module, inspect.isclass):
        of_django = [base for base in kind.__mro__[1:] if base.__module__.startswith("django.")]
        for name, value in vars(kind).items():
            if (
                inspect.isfunction(value)
                and re.match("_[a-z].*[a-z]$", name)
                and kind.__module__ == module.__name__
            ):
                yield from (f"{kind.__qualname__}.{name}" for base in of_django if name in vars(base))


def test_no_class_overrides_an_inner_method_of_django() -> None:
    names = [
        other.name
        for package in PACKAGES
        for other in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if ".migrations." not in other.name and other.name not in STARTED_WHEN_IMPORTED
    ]
    assert len(names) > 500
    assert [found for name in names for found in overridden(import_module(name))] == []


def test_a_planted_override_is_found() -> None:
    class Rows(QuerySet):
        def _clone(self) -> Rows:
            return self

    module = ModuleType(Rows.__module__)
    vars(module)["Rows"] = Rows
    assert [found.rpartition(".")[2] for found in overridden(module)] == ["_clone"]
