"""Hold a database while the program is replaced: keeps servers out, copies it, and puts the copy back.

`tarockclub update` begins this as the user of the data and talks to it by lines of JSON: `try` another
program on a copy, let it `serve`, put the copy `back`. It lets go at the end of its input. All that it needs
is loaded at once, as its own files are replaced meanwhile.
"""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import django

from scoring.language import _
from tarockclub.command import make_ready


def main() -> None:
    """Answer line by line until the input ends."""
    os.umask(0o077)
    make_ready()
    django.setup()
    from django.db import connection

    from scoring.archive.backups import Trouble
    from scoring.management import locks

    try:
        with ExitStack() as held:
            held.enter_context(locks.unserved(connection))
            database = (KeptSqlite if connection.vendor == "sqlite" else KeptPostgresql)(connection)
            entries, has_served = count_entries(connection), False
            answer("")
            for line in sys.stdin:
                request, failure = json.loads(line), ""
                if "try" in request:
                    failure = database.trial(request["try"])
                if "serve" in request:
                    held.close()
                    has_served = True
                if "back" in request:
                    if has_served:
                        held.enter_context(locks.unserved(connection))
                        if (now := count_entries(connection)) != entries:
                            failure = _("Recorded meanwhile: {count}.", count=now - entries)
                    failure = failure or database.back()
                answer(failure)
            database.forget()
    except Trouble as trouble:
        answer(str(trouble))


def answer(failure: str) -> None:
    """Print a line: what failed, or nothing."""
    print(json.dumps({"failure": failure}), flush=True)


def count_entries(connection: Any) -> int:
    """Return the number of entries of all tables."""
    connection.close()
    with connection.cursor() as cursor:
        if "scoring_entry" not in connection.introspection.table_names(cursor):
            return 0
        cursor.execute("SELECT count(*) FROM scoring_entry")
        count = int(cursor.fetchone()[0])
    connection.close()
    return count


def failure_of(command: list[str], **environment: str) -> str:
    """Return the last lines of a command that fails; empty if it goes well."""
    finished = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=False, cwd="/"
    )
    lines = (finished.stderr.strip() or finished.stdout.strip()).splitlines()
    return "\n".join(lines[-6:]) or f"{command[0]}: {finished.returncode}" if finished.returncode else ""


class KeptSqlite:
    """A file, and a copy of all of it."""

    def __init__(self, connection: Any) -> None:
        from scoring.archive import backups

        self.file = Path(connection.settings_dict["NAME"])
        folder = backups.folder_of(self.file)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.copy = folder / f".{self.file.stem}-while-updating-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.sqlite3"
        self.trial_copy = self.copy.with_suffix(".trial")
        self.has_data = self.file.exists()
        if self.has_data:
            _copy(self.file, self.copy)

    def trial(self, program: list[str]) -> str:
        """Return why another program cannot bring a copy up to date and verify it; empty if it can."""
        if not self.has_data:
            return ""
        _copy(self.copy, self.trial_copy)
        address = f"sqlite:///{self.trial_copy}"
        try:
            return failure_of([*program, "prepare", "--no-copy"], DATABASE_URL=address) or failure_of(
                [*program, "verify"], DATABASE_URL=address
            )
        finally:
            _remove(self.trial_copy)

    def back(self) -> str:
        """Put the copy back into the file, in one transaction; return why that fails."""
        if not self.has_data:
            return ""
        try:
            _copy(self.copy, self.file)
        except sqlite3.Error as error:
            self.has_data = False  # so that the copy stays
            return f"{self.copy}: {error}"
        return ""

    def forget(self) -> None:
        """Remove the copy, which names everybody; the one of `prepare` stays."""
        if self.has_data:
            _remove(self.copy)


def _copy(source: Path, target: Path) -> None:
    if not target.exists():
        target.touch(mode=0o600)
    with closing(sqlite3.connect(source)) as opened, closing(sqlite3.connect(target)) as copy:
        opened.backup(copy)


def _remove(file: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal", "-served", "-prepared"):
        with suppress(FileNotFoundError):
            file.with_name(file.name + ending).unlink()


class KeptPostgresql:
    """A database that its own programs copy, without those who are signed in."""

    def __init__(self, connection: Any) -> None:
        from scoring.management import postgresql

        self.connection, self.postgresql = connection, postgresql
        at = datetime.now(UTC)
        self.copy = postgresql.copy_before_update(
            connection.settings_dict, at=at, came_from="the-last-version"
        )

    def trial(self, program: list[str]) -> str:
        """Return why another program fails with a copy; empty if it does not, or may not try."""
        failure, _remark = self.postgresql.try_copy(self.connection, self.copy, program)
        return str(failure)

    def back(self) -> str:
        """Put the copy back in place of all tables, in one transaction; return why that fails."""
        return str(self.postgresql.put_back(self.connection, self.copy))

    def forget(self) -> None:
        """Leave the copy in its folder, for its owner to remove."""


if __name__ == "__main__":
    main()
