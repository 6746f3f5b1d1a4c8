"""The zip for Windows: built with a stand-in for pip, so without network; never begun on a Windows."""

import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from tarockclub.command import COMMANDS, read_run

PYTHONS = ("3.12", "3.13", "3.14")
# As pip does, it leaves out what the system it runs on does not need.
PIP = f"""#!{sys.executable}
import sys
from pathlib import Path
from packaging.requirements import Requirement
after = lambda option: sys.argv[sys.argv.index(option) + 1]
assert sys.argv[1] == "download" and "--require-hashes" in sys.argv and after("--platform") == "win_amd64"
tag = "cp" + after("--python-version").replace(".", "")
for line in Path(after("--requirement")).read_text().splitlines():
    if "==" in line:
        asked = Requirement(line.rstrip("\\\\ "))
        if asked.marker is None or asked.marker.evaluate():
            version = str(asked.specifier).removeprefix("==")
            name = f"{{asked.name.replace('-', '_')}}-{{version}}-{{tag}}-{{tag}}-win_amd64.whl"
            (Path(after("--dest")) / name).touch()
"""


@pytest.fixture
def packed(root: Path, wheel: Path, tmp_path: Path) -> ZipFile:
    shutil.copy(wheel, tmp_path)
    pip = tmp_path / "pip"
    pip.write_text(PIP)
    pip.chmod(0o755)
    subprocess.run([root / ".ci/windows", tmp_path], env=os.environ | {"PIP": str(pip)}, check=True)
    (found,) = tmp_path.glob("tarockclub-*-windows.zip")
    return ZipFile(found)


def test_the_zip_for_windows_has_all_that_its_start_file_uses(
    root: Path, wheel: Path, packed: ZipFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(packed.filename or "").stem
    texts = {
        name: packed.read(f"{folder}/{name}")
        for name in ("start.cmd", "start-room.cmd", "README.txt", "requirements.txt")
    }
    wheels = [path.name for path in map(Path, packed.namelist()) if path.suffix == ".whl"]
    assert len(packed.namelist()) == len(texts) + len(wheels) + 2  # and two folders

    # Each Python has each wheel.
    there = [
        (str(name), next(iter(tags)).interpreter) for name, _, _, tags in map(parse_wheel_filename, wheels)
    ]
    pinned = (root / "requirements/run.txt").read_text()
    for python in PYTHONS:
        windows = {"sys_platform": "win32", "os_name": "nt", "platform_system": "Windows"}
        windows |= {"python_version": python, "python_full_version": f"{python}.0"}
        asked = [Requirement(line.rstrip("\\ ")) for line in pinned.splitlines() if "==" in line]
        needed = {
            canonicalize_name(one.name) for one in asked if not one.marker or one.marker.evaluate(windows)
        }
        assert {"tzdata", "waitress"} <= needed
        assert needed - {name for name, tag in there if tag == f"cp{python.replace('.', '')}"} == set()
    digest = sha256(wheel.read_bytes()).hexdigest()
    version = wheel.name.split("-")[1]
    assert texts["requirements.txt"].decode() == f"{pinned}tarockclub=={version} --hash=sha256:{digest}\n"

    for name in ("start.cmd", "start-room.cmd", "README.txt"):
        lines = texts[name].splitlines(keepends=True)
        assert all(line.endswith(b"\r\n") for line in lines), name
        assert texts[name].isascii() or name == "README.txt"
    start = texts["start.cmd"].decode()
    assert f"({' '.join(PYTHONS)})" in start
    assert set(re.findall(r"goto (\w+)", start)) == set(re.findall(r"(?m)^:(\w+)", start))
    begun = re.findall(r"(?m)^program\\Scripts\\tarockclub (\w+) (.+) %\*\r$", start)
    assert [command for command, _ in begun] == ["run"]
    assert begun[0][0] in COMMANDS
    monkeypatch.setenv("LAN", "0")
    more = texts["start-room.cmd"].decode().split()[2:]
    assert read_run([begun[0][1], *more])
    assert os.environ["LAN"] == "1"
    assert "start-room.cmd" in texts["README.txt"].decode()
