"""`manage.py drill`: restores the newest copy into an empty folder, and keeps whether that went well."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from scoring.archive import drills
from scoring.language import _
from scoring.management import postgresql
from scoring.management.base import ClubCommand

LINES = 3  # of what a failed restore says


class Command(ClubCommand):
    help = _("Restores the newest copy into an empty folder and works everything out again.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", type=Path, nargs="?", help=_("a copy other than the newest one")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path | None = options["file"] or next(iter(postgresql.newest_copies(connection)), None)
        if file is None:
            raise CommandError(_("There is no copy yet: {command}", command=settings.COMMAND_LINE("backup")))
        if connection.vendor == "sqlite":
            failure, remark = _restored(file.absolute()), ""
        else:
            failure, remark = postgresql.try_copy(connection, file)
        drills.keep(file, ok=not failure, why=failure or remark)
        if failure:
            raise CommandError(_("{file} cannot be restored: {why}", file=file, why=failure))
        self.stdout.write(_("{file} can be restored.", file=file))
        if remark:
            self.stdout.write(remark)


def _restored(file: Path) -> str:
    """Return why the command that restores fails with this copy in an empty folder; empty if it does not."""
    with TemporaryDirectory(prefix="drill-", dir=settings.DATA) as folder:
        surroundings = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        surroundings |= {"DATA_FOLDER": folder}
        command = [sys.executable, "-m", "tarockclub", "restore", str(file), "--keep-links"]
        restore = subprocess.run(
            command, cwd=settings.BASE_DIR, env=surroundings, capture_output=True, text=True, check=False
        )
    lines = (restore.stderr or restore.stdout).strip().splitlines()
    return "\n".join(lines[:LINES]) if restore.returncode else ""
