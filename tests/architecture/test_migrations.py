"""A migration does for ever what it did when it was written: it knows nothing of today's program.

They become one for each app with the next major version, not by `replaces`: 0021 of `scoring` follows 0021 of
`tournaments`, which follows 0019 of `scoring`, so that two squashed ones would wait for each other; squashed
in parts, a database between two parts would skip what converts its rows.
"""

import sys
from hashlib import sha256
from pathlib import Path

from django.conf import settings

from tests.support.imports import imported

APPS = ("scoring", "tournaments")
# Django's tables and the name of the model of accounts. Not `django.apps`, which knows today's models.
DJANGO = ("django.db", "django.conf.settings")
BY_NAME = {"importlib", "pkgutil", "runpy"}  # import what a text says
PYTHON = sys.stdlib_module_names - BY_NAME
KEPT = "tests/architecture/migrations.sha256"
EDITED = (
    "{path} was edited after it had landed. Databases that ran it lack what is "
    "new in it: put it back as it was, and write a further migration."
)
NEW = "{path} is new. Add its line to {kept}, in the order of the names:\n{line}"
GONE = "{path} is gone, and databases that ran it are still there: put it back."


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


# From the day they land they stay as they are.


def problems(there: dict[str, str], kept: dict[str, str]) -> list[str]:
    """Return what is wrong with the migrations that are there, as paths and checksums."""
    found = [
        EDITED.format(path=path)
        if path in kept
        else NEW.format(path=path, kept=KEPT, line=f"{digest}  {path}")
        for path, digest in there.items()
        if kept.get(path) != digest
    ]
    return found + [GONE.format(path=path) for path in kept if path not in there]


def test_no_landed_migration_was_edited(root: Path) -> None:
    files = [file for app in APPS for file in (root / app / "migrations").glob("0*.py")]
    there = {str(file.relative_to(root)): sha256(file.read_bytes()).hexdigest() for file in sorted(files)}
    lines = (root / KEPT).read_text().splitlines()
    kept = {path: digest for digest, path in (line.split("  ") for line in lines)}
    assert "\n".join(problems(there, kept)) == ""
    assert lines == sorted(lines, key=lambda line: line.split("  ")[1])


def test_each_case_says_what_to_do() -> None:
    assert problems({"a/0001.py": "1"}, {"a/0001.py": "1"}) == []
    assert "write a further migration." in problems({"a/0001.py": "2"}, {"a/0001.py": "1"})[0]
    assert "1  a/0001.py" in problems({"a/0001.py": "1"}, {})[0]
    assert "a/0001.py is gone" in problems({}, {"a/0001.py": "1"})[0]
