"""A PostgreSQL of the tests' own: `python -m tests.support.postgresql -- COMMAND` runs the command with it.

DATABASE_URL leads the command there. It starts empty, is gone afterwards, and no other one is touched.
"""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from tests.support.races.processes import HOST, free_port
from tests.support.waiting import wait_for

SECONDS_TO_STOP = 30
GONE_AFTERWARDS = "DATABASES_ARE_GONE_AFTERWARDS"  # said to the command: it need not remove what it made
NOT_INSTALLED = "PostgreSQL is not installed; `make test` installs it where it may. Its tests are left out."
# Sorted as a German-speaking club's own database would: neither SQLite's order nor that of the code points.
LANGUAGE = ("--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=de-AT")
# Nothing here has to survive a power cut; a forgotten lock becomes an error instead of a wait for ever. What
# tidies up unasked runs as the administrator: a database in which it is just then cannot be removed.
OPTIONS = {
    "autovacuum": "off",
    "listen_addresses": HOST,
    "unix_socket_directories": "",
    "fsync": "off",
    "full_page_writes": "off",
    "lock_timeout": "60s",
}


def find_programs() -> Path | None:
    """The folder of `initdb` and `postgres`; Debian keeps one per version, outside PATH."""
    folders = [Path(found).resolve().parent for found in (shutil.which("initdb"),) if found]
    if config := shutil.which("pg_config"):
        answer = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False)
        folders.append(Path(answer.stdout.strip()))
    versions = Path("/usr/lib/postgresql").glob("*/bin")
    folders += sorted(versions, key=lambda folder: float(folder.parent.name), reverse=True)
    return next(
        (folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()),
        None,
    )


def servant() -> dict[str, Any]:
    """Who runs PostgreSQL, in the words of `subprocess`: it refuses to be run by root."""
    if os.geteuid() != 0:
        return {}
    users = {user.pw_name: user for user in pwd.getpwall()}
    user = users.get("postgres") or users["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def demand_programs() -> Path:
    """The same; ends this process where there are none."""
    if programs := find_programs():
        # Being ended is no reason to leave a server behind.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
        return programs
    print(NOT_INSTALLED, file=sys.stderr)
    sys.exit(1 if os.environ.get("CI") == "true" else 0)


@contextmanager
def running(programs: Path) -> Iterator[str]:
    """A PostgreSQL with one empty database, whose address is given; its owner has no further power."""
    port, password, who = str(free_port()), secrets.token_hex(16), servant()
    with TemporaryDirectory(prefix="tarock-") as name:
        home = Path(name)
        data, log, secret = home / "data", home / "log", home / "password"
        for file in (log, secret):
            file.touch(mode=0o600)
        secret.write_text(password)
        if who:
            for path in (home, log, secret):
                os.chown(path, who["user"], who["group"])
        by: dict[str, Any] = {"cwd": home, "stdin": subprocess.DEVNULL, "stderr": subprocess.STDOUT, **who}

        initialise: list[str | Path] = [programs / "initdb", "-D", data, *LANGUAGE, "--no-sync"]
        initialise += ["--username=postgres", "--auth=scram-sha-256", f"--pwfile={secret}"]
        made = subprocess.run(initialise, stdout=subprocess.PIPE, text=True, check=False, **by)
        if made.returncode != 0:
            sys.exit(f"PostgreSQL could not be prepared:\n{made.stdout}")

        serve: list[str | Path] = [programs / "postgres", "-D", data, "-p", port]
        serve += [part for option in OPTIONS.items() for part in ("-c", "=".join(option))]
        with log.open("a") as output:
            # In a session of its own, Ctrl-C stops the tests first and PostgreSQL after them.
            server = subprocess.Popen(serve, stdout=output, start_new_session=True, **by)
        try:
            with connect(server, log, port, password) as connection:
                connection.execute(f"CREATE ROLE tarockclub LOGIN CREATEDB PASSWORD '{password}'")
                connection.execute("CREATE DATABASE tarockclub OWNER tarockclub")
            yield f"postgres://tarockclub:{password}@{HOST}:{port}/tarockclub"
        finally:
            server.send_signal(signal.SIGQUIT)  # nothing is to be tidied up
            server.wait(SECONDS_TO_STOP)


def connect(server: subprocess.Popen[bytes], log: Path, port: str, password: str) -> psycopg.Connection:
    """As the administrator; waits until the server listens."""
    address = f"postgres://postgres:{password}@{HOST}:{port}/postgres"

    def connected() -> psycopg.Connection | None:
        with suppress(psycopg.OperationalError):
            return psycopg.connect(address, autocommit=True)
        return None

    def why_not() -> str:
        return "" if server.poll() is None else f"PostgreSQL does not start:\n{log.read_text()}"

    return wait_for(connected, why_not)


def main(command: list[str]) -> int:
    with running(demand_programs()) as address:
        # PGHOST and its like belong to another database.
        surroundings = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        told = {"DATABASE_URL": address, GONE_AFTERWARDS: "1"}
        status = subprocess.run(command, env=surroundings | told, check=False).returncode
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--", _, *_]:
            sys.exit(main(sys.argv[2:]))
        case _:
            sys.exit(__doc__)
