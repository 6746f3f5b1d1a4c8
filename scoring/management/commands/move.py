"""`manage.py move`: a whole server into another database, SQLite or PostgreSQL; what was here stays."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection

from scoring.archive import moving, schema
from scoring.archive.backups import Trouble
from scoring.language import _
from scoring.management import locks
from scoring.management.base import ClubCommand
from scoring.management.commands.migrate import demand_fitting
from scoring.management.troubles import of_the_database
from scoring.models import Account, Club


class Command(ClubCommand):
    help = _("Moves all clubs, accounts and links into another database that is empty: SQLite or PostgreSQL.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", metavar="ADDRESS", help=_("what DATABASE_URL will be afterwards"))

    def handle(self, *args: Any, **options: Any) -> None:
        demand_fitting(connection)
        where = settings.DATABASE_AT(options["address"])
        if not schema.holds_something(connection):
            raise CommandError(_("Nothing was moved: {why}", why=_("Nothing is here yet.")))
        try:
            with locks.unserved(connection) as look_again, moving.database_at(where) as target:
                moving.demand_empty(target)
                with moving.instead(target):
                    call_command("migrate", interactive=False, verbosity=0)
                rows = moving.move(target, look_again)
        except Trouble as trouble:
            raise CommandError(_("Nothing was moved: {why}", why=trouble)) from trouble
        except DatabaseError as error:
            why = of_the_database(str(error), where) or str(error)
            raise CommandError(_("Nothing was moved: {why}", why=why)) from error
        self.stdout.write(
            _(
                "Moved and compared, row by row: clubs: {clubs}, accounts: {accounts}, rows: {rows}. "
                "Everything stays here as well.\n"
                "Now let DATABASE_URL be that address, run `{verify}`, and start the server with the "
                "same SECRET_KEY: links keep working, everybody signs in again.",
                clubs=rows[Club],
                accounts=rows[Account],
                rows=sum(rows.values()),
                verify=settings.COMMAND_LINE("verify"),
            )
        )
