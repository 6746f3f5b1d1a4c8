"""What `.ci/setup` prepares lies where the data of this installation lie."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.first_start import surroundings
from tests.support.checkout import copied


@pytest.mark.database("sqlite")
def test_static_files_are_collected_where_the_data_lie(migrated_database: str, tmp_path: Path) -> None:
    checkout, elsewhere = copied(tmp_path / "checkout"), tmp_path / "elsewhere"
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
