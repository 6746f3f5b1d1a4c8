"""Whatever somebody is told to type is typed: in a checkout as cloned, and where the wheel was installed."""

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from zipfile import is_zipfile

import pip
import pytest

from tarockclub import folders
from tarockclub.command import COMMANDS
from tarockclub.release import release
from tests.everything.servers.container import PYTHON
from tests.first_start import (
    OPEN,
    OWNER,
    SET_UP_LINK,
    Terminal,
    found_club,
    look_around,
    save_first_hand,
    surroundings,
)
from tests.support.checkout import copied
from tests.support.commands import ROWS, SETTLE, Row, of_help, of_makefile
from tests.support.phones import Phone
from tests.support.races.processes import HOST, free_port
from tests.support.started import PATIENCE
from tests.support.waiting import wait_for

CHECKOUT = ROWS["make setup"]
INSTALLED = ROWS["tarockclub run"]
CLUB = "tarockrunde"
PASSWORD = "Der Mond ist aufgegangen\n"
PUBLIC = "https://tarock.example.org"
DATA = ".local/share/tarockclub" if sys.platform == "linux" else "Library/Application Support/tarockclub"


class Shell:
    """Types what is printed, word for word but for what stands for something of the reader's own."""

    def __init__(self, folder: Path, surroundings: dict[str, str]) -> None:
        self.folder, self.surroundings = folder, surroundings
        self.own: dict[str, str] = {}
        self.typed: set[str] = set()

    def words(self, *parts: str) -> str:
        """Return what is typed: a printed command, or one with the settings and options that are printed."""
        self.typed.update(parts)
        command = re.sub(r"^([\d*]+ ){5}", "", " ".join(parts))  # when cron begins it
        for word, own in self.own.items():
            command = re.sub(rf"(?<![\w.-]){re.escape(word)}(?![\w.-])", own, command)
        return command

    def type(
        self, *parts: str, arguments: str = "", answers: str = "", status: int = 0, **further: str
    ) -> str:
        """Return what it prints; the arguments are not printed, the answers are what it asks for."""
        command = f"{self.words(*parts)} {arguments}"
        print(f"$ {command}")
        done = subprocess.run(
            command,
            shell=True,
            cwd=self.folder,
            env=self.surroundings | further,
            input=answers,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == status, f"{command}\n{done.stdout}"
        return done.stdout

    def begin(self, *parts: str, **further: str) -> Terminal:
        """Return the terminal in which it goes on until Ctrl-C."""
        return Terminal(self.words(*parts), self.folder, self.surroundings | further)


def rows_of(row: Row) -> set[str]:
    return {command for command, found in ROWS.items() if found == row}


def founded(terminal: Terminal, link: str) -> Phone:
    """Return the phone of somebody who set up a club by the printed link and saved a hand."""
    opened, found = terminal.read_until(OPEN), terminal.read_until(SET_UP_LINK)
    assert opened
    assert found
    assert found[1] in link
    phone = Phone(int(opened[2]), found[1], door="setup")
    save_first_hand(phone, found_club(phone))
    return phone


def status_behind_https(address: str, port: int) -> int:
    """Ask as the server in front does."""
    with closing(HTTPConnection(address, port, timeout=PATIENCE)) as connection:
        headers = {"Host": "tarock.example.org", "X-Forwarded-Proto": "https"}
        connection.request("GET", "/", headers=headers)
        return connection.getresponse().status


# In a checkout


@pytest.mark.database("sqlite")
def test_in_a_checkout(migrated_database: str, tmp_path: Path) -> None:
    """With a database in which nothing is, and static files; test_first_start.py begins without either."""
    checkout = copied(tmp_path / "tarockclub")
    here = {"PORT": str(free_port()), "PATH": f"{checkout / '.venv/bin'}:{os.environ['PATH']}"}
    shell = Shell(checkout, surroundings() | here)
    shutil.copytree(folders.STATIC, shell.folder / "var/static", copy_function=shutil.copyfile)
    shutil.copyfile(migrated_database.removeprefix("sqlite:///"), shell.folder / "var/tarockclub.sqlite3")
    shell.own = {
        "/srv/tarockclub": str(shell.folder),
        "8001": str(free_port()),
        "10.0.0.2": "127.0.0.3" if sys.platform == "linux" else HOST,
        "NAME": OWNER["name"],
        "ACCOUNT": OWNER["name"],
        "SLUG": CLUB,
        "FOLDER": "copies",
        "N": "1",
        "DAY": "2025-09-14",
        "SHEET": "standard",
    }
    set_up(shell)
    serve(shell)
    keep(shell)
    change_the_program(shell)
    assert rows_of(CHECKOUT) <= shell.typed <= ROWS.keys()


def set_up(shell: Shell) -> None:
    shell.type("make setup")
    assert shell.type("tarockclub prepare --no-copy") == ""
    shutil.copy(shell.folder / "var/tarockclub.sqlite3", shell.folder / "empty.sqlite3")
    targets = {target for target in of_makefile((shell.folder / "Makefile").read_text()) if "=" not in target}
    listed = shell.type("make")
    assert {f"make {line.split()[1]}" for line in listed.splitlines()} == targets
    assert shell.type("make help") == listed
    assert shell.type("tarockclub --version").startswith("Tarockclub ")
    assert json.loads(shell.type(SETTLE))["payouts"]["Anna"] == 4
    with_its_sheet, shell.own = shell.own, shell.own | {'"rules": "standard", ': ""}
    (shell.folder / "house.toml").write_text('extends = "standard"\n[contracts.rufer]\nvalue = 3\n')
    assert json.loads(shell.type(SETTLE, "--rules house.toml"))["payouts"]["Anna"] == 12
    assert json.loads(shell.type(SETTLE, "--rules SHEET"))["payouts"]["Anna"] == 4
    shell.own = with_its_sheet


def serve(shell: Shell) -> None:
    assert "PUBLIC_URL\n    -   [as usual]" in shell.type("tarockclub settings")
    link = shell.type("tarockclub setup-link")
    with shell.begin("LOG_JSON=1", "OFFLINE_PAGES=0", "make run PORT=8001") as terminal:
        founded(terminal, link)
        said = terminal.press_ctrl_c()
    assert any("set_up" in json.loads(line)["message"] for line in said.splitlines() if line.startswith("{"))
    with shell.begin("PUBLIC_URL=https://tarock.example.org make run") as terminal:
        assert terminal.read_until(re.compile(f"^Open: +{PUBLIC} "))
        assert status_behind_https(HOST, int(shell.surroundings["PORT"])) == 200
        terminal.press_ctrl_c()
    with shell.begin(
        'LISTEN=10.0.0.2 GUNICORN_CMD_ARGS="--workers 4" make run', PUBLIC_URL=PUBLIC
    ) as terminal:
        assert terminal.read_until(re.compile("^Open: "))
        assert status_behind_https(shell.own["10.0.0.2"], int(shell.surroundings["PORT"])) == 200
        wait_for(lambda: processes_of(terminal) >= 1 + 4)
        assert processes_of(terminal) == 1 + 4
        terminal.press_ctrl_c()
    shell.typed.add("--workers")


def processes_of(terminal: Terminal) -> int:
    """Return how many serve: one that watches, and those that answer."""
    asked = ["ps", "-o", "args=", "-s", str(terminal.process.pid)]
    said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    return said.count("-m tarockclub run")


def keep(shell: Shell) -> None:
    for _ in range(2):
        shell.type("tarockclub backup", "--keep N", "--to FOLDER")
    assert len([*(shell.folder / "copies").glob("*.sqlite3")]) == 1
    shell.type("0 4 * * * cd /srv/tarockclub && .venv/bin/tarockclub backup", PATH=os.defpath)
    with shell.begin("tarockclub backup", "--every 60") as terminal:
        assert terminal.read_until(re.compile("backups/tarockclub-.*sqlite3"))
        terminal.press_ctrl_c()
    copy = max((shell.folder / "var/backups").glob("*.sqlite3"))
    shell.own["FILE"] = copy.name
    assert "--overwrite" in shell.type("tarockclub restore var/backups/FILE", status=1)
    shell.type("tarockclub restore var/backups/FILE", "--as-it-is", "--overwrite")
    assert "Everybody is signed out." in shell.type("tarockclub restore --renew-links")
    made = ["tarockclub demonstration", "--for ACCOUNT", "--until DAY"]
    assert "15 evenings" in shell.type(*made)
    assert "Removed by" in shell.type("tarockclub remove-demonstration", answers="yes\n")
    assert "changed" in shell.type("tarockclub changepassword NAME", answers=2 * PASSWORD)
    assert "no second factor" in shell.type("tarockclub remove-second-factor NAME", status=1)
    shell.own["FILE"] = "season.xlsx"
    shell.type("tarockclub export-season SLUG FILE")
    assert is_zipfile(shell.folder / "season.xlsx")
    shell.own["FILE"] = f"{CLUB}.tarock.zip"
    shell.type("tarockclub export-club SLUG")
    (shell.folder / "empty.sqlite3").replace(shell.folder / "var/tarockclub.sqlite3")
    shell.own["ACCOUNT"] = OWNER["name"]
    shell.type("tarockclub import-club FILE", "--owner ACCOUNT")
    assert shell.type("tarockclub verify") == "1 sheet, 1 hand: no difference.\n"


def change_the_program(shell: Shell) -> None:
    def git(*words: str) -> str:
        whose = ["-c", "user.name=Anna", "-c", "user.email=anna@example.org", "-c", "core.compression=0"]
        asked = ["git", *whose, *words]
        return subprocess.run(asked, cwd=shell.folder, capture_output=True, text=True, check=True).stdout

    for name in ("house.toml", "season.xlsx", f"{CLUB}.tarock.zip"):
        (shell.folder / name).unlink()
    shutil.rmtree(shell.folder / "copies")
    for words in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "All of it"]):
        git(*words)
    shell.type("make messages")
    shell.type("make format")
    assert git("status", "--porcelain") == ""
    shell.type("make wheel")
    made = {re.sub("-.*", "", file.name) for file in (shell.folder / "dist").iterdir()}
    assert made == {"tarockclub", "requirements.txt", "Containerfile", "compose.yaml"}
    (shell.folder / "README.md").write_text("Another one.")
    assert "Not everything is committed" in shell.type("make release", status=2)
    shell.type("make clean")
    assert not (shell.folder / ".venv").exists()
    assert not (shell.folder / "var/static").exists()
    assert (shell.folder / "var/tarockclub.sqlite3").exists()


