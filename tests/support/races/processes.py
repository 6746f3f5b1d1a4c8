"""The server as in production, and a keeper beside it: whole processes on one database."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from tests.support.waiting import wait_for

ROOT = Path(__file__).parents[3]
HOST = "127.0.0.1"
SECONDS_TO_STOP = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def listens(port: int) -> bool:
    """Return whether somebody listens there."""
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


def surroundings(database: str, secret: str) -> dict[str, str]:
    """What both processes are told; nothing that the machine says about a server of its own."""
    foreign = ("PUBLIC_URL", "ALLOWED_HOSTS", "DEBUG", "LAN", "LAN_ADDRESS")
    known = {name: value for name, value in os.environ.items() if name not in foreign}
    return known | {"DATABASE_URL": database, "SECRET_KEY": secret}


def started(
    module: str, arguments: list[str], environment: dict[str, str], files: tuple[int, int, int]
) -> subprocess.Popen[bytes]:
    """A Python of its own, in a group of its own, so that those it begins can be killed with it."""
    stdin, stdout, stderr = files
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env=environment,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        start_new_session=True,
    )


class Server:
    """`make run` without its preparations, on a port that stays the same over a restart."""

    def __init__(
        self,
        database: str,
        log: Path,
        *,
        workers: int | None = None,
        secret: str = "",
    ) -> None:
        self.port = free_port()
        self.database = database
        self.log = log
        self.secret = secret or secrets.token_hex(32)
        self.environment = surroundings(database, self.secret) | {"PORT": str(self.port)}
        self.process: subprocess.Popen[bytes] | None = None
        self.arguments = ["--config", "python:tarockclub.gunicorn"]
        if workers is not None:
            self.arguments += ["--workers", str(workers)]
        self.arguments.append("tarockclub.wsgi")

    def keeper(self, module: str = "tests.support.races.keeper") -> Keeper:
        return Keeper(self.database, self.secret, module)

    def start(self) -> None:
        with self.log.open("a") as output, Path(os.devnull).open() as nothing:
            files = (nothing.fileno(), output.fileno(), output.fileno())
            self.process = started("gunicorn", self.arguments, self.environment, files)
        wait_for(self.listens, self._why_it_does_not_start)

    def _why_it_does_not_start(self) -> str:
        assert self.process is not None
        return "" if self.process.poll() is None else f"the server does not start:\n{self.log.read_text()}"

    def listens(self) -> bool:
        return listens(self.port)

    def kill(self) -> None:
        """Master and workers at once, as when the power fails; returns when the last one is gone."""
        assert self.process is not None
        with suppress(ProcessLookupError):  # none is left
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(SECONDS_TO_STOP)
        wait_for(lambda: not self.listens())

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        os.kill(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            self.kill()


@contextmanager
def own_server() -> Iterator[Server]:
    """Yield a server, not begun yet, that has an SQLite file of its own; afterwards both are gone."""
    with TemporaryDirectory(prefix="tarock-") as name:
        server = Server(f"sqlite:///{name}/own.sqlite3", Path(name) / "server.log")
        try:
            yield server
        finally:
            server.stop()


class Keeper:
    """Asks the keeper: `keeper.do("look")`."""

    def __init__(self, database: str, secret: str, module: str) -> None:
        (asked, asking), (answering, answered) = os.pipe(), os.pipe()
        files = (asked, answered, 2)
        self.process = started("tests.support.run", [module], surroundings(database, secret), files)
        os.close(asked)
        os.close(answered)
        self.asking: IO[str] = os.fdopen(asking, "w")
        self.answers: IO[str] = os.fdopen(answering)

    def do(self, task: str, **arguments: object) -> Any:
        print(json.dumps([task, arguments]), file=self.asking, flush=True)
        answer = self.answers.readline()
        assert answer, f"the keeper could not {task}"
        return json.loads(answer)

    def stop(self) -> None:
        self.asking.close()
        self.process.wait(SECONDS_TO_STOP)
        self.answers.close()
