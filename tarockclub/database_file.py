"""The file of an SQLite database stays the one with which the server began.

Where it was removed, or another one was put in its place, open connections would go on writing to the file
that is gone, and what they acknowledge would be lost.
"""

from collections.abc import Callable
from pathlib import Path

from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse

from tarockclub.routing import HEALTH

FileIdentity = tuple[int, int]  # device and inode

identities_at_start: dict[str, FileIdentity] = {}  # by the name of the file; forked processes have the same


def demand_same_file() -> None:
    """Raise where the file of the database was replaced or removed while the server runs."""
    if connection.vendor != "sqlite":
        return
    name = str(connection.settings_dict["NAME"])
    now = _identity_of(name)
    if name not in identities_at_start and now is not None:
        identities_at_start[name] = now
    if identities_at_start.get(name) != now:
        happened = "removed" if now is None else "replaced by another one"
        raise OperationalError(
            f"The file of the database was {happened} while the server runs: {name}. Nothing is saved until "
            "the server is started again, or the file is back."
        )


def _identity_of(name: str) -> FileIdentity | None:
    try:
        found = Path(name).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def same_file(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer nothing, and acknowledge nothing, once the file of the database is another one."""
    identities_at_start.clear()
    demand_same_file()

    def respond(request: HttpRequest) -> HttpResponse:
        if request.path_info == HEALTH:  # which says so itself
            return get_response(request)
        demand_same_file()
        response = get_response(request)
        demand_same_file()
        return response

    return respond
