"""The server as in production, and a keeper beside it: whole processes on one database."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
HOST = "127.0.0.1"
SECONDS_TO_START = 60
SECONDS_TO_STOP = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def surroundings(database: str, secret: str) -> dict[str, str]:
    """What both processes are told; nothing that the machine says about a server of its own."""
    foreign = ("PUBLIC_URL", "ALLOWED_HOSTS", "DEBUG", "LAN", "LAN_ADDRESS")
    known = {name: value for name, value in os.environ.items() if name not in foreign}
    return known | {"DATABASE_URL": database, "SECRET_KEY": secret}


class Server:
    """`make run` without its preparations, on a port that stays the same over a restart."""

    def __init__(self, database: str, log: Path, *, workers: int | None = None) -> None:
        self.port = free_port()
        self.log = log
        self.secret = secrets.token_hex(32)
        self.environment = surroundings(database, self.secret) | {"PORT": str(self.port)}
        self.process: subprocess.Popen[bytes] | None = None
        self.command = [sys.executable, "-m", "gunicorn", "--config", "python:tarockclub.gunicorn"]
        if workers is not None:
            self.command += ["--workers", str(workers)]
        self.command.append("tarockclub.wsgi")

    def start(self) -> None:
        with self.log.open("a") as output:
            # In a group of its own, so that the workers can be killed with their master.
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        until = time.monotonic() + SECONDS_TO_START
        while not self.listens():
            if self.process.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"the server does not start:\n{self.log.read_text()}")
            time.sleep(0.02)

    def listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex((HOST, self.port)) == 0

    def kill(self) -> None:
        """Master and workers at once, as when the power fails; returns when the last one is gone."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(SECONDS_TO_STOP)
        until = time.monotonic() + SECONDS_TO_STOP
        while self.listens():
            assert time.monotonic() < until
            time.sleep(0.01)

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            self.kill()


class Keeper:
    """Asks the keeper: `keeper.do("look")`."""

    def __init__(self, database: str, secret: str, module: str = "keeper") -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", f"tests.races.{module}"],
            cwd=ROOT,
            env=surroundings(database, secret),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def do(self, task: str, **arguments: object) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([task, arguments]), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        assert answer, f"the keeper could not {task}"
        return json.loads(answer)

    def stop(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(SECONDS_TO_STOP)
        self.process.stdout.close()
