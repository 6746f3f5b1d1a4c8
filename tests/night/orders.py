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
from typing import Any, NamedTuple

from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

ORDERS = "NIGHT_ORDERS"  # where a process reads in which file they stand
LAYOUT = Struct("5i")
WAITING_FOR_A_LOCK = 0.5  # seconds; the program itself has more patience
NO_ROOM = (
    "DO $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' "
    "USING ERRCODE = 'disk_full'; END $$"
)
DISK_IS_FULL = "database or disk is full"
ENDLESS = 0xFFFFFFFE  # pages
WRITING = ("INSERT", "UPDATE", "DELETE")


class Victim(IntEnum):
    """Who is killed when it comes to that statement."""

    WORKER = 0
    MASTER = 1
    EVERYBODY = 2
    STATEMENT = 3  # nobody dies: it fails


class Ordered(NamedTuple):
    """What stands on the page: numbers and switches."""

    left: int = 0  # statements until somebody dies; 0: nobody does
    after: int = 0  # whether that is after the last of them
    victim: int = 0
    commits: int = 0  # whether only these count
    full: int = 0  # whether the disk is


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

    def kill(self, victim: Victim, number: int, *, after: bool, commits: bool) -> None:
        """Let somebody die before or after the statement of this number from now, or the COMMIT.

        Only statements of transactions count; where it is a COMMIT, no others.
        """
        self._write(self._read()._replace(left=number, after=after, victim=victim, commits=commits))

    def fill_disk(self, *, full: bool) -> None:
        self._write(self._read()._replace(full=full))

    def forget(self) -> None:
        """Nobody is to die, and there is room on the disk."""
        self._write(Ordered())

    @property
    def is_anybody_to_die(self) -> bool:
        return self._read().left > 0

    @property
    def disk_is_full(self) -> bool:
        return bool(self._read().full)

    @contextmanager
    def statement(self, *, is_commit: bool = False) -> Iterator[None]:
        """Count a statement, and die before or after it if it is that one."""
        now = self._read()
        counts = now.left > 0 and (is_commit or not now.commits)
        if counts:
            self._write(now._replace(left=now.left - 1))
        is_last = counts and now.left == 1
        if is_last and not now.after:
            _die(Victim(now.victim))
        yield
        if is_last and now.after:
            _die(Victim(now.victim))

    def _read(self) -> Ordered:
        return Ordered._make(LAYOUT.unpack(self.page[:]))

    def _write(self, ordered: Ordered) -> None:
        self.page[:] = LAYOUT.pack(*ordered)


def _die(victim: Victim) -> None:
    if victim == Victim.STATEMENT:
        raise OperationalError(DISK_IS_FULL)
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
        with orders.statement(is_commit=True):
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
