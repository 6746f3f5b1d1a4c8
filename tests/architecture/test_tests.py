"""Tests stand on what is made for them, not on each other; and many cases in one test are still many."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.defects.mutants import ASIDE, of_the_list, of_tired_developers
from tests.support.every import every
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


def test_an_import_from_a_test_is_found() -> None:
    source = "from tests.scoring.web import test_verb\ndef f():\n    from ..conftest import root"
    found = from_tests(source, ("tests", "architecture"))
    assert {name for _line, name in found} == {"tests.scoring.web.test_verb", "tests.conftest.root"}
    assert from_tests("from tests.support.scoring.speiszettel import test_hands", ("tests",)) == []


# Many cases in one test


def test_every_case_that_fails_is_named() -> None:
    @every("number, word", [(1, "one"), (2, "deux"), (3, "three"), (4, "quatre")])
    def numbers_are_english(number: int, word: str) -> None:
        assert word in ("one", "two", "three", "four"), f"{word} is French"

    with pytest.raises(AssertionError, match=r"(?s)^2 of 4 fail:\n2 \(2, deux\).*4 \(4, quatre\)"):
        numbers_are_english()


def test_defects_that_tired_developers_write_still_have_a_place_to_stand() -> None:
    defects = list(of_tired_developers())  # it refuses one whose text is not there
    assert len(defects) >= 40
    assert [defect.why for defect in defects if not defect.is_possible()] == []


def test_most_defects_of_the_list_can_still_be_planted_and_what_finds_some_by_hand_is_there() -> None:
    kept = list(of_the_list())
    assert len(kept) >= 300, "draw further ones"
    assert [defect.key for defect in kept if not defect.is_possible()] == []
    for listed in tomllib.loads(ASIDE.read_text(encoding="utf-8"))["found_by_hand"]:
        file, _, test = listed["by"].partition("::")
        assert f"def {test}(" in (TESTS.parent / file).read_text(encoding="utf-8")
