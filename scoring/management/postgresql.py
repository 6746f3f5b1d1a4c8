"""Copies of a PostgreSQL by its own programs, while it runs; and what to type to put one back."""

import os
import re
import shlex
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import DatabaseError

from scoring.archive.backups import NEVER_COPIED, UNFINISHED, Made, Trouble, name_before_update
from scoring.language import _

ADDRESS = {"HOST": "--host", "PORT": "--port", "USER": "--username"}


def folder_of_copies() -> Path:
    """Return where copies of a PostgreSQL are kept: in the folder of the data."""
    folder: Path = settings.DATA / "backups"
    return folder


def back_up(database: Mapping[str, Any], folder: Path, *, keep: int, at: datetime) -> Made:
    """Make a copy while the database runs; of all that were made like this, the newest remain."""
    made = _one_copy(database, folder, f"{database['NAME']}-{at:%Y%m%dT%H%M%SZ}")
    removed = [old for old in copies(database, folder) if old != made][keep - 1 :]
    for old in removed:
        old.unlink(missing_ok=True)
    return Made(made, removed)


def copies(database: Mapping[str, Any], folder: Path) -> list[Path]:
    """Return what `back_up` made of this database, the newest first."""
    name = re.compile(rf"{re.escape(database['NAME'])}-[0-9]{{8}}T[0-9]{{6}}Z\.dump")
    return sorted((path for path in folder.glob("*.dump") if name.fullmatch(path.name)), reverse=True)


def copy_before_update(database: Mapping[str, Any], *, at: datetime, came_from: str) -> Path:
    """Make a copy that says which migrations the database came from, in the folder of the data."""
    return _one_copy(database, folder_of_copies(), name_before_update(database["NAME"], at, came_from))


def _one_copy(database: Mapping[str, Any], folder: Path, stem: str) -> Path:
    copy = folder / f"{stem}.dump"
    unfinished = copy.with_name(copy.name + UNFINISHED)
    surroundings = os.environ | ({"PGPASSWORD": database["PASSWORD"]} if database.get("PASSWORD") else {})
    surroundings |= {f"PG{name.upper()}": value for name, value in database.get("OPTIONS", {}).items()}
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished.touch(mode=0o600)
        subprocess.run(
            _dump(database, unfinished), env=surroundings, check=True, capture_output=True, text=True
        )
        unfinished.rename(copy)
    except FileNotFoundError as error:
        raise Trouble(_("pg_dump is not installed here: it belongs to the clients of PostgreSQL.")) from error
    except subprocess.CalledProcessError as error:
        raise Trouble(error.stderr.strip()) from error
    except OSError as error:
        raise Trouble(f"{copy}: {error.strerror}") from error
    finally:
        with suppress(OSError):
            unfinished.unlink()
    return copy


def _dump(database: Mapping[str, Any], file: Path) -> list[str]:
    without = [f"--exclude-table-data={table}" for table in NEVER_COPIED]
    what = ("--format=custom", "--no-owner", *without, f"--file={file}", database["NAME"])
    return _words("pg_dump", database, *what)


def how_to_restore(connection: Any, file: Path | None) -> str:
    """Print how to restore into a database of its own, which is verified before it takes over."""
    import pwd  # not on Windows

    database = connection.settings_dict
    new, user = f"{database['NAME']}_restored", pwd.getpwuid(os.geteuid()).pw_name
    by_socket = not database.get("HOST") or database["HOST"].startswith("/")
    create = f"runuser -u postgres -- createdb --owner={database.get('USER') or user} {new}"
    if _may_create(connection):
        create = _command_line("createdb", database, new)
    newest = next(iter(copies(database, folder_of_copies())), Path("FILE"))
    options = ("--no-owner", "--exit-on-error", "--single-transaction", f"--dbname={new}")
    restore = f"{_command_line('pg_restore', database, *options)} < {shlex.quote(str(file or newest))}"
    steps = (
        f"runuser -u {user} -- {restore}" if by_socket else restore,
        f"export DATABASE_URL={shlex.quote(_address(database, new))}",
        settings.TYPED("migrate"),
        settings.TYPED("verify"),
        f"{settings.TYPED('finish_restore')} {shlex.join(['--before', database['NAME']])}",
    )
    return _(
        "The database is a PostgreSQL. Stop the server, and put the copy into a new database of its own. "
        "Where PostgreSQL runs, as root:\n\n"
        "    {create}\n\n"
        "Then here, as root where a line begins with runuser; you are asked for a password, or write it in "
        "the place of PASSWORD:\n\n"
        "    {steps}\n\n"
        "The last of them signs everybody out, and ends the links that were withdrawn since; where the "
        "database that was there is gone, leave out --before: it asks then. If all is well, write that "
        "DATABASE_URL into the settings of the server, and start it again.",
        create=create,
        steps="\n    ".join(steps),
    )


def _may_create(connection: Any) -> bool:
    """Return whether the program's own role may create databases; False if the server does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user")
            return bool(cursor.fetchone() == (True,))
    except DatabaseError:
        return False


def _address(database: Mapping[str, Any], name: str) -> str:
    """Return what DATABASE_URL is for a database beside this one, but for the password.

    >>> there = {"USER": "tarock", "PASSWORD": "x", "HOST": "db", "OPTIONS": {"sslmode": "prefer"}}
    >>> _address(there, "new"), _address({"HOST": "/run/postgresql"}, "new")
    ('postgres://tarock:PASSWORD@db/new?sslmode=prefer', 'postgres:///new?host=/run/postgresql')
    """
    host, options = database.get("HOST") or "", dict(database.get("OPTIONS", {}))
    if host.startswith("/"):
        host, options = "", {"host": host, **options}
    user = quote(database.get("USER") or "") + (":PASSWORD" if database.get("PASSWORD") else "")
    at = f"{user}@{host}" if user else host
    port = f":{database['PORT']}" if database.get("PORT") else ""
    return f"postgres://{at}{port}/{quote(name)}{'?' if options else ''}{urlencode(options, safe='/')}"


def _command_line(program: str, database: Mapping[str, Any], *arguments: str) -> str:
    return shlex.join(_words(program, database, *arguments))


def _words(program: str, database: Mapping[str, Any], *arguments: str) -> list[str]:
    where = [f"{option}={database[part]}" for part, option in ADDRESS.items() if database.get(part)]
    return [program, *where, *arguments]
