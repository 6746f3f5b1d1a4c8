"""What a release says of itself: one version everywhere, and what changed with it."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client, RequestFactory
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from scoring.archive.exporting import MANIFEST
from scoring.export.answering import results_answer
from tarockclub.command import main
from tarockclub.release import Release, release, release_of
from tests.release import Missing, changes_of, folder_of, it_is_tagged, the_image_is_built
from tests.support.every import every
from tests.support.scoring.archives import exported
from tests.support.scoring.house import House, house

__all__ = ["house"]  # the fixtures


def test_the_last_release_stands_at_the_top_of_the_change_log(root: Path, project: dict[str, Any]) -> None:
    newest = (root / "CHANGELOG.md").read_text()
    prepared = project["tool"]["hatch"]["version"]["fallback-version"]
    assert changes_of(prepared.removesuffix(".dev0"), newest)


def test_builds_sort_after_the_last_release_and_before_the_next_and_a_checkout_says_the_same(
    root: Path, tmp_path: Path
) -> None:
    """Where one commit follows another: what its wheel is called, and what it says itself."""
    shutil.copy(root / "pyproject.toml", tmp_path)

    def git(*words: str) -> None:
        whose = ("-c", "user.name=Anna", "-c", "user.email=anna@example.org")
        subprocess.run(["git", *whose, *words], cwd=tmp_path, check=True, capture_output=True)

    def version(*words: str) -> str:
        if words:
            git(*words)
        wheel = subprocess.run(
            [sys.executable, "-m", "hatchling", "version"], cwd=tmp_path, check=True, capture_output=True
        )
        found = release_of(tmp_path).version
        assert found == wheel.stdout.decode().strip()
        return found

    def committed(content: str) -> tuple[str, ...]:
        (tmp_path / "file").write_text(content)
        git("add", "--all")
        return ("commit", "--quiet", "--message", content)

    archive = version()
    git("init", "--quiet")
    found = [archive, version(*committed("first")), version(*committed("second"))]
    (tmp_path / "file").write_text("changed")
    found += [version(), version(*committed("third"))]
    found += [version("tag", "--annotate", "v2.0.0", "--message", "2.0.0"), version(*committed("fourth"))]
    (tmp_path / "file").write_text("changed again")
    found += [version(), version(*committed("fifth")), version("tag", "v2.0.1")]
    patterns = (
        *("2.0.0.dev0", r"2.0.0.dev1\+g\w{9}", r"2.0.0.dev2\+g\w{9}", r"2.0.0.dev2\+g\w{9}.d\d{8}"),
        *(r"2.0.0.dev3\+g\w{9}", "2.0.0", r"2.0.1.dev1\+g\w{9}", r"2.0.1.dev1\+g\w{9}.d\d{8}"),
        *(r"2.0.1.dev2\+g\w{9}", "2.0.1"),
    )
    for one, pattern in zip(found, patterns, strict=True):
        assert re.fullmatch(pattern, one)
    assert sorted(found, key=Version) == found


def test_whatever_names_the_version_names_the_same(
    root: Path, house: House, rf: RequestFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    """The engine's wheel is looked at where it is built."""
    release.cache_clear()
    with pytest.raises(SystemExit):
        main(["--version"])
    request = rf.get("/")
    request.user = house["Anna"]
    results = json.loads(results_answer(request, house.club, {}, "Cup").content)["x_program"]
    club_file = json.loads(ZipFile(BytesIO(exported(house.club))).read(MANIFEST))["program"]
    assert {capsys.readouterr().out.strip(), results, club_file} == {f"Tarockclub {release()}"}
    imprint = Client().get("/imprint/").content.decode()
    wheel = [sys.executable, "-m", "hatchling", "version"]
    found = subprocess.run(wheel, cwd=root, check=True, capture_output=True, text=True).stdout.strip()
    assert str(release()).split(" ")[0] == found
    assert found in imprint


