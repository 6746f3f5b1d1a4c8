"""Which of the server's processes answers a request: by its path, and by a cookie that verifies.

Nothing here asks the database. Whoever brings no session and no table's cookie that this server has signed is
a stranger at every address, so nobody can make hands wait by asking for what only tables ask for.
"""

import re
from collections.abc import Mapping

OF_TABLES = re.compile(r"/(static|clubs)/|/sheets/[0-9]+/live/|/tournaments/[^/]+/tables/|/.+/pulse/$")
READS = ("GET", "HEAD")
HEALTH = "/health/"


def is_for_tables(method: str, path: str, headers: Mapping[str, str]) -> bool:
    """Return whether the request is from a table, from a member, or a health check with the key."""
    from tarockclub.health import is_watching  # only where the program is loaded

    if path == HEALTH:
        return is_watching(headers.get("AUTHORIZATION", ""))
    is_hand = method not in READS and path.startswith("/sheets/")
    return (is_hand or OF_TABLES.match(path) is not None) and is_known(headers.get("COOKIE", ""))


def is_known(cookies: str) -> bool:
    """Return whether a browser brings a session, or the right to read a table, that was signed here."""
    if not cookies:
        return False
    from django.http import parse_cookie  # only where the program is loaded

    from scoring.table.at_the_table import codes_kept
    from tarockclub.accounts import is_signed

    brought = parse_cookie(cookies)
    return is_signed(brought) or bool(codes_kept(brought))
