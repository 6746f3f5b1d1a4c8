"""What is nearest to the files that were changed runs first."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings


@cache
def changed_files() -> frozenset[Path]:
    """What git does not find as it was committed."""
    command = ["git", "status", "--porcelain", "--untracked-files=all", "--no-renames"]
    said = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False).stdout
    return frozenset(settings.BASE_DIR / line[3:].strip('"') for line in said.splitlines())


@cache
def used_by(module: ModuleType) -> frozenset[Path]:
    """The files from which a module of tests takes something."""
    names = {getattr(value, "__module__", None) or "" for value in vars(module).values()}
    modules = {sys.modules.get(name) for name in names} | {
        value for value in vars(module).values() if isinstance(value, ModuleType)
    }
    return frozenset(Path(file) for found in modules if (file := getattr(found, "__file__", None)))


def distance(item: pytest.Item) -> int:
    """0: the test itself was changed; 1: what it takes something from; 2: neither."""
    if item.path in changed_files():
        return 0
    module = getattr(item, "module", None)
    return 1 if module is not None and used_by(module) & changed_files() else 2