@pytest.mark.skipif(shutil.which("dpkg") is None, reason="only Debian sorts as Debian does")
def test_debian_sorts_builds_in_the_same_order(root: Path) -> None:
    shown = re.search(r"^debian=.*$", (root / ".ci/deb").read_text(), re.MULTILINE)
    assert shown
    built = (
        "1.0.0",
        "1.0.1.dev2+g1a2b3c4d5",
        "1.0.1.dev14+g0a2b3c4d5",
        "1.0.1.dev14+g0a2b3c4d5.d20261128",
        "1.0.1",
    )
    named = [
        subprocess.check_output(["bash", "-c", f"version={one}\n{shown[0]}\necho $debian"], text=True).strip()
        for one in built
    ]
    assert named[2] == "1.0.1~dev14+g0a2b3c4d5"
    for lower, higher in pairwise(named):
        subprocess.run(["dpkg", "--compare-versions", lower, "lt", higher], check=True)


def test_what_has_no_tag_is_no_release() -> None:
    with pytest.raises(Missing, match="No tag is at this commit"):
        it_is_tagged(Release("1.0.1.dev14+g1a2b3c4d5", "", ""))
    assert it_is_tagged(Release("2.0.0", "", "")) == "the tag v2.0.0 is here"


ASKED = "### What an upgrade asks for\n\n- Nothing."


@every(
    "changes, refused",
    [
        (f"## 1.0.0 – 2026-11-23\n\n{ASKED}", "its newest heading is '1.0.0 – 2026-11-23'"),
        (f"## 1.1.1\n\n{ASKED}", "should be '1.1.0'"),
        ("## 1.1.0\n\n- More.", "has no part"),
    ],
)
def test_a_release_of_which_the_change_log_does_not_tell_is_none(changes: str, refused: str) -> None:
    with pytest.raises(Missing, match=refused):
        changes_of("1.1.0", changes)


@pytest.mark.parametrize("said", ["2.0.1.dev14+g1a2b3c4d5", "1.0.0"])
def test_an_image_is_built_where_somebody_can_and_has_to_say_its_version(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a podman that only notes what it is asked."""
    monkeypatch.setenv("PATH", str(tmp_path))
    of = Release("2.0.1.dev14+g1a2b3c4d5", "", "")
    assert "neither podman nor docker runs here" in the_image_is_built(of)
    podman, asked = tmp_path / "podman", tmp_path / "asked"
    podman.write_text(f'#!/bin/sh\necho "$@" >> {asked}\n[ $1 = build ] || echo Tarockclub {said}\n')
    podman.chmod(0o755)
    if said == of.version:
        assert the_image_is_built(of) == "the image tarockclub:2.0.1.dev14-g1a2b3c4d5 is built"
    else:
        with pytest.raises(Missing, match=r"The image says 'Tarockclub 1\.0\.0'"):
            the_image_is_built(of)
    folder = folder_of(of)
    _info, build, run = asked.read_text().splitlines()
    image = "tarockclub:2.0.1.dev14-g1a2b3c4d5"
    assert build == f"build --tag {image} --file {folder}/Containerfile {folder}"
    assert run == f"run --rm {image} tarockclub --version"


# What a release needs


def lines_of(text):
    """Requirement lines, each with its continuations; comments left out."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    return [line for line in "\n".join(lines).replace("\\\n", " ").splitlines() if line.strip()]


def pins(text):
    return {canonicalize_name(line.split("==")[0]): line.split("==")[1].split()[0] for line in lines_of(text)}


@pytest.fixture(params=["run", "dev", "node", "wheel"])
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


@pytest.mark.parametrize("name", ["run", "dev", "node", "wheel"])
def test_what_is_needed_is_pinned(project, root, name):
    versions = pins((root / "requirements" / f"{name}.txt").read_text())
    declared = [] if name in ("node", "wheel") else [*project["project"]["dependencies"]]
    declared += [] if name == "run" else project["dependency-groups"][name]
    for requirement in map(Requirement, (one for one in declared if isinstance(one, str))):
        package = canonicalize_name(requirement.name)
        assert package in versions, f"{package} is not pinned: run `make requirements`"
        assert versions[package] in requirement.specifier


def test_the_tests_run_with_the_versions_that_are_served(root):
    run, dev = (pins((root / "requirements" / f"{name}.txt").read_text()) for name in ("run", "dev"))
    assert run.items() <= dev.items()
