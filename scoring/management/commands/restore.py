"""`tarockclub restore`: replace the database by a copy; an existing one only with --overwrite."""

from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from scoring import clock, encryption
from scoring.archive import backups, restoring
from scoring.language import _
from scoring.management import locks
from scoring.management.base import ClubCommand
from scoring.management.commands.migrate import StrangeDatabase
from scoring.management.postgresql import how_to_restore


class Command(ClubCommand):
    help = _("Verifies a copy of the database, brings it up to date and puts it back.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            metavar="FILE",
            nargs="?",
            help=_("what `backup` made; without it you are told which copy is the newest, or what to type"),
        )
        parser.add_argument(
            "--overwrite", action="store_true", help=_("replace the present database; a copy of it is kept")
        )
        parser.add_argument(
            "--as-it-is",
            action="store_true",
            help=_("also a copy that was changed since, or in which `verify` finds differences"),
        )
        parser.add_argument(
            "--renew-links",
            action="store_true",
            help=_("put nothing back, and renew all links as after it: for PostgreSQL, after pg_restore"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["renew_links"]:
            for line in restoring.renew_links():
                self.stdout.write(line)
            return
        if options["file"] and encryption.lacks_key(Path(options["file"])):
            why = _(
                "{file} is encrypted. Set ENCRYPTION_KEY to the key it was made with.", file=options["file"]
            )
            raise CommandError(_("Nothing was restored: {why}", why=why))
        named = _plain_file(Path(options["file"])) if options["file"] else None
        if connection.vendor != "sqlite":
            raise CommandError(how_to_restore(connection, named and named.absolute()))
        database = Path(connection.settings_dict["NAME"])
        file = named or _no_file(database)
        verified, to_know = "", list[str]()

        def prepare(path: Path) -> None:
            nonlocal verified
            with restoring.connected_to(path):
                _migrate(file)
                verified, differs = _verified()
                to_know.extend(restoring.renew_links())
            if differs and not options["as_it_is"]:
                raise backups.Trouble(
                    _(
                        "What is kept in {file} does not follow from its hands.\n{differences}"
                        "Take another copy; with --as-it-is it is put back all the same.",
                        file=file,
                        differences=verified,
                    )
                )

        try:
            database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with locks.unserved(connection):
                aside = backups.put_back(
                    file,
                    database,
                    overwrite=options["overwrite"],
                    at=clock.now(),
                    prepare=prepare,
                    as_it_is=options["as_it_is"],
                )
        except backups.Trouble as trouble:
            raise CommandError(_("Nothing was restored: {why}", why=trouble)) from trouble
        if aside is not None:
            self.stdout.write(_("What was there before: {file}", file=aside))
        for line in (_("Restored: {file}", file=database), *to_know):
            self.stdout.write(line)
        self.stdout.write(verified, ending="")


def _plain_file(file: Path) -> Path:
    """Return the file of a copy; decrypted for `pg_restore` where an earlier version sent it elsewhere."""
    if file.suffix != ".encrypted" or not file.is_file():
        return file
    plain = file.with_suffix("")
    plain.touch(mode=0o600)
    try:
        encryption.decrypt_file(file, plain)
    except encryption.WrongKey as error:
        plain.unlink()
        raise CommandError(
            _("{file} was encrypted with another ENCRYPTION_KEY, or changed since.", file=file)
        ) from error
    return plain


def _no_file(database: Path) -> NoReturn:
    """Refuse to choose a copy, and name the newest."""
    folder = backups.folder_of(database)
    copies = backups.copies(database, folder) if folder.is_dir() else []
    named = copies[0] if copies else _("There is none in {folder}.", folder=folder)
    raise CommandError(_("Name the copy that is put back. The newest one: {file}", file=named))


def _migrate(file: Path) -> None:
    try:
        call_command("migrate", interactive=False, verbosity=0, copy=False)
    except StrangeDatabase as error:
        fits = _(
            "{file} does not fit this program. Missing or different: {found}.",
            file=file,
            found=", ".join(error.differences),
        )
        raise backups.Trouble(f"{fits}\n{error.way_on}") from error
    except CommandError as error:
        raise backups.Trouble(
            _("It cannot be brought up to date: {why}", why=error.__cause__ or error)
        ) from error


def _verified() -> tuple[str, bool]:
    """Return the report of `verify`, and whether it found a difference."""
    output = StringIO()
    try:
        call_command("verify", stdout=output)
    except SystemExit:
        return output.getvalue(), True
    return output.getvalue(), False
