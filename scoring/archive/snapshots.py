"""Read the database as it is at one moment, while people play."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from scoring.archive.backups import momentary_copy


@contextmanager
def snapshot() -> Iterator[None]:
    """Let the block read the database as it is now; the database refuses to write.

    On SQLite it is a copy, so that nobody who plays waits; on PostgreSQL a transaction that is rolled back.
    """
    name = connection.settings_dict["NAME"]
    if connection.in_atomic_block or (connection.vendor == "sqlite" and not Path(name).is_file()):
        yield
    elif connection.vendor == "sqlite":
        with momentary_copy(Path(name)) as copy, _reading(copy):
            _execute("PRAGMA query_only=ON")
            yield
    else:
        with transaction.atomic():
            _execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
            transaction.set_rollback(True)


@contextmanager
def _reading(copy: Path) -> Iterator[None]:
    """Send every query of this thread to a copy; other threads continue with the database."""
    usual, own = connections[DEFAULT_DB_ALIAS], connections[DEFAULT_DB_ALIAS].copy()
    own.settings_dict["NAME"] = copy
    connections[DEFAULT_DB_ALIAS] = own
    try:
        yield
    finally:
        own.close()
        connections[DEFAULT_DB_ALIAS] = usual


def freeze_reading() -> None:
    """Let the transaction that just began read everything as it was at its first query."""
    if connection.vendor == "postgresql" and not connection.savepoint_ids:
        _execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
