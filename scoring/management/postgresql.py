"""What to type where the database is a PostgreSQL: its own programs copy it while it runs."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings

from scoring.archive.keeping import NEVER_COPIED

ADDRESS = {"HOST": "--host", "PORT": "--port", "USER": "--username"}


def how_to_dump(database: Mapping[str, Any]) -> str:
    """Return what to type to copy this PostgreSQL database."""
    name = database["NAME"]
    without = [f"--exclude-table-data={table}" for table in NEVER_COPIED]
    dump = ("--format=custom", "--no-owner", *without, f"--file={name}.dump", name)
    return (
        "The database is a PostgreSQL. It is copied while it runs by its own program:\n\n"
        f"    {_typed('pg_dump', database, *dump)}\n\n"
        f"{_PASSWORD}"
    )


def how_to_restore(database: Mapping[str, Any], file: Path) -> str:
    """Into a database of its own: the present one stays as it is until the new one is verified."""
    new = f"{database['NAME']}_restored"
    restore = ("--no-owner", "--exit-on-error", "--single-transaction", f"--dbname={new}", str(file))
    finish = f"{settings.TYPED('finish_restore')} {shlex.join(['--before', database['NAME']])}"
    afterwards = f"`{settings.TYPED('migrate')}` and `{settings.TYPED('verify')}` and `{finish}`"
    return (
        "The database is a PostgreSQL. Put the copy into a new database of its own:\n\n"
        f"    {_typed('createdb', database, new)}\n"
        f"    {_typed('pg_restore', database, *restore)}\n\n"
        f"{_PASSWORD} Then let DATABASE_URL end in /{new}, run {afterwards}, and start the server again. "
        "The last of them signs everybody out, and ends the links that were withdrawn since. Where the "
        "database that was there is gone, leave out --before: it asks then."
    )


_PASSWORD = "They ask for the password, or read it from ~/.pgpass."


def _typed(program: str, database: Mapping[str, Any], *arguments: str) -> str:
    where = [f"{option}={database[part]}" for part, option in ADDRESS.items() if database.get(part)]
    return shlex.join([program, *where, *arguments])
