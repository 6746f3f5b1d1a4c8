"""`manage.py restore`: the database as a copy has it; overwrites only when told to."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory

from scoring.archive import keeping
from scoring.management.postgresql import how_to_restore


class Command(BaseCommand):
    help = "Verifies a copy of the database, brings it up to date and puts it back."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="what `backup` made")
        parser.add_argument(
            "--overwrite", action="store_true", help="replace the present database; a copy of it is kept"
        )
        parser.add_argument(
            "--as-it-is",
            action="store_true",
            help="also a copy that was changed since, or in which `verify` finds differences",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if connection.vendor != "sqlite":
            raise CommandError(how_to_restore(connection.settings_dict, file))
        database = Path(connection.settings_dict["NAME"])
        verified = ""

        def prepare(path: Path) -> None:
            nonlocal verified
            with _connected_to(path):
                _migrate()
                verified, differs = _verified()
            if differs and not options["as_it_is"]:
                raise keeping.Trouble(
                    f"What is kept in {file} does not follow from its hands.\n{verified}"
                    "Take another copy; with --as-it-is it is put back all the same."
                )

        try:
            aside = keeping.put_back(
                file,
                database,
                overwrite=options["overwrite"],
                at=datetime.now(UTC),
                prepare=prepare,
                as_it_is=options["as_it_is"],
            )
        except keeping.Trouble as trouble:
            raise CommandError(f"Nothing was restored: {trouble}") from trouble
        if aside is not None:
            self.stdout.write(f"What was there before: {aside}")
        self.stdout.write(f"Restored: {database}\n{verified}", ending="")


def _migrate() -> None:
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except (DatabaseError, InconsistentMigrationHistory) as error:
        raise keeping.Trouble(f"It cannot be brought up to date: {error}") from error


def _verified() -> tuple[str, bool]:
    """Return what `verify` says, and whether it found a difference."""
    said = StringIO()
    try:
        call_command("verify", stdout=said)
    except SystemExit:
        return said.getvalue(), True
    return said.getvalue(), False


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
