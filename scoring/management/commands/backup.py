"""`tarockclub backup`: a copy of the database while people play, by hand or on a timer."""

import re
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import connection

from scoring import clock, encryption
from scoring.archive import backups
from scoring.archive.backups import DEFAULT_COPIES
from scoring.language import _
from scoring.management import postgresql
from scoring.management.base import ClubCommand


def _from_one(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) > 0):
        raise ArgumentTypeError(_("give a whole number, 1 or more"))
    return int(text)


class Command(ClubCommand):
    help = _("Copies the database while the program runs, and keeps the newest copies.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--to",
            metavar="FOLDER",
            help=_("a folder other than backups beside the database or in the data folder"),
        )
        parser.add_argument(
            "--keep",
            metavar="N",
            type=_from_one,
            default=DEFAULT_COPIES,
            help=_(
                "keep this many copies, this one included (default: {count}); nothing else is ever removed",
                count=DEFAULT_COPIES,
            ),
        )
        parser.add_argument(
            "--every", metavar="MINUTES", type=_from_one, help=_("go on until Ctrl-C, with a copy each time")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            destination = str(options["to"]) if options["to"] else None
            if options["every"] is None:
                self._back_up(destination, options["keep"])
            else:
                self._go_on(destination, options["keep"], seconds=60 * options["every"])
        except KeyboardInterrupt:
            sys.exit(130)

    def _go_on(self, destination: str | None, keep: int, *, seconds: int) -> None:
        """Continue to make copies: what fails once, on a full disk say, may succeed the next time."""
        while True:
            begun = time.monotonic()
            try:
                self._back_up(destination, keep)
            except CommandError as error:
                self.stderr.write(str(error))
            time.sleep(max(0, begun + seconds - time.monotonic()))

    def _back_up(self, destination: str | None, keep: int) -> None:
        database, at = connection.settings_dict, clock.now()
        if destination and "://" in destination:  # an earlier version sent copies there
            raise CommandError(
                _(
                    "{address} is no folder. Leave out --to; afterwards this line sends the "
                    "copies elsewhere: rclone copy {folder} REMOTE:FOLDER",
                    address=re.sub(r"(?<=//)([^:@/]*):[^@/]*@", r"\1@", destination),  # without a password
                    folder=backups.usual_folder(connection),
                )
            )
        folder = Path(destination) if destination else None
        try:
            if connection.vendor == "sqlite":
                file = Path(database["NAME"])
                made = backups.back_up(file, folder or backups.folder_of(file), keep=keep, at=at)
            else:
                copies_folder = folder or backups.folder_of_copies()
                made = postgresql.back_up(database, copies_folder, keep=keep, at=at)
        except backups.Trouble as trouble:
            raise CommandError(str(trouble)) from trouble
        notes = [f"{made.copy.stat().st_size // 1024} KiB"]
        if made.removed:
            notes.append(_("older ones removed: {count}", count=len(made.removed)))
        if connection.vendor != "sqlite":
            notes.append(_("not encrypted: the program does not encrypt copies of a PostgreSQL"))
        elif encryption.has_key():
            notes.append(
                _("encrypted: without ENCRYPTION_KEY nobody can read it, so keep that on paper, too")
            )
        else:
            notes.append(_("not encrypted: there is no ENCRYPTION_KEY"))
        self.stdout.write(f"{made.copy} ({', '.join(notes)})")
        self.stdout.flush()
