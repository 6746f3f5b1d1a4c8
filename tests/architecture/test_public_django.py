"""Of Django only what it documents is overridden; that nothing else is called, ruff says (SLF, TID)."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

from django.db.models import QuerySet

import scoring
import tarockclub
import tournaments

PACKAGES = (scoring, tournaments, tarockclub)
STARTED_WHEN_IMPORTED = {"tarockclub.__main__", "tarockclub.wsgi", "tarockclub.gunicorn"}


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
