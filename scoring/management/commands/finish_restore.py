"""`manage.py finish-restore`: ends, after a copy was put back, what was ended since it was made."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError
from django.db import DatabaseError

from scoring.archive import ended
from scoring.language import _
from scoring.management.asked import add_choice, choose
from scoring.management.base import ClubCommand


class Command(ClubCommand):
    help = _(
        "Signs everybody out after a copy was put back, and ends the links that were withdrawn since. "
        "`restore` does so by itself."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--before",
            metavar="DATABASE",
            help=_(
                "the database that was there: an SQLite file, or the name of a PostgreSQL database "
                "beside this one"
            ),
        )
        add_choice(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        previous = None
        if database := options["before"]:
            try:
                previous = ended.read_before(database)
            except (DatabaseError, ImproperlyConfigured) as error:
                raise CommandError(
                    _("Nothing was changed: {file} cannot be read: {why}", file=database, why=error)
                ) from error
            if previous is None:
                self.stdout.write(_("{file} does not continue this copy.", file=database))
        write = self.stdout.write
        for line in ended.finish(previous, withdraws=choose(options["withdraw"], ask=write, note=write)):
            self.stdout.write(line)
        self.stdout.write(_("Everybody is signed out."))
