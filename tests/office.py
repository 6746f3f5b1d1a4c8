"""LibreOffice, that opens a workbook as a spreadsheet would and calculates everything anew."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

NOT_INSTALLED = "LibreOffice Calc is not installed; `make test` installs it where it may."
# What stands in a formula's cell already is not believed.
ALWAYS_CALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item>
</oor:items>
"""


def find_office() -> str | None:
    return next(filter(None, map(shutil.which, ("soffice", "libreoffice"))), None)


def recalculated(office: str, workbooks: Iterable[bytes], folder: Path) -> list[Any]:
    """The workbooks as LibreOffice writes them again, read with the values it found; all in one go."""
    profile, given, taken = (folder / name for name in ("profile", "given", "taken"))
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(ALWAYS_CALCULATE)
    given.mkdir()
    files = []
    for number, content in enumerate(workbooks):
        files.append(given / f"{number}.xlsx")
        files[-1].write_bytes(content)
    command = [office, "--headless", f"-env:UserInstallation={profile.as_uri()}", "--convert-to", "xlsx"]
    done = subprocess.run([*command, "--outdir", taken, *files], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [load_workbook(taken / file.name, data_only=True) for file in files]
