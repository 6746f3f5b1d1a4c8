"""`tarockclub drill`: restore the newest copy into an empty folder, and note whether that worked."""

import os
import shutil
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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

FOLDER = "drills"  # in the folder of the data: whatever is restored for a try
SECONDS_OF_THE_LONGEST = 60 * 60
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
    """Return why restoring this copy into an empty folder fails; empty if it does not."""
    with _folder() as folder:
        surroundings = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        surroundings |= {"DATA_FOLDER": folder}
        command = [sys.executable, "-m", "tarockclub", "restore", str(file)]
        restore = subprocess.run(
            command, cwd=settings.BASE_DIR, env=surroundings, capture_output=True, text=True, check=False
        )
    lines = (restore.stderr or restore.stdout).strip().splitlines()
    return "\n".join(lines[:LINES]) if restore.returncode else ""


@contextmanager
def _folder() -> Iterator[str]:
    """Make an empty folder for one drill, and delete it afterwards, with those of killed drills."""
    drills_folder = settings.DATA / FOLDER
    drills_folder.mkdir(mode=0o700, exist_ok=True)
    for left in (*drills_folder.iterdir(), *settings.DATA.glob("drill-*")):  # the latter by earlier versions
        with suppress(FileNotFoundError):  # another drill was quicker
            if left.stat().st_mtime < time.time() - SECONDS_OF_THE_LONGEST:
                shutil.rmtree(left, ignore_errors=True)
    previous_handler = signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        with TemporaryDirectory(dir=drills_folder) as folder:
            yield folder
    finally:
        signal.signal(signal.SIGTERM, previous_handler)
