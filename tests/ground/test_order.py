"""Which tests wait for `make test`: those that are thorough, unless they are near to what was changed."""

from __future__ import annotations

import fnmatch
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support import order


def left_out(tests: list[str], changed: list[str], failed: list[str], root: Path) -> list[str]:
    items = [SimpleNamespace(nodeid=test, path=root / test) for test in tests]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            order, "THOROUGH", {"scoring/web/test_access.py": order.PAGES, "races": ("*/verbs.py",)}
        )
        patch.setattr(order, "changed_files", lambda: frozenset(root / path for path in changed))
        return [item.nodeid for item in order.left_out_before_a_commit(items, failed)]  # type: ignore[arg-type]


ACCESS = "tests/scoring/web/test_access.py"
RACE = "tests/races/test_one_table.py"
CHEAP = "tests/scoring/table/test_writing.py"


@pytest.mark.parametrize(
    ("changed", "failed", "waiting"),
    [
        ([], [], [ACCESS, RACE]),
        (["README.md"], [], [ACCESS, RACE]),
        (["scoring/coming/views.py"], [], [RACE]),  # what it says itself
        (["scoring/web/fields.py"], [], [RACE]),  # the folder it is named after
        (["templates/scoring/web/base.html"], [], [RACE]),
        ([ACCESS], [], [RACE]),
        (["scoring/table/verbs.py"], [], [ACCESS]),
        ([], [RACE], [ACCESS]),
    ],
)
def test_thorough_tests_run_before_a_commit_where_it_changes_something_near(
    root: Path, changed: list[str], failed: list[str], waiting: list[str]
) -> None:
    assert left_out([ACCESS, RACE, CHEAP], changed, failed, root) == waiting


def test_what_is_listed_as_thorough_is_there(root: Path) -> None:
    assert [path for path in order.THOROUGH if not (root / "tests" / path).exists()] == []


def test_what_it_is_near_to_is_there(root: Path) -> None:
    folders = (path for path in root.iterdir() if path.name not in (".git", ".venv", "var"))
    files = [str(one.relative_to(root)) for folder in folders for one in (folder, *folder.rglob("*"))]
    named = {pattern for near in order.THOROUGH.values() for pattern in near}
    assert [pattern for pattern in sorted(named) if not fnmatch.filter(files, pattern)] == []
