"""When the server of a night dies, and whether its disk is full: memory that it shares with the hall."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from mmap import mmap
from pathlib import Path
from struct import Struct
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

ORDERS = "NIGHT_ORDERS"  # where a process reads in which file they stand
LAYOUT = Struct("4i")
WAITING_FOR_A_LOCK = 0.5  # seconds; the program itself has more patience
NO_ROOM = (
    "DO $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' "
    "USING ERRCODE = 'disk_full'; END $$"
)
ENDLESS = 0xFFFFFFFE  # pages
WRITING = ("INSERT", "UPDATE", "DELETE")


class Victim(IntEnum):
    """Who is killed when it comes to that statement."""

    WORKER = 0
    MASTER = 1
    EVERYBODY = 2


class Orders:
    """Which statement of a transaction is the last one of whom, and whether the disk is full."""

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self.page = mmap(file.fileno(), LAYOUT.size)

    @classmethod
    def none(cls, path: Path) -> Orders:
        """Return such a page on which nothing stands."""
        path.write_bytes(bytes(LAYOUT.size))
        return cls(path)

    def kill(self, victim: Victim, statement: int, *, after: bool) -> None:
        """Let somebody die just before or after that statement from now, counted within transactions."""
        self._write(statement, int(after), victim, self._read()[3])

    def fill_disk(self, *, full: bool) -> None:
        self._write(*self._read()[:3], int(full))

    def forget(self) -> None:
        """Nobody is to die, and there is room on the disk."""
        self._write(0, 0, 0, 0)

    @property
    def is_anybody_to_die(self) -> bool:
        return self._read()[0] > 0

    @property
    def disk_is_full(self) -> bool:
        return bool(self._read()[3])

    @contextmanager
    def statement(self) -> Iterator[None]:
        """Count a statement, and die before or after it if it is that one."""
        left, after, victim, full = self._read()
        is_last = left == 1
        if left:
            self._write(left - 1, after, victim, full)
        if is_last and not after:
            _die(Victim(victim))
        yield
        if is_last and after:
            _die(Victim(victim))

    def _read(self) -> tuple[int, int, int, int]:
        statements, after, victim, full = LAYOUT.unpack(self.page[:])
        return statements, after, victim, full

    def _write(self, *numbers: int) -> None:
        self.page[:] = LAYOUT.pack(*numbers)


def _die(victim: Victim) -> None:
    if victim == Victim.WORKER:
        os.kill(os.getpid(), signal.SIGKILL)
    elif victim == Victim.MASTER:
        os.kill(os.getppid(), signal.SIGKILL)
    else:
        os.killpg(os.getpgid(0), signal.SIGKILL)


def obey() -> None:
    """Let every statement of this process, and of those that it forks, do what is ordered."""
    orders = Orders(Path(os.environ[ORDERS]))
    _wait_briefly_for_locks()

    def around(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        here: BaseDatabaseWrapper = context["connection"]
        if here.vendor == "sqlite":
            _limit_pages(here, full=orders.disk_is_full)
        if not here.in_atomic_block:
            return execute(sql, params, many, context)
        with orders.statement():
            if here.vendor == "postgresql" and orders.disk_is_full and sql.lstrip().startswith(WRITING):
                return execute(NO_ROOM, None, many, context)
            return execute(sql, params, many, context)

    def watch(connection: BaseDatabaseWrapper, **_told: Any) -> None:
        if around not in connection.execute_wrappers:
            connection.execute_wrappers.append(around)

    connection_created.connect(watch, weak=False)
    commit = BaseDatabaseWrapper._commit  # type: ignore[attr-defined]

    def counted(here: BaseDatabaseWrapper) -> None:
        with orders.statement():
            commit(here)

    BaseDatabaseWrapper._commit = counted  # type: ignore[attr-defined]


def _wait_briefly_for_locks() -> None:
    options = connection.settings_dict["OPTIONS"]
    if connection.vendor == "sqlite":
        options["timeout"] = WAITING_FOR_A_LOCK
    else:
        options["options"] = f"-c lock_timeout={int(1000 * WAITING_FOR_A_LOCK)}"


def _limit_pages(here: BaseDatabaseWrapper, *, full: bool) -> None:
    """Let the file have no more pages than it has, or as many as it likes."""
    if getattr(here, "limited", None) != (here.connection, full):
        here.connection.execute(f"PRAGMA max_page_count = {1 if full else ENDLESS}")
        here.limited = (here.connection, full)  # type: ignore[attr-defined]