# Where the wheel was installed


@pytest.mark.database("sqlite")
def test_where_it_is_installed(
    wheel: Path, later_wheel: Path, wheels: Path, migrated_database: str, tmp_path: Path
) -> None:
    """With a database in which nothing is; test_installed.py begins without one."""
    if shutil.which("pipx") is None:
        pytest.skip("pipx is not installed; `make everything` installs it where it may.")
    pipx, programs = tmp_path / ".local/pipx", tmp_path / ".local/bin"
    known = {name: os.environ[name] for name in ("LANG",) if name in os.environ}
    of_pipx = {"PIPX_HOME": str(pipx), "PIPX_BIN_DIR": str(programs), "PIPX_DEFAULT_PYTHON": str(PYTHON)}
    # Compiled when it is first used: pip reads "no" so.
    fetched = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "PIP_NO_COMPILE": "no"}
    here = {"HOME": str(tmp_path), "PATH": f"{programs}:{os.environ['PATH']}", "PORT": str(free_port())}
    lend_pip(pipx / "shared")
    shell = Shell(tmp_path, known | of_pipx | fetched | here)
    shell.own = {"tarockclub-….whl": wheel.name}
    shutil.copy(wheel, tmp_path)
    install(shell, wheel)
    (tmp_path / DATA).mkdir(parents=True)
    shutil.copyfile(migrated_database.removeprefix("sqlite:///"), tmp_path / DATA / "tarockclub.sqlite3")
    serve_installed(shell)
    keep_installed(shell)
    update(shell, later_wheel)
    assert shell.typed ^ rows_of(INSTALLED) == set()


