"""Tests stand on what is made for them, not on each other; and defects that are kept can be planted."""

import re
from pathlib import Path

from tests.defects.mutants import that_are_kept
from tests.support.imports import imported

TESTS = Path(__file__).parents[1]
NAMED = re.compile(r"(?<!def )\btest_|conftest")  # a file without this imports none


def from_tests(source: str, package: tuple[str, ...]) -> list[tuple[int, str]]:
    """What a file imports from where tests or their fixtures stand."""
    return [
        (line, name)
        for line, name in imported(source, package)
        if name.partition(".")[0] in ("tests", "conftest")
        if any(part == "conftest" or part.startswith("test_") for part in name.split(".")[:-1])
        or name.split(".")[-1] == "conftest"
        or (name.split(".")[-1].startswith("test_") and is_a_file(name))
    ]


def is_a_file(name: str) -> bool:
    return TESTS.parent.joinpath(*name.split(".")).with_suffix(".py").exists()


def test_nothing_is_imported_from_a_test_or_a_conftest() -> None:
    found = [
        f"{path.relative_to(TESTS.parent)}:{line} imports {name}"
        for path in sorted(TESTS.rglob("*.py"))
        if NAMED.search(source := path.read_text(encoding="utf-8"))
        for line, name in from_tests(source, path.relative_to(TESTS.parent).parts[:-1])
    ]
    assert found == []


WAITS = re.compile(r"wait_for_timeout|networkidle|\bsleep\(")
IN_BROWSERS = (
    "browser",
    "support/browser",
    *(f"everything/{suite}" for suite in ("details", "looks", "without_network")),
)


def test_in_a_browser_nothing_waits_for_milliseconds() -> None:
    """But for a slow line itself, and for pictures of the README."""
    files = (path for folder in IN_BROWSERS for path in (TESTS / folder).rglob("*.py"))
    found = {path.name for path in files if WAITS.search(path.read_text(encoding="utf-8"))}
    assert found == {"slow_line.py", "pictures.py"}


def test_defects_that_are_kept_still_have_a_place_and_a_test_that_is_there() -> None:
    kept = list(that_are_kept())
    assert len(kept) >= 350, "draw further ones: make defects SEED=1"
    assert [defect for defect in kept if not defect.is_possible()] == []
    files = {defect.by.partition("::")[0] for defect in kept if defect.by}
    texts = {file: (TESTS.parent / file).read_text(encoding="utf-8") for file in files}
    for defect in filter(lambda one: one.by, kept):
        file, _, test = defect.by.partition("[")[0].partition("::")
        name = test.rpartition("::")[2].rpartition(".")[2]  # a doctest is called by its module, too
        assert re.search(rf"\b(def|class) {name}\(", texts[file]), defect.by
