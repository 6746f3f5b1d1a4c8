"""The handbook's lines for a server on Debian 12, typed in order by root in a root of its own.

It has the system of this machine under layers that are thrown away, and a network of its own. There dpkg
installs the package, PostgreSQL is begun as Debian begins it, and what the units name by the user they name.
What is not tried: what systemd forbids the units, and the certificate that Caddy would fetch.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from tests.everything.servers.container import FORBIDDEN
from tests.everything.servers.debian import Shell, has_debian, may_be_layered
from tests.support.checkout import LATER, ROOT
from tests.support.commands import of_shell
from tests.support.kept import COMMITS, night
from tests.support.races.processes import HOST

CHAPTER = ROOT / "templates/scoring/handbook/de/server.html"
PLAYED = "2 sheets, 24 hands: no difference.\n"
LINK = "https://tarock.example.org/setup/"


def blocks() -> list[list[str]]:
    """Return the lines of each block of the section, as they are typed."""
    section = CHAPTER.read_text().partition('<h2 id="debian">')[2].partition("<h2")[0]
    shown = re.findall(r"<pre>(.*?)</pre>", section, re.DOTALL)
    return [[*of_shell(unescape(block).replace("DATEI", "FILE"))] for block in shown]


@pytest.fixture
def package(root: Path, wheel: Path, wheels: Path, tmp_path: Path) -> Path:
    """Return a folder with the wheel, its package, and a later one."""
    dist, opened = tmp_path / "dist", tmp_path / "opened"
    dist.mkdir()
    shutil.copy(wheel, dist)
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "DPKG_DEB_COMPRESSOR_TYPE": "none"}
    subprocess.run([root / ".ci/deb", dist], env=os.environ | offline, check=True)
    subprocess.run(["dpkg-deb", "--raw-extract", *dist.glob("*.deb"), opened], check=True)
    (packages,) = opened.glob("opt/tarockclub/lib/*/site-packages")
    (metadata,) = packages.glob("tarockclub-*.dist-info/METADATA")
    for file in (opened / "DEBIAN/control", metadata):
        file.write_text(re.sub("(?m)^Version: .*", f"Version: {LATER}", file.read_text()))
    build = ["dpkg-deb", "--root-owner-group", "--build", opened, dist / "later.deb"]
    subprocess.run(build, env=os.environ | offline, check=True)
    return dist


@pytest.fixture
def shell(package: Path, tmp_path: Path) -> Iterator[Shell]:
    if not has_debian():
        pytest.skip("This is no Debian 12 with PostgreSQL and Caddy; `make everything` installs them.")
    if not may_be_layered():
        pytest.skip(FORBIDDEN)
    night(COMMITS[-1], package)
    with Shell(tmp_path / "server", package) as shell:
        shell.own = {
            "tarockclub_….deb": next(package.glob("tarockclub_*.deb")).name,
            "10.0.0.4": HOST,
            "10.0.0.0/24": f"{HOST}/8",
            "10.0.0.2": "127.0.0.3",
        }
        yield shell


@pytest.mark.database("sqlite")
def test_from_an_empty_debian_to_a_served_and_backed_up_club_on_postgresql(shell: Shell) -> None:
    install, database, serve, certificate, backup, _fetched, *rest = blocks()
    drill, elsewhere, first_key, second, watch = rest
    shell.type_all(install)
    assert "600 /etc/tarockclub.env" in shell.type("stat --format='%a %n' /etc/tarockclub.env")
    shell.type_all(database)
    *_, well, link = shell.type_all(serve)
    assert json.loads(well)["database"] == {"ok": True, "kind": "postgresql"}
    assert link.startswith(LINK)
    shell.type("cp ~/club.tarock.zip /tmp; chmod a+r /tmp/*.zip; tarockclub import-club /tmp/club.tarock.zip")
    assert "Valid configuration" in "".join(shell.type_all(certificate))
    _, copies = shell.type_all(backup)
    assert re.fullmatch(r"tarockclub-\d{8}T\d{6}Z\.dump\n", copies)
    shell.own["FILE"] = copies.strip()
    assert PLAYED in shell.type_all(drill)
    put_back(shell)
    before = shell.type("cat /run/tarockclub.pid")
    newer = "apt-get install --yes ~/tarockclub_….deb"
    assert f"<code>{newer}</code>" in CHAPTER.read_text()
    assert "already the newest version" in shell.type(newer)
    shell.own["tarockclub_….deb"] = "later.deb"
    shell.type(newer)
    assert shell.type("tarockclub verify") == PLAYED
    assert shell.type("cat /run/tarockclub.pid") != before, "it goes on with the new program"
    assert f"Tarockclub {LATER} " in shell.type("tarockclub --version")
    shell.type_all(elsewhere)
    (shell.own["SCHLÜSSEL"],) = map(str.strip, shell.type_all(first_key))
    shell.type("echo that-of-another-server > /var/lib/tarockclub/secret-key")
    shell.type_all(second)
    assert f"SECRET_KEY='{shell.own['SCHLÜSSEL']}'" in shell.type("cat /etc/tarockclub.env")
    asked, _log = shell.type_all(watch)
    assert json.loads(asked)["backup"]["hours"] < 1
    assert json.loads(asked)["drill"]["ok"]
    assert "PASSW" not in shell.type("tarockclub settings")
    remove(shell)
    assert not shell.type("ls /opt/tarockclub 2> /dev/null || true")


def put_back(shell: Shell) -> None:
    """Type what `restore` prints, and go on with what was put back."""
    said = shell.type("tarockclub restore 2>&1 || true")
    create, restore, address, *then = re.findall(r"^    (.+)$", said, re.MULTILINE)
    assert shell.own["FILE"] in restore
    shell.type("systemctl stop tarockclub")
    shell.type_all([create, restore, address])
    prepared, verified, finished = shell.type_all(then)
    assert (prepared, verified) == ("", PLAYED)
    assert finished.splitlines()[-1].startswith("Everybody is signed out.")
    shell.type("echo DATABASE_URL=\\'$DATABASE_URL\\' >> /etc/tarockclub.env")
    shell.type("unset DATABASE_URL")
    shell.type("systemctl start tarockclub")
    assert "/tarockclub_restored?" in shell.type("tarockclub settings")
    assert json.loads(shell.type("tarockclub health --wait"))["ok"]


def remove(shell: Shell) -> None:
    """Take the package away, and at last what belongs to the club, once somebody says so."""
    there = "ls -A /var/lib/tarockclub /usr/bin/tarockclub /etc/tarockclub.env 2>&1 || true"
    shell.type("apt-get remove tarockclub")
    assert "/usr/bin/tarockclub': No such file" in (said := shell.type(there))
    assert "secret-key" in said
    assert "/etc/tarockclub.env\n" in said
    assert shell.type("debconf-show tarockclub") == "  tarockclub/remove_data: false\n"
    shell.type("echo tarockclub tarockclub/remove_data boolean true | debconf-set-selections")
    shell.type("apt-get purge tarockclub")
    assert "/var/lib/tarockclub': No such file" in (said := shell.type(there))
    assert "/etc/tarockclub.env': No such file" in said
