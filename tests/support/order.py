"""What is nearest to the changed files runs first, what is thorough and far not before a commit."""

import subprocess
import sys
from collections.abc import Iterable
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings

PAGES = ("*/urls.py", "*/views.py", "*/views/*", "scoring/web/*")
STORED = ("*/models/*", "*/migrations/*", "*/verbs.py", "*/verbs/*")
PRINTED = ("*.md", "templates/*/handbook/*", "scoring/management/*", "manage.py")
STARTED = (".ci/*", "requirements/*", "tarockclub/*", "Makefile", "pyproject.toml")

# Tests that ask everything of everybody, play whole days or start programs, and what they are near to beside
# what lies in the folder of that name. They are a quarter of all that `make check` could run, and would take
# more than half of its time; `make test` runs them always.
THOROUGH: dict[str, tuple[str, ...]] = {
    "attacks/test_hostile_files.py": ("scoring/old_sheets/*", "scoring/archive/*", "*/importing.py"),
    "attacks/test_silent_clients.py": STARTED,
    "ground/test_container.py": STARTED,
    "ground/test_installed.py": STARTED,
    "ground/test_serving.py": STARTED,
    "ground/test_setting_up.py": STARTED,
    "ground/test_typed_commands.py": (*STARTED, *PRINTED),
    "races": ("scoring/deeds.py", "scoring/table/*", "*/verbs.py", "*/verbs/*"),
    "rulebook/test_every_number_matters.py": ("scoring/engine/*", "scoring/rules/*", "tests/rulebook/*"),
    "scoring/archive/test_archive.py": STORED,
    "scoring/archive/test_archive_pages.py": (),
    "scoring/archive/test_backup.py": STORED,
    "scoring/archive/test_kept.py": STORED,
    "scoring/archive/test_updating.py": (*STORED, "tarockclub/*"),
    "scoring/calculator/test_calculator.py": ("scoring/engine/*",),
    "scoring/calculator/test_settle_command.py": ("scoring/engine/*",),
    "scoring/demo/test_demonstration.py": (),
    "scoring/rule_editor/test_house_rules_answers.py": ("scoring/engine/*",),
    "scoring/rule_editor/test_house_rules_editor.py": ("scoring/engine/*",),
    "scoring/old_sheets": ("scoring/uploads/*", "scoring/export/*"),
    "scoring/rule_editor/published/test_as_the_house_writes.py": ("scoring/rules/*",),
    "scoring/rule_editor/test_further_houses.py": ("scoring/engine/*", "scoring/rules/*"),
    "scoring/clubs/privacy/test_anonymising.py": STORED,
    "scoring/clubs/privacy/test_anonymising_everywhere.py": STORED,
    "scoring/season/test_export_books.py": ("scoring/export/*",),
    "scoring/season/test_statistics_pages.py": ("scoring/table/*",),
    "scoring/sharing/test_feeds.py": ("scoring/export/*",),
    "scoring/sharing/test_shared_files.py": ("scoring/export/*", "scoring/evenings/*"),
    "scoring/web/test_access.py": PAGES,
    "scoring/web/test_access_by_link.py": PAGES,
    "scoring/web/test_admin.py": ("tarockclub/registers.py", "*/models/*"),
    "scoring/web/test_queries.py": (*PAGES, "*/pages/*", "*/pages.py", "*/models/*"),
    "scoring/web/test_stored_forms.py": (*PAGES, "*/forms.py", "*/forms/*"),
    "scoring/web/test_verify.py": ("scoring/verifying.py", *STORED),
    "tournaments/corrections/disputes/test_dispute_pages.py": (),
    "tournaments/corrections/test_paper_meanwhile.py": (),
    "tournaments/engine/test_seating.py": (),
    "tournaments/entrants/registration/test_guessing.py": ("scoring/accounts/*", "scoring/clubs/*"),
    "tournaments/export": (),
    "tournaments/results_file/test_checking.py": ("scoring/engine/*", "tournaments/engine/*"),
    "tournaments/series/test_finals.py": ("tournaments/prizes/*", "tournaments/entrants/*"),
    "tournaments/series/test_joint_series_end.py": STORED,
    "tournaments/test_played_days.py": (),
    "tournaments/web/test_access.py": PAGES,
    "tournaments/web/test_directors_day.py": ("templates/*/handbook/*",),
    "tournaments/web/test_restoring.py": ("scoring/archive/*", "scoring/management/*", *STORED),
    "tournaments/web/test_stored_forms.py": (*PAGES, "*/forms.py", "*/forms/*"),
    "tournaments/web/test_verify_tournaments.py": ("tournaments/verifying.py", *STORED),
}


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


@cache
def is_beside(test: Path, changed: frozenset[Path]) -> bool:
    """Return whether the folder that the test is named after was changed, or what else it is near to."""
    tests = settings.BASE_DIR / "tests"
    if tests not in test.parents:
        return False
    folder = test.parent.relative_to(tests)
    near = (f"{folder}/*", f"templates/{folder}/*", *(THOROUGH.get(thorough_part(test) or "", ())))
    files = [str(path.relative_to(settings.BASE_DIR)) for path in changed]
    return any(fnmatch(file, pattern) for file in files for pattern in near)


def thorough_part(test: Path) -> str | None:
    """Return the file or folder under which it is listed as thorough."""
    tests = settings.BASE_DIR / "tests"
    parts = (str(path.relative_to(tests)) for path in (test, *test.parents) if tests in path.parents)
    return next((part for part in parts if part in THOROUGH), None)


def distance(item: pytest.Item) -> int:
    """0: the test itself was changed; 1: what it takes something from, or stands beside; 2: neither."""
    if item.path in changed_files():
        return 0
    module = getattr(item, "module", None)
    takes = module is not None and used_by(module) & changed_files()
    return 1 if takes or is_beside(item.path, changed_files()) else 2


def left_out_before_a_commit(items: Iterable[pytest.Item], failed: Iterable[str]) -> list[pytest.Item]:
    """What is thorough, far from the change, and did not fail last."""
    again = set(failed)
    return [
        item
        for item in items
        if item.nodeid not in again and thorough_part(item.path) and distance(item) == 2
    ]
