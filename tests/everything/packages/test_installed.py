"""The program as its wheel brings it: begun in an empty folder, with nothing of the checkout in reach."""

import json
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.first_start import found_club, look_around, save_first_hand
from tests.support.checkout import ROOT, lend_compiled
from tests.support.phones import Phone
from tests.support.races.processes import HOST, free_port
from tests.support.started import Begin, printed, programs

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
        for name in packed.namelist():
            if (ROOT / name).is_file() and (ROOT / name).read_bytes() == packed.read(name):
                lend_compiled(name, folder)
    return folder


@pytest.fixture
def begin(program: Path, tmp_path: Path) -> Iterator[Begin]:
    """Begin the command in an empty folder, as somebody to whom nothing of this machine is told."""
    known = {name: os.environ[name] for name in ("PATH", "LANG", "SYSTEMROOT") if name in os.environ}
    environment = known | {"HOME": str(tmp_path), "PYTHONPATH": str(program)}
    command = (sys.executable, "-P", "-c", WITHOUT_THEM)
    with programs() as begun:
        yield partial(begun, *command, cwd=tmp_path, env=environment)


def test_it_brings_what_it_reads_and_nothing_of_the_tests_or_of_this_machine(wheel: Path) -> None:
    carries = ZipFile(wheel)
    names = carries.namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"scoring", "tarockclub", "tournaments"}
    carried = "tarockclub/carried"
    for needed in (
        f"{carried}/templates/base.html",
        f"{carried}/static/staticfiles.json",
        f"{carried}/rulebook/standard.toml",
        "tarockclub/locale/de/LC_MESSAGES/django.mo",
        "scoring/rules/standard.toml",
        f"{carried}/static/phone_engine/parts.json",
    ):
        assert needed in names
    assert not [name for name in names if name.endswith((".sqlite3", "secret-key"))]
    paths = json.loads(carries.read(f"{carried}/static/staticfiles.json"))["paths"]
    sent_whole = carries.read(f"{carried}/static/{paths['scoring/record/page.js']}").decode()
    assert len(sent_whole) > 50_000, "with all that it imports"
    assert "\nimport " not in sent_whole


def test_from_the_one_command_to_the_first_saved_hand_where_there_is_no_linux(begin: Begin) -> None:
    port = free_port()
    server = begin("run", "--port", str(port))
    code = printed(server, rf"http://{HOST}:{port}/setup/([0-9a-f]{{16}})/")
    phone = Phone(port, code, door="setup")
    assert f"<code>tarockclub setup-link http://{HOST}:{port}</code>" in phone.ask("GET", "/").body.decode()
    club = found_club(phone)
    save_first_hand(phone, club)
    look_around(phone, club)
