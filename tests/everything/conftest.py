"""The wheel of the checkout, and what it needs, for those tests that install it."""

import fcntl
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.support.checkout import LATER
from tests.support.started import PATIENCE


def shared(root: Path, factory: pytest.TempPathFactory, name: str, **further: str) -> Path:
    """Build it once for all processes that test."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    with folder.with_suffix(".lock").open("w") as one_at_a_time:
        fcntl.flock(one_at_a_time, fcntl.LOCK_EX)
        return next(folder.glob("*.whl"), None) or built(root, folder, **further)


@pytest.fixture(scope="session")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(root, tmp_path_factory, "wheel")


@pytest.fixture(scope="session")
def later_wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One of the same checkout that is called a later version."""
    return shared(root, tmp_path_factory, "later", SETUPTOOLS_SCM_PRETEND_VERSION=LATER)


def built(root: Path, folder: Path, **further: str) -> Path:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    surroundings = os.environ | further
    done = subprocess.run(build, cwd=root, env=surroundings, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    (found,) = folder.glob("tarockclub-*-py3-none-any.whl")
    return found


@pytest.fixture
def wheels(root: Path) -> Path:
    """What the program needs, as files; fetched once and kept."""
    pinned = root / "requirements" / "run.txt"
    folder = root / ".pytest_cache" / "wheels" / sha256(pinned.read_bytes()).hexdigest()[:16]
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        for other in folder.parent.iterdir():
            if not other.name.startswith(folder.name):
                shutil.rmtree(other)
        fetched = Path(mkdtemp(prefix=f"{folder.name}-", dir=folder.parent))
        how = ["download", "--quiet", "--only-binary=:all:", "--require-hashes", "--requirement"]
        if subprocess.run(
            [sys.executable, "-m", "pip", *how, str(pinned), "--dest", str(fetched)]
        ).returncode:
            pytest.skip("What the wheel needs cannot be fetched.")
        try:
            fetched.rename(folder)
        except OSError:  # another process was quicker
            shutil.rmtree(fetched)
    return folder
