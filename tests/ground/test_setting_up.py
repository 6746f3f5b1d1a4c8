"""What `.ci/setup` prepares lies where the data lie; an environment that was interrupted is made anew."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.first_start import surroundings
from tests.support.checkout import ROOT, copied


@pytest.mark.database("sqlite")
def test_static_files_are_collected_where_the_data_lie(migrated_database: str, tmp_path: Path) -> None:
    checkout, elsewhere = copied(tmp_path / "checkout"), tmp_path / "else where"
    elsewhere.mkdir()
    for file in checkout.glob("*/static/**/*.*"):
        if file.name != "icon.svg":
            file.unlink()  # to compress all of them takes long
    shutil.copyfile(migrated_database.removeprefix("sqlite:///"), elsewhere / "tarockclub.sqlite3")
    collected = checkout / "var" / "static" / "staticfiles.json"
    collected.parent.mkdir(parents=True, exist_ok=True)
    collected.write_text("{}")
    told = surroundings() | {"DATA_FOLDER": str(elsewhere)}
    subprocess.run([".ci/setup", "run"], cwd=checkout, env=told, check=True, capture_output=True)
    assert "scoring/icon.svg" in (elsewhere / "static" / "staticfiles.json").read_text()


def test_an_environment_that_was_not_finished_is_made_anew(tmp_path: Path) -> None:
    checkout = copied(tmp_path)
    (checkout / ".venv").unlink()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", checkout / ".venv"], check=True)
    (checkout / "requirements/run.txt").write_text("")  # so that nothing is fetched, and it ends there
    subprocess.run([".ci/setup", "run"], cwd=checkout, env=surroundings(), capture_output=True)
    subprocess.run([checkout / ".venv/bin/python", "-m", "pip", "--version"], check=True)


def test_a_long_step_says_again_and_again_what_it_is_at_and_ends_as_its_command() -> None:
    command = [ROOT / ".ci" / "step", "Making the database", "bash", "-c", "sleep 0.7; exit 3"]
    done = subprocess.run(
        command, env=os.environ | {"SECONDS_BETWEEN": "0.1"}, capture_output=True, text=True
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 3
    assert len(lines) >= 2
    assert all(re.fullmatch(r"Making the database \.\.\. \(\d+ s\)", line) for line in lines)
    steps = (ROOT / ".ci" / "setup").read_text()
    assert steps.count(".ci/step ") == 6, "each that takes long"
