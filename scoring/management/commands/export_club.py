"""`tarockclub export-club`: a whole club as one file."""

import os
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from scoring.archive import exporting
from scoring.language import _
from scoring.management.asked import club_called
from scoring.management.base import ClubCommand
from scoring.models import Club

UNFINISHED = ".part"


class Command(ClubCommand):
    help = _(
        "Writes a club into one file that import-club brings into another installation: members, rule "
        "sheets, evenings, hands with all versions, tournaments, log. Passwords and links stay behind."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help=_("the club, as in its address: /clubs/SLUG/"))
        parser.add_argument(
            "file", metavar="FILE", nargs="?", help=_("default: SLUG.tarock.zip; - writes to standard output")
        )
        parser.add_argument("--overwrite", action="store_true", help=_("replace the file if it is there"))

    def handle(self, *args: Any, **options: Any) -> None:
        club = club_called(options["slug"])
        if options["file"] == "-":
            exporting.write_club(club, sys.stdout.buffer)
            return
        path = Path(options["file"] or exporting.file_name(club))
        if path.exists() and not options["overwrite"]:
            raise CommandError(_("{file} is there already. --overwrite replaces it.", file=path))
        try:
            self._write(club, path)
        except OSError as error:
            raise CommandError(_("{file} cannot be written: {why}", file=path, why=error.strerror)) from error
        size = path.stat().st_size // 1024
        self.stdout.write(
            _("{file} ({size} KiB). It contains names: keep it like a backup.", file=path, size=size)
        )

    def _write(self, club: Club, path: Path) -> None:
        """Write the file under another name until it is whole; only its owner may read it."""
        handle, name = tempfile.mkstemp(prefix=".tarock-", suffix=UNFINISHED, dir=path.absolute().parent)
        new = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                exporting.write_club(club, file)
            new.rename(path)
        finally:
            new.unlink(missing_ok=True)
