"""Copy a PostgreSQL by its own programs while it runs; print how to restore a copy."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import DatabaseError

from scoring.archive import backups as sqlite_backups
from scoring.archive.backups import (
    NEVER_COPIED,
    UNFINISHED,
    Made,
    Trouble,
    folder_of_copies,
    name_before_update,
    usual_folder,
)
from scoring.language import _

ADDRESS = {"HOST": "--host", "PORT": "--port", "USER": "--username"}


def back_up(database: Mapping[str, Any], folder: Path, *, keep: int, at: datetime) -> Made:
    """Make a copy while the database runs; of such copies the newest are kept."""
    made = _one_copy(database, folder, f"{database['NAME']}-{at:%Y%m%dT%H%M%SZ}")
    removed = [old for old in copies(database, folder) if old != made][keep - 1 :]
    for old in removed:
        old.unlink(missing_ok=True)
    return Made(made, removed)


def copies(database: Mapping[str, Any], folder: Path) -> list[Path]:
    """Return the copies that `back_up` made of this database, the newest first."""
    name = re.compile(rf"{re.escape(database['NAME'])}-[0-9]{{8}}T[0-9]{{6}}Z\.dump")
    return sorted((path for path in folder.glob("*.dump") if name.fullmatch(path.name)), reverse=True)


def newest_copies(connection: Any) -> list[Path]:
    """Return the copies that `backup` made of this database, SQLite or PostgreSQL, the newest first."""
    database, folder = connection.settings_dict, usual_folder(connection)
    if connection.vendor != "sqlite":
        return copies(database, folder)
    return sqlite_backups.copies(Path(database["NAME"]), folder) if folder.is_dir() else []


def try_copy(connection: Any, file: Path) -> tuple[str, str]:
    """Restore a copy into a temporary database; return why that fails, or a remark.

    Where the role may create no database, the copy is only read.
    """
    database = connection.settings_dict
    new = f"{database['NAME']}_drill"
    if not _may_create(connection):
        failure = _failure(database, ["pg_restore", "--file=/dev/null", str(file)])
        remark = _(
            "It was only read through to the end. To try restoring it: ALTER ROLE {user} CREATEDB.",
            user=database.get("USER") or "tarock",
        )
        return failure, "" if failure else remark
    options = ("--no-owner", "--exit-on-error", "--single-transaction", f"--dbname={new}", str(file))
    verify = [sys.executable, "-m", "tarockclub", "verify"]
    address = _address(database, new).replace(":PASSWORD@", f":{quote(database.get('PASSWORD') or '')}@")
    try:
        return (
            _failure(database, _words("dropdb", database, "--if-exists", new))
            or _failure(database, _words("createdb", database, new))
            or _failure(database, _words("pg_restore", database, *options))
            or _failure(database, verify, DATABASE_URL=address)
        ), ""
    finally:
        _failure(database, _words("dropdb", database, "--if-exists", new))


def _failure(database: Mapping[str, Any], command: list[str], **environment: str) -> str:
    """Return the message of a command that fails; empty if it does not."""
    try:
        finished = subprocess.run(
            command,
            cwd=settings.BASE_DIR,
            env=_surroundings(database) | environment,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        return _("{program} is not installed here.", program=command[0])
    output = (finished.stderr or finished.stdout).strip()
    return (output or str(finished.returncode)) if finished.returncode else ""


def _surroundings(database: Mapping[str, Any]) -> dict[str, str]:
    """Return the environment in which PostgreSQL's own programs find this database.

    They change how a connection searches for tables, and a PgBouncer would give that connection to others.
    """
    if database.get("DISABLE_SERVER_SIDE_CURSORS"):
        raise Trouble(
            _(
                "PostgreSQL's own programs must not go through a PgBouncer. For this command, give the "
                "address of PostgreSQL itself as DATABASE_URL, and PGBOUNCER=0."
            )
        )
    surroundings = os.environ | ({"PGPASSWORD": database["PASSWORD"]} if database.get("PASSWORD") else {})
    names = {"target_session_attrs": "PGTARGETSESSIONATTRS"}
    options = _options_in_address(database)
    return surroundings | {names.get(name, f"PG{name.upper()}"): value for name, value in options.items()}


def _options_in_address(database: Mapping[str, Any]) -> dict[str, str]:
    """Return the options of a connection that were in its address; the others are those of this program."""
    return {name: value for name, value in database.get("OPTIONS", {}).items() if isinstance(value, str)}


def copy_before_update(database: Mapping[str, Any], *, at: datetime, came_from: str) -> Path:
    """Make a copy in the folder of the data, named after the migrations of its database."""
    return _one_copy(database, folder_of_copies(), name_before_update(database["NAME"], at, came_from))


def _one_copy(database: Mapping[str, Any], folder: Path, stem: str) -> Path:
    copy = folder / f"{stem}.dump"
    unfinished = copy.with_name(copy.name + UNFINISHED)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished.touch(mode=0o600)
        environment = _surroundings(database)
        subprocess.run(
            _dump(database, unfinished), env=environment, check=True, capture_output=True, text=True
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
    """Print how to restore into a new database and verify it before it takes over."""
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
        settings.COMMAND_LINE("migrate"),
        settings.COMMAND_LINE("verify"),
        f"{settings.COMMAND_LINE('restore')} --renew-links",
    )
    return _(
        "The database is in PostgreSQL. Stop the server, and put the copy into a new database of its "
        "own. Where PostgreSQL runs, as root:\n"
        "\n"
        "    {create}\n"
        "\n"
        "Then here, as root where a line begins with runuser; you are asked for a password, or write it "
        "in the place of PASSWORD:\n"
        "\n"
        "    {steps}\n"
        "\n"
        "The last of them signs everybody out and renews all links. If all is well, write that "
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
    """Return the DATABASE_URL of another database on the same server, without its password.

    >>> there = {"USER": "tarock", "PASSWORD": "x", "HOST": "db", "OPTIONS": {"sslmode": "prefer"}}
    >>> _address(there, "new"), _address({"HOST": "/run/postgresql"}, "new")
    ('postgres://tarock:PASSWORD@db/new?sslmode=prefer', 'postgres:///new?host=/run/postgresql')
    """
    host, options = database.get("HOST") or "", _options_in_address(database)
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