def lend_pip(shared: Path) -> None:
    """Let pipx have what it made for the first program that somebody installed with it: a pip for all."""
    subprocess.run([PYTHON, "-m", "venv", "--without-pip", shared], check=True)
    (packages,) = shared.glob("lib/*/site-packages")
    (packages / "pip").symlink_to(Path(pip.__file__).parent)
    (shared / "bin/pip").touch()


def install(shell: Shell, wheel: Path) -> None:
    assert "installed package tarockclub" in shell.type("pipx install ./tarockclub-….whl")
    assert shell.type("tarockclub --version") == f"Tarockclub {release()}\n"
    assert wheel.name.split("-")[1] == release().version
    assert set(of_help(shell.type("tarockclub --help"))) == {f"tarockclub {command}" for command in COMMANDS}
    assert f"DATA_FOLDER\n    {shell.folder / DATA}   " in shell.type("tarockclub settings")
    assert not (shell.folder / DATA).exists()


def update(shell: Shell, later: Path) -> None:
    """By pipx, and back to the version before, with the copy from before."""
    hands, older = shell.type("tarockclub verify"), shell.own["tarockclub-….whl"]
    shell.own["FILE"] = shell.type("tarockclub backup").partition(" (")[0]
    shutil.copy(later, shell.folder)
    shell.own["tarockclub-….whl"] = later.name
    assert "installed package tarockclub" in shell.type("pipx install --force ./tarockclub-….whl")
    assert shell.type("tarockclub --version").startswith(f"Tarockclub {later.name.split('-')[1]} (")
    assert shell.type("tarockclub verify") == hands
    assert "15 evenings" in shell.type("tarockclub demonstration", arguments="--until 2025-09-14")
    shell.own["tarockclub-….whl"] = older
    assert "installed package tarockclub" in shell.type("pipx install --force ./tarockclub-….whl")
    assert "Restored: " in shell.type("tarockclub restore --overwrite FILE")
    assert shell.type("tarockclub verify") == hands


