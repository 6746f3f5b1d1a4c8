"""What the tests of a capability add to a club that is prepared for all."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]


def added_by_capabilities(app: str) -> list[Callable[[Any], None]]:
    """Return `add` of each `tests/<app>/<capability>/scene.py`: nobody else has to know which there are."""
    scenes = sorted((TESTS / app).glob("*/scene.py"))
    return [import_module(f"tests.{app}.{scene.parent.name}.scene").add for scene in scenes]
