"""Which tests run where: before a commit, in the suites, and in continuous integration."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.everything.__main__ import suites
from tests.support.browser.drivers import BROWSERS
from tests.support.skipped import failed_if_skipped


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


# Nothing is skipped in continuous integration


LOOKED_FOR = re.compile(r"""which\(\s*"([\w-]+)"|subprocess\.run\(\s*\["([\w-]+)"|command = \["([\w-]+)\"""")
# Without git nothing is cloned, and Debian always has sh, tar and dpkg; pdftoppm comes with pdftotext;
# PostgreSQL is found without pg_config, too.
ELSEWHERE = {
    "bash",
    "sh",
    "git",
    "make",
    "unshare",
    "pdftoppm",
    "pg_config",
    "tar",
    "dpkg",
    "dpkg-deb",
    "docker",  # only looked for: where there is neither of the two a release says so
    "podman",
}


def skipped(why: str) -> pytest.TestReport:
    file = "tests/test_some.py"
    said = (file, 1, f"Skipped: {why}")
    return pytest.TestReport(f"{file}::test", (file, 1, "test"), {}, "skipped", said, "setup")


def test_a_skip_is_a_failure_in_continuous_integration_alone() -> None:
    failed = failed_if_skipped(skipped("nginx is not installed"), in_ci=True)
    assert failed.failed
    assert "nginx is not installed" in failed.longreprtext
    assert failed_if_skipped(skipped("nginx is not installed"), in_ci=False).skipped
    expected = skipped("reason")
    expected.wasxfail = "it is known"
    assert failed_if_skipped(expected, in_ci=True).skipped


def test_every_program_that_a_test_looks_for_is_installed_before(root: Path) -> None:
    installs = (root / ".ci/test").read_text() + (root / "tests/everything/suites.toml").read_text()
    texts = [file.read_text() for file in (root / "tests").rglob("*.py")]
    looked_for = {name for text in texts for found in LOOKED_FOR.findall(text) for name in found if name}
    looked_for |= {name for browser in BROWSERS.values() for name in browser.needs}
    assert {"pdftotext", "systemd-analyze", "pipx", "openssl"} <= looked_for
    assert {name for name in looked_for - ELSEWHERE if not re.search(rf"\b{name}\b", installs)} == set()
