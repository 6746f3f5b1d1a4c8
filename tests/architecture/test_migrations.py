"""A migration does for ever what it did when it was written: it knows nothing of today's program."""

from __future__ import annotations

import sys
from pathlib import Path

from django.conf import settings

from tests.support.every import every
from tests.support.imports import imported

APPS = ("scoring", "tournaments")
# Django's tables and the name of the model of accounts. Not `django.apps`, which knows today's models.
DJANGO = ("django.db", "django.conf.settings")
BY_NAME = {"importlib", "pkgutil", "runpy"}  # import what a text says
PYTHON = sys.stdlib_module_names - BY_NAME


def of_today(source: str, package: tuple[str, ...]) -> list[str]:
    """Return what a migration of this package imports that may be another tomorrow."""
    siblings = ".".join(package)
    return [
        name
        for _line, name in imported(source, package)
        if name.partition(".")[0] not in PYTHON
        and not any(f"{name}.".startswith(f"{allowed}.") for allowed in (*DJANGO, siblings))
    ]


def test_a_migration_imports_nothing_of_the_program() -> None:
    root = Path(settings.BASE_DIR)
    files = [file for app in APPS for file in sorted((root / app / "migrations").rglob("*.py"))]
    assert {file.relative_to(root).parts[0] for file in files if file.name == "0001_initial.py"} == set(APPS)
    found = {
        str(file.relative_to(root)): names
        for file in files
        if (names := of_today(file.read_text(encoding="utf-8"), file.relative_to(root).parts[:-1]))
    }
    assert found == {}


@every(
    "source, found",
    [
        ("from scoring.protection import protect", ["scoring.protection.protect"]),
        ("import scoring.models", ["scoring.models"]),
        ("import tarockclub.settings as settings", ["tarockclub.settings"]),
        ("from tournaments import apps", ["tournaments.apps"]),
        ("from tournaments.migrations._words import words", ["tournaments.migrations._words.words"]),
        ("from ..names import sorting", ["scoring.names.sorting"]),
        ("from .. import names", ["scoring.names"]),
        ("def fill(apps, editor):\n    if True:\n        from scoring import names", ["scoring.names"]),
        ("from django.apps import apps", ["django.apps.apps"]),
        ("from importlib import import_module", ["importlib.import_module"]),
        ("import django_tables2", ["django_tables2"]),
        ("from . import _words", []),
        ("from ._words import words", []),
        ("from scoring.migrations._words import words", []),
        ("import django.db.models.deletion", []),
        ("from django.db import migrations, models", []),
        ("from django.conf import settings", []),
        ("import json\nfrom typing import Any", []),
    ],
)
def test_an_import_of_the_program_is_found(source: str, found: list[str]) -> None:
    assert of_today(source, ("scoring", "migrations")) == found
