"""The program as its wheel brings it: begun in an empty folder, with nothing of the checkout in reach."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4
from zipfile import ZipFile

import pytest

from tarockclub.release import commit_of
from tests.support.races.phones import Phone, RecordPage
from tests.support.races.processes import HOST, free_port
from tests.support.scoring.tables import dreier
from tests.support.started import PATIENCE, printed, said_by

PASSWORD = "Der Pagat macht den letzten Stich"
# A system on which these do not exist, and the server of many processes does not run.
NOT_ON_WINDOWS = ("fcntl", "grp", "gunicorn", "pwd", "resource", "termios", "tarockclub.worker")
NOR_THESE = {
    "os": ("chown", "fork", "forkpty", "geteuid", "getuid", "killpg", "setsid", "uname", "wait3"),
    "select": ("poll", "epoll"),
    "signal": ("SIGALRM", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "alarm", "setitimer", "pthread_kill"),
    "socket": ("AF_UNIX", "send_fds", "recv_fds"),
    "time": ("tzset",),
}
WITHOUT_THEM = f"""
import importlib, sys
for name in {NOT_ON_WINDOWS}:
    sys.modules[name] = None
for module, names in {NOR_THESE}.items():
    for name in names:
        vars(importlib.import_module(module)).pop(name, None)
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if sys.modules.get(name, 0) is None else find(name, *more)
from tarockclub.command import main
main()
"""


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the wheel was unpacked; what it needs is found where it is installed for the tests."""
    folder = tmp_path_factory.mktemp("program")
    with ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


Begin = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def begin(program: Path, tmp_path: Path) -> Iterator[Begin]:
    """Begin the command in an empty folder, as somebody to whom nothing of this machine is told."""
    started: list[subprocess.Popen[str]] = []

    def do(*words: str, how: tuple[str, ...] = ("-P", "-m", "tarockclub")) -> subprocess.Popen[str]:
        known = {name: os.environ[name] for name in ("PATH", "LANG", "SYSTEMROOT") if name in os.environ}
        begun = subprocess.Popen(
            [sys.executable, *how, *words],
            cwd=tmp_path,
            env=known | {"HOME": str(tmp_path), "PYTHONPATH": str(program)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(begun)
        return begun

    yield do
    for one in started:
        one.terminate()
        one.communicate(timeout=PATIENCE)


def test_it_brings_what_it_reads_and_nothing_of_the_tests_or_of_this_machine(wheel: Path) -> None:
    carries = ZipFile(wheel)
    names = carries.namelist()
    tops = {name.split("/")[0] for name in names}
    assert {one for one in tops if not one.endswith(".dist-info")} == {"scoring", "tarockclub", "tournaments"}
    carried = "tarockclub/carried"
    for needed in (
        f"{carried}/templates/base.html",
        f"{carried}/static/staticfiles.json",
        f"{carried}/rulebook/standard.toml",
        "tarockclub/locale/de/LC_MESSAGES/django.mo",
        "scoring/rulesets/standard.toml",
    ):
        assert needed in names
    assert not [name for name in names if name.endswith((".sqlite3", "secret-key"))]
    paths = json.loads(carries.read(f"{carried}/static/staticfiles.json"))["paths"]
    sent_whole = carries.read(f"{carried}/static/{paths['scoring/record/page.js']}").decode()
    assert "scoring/record/hand.js" in sent_whole
    assert "\nimport " not in sent_whole


def test_from_the_one_command_to_the_first_saved_hand(begin: Begin, tmp_path: Path) -> None:
    """Without what only Linux has; with gunicorn the wheel is served in test_container.py."""
    port = free_port()
    server = begin("run", "--port", str(port), how=("-P", "-c", WITHOUT_THEM))
    code = printed(server, rf"http://{HOST}:{port}/setup/([0-9a-f]{{16}})/")
    phone = Phone(port, code, door="setup")
    assert "<code>tarockclub setup-link</code>" in phone.ask("GET", "/").body.decode()
    owner = {
        "name": "Anna",
        "password": PASSWORD,
        "again": PASSWORD,
        "club": "Tarockrunde",
        "default_rules": "standard",
        "currency": "EUR",
        "cents_per_point": "10",
        "language": "de",
    }
    club = phone.ask("POST", phone.door, form={"deed": str(uuid4()), **owner}).headers["Location"]
    page = phone.ask("GET", club).body
    phone.token = RecordPage(page).token
    table = {f"name_{place}": name for place, name in enumerate(("Berta", "Cilli", "Dora", "Emil"), 1)}
    form = {"deed": str(uuid4()), "rules": "standard", "high_card": "1", **table}
    recording = phone.ask("POST", f"{club}play/", form=form).headers["Location"]
    shown = RecordPage(phone.ask("GET", recording).body)
    phone.table, phone.token = shown.table, shown.token
    assert phone.save(dreier(phone.table["players"][0]["id"])).status == 200
    styles = re.findall(r'href="(/static/[^"]+\.css)"', page.decode())
    assert styles
    assert all(phone.ask("GET", one).status == 200 for one in styles)
    assert "Beispiel" in phone.ask("GET", "/rules/standard/").body.decode()
    assert said_by(begin("verify")) == "1 sheet, 1 hand: no difference.\n"
    assert (tmp_path / ".local/share/tarockclub/tarockclub.sqlite3").exists()
    assert (tmp_path / ".local/share/tarockclub").stat().st_mode & 0o077 == 0


def test_it_says_which_release_it_is_and_what_it_can_do(begin: Begin, wheel: Path, root: Path) -> None:
    release, told = begin("--version"), begin("--help")
    assert said_by(release) == f"Tarockclub {wheel.name.split('-')[1]} ({commit_of(root)})\n"
    assert "serve the program" in said_by(told)
    unknown = begin("fly")
    assert "invalid choice: 'fly'" in unknown.communicate(timeout=PATIENCE)[0]
