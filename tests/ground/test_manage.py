import shutil
import subprocess
import sys

import pytest


@pytest.fixture
def manage(root, tmp_path):
    """manage.py alone in a folder, run by a Python that has no Django."""
    shutil.copy(root / "manage.py", tmp_path)

    def run(*arguments):
        command = [sys.executable, "-S", "manage.py", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    return run


def test_before_setup_a_person_is_told_what_to_do(manage):
    result = manage("settle")
    assert result.returncode == 1
    assert result.stderr == "Django is not installed here: run `make setup` first.\n"


def test_after_setup_the_projects_python_takes_over(manage, tmp_path):
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    assert manage("settle", "--sheet", "standard").stdout == "manage.py settle --sheet standard\n"
