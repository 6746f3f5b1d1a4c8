"""Nothing is skipped in continuous integration, and what a test looks for there is installed before."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.skipped import failed_if_skipped

LOOKED_FOR = re.compile(r"""which\(\s*"([\w-]+)"|subprocess\.run\(\s*\["([\w-]+)"|command = \["([\w-]+)\"""")
# Without git nothing is cloned; pdftoppm comes with pdftotext; PostgreSQL is found without pg_config, too.
ELSEWHERE = {"bash", "git", "make", "unshare", "pdftoppm", "pg_config"}


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
    installs = (root / ".ci/test").read_text()
    texts = [file.read_text() for file in (root / "tests").rglob("*.py")]
    looked_for = {name for text in texts for found in LOOKED_FOR.findall(text) for name in found if name}
    assert {"pdftotext", "systemd-analyze", "pipx", "openssl"} <= looked_for
    assert {name for name in looked_for - ELSEWHERE if not re.search(rf"\b{name}\b", installs)} == set()
