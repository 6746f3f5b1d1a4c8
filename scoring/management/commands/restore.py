"""`manage.py restore`: the database as a copy has it; overwrites only when told to."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory

from scoring.archive import keeping
from scoring.management.postgresql import how_to_restore


class Command(BaseCommand):
    help = "Puts a copy of the database back, brings it up to date and verifies it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="what `manage.py backup` made")
        parser.add_argument(
            "--overwrite", action="store_true", help="replace the present database; a copy of it is kept"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if connection.vendor != "sqlite":
            raise CommandError(how_to_restore(connection.settings_dict, file))
        database = Path(connection.settings_dict["NAME"])
        try:
            aside = keeping.put_back(
                file, database, overwrite=options["overwrite"], at=datetime.now(UTC), migrate=_migrate
            )
        except keeping.Trouble as trouble:
            raise CommandError(f"Nothing was restored: {trouble}") from trouble
        if aside is not None:
            self.stdout.write(f"What was there before: {aside}")
        self.stdout.write(f"Restored: {database}")
        call_command("verify", stdout=self.stdout, stderr=self.stderr)


def _migrate(path: Path) -> None:
    try:
        with _connected_to(path):
            call_command("migrate", interactive=False, verbosity=0)
    except (DatabaseError, InconsistentMigrationHistory) as error:
        raise keeping.Trouble(f"It cannot be brought up to date: {error}") from error


@contextmanager
def _connected_to(path: Path) -> Iterator[None]:
    name = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = path
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name
