"""Locks on a whole database, which end with the process that holds them.

On SQLite they are its own, of an empty file beside the database; on PostgreSQL those that it calls advisory.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from scoring.archive.backups import Trouble
from scoring.language import _

SERVED, PREPARED = "served", "prepared"
NUMBERS = {SERVED: 0x5461726F636B01, PREPARED: 0x5461726F636B02}  # of the advisory locks
SECONDS_BETWEEN_TRIES = 0.1


class Lock(Protocol):
    """What is held until it is closed, or the process ends."""

    def close(self) -> None: ...


def take(connection: Any, name: str, *, shared: bool = False) -> Lock | None:
    """Return a lock on the database; nothing while another process has it."""
    if connection.vendor == "sqlite":
        return _of_file(connection, name, shared=shared)
    own = connection.copy()
    is_pooled = own.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]
    own.set_autocommit(not is_pooled)  # a PgBouncer keeps its connection for a transaction, and no longer
    with own.cursor() as cursor:
        until, how = "_xact" if is_pooled else "", "_shared" if shared else ""
        cursor.execute(f"SELECT pg_try_advisory{until}_lock{how}(%s)", [NUMBERS[name]])
        if cursor.fetchone() == (True,):
            return own  # type: ignore[no-any-return]
    own.close()
    return None


def _of_file(connection: Any, name: str, *, shared: bool) -> Lock | None:
    file = Path(":memory:")
    if not connection.is_in_memory_db():
        file = Path(connection.settings_dict["NAME"])
        file = file.with_name(f"{file.name}-{name}")
    with connection.wrap_database_errors:
        lock = sqlite3.connect(file, timeout=0, isolation_level=None)
        try:
            lock.execute("BEGIN" if shared else "BEGIN EXCLUSIVE")
            lock.execute("SELECT 1 FROM sqlite_master")  # a shared one begins with the first question
        except sqlite3.OperationalError as error:
            lock.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                return None
            raise
    return lock


@contextmanager
def preparing(connection: Any, *, say: Callable[[str], object]) -> Iterator[None]:
    """Wait while another process updates this database, and keep all others out meanwhile."""
    lock = take(connection, PREPARED)
    if lock is None:
        say(_("Another command is bringing this database up to date; this one is waiting for it."))
    while lock is None:
        time.sleep(SECONDS_BETWEEN_TRIES)
        lock = take(connection, PREPARED)
    with closing(lock):
        yield


def serving(connection: Any) -> Lock:
    """Return the lock that marks this database as served; it is held until the process ends."""
    if lock := take(connection, SERVED, shared=True):
        return lock
    raise Trouble(
        _(
            "{file} is being restored. Start the server once that has ended.",
            file=connection.settings_dict["NAME"],
        )
    )


@contextmanager
def unserved(connection: Any) -> Iterator[None]:
    """Refuse a database that a server serves, and keep one from starting."""
    lock = take(connection, SERVED)
    if lock is None:
        raise Trouble(
            _(
                "{file} is in use. Stop the server (Ctrl-C where it was started, or as a service) "
                "and try again; it was not touched.",
                file=connection.settings_dict["NAME"],
            )
        )
    with closing(lock):
        yield
