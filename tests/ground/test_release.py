"""What a release says of itself: one version everywhere, and what changed with it."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

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


# What a release needs


def lines_of(text):
    """Requirement lines, each with its continuations; comments left out."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    return [line for line in "\n".join(lines).replace("\\\n", " ").splitlines() if line.strip()]


def pins(text):
    return {canonicalize_name(line.split("==")[0]): line.split("==")[1].split()[0] for line in lines_of(text)}


@pytest.fixture(params=["run", "dev", "node"])
def pinned(request, root):
    return (root / "requirements" / f"{request.param}.txt").read_text()


@pytest.fixture
def project(root):
    return tomllib.loads((root / "pyproject.toml").read_text())


def test_every_requirement_has_one_version_and_its_hashes(pinned):
    for line in lines_of(pinned):
        assert re.match(r"[a-z0-9-]+==\S+( ; [^\n]*?)? +--hash=sha256:[0-9a-f]{64}", line), line


def test_no_line_says_where_to_download(pinned):
    assert not [line for line in lines_of(pinned) if line.startswith("-")]


@pytest.mark.parametrize("name", ["run", "dev", "node"])
def test_what_is_needed_is_pinned(project, root, name):
    versions = pins((root / "requirements" / f"{name}.txt").read_text())
    declared = [] if name == "node" else project["project"]["dependencies"]
    declared += [] if name == "run" else project["dependency-groups"][name]
    for requirement in map(Requirement, declared):
        package = canonicalize_name(requirement.name)
        assert package in versions, f"{package} is not pinned: run `make requirements`"
        assert versions[package] in requirement.specifier


def test_the_tests_run_with_the_versions_that_are_served(root):
    run, dev = (pins((root / "requirements" / f"{name}.txt").read_text()) for name in ("run", "dev"))
    assert run.items() <= dev.items()
