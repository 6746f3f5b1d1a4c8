"""The wheel of the checkout, built once for whoever installs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.started import PATIENCE


@pytest.fixture(scope="session")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    done = subprocess.run(build, cwd=root, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    (found,) = folder.glob("tarockclub-*-py3-none-any.whl")
    return found
