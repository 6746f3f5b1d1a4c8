"""Which suites run: those of which a file changed since they last passed."""

from dataclasses import replace
from pathlib import Path

from tests.everything.__main__ import suites


def test_a_suite_is_due_once_a_file_that_it_is_about_changed(root: Path) -> None:
    whole = {suite.name: suite for suite in suites().values()}
    folders = {path.name for path in (root / "tests/everything").iterdir() if (path / "__init__.py").exists()}
    assert folders <= whole.keys()
    assert {path for suite in whole.values() for path in suite.paths if not (root / path).exists()} == set()
    newest = replace(whole["looks"], green="HEAD")
    assert not newest.is_due
    assert replace(newest, green="").is_due
    assert not replace(newest, green="", is_long=True).is_due, "it would take hours"
    assert replace(newest, green="0" * 40).is_due, "a commit that this clone does not know"
