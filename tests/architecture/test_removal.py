"""What could be taken away (`make removal`) is imported by nobody else: only `capabilities.py` names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.removal import STANDING_ALONE
from tests.support.imports import imported


def importing(root: Path, capability: str) -> list[str]:
    """Return the files of the program beside it that import it, with the line."""
    within, name = root / capability.replace(".", "/"), capability.rpartition(".")[2]
    return [
        f"{file.relative_to(root)}:{line}"
        for package in ("scoring", "tournaments", "tarockclub")
        for file in sorted((root / package).rglob("*.py"))
        if within not in file.parents and name in file.read_text()
        for line, found in imported(file.read_text(), file.relative_to(root).parent.parts)
        if found == capability or found.startswith(f"{capability}.")
    ]


@pytest.mark.parametrize("capability", STANDING_ALONE)
def test_only_the_list_of_capabilities_knows_it(root: Path, capability: str) -> None:
    assert [importer.partition(":")[0] for importer in importing(root, capability)] == [
        f"{capability.split('.', maxsplit=1)[0]}/capabilities.py"
    ]
