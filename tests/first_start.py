"""Go a newcomer's way, as README.md prints it: `make run`, a club, a hand, Ctrl-C; then `make run LAN=1`.

`.ci/run` does so on the fresh clone before anything else, as on a machine without Node and npm;
tests/everything/packages/test_first_start.py does in a copy of the checkout. On a fresh clone nothing is
installed: this needs the standard library alone.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from uuid import uuid4

from tests.support.phones import Phone, RecordPage
from tests.support.races.processes import HOST, SECONDS_TO_STOP, listens
from tests.support.scoring.tables import dreier

ROOT = Path(__file__).parents[1]
MOST_SECONDS = 1200  # until a line that never comes is missed, though what should print it goes on
RUN, RUN_FOR_THE_ROOM = "make run", "make run LAN=1"  # as README.md prints them
OWNER = {
    "name": "Anna",
    "password": "Der Pagat macht den letzten Stich",
    "club": "Tarockrunde",
    "default_rules": "standard",
    "cents_per_point": "10",
    "language": "de",
}
PLAYERS = ("Berta", "Cilli", "Dora", "Emil")
AMOUNTS = [["Berta", "+15"], ["Cilli", "−5"], ["Dora", "−5"], ["Emil", "−5"]]  # a Dreier, won by Berta
OPEN = re.compile(r"^Open: +http://([\d.]+):(\d+)/")
SET_UP_LINK = re.compile(r"^http://[\d.]+:\d+/setup/([0-9a-f]{16})/$")
ANOTHER_PORT = re.compile(r"^Another port: make run( PORT=\d+)$")
WITHOUT_NETWORK = re.compile(r"^Phones using this server can settle without a network\.$")
# Environment, packages, styles, database; what the system itself installs says a line of its own.
MOST_LINES = 5
# What a machine may say of a server of its own, and the make that this was begun by.
FOREIGN = (
    *("SECRET_KEY", "PUBLIC_URL", "ALLOWED_HOSTS", "DATABASE_URL", "DATA_FOLDER", "DEBUG", "LAN", "LISTEN"),
    *("DJANGO_SETTINGS_MODULE", "GUNICORN_CMD_ARGS", "MAKEFLAGS", "MAKELEVEL"),
)


def found_club(phone: Phone) -> str:
    """Fill in the set-up page, and return the address of the club."""
    founded = phone.ask("POST", phone.door, form={"deed": str(uuid4()), **OWNER})
    assert founded.status == 302, founded.body.decode()
    return founded.headers["Location"].removesuffix("play/")  # straight to the table


def save_first_hand(phone: Phone, club: str) -> str:
    """Let four people begin at a table and save a hand; return the address of their sheet."""
    phone.token = RecordPage(phone.ask("GET", f"{club}play/").body).token
    names = {f"name_{place}": name for place, name in enumerate(PLAYERS, 1)}
    form = {"deed": str(uuid4()), "rules": "standard", "high_card": "1", **names}
    page = RecordPage(phone.ask("GET", phone.ask("POST", f"{club}play/", form=form).headers["Location"]).body)
    phone.table, phone.token = page.table, page.token
    saved = phone.save(dreier(phone.table["players"][0]["id"]))
    assert saved.status == 200, saved.body.decode()
    assert saved["amounts"] == AMOUNTS, saved["amounts"]
    return str(phone.table["urls"]["sheet"])


def look_around(phone: Phone, club: str) -> None:
    """Refuse a page without its style sheets, and a rule sheet without its worked examples."""
    styles = re.findall(r'href="(/static/[^"]+\.css)"', phone.ask("GET", club).body.decode())
    assert styles
    assert all(phone.ask("GET", style).status == 200 for style in styles)
    assert "Beispiel" in phone.ask("GET", "/rules/standard/examples/").body.decode()


def settles_without_network(phone: Phone, sheet: str) -> None:
    """Refuse a server that has announced what phones load, and does not send it."""
    page = phone.ask("GET", f"{sheet}record/").body.decode()
    parts = json.loads(unescape(re.findall(r'data-engine="([^"]*)"', page)[0]))["parts"]
    for file in parts["files"]:
        assert phone.ask("GET", file).status == 200, file


def surroundings() -> dict[str, str]:
    """Return the environment that somebody has who has set nothing for the program, and reads English."""
    known = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    of_this_folder = {name for name in known if name.startswith("COVERAGE_")}
    return {name: known[name] for name in known.keys() - of_this_folder} | {"LANGUAGE": "en"}


class Terminal:
    """A command typed in a folder: what it prints, and Ctrl-C."""

    def __init__(self, command: str, folder: Path, surroundings: Mapping[str, str]) -> None:
        print(f"$ {command}", flush=True)
        # What a shell begins in the background is deaf to Ctrl-C, and so is all that it begins itself.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self.process = subprocess.Popen(
            command,
            shell=True,
            cwd=folder,
            env=surroundings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.lines: list[str] = []
        self.patience = Timer(MOST_SECONDS, os.killpg, (self.process.pid, signal.SIGKILL))
        self.patience.start()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        """Leave nothing behind, whatever happened."""
        self.patience.cancel()
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()

    def read_until(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return what the line of this form says; nothing if the command ends without one."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            print(line, end="", flush=True)
            self.lines.append(line.rstrip())
            if found := pattern.search(self.lines[-1]):
                return found
        return None

    def press_ctrl_c(self) -> str:
        """Interrupt what runs here, wait until all of it has ended, and return what else it printed."""
        os.killpg(self.process.pid, signal.SIGINT)
        rest, _ = self.process.communicate(timeout=SECONDS_TO_STOP)
        print(f"{rest}^C", flush=True)
        assert "Traceback" not in rest
        return rest


def first_hand(command: str) -> tuple[Phone, str, str]:
    """Type the command, set up a club, save a hand; return phone, sheet, and another port if any."""
    begun = time.monotonic()
    with Terminal(command, ROOT, surroundings()) as terminal:
        opened = terminal.read_until(OPEN)
        if opened is None:
            another = next(filter(None, map(ANOTHER_PORT.search, terminal.lines)), None)
            assert another, f"{command} has ended: it serves nothing."
            return first_hand(f"{RUN}{another[1]}")
        # What pip warns of this machine's own index is no step.
        steps = [line for line in terminal.lines if not line.startswith("WARNING: ")]
        assert len(steps) - 1 <= MOST_LINES, "one line for each step"
        link = terminal.read_until(SET_UP_LINK)
        assert link
        phone = Phone(int(opened[2]), link[1], door="setup")
        here = f"http://{phone.host}:{phone.port}"
        assert f"<code>.venv/bin/tarockclub setup-link {here}</code>" in phone.ask("GET", "/").body.decode()
        club = found_club(phone)
        sheet = save_first_hand(phone, club)
        print(
            f"The first hand is saved, {time.monotonic() - begun:.0f} seconds after `{command}`.", flush=True
        )
        look_around(phone, club)
        assert terminal.read_until(WITHOUT_NETWORK), "What phones load is not announced."
        settles_without_network(phone, sheet)
        terminal.press_ctrl_c()
    assert not listens(phone.port)
    return phone, sheet, command.removeprefix(RUN)


def in_the_room(phone: Phone, sheet: str, port: str) -> None:
    """Start once more, for the room: what was saved is there, under the address that phones are given."""
    address = "127.0.0.2" if sys.platform == "linux" else HOST  # only Linux answers on all of 127.0.0.0/8
    with Terminal(f"{RUN_FOR_THE_ROOM}{port}", ROOT, surroundings() | {"LAN_ADDRESS": address}) as terminal:
        opened = terminal.read_until(OPEN)
        assert opened, "It does not start a second time."
        assert opened[1] == address
        assert any(set("█▀▄") & set(line) for line in terminal.lines), "There is no code to scan."
        phone.host = address
        page = phone.ask("GET", sheet).body.decode()
        assert all(name in page and amount in page for name, amount in AMOUNTS)
        terminal.press_ctrl_c()
    assert not [line for line in terminal.lines if SET_UP_LINK.search(line)]


def main() -> None:
    """Go all of it, in this checkout."""
    if (ROOT / "var" / "tarockclub.sqlite3").exists():
        sys.exit("var/ holds a database already: this way begins on a fresh clone.")
    with TemporaryDirectory() as folder:
        too_old = Path(folder, "node")  # which is as good as none
        too_old.write_text("#!/bin/sh\necho v0.0.0\n")
        too_old.chmod(0o755)
        os.environ["PATH"] = f"{folder}{os.pathsep}{os.environ['PATH']}"
        in_the_room(*first_hand(RUN))


if __name__ == "__main__":
    main()
