"""What a release says of itself: one version everywhere, and what changed with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarockclub.release import release
from tests.release import UNRELEASED, Missing, changes_of, sections
from tests.support.every import every


def test_the_version_stands_at_the_top_of_the_change_log(root: Path) -> None:
    told = sections((root / "CHANGELOG.md").read_text())
    told.pop(UNRELEASED, "")
    newest = "".join(f"## {heading}\n{text}\n" for heading, text in told.items())
    assert changes_of(release().version, newest)


ASKED = "### What an upgrade asks for\n\n- Nothing."


@every(
    "changes, refused",
    [
        (f"## 1.0.0 – 2026-11-23\n\n{ASKED}", "its newest heading is '1.0.0 – 2026-11-23'"),
        (f"## 1.1.0\n\n{ASKED}", "should be '1.1.0 – <day>'"),
        (f"## Unreleased\n\n- More.\n\n## 1.1.0 – 2026-12-01\n\n{ASKED}", "belongs to a version"),
        ("## 1.1.0 – 2026-12-01\n\n- More.", "has no part"),
    ],
)
def test_a_release_of_which_the_change_log_does_not_tell_is_none(changes: str, refused: str) -> None:
    with pytest.raises(Missing, match=refused):
        changes_of("1.1.0", changes)
