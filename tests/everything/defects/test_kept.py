"""Defects that are planted one by one: the test that each names finds it. `make defects` does the same."""

import subprocess
import sys
from pathlib import Path


def test_every_defect_that_is_kept_is_found(root: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "tests.defects"], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
