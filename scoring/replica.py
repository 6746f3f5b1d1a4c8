"""A second PostgreSQL that only reads (REPLICA_URL), for slow queries: public pages and statistics.

It follows the database by some milliseconds, or more, or is gone. So whoever reads there compares versions
first: where the replica does not have what the database has, the database is read, and nobody sees old data.
Who may see something is always decided by the database.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connections

REPLICA = "replica"
SECONDS_WITHOUT = 10.0  # after which a replica that did not answer is tried again
log = logging.getLogger(__name__)
T = TypeVar("T")


class _NextTrial:
    """When this process tries again a replica that did not answer."""

    at = 0.0


def read_from_replica(read: Callable[[], T], version: Callable[[], object], current: object = None) -> T:
    """Run `read` on the replica if it has the current version, else on the database.

    A version says how far the rows have come that are read; `current` is that of the database, where it is
    known already.
    """
    if REPLICA not in connections.settings or time.monotonic() < _NextTrial.at:
        return read()
    current = version() if current is None else current
    try:
        with _instead_of_the_database(connections[REPLICA]):
            if version() == current:
                return read()
    except (DatabaseError, InterfaceError) as error:  # gone, or still without the tables of this version
        _NextTrial.at = time.monotonic() + SECONDS_WITHOUT
        connections[REPLICA].close()
        log.warning(
            "The replica does not answer as it should, so the database is read: %s", str(error).split("\n")[0]
        )
    return read()


@contextmanager
def _instead_of_the_database(replica: Any) -> Iterator[None]:
    """Send every query of this thread to the replica; its rows count as the database's."""
    usual = connections[DEFAULT_DB_ALIAS]
    replica.alias = DEFAULT_DB_ALIAS
    connections[DEFAULT_DB_ALIAS] = replica
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual
