"""LibreOffice, that opens a workbook as a spreadsheet would and calculates everything anew."""

import shutil
import subprocess
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

NOT_INSTALLED = "LibreOffice Calc is not installed; `make everything` installs it where it may."
# What stands in a formula's cell already is not believed.
ALWAYS_CALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item>
</oor:items>
"""


def find_office() -> str | None:
    return next(filter(None, map(shutil.which, ("soffice", "libreoffice"))), None)


# As a spreadsheet in Austria saves a list: semicolons, decimal commas, every cell as it is shown.
AUSTRIAN = """<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse">
<value>de-AT</value></prop></item>
</oor:items>
"""
XLSX = "xlsx"
CSV = "csv:Text - txt - csv (StarCalc):59,34,76,1,,3079,false,true,true,false,false,1"  # in UTF-8


def recalculated(office: str, workbooks: Iterable[bytes], folder: Path) -> list[Any]:
    """The workbooks as LibreOffice writes them again, read with the values it found; all in one go."""
    written = saved(office, workbooks, folder, XLSX)
    return [load_workbook(BytesIO(content), data_only=True) for content in written]


def saved(office: str, workbooks: Iterable[bytes], folder: Path, form: str) -> list[bytes]:
    """The workbooks, opened and saved again in another form; all in one go."""
    profile, given, taken = (folder / name for name in ("profile", "given", "taken"))
    (profile / "user").mkdir(parents=True)
    settings = ALWAYS_CALCULATE if form == XLSX else ALWAYS_CALCULATE.replace("</oor:items>\n", AUSTRIAN)
    (profile / "user" / "registrymodifications.xcu").write_text(settings)
    given.mkdir()
    files = []
    for number, content in enumerate(workbooks):
        files.append(given / f"{number}.xlsx")
        files[-1].write_bytes(content)
    command = [office, "--headless", f"-env:UserInstallation={profile.as_uri()}", "--convert-to", form]
    done = subprocess.run([*command, "--outdir", taken, *files], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    ending = form.partition(":")[0]
    named = [next(taken.glob(f"{file.stem}[.-]*{ending}")) for file in files]  # CSV also by its worksheet
    return [path.read_bytes() for path in named]