def serve_installed(shell: Shell) -> None:
    shell.type("tarockclub prepare")
    assert shell.type("tarockclub prepare --no-copy") == ""
    shutil.copytree(shell.folder / DATA, shell.folder / "elsewhere")
    link = shell.type("tarockclub setup-link")
    assert "Connection refused" in shell.type("tarockclub health", status=1)
    with shell.begin("tarockclub run") as terminal:
        phone = founded(terminal, link)
        look_around(phone, f"/clubs/{CLUB}/")
        assert shell.type("tarockclub health") == '{"ok": true}\n'
        terminal.press_ctrl_c()
    with shell.begin("tarockclub run --lan", LAN_ADDRESS=HOST) as terminal:
        assert terminal.read_until(OPEN)
        terminal.press_ctrl_c()
    assert not SET_UP_LINK.search("\n".join(terminal.lines))


def keep_installed(shell: Shell) -> None:
    data = shell.folder / DATA
    assert data.stat().st_mode & 0o077 == 0, "the database names everybody"
    shell.type("tarockclub backup")
    (copy,) = (data / "backups").glob("*.sqlite3")
    assert "can be restored" in shell.type("tarockclub drill")
    shell.type("tarockclub restore", arguments=f"{copy} --overwrite")
    assert "problems" in shell.type("tarockclub settle", answers="{}\n", status=1)
    first = ("--players", "8", "--rounds", "1", "--seed", "7", "--rules", "wien", "--trouble")
    wanted = " ".join((*first, "--sections", "2", "--fives", "--preset", "wien", "--method", "random"))
    shell.type("tarockclub generate", arguments=f"{wanted} > made.json")
    shell.typed.update(word for word in wanted.split() if word.startswith("--"))
    assert "Leute: 12" in shell.type("tarockclub check", arguments="made.json")
    series = "--events 2 --teams 2 --ladder schrift"
    shell.type("tarockclub generate", arguments=f"--players 8 --rounds 1 {series} > series.json")
    shell.typed.update(word for word in series.split() if word.startswith("--"))
    assert "Veranstaltungen: 2" in shell.type("tarockclub check", arguments="series.json")
    shell.own["FILE"] = "made.json"
    assert "Leute: 12" in shell.type("tarockclub check FILE")
    assert '"status": 0' in shell.type("tarockclub check --json", arguments="made.json")
    assert "15 evenings" in shell.type("tarockclub demonstration", arguments="--until 2025-09-14")
    assert "Removed by" in shell.type("tarockclub remove-demonstration", answers="yes\n")
    assert "changed" in shell.type("tarockclub changepassword", arguments=OWNER["name"], answers=2 * PASSWORD)
    refused = shell.type("tarockclub remove-second-factor", arguments=OWNER["name"], status=1)
    assert "no second factor" in refused
    shell.type("tarockclub export-season", arguments=f"{CLUB} season.xlsx")
    assert is_zipfile(shell.folder / "season.xlsx")
    shell.type("tarockclub export-club", arguments=CLUB)
    elsewhere = shell.folder / "elsewhere"
    shell.type("tarockclub import-club", arguments=f"{CLUB}.tarock.zip", DATA_FOLDER=str(elsewhere))
    assert shell.type("tarockclub verify", DATA_FOLDER=str(elsewhere)) == "1 sheet, 1 hand: no difference.\n"
