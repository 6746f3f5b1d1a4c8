"""What a checkout prepares lies where the data lie; an environment that was interrupted is made anew."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.first_start import surroundings
from tests.support.checkout import copied


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
    command = [".venv/bin/python", "-m", "tarockclub.checkout"]
    subprocess.run(command, cwd=checkout, env=told, check=True, capture_output=True)
    assert "scoring/icon.svg" in (elsewhere / "static" / "staticfiles.json").read_text()


def test_an_environment_that_was_not_finished_is_made_anew(tmp_path: Path) -> None:
    checkout = copied(tmp_path)
    (checkout / ".venv").unlink()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", checkout / ".venv"], check=True)
    (checkout / "requirements/run.txt").write_text("")  # so that nothing is fetched, and it ends there
    subprocess.run([".ci/setup", "run"], cwd=checkout, env=surroundings(), capture_output=True)
    subprocess.run([checkout / ".venv/bin/python", "-m", "pip", "--version"], check=True)
