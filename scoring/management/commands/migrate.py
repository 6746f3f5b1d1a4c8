"""`tarockclub migrate`: make or update the tables, after a copy, and refuse a database that does not fit."""

import sys
from argparse import SUPPRESS
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import QuerySet

from scoring import clock
from scoring.archive import backups, schema
from scoring.capability import capabilities
from scoring.engine.problems import IllegalHand
from scoring.language import _, gettext_noop
from scoring.management import locks, postgresql
from scoring.management.base import ClubCommand
from scoring.management.troubles import sentence_for
from scoring.models import PlayedGame, Row, Sheet
from scoring.table.writing import write_facts

BEFORE_SUMS_GO, SUMS_GO = ("scoring", "0030_evening_of_hands"), ("scoring", "0027_sums_go")
# Stands for the rows that statistics need, until all tables are as today's program expects them.
PLACEHOLDERS = """
    INSERT INTO scoring_playedgame (
        "order", contract, partnered, trischaken, twelfths,
        declarer_id, row_id, rules_id, sheet_id, evening_id
    )
    SELECT 0, '', %s, %s, 0,
        (SELECT min(id) FROM scoring_participant WHERE evening_id = scoring_sheet.evening_id),
        entry_id, ruleset_id, scoring_sheet.id, evening_id
    FROM scoring_row JOIN scoring_sheet ON scoring_sheet.id = scoring_row.sheet_id
    WHERE number IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM scoring_playedgame WHERE row_id = scoring_row.entry_id)
"""
MOST_NAMED = 6  # of what is missing; the rest is counted
HELP = {
    "app_label": gettext_noop("only the tables of this application"),
    "migration_name": gettext_noop("up to this migration, or back to it"),
    "--plan": gettext_noop("only show what would be done"),
    "--check": gettext_noop("only exit with 1 if there is anything to do"),
}
BY_CLUB_FILES = gettext_noop(
    "Keep using that version, and export each club to a club file there: {export}\n"
    "Then put the database aside, and import the club files into an empty one here: {bring}"
)
NO_WAY = gettext_noop(
    "It is from before 22 November 2026: neither it nor a club file from that version can be imported "
    "here.\n"
    "Keep using that version."
)


class StrangeDatabase(CommandError):
    """Raised for a database that lacks what its list of migrations promises."""

    def __init__(
        self, connection: BaseDatabaseWrapper, differences: Sequence[str], copy: Path | None = None
    ) -> None:
        applied = set(MigrationRecorder(connection).applied_migrations())
        is_too_old = bool(backups.early_migrations(applied)) or backups.is_from_before_releases(applied)
        commands = {
            "export": settings.COMMAND_LINE("export_club"),
            "bring": settings.COMMAND_LINE("import_club"),
        }
        self.differences, self.way_on = (
            differences,
            _(NO_WAY if is_too_old else BY_CLUB_FILES).format(**commands),
        )
        super().__init__(f"{_strange(connection, differences)}\n{self.way_on}{_copy_note(copy)}")


class OwnHelp:
    """A parser that takes the words of Django's options from `HELP`, and hides all others."""

    def __init__(self, parser: CommandParser) -> None:
        self.parser = parser

    def add_argument(self, *names: str, **details: Any) -> None:
        """Add an option with its words, or hidden."""
        details["help"] = _(HELP[names[0]]) if names[0] in HELP else SUPPRESS
        self.parser.add_argument(*names, **details)


class Command(ClubCommand, migrate.Command):
    """Django's command, with a copy of the database before it and a look at the tables after it."""

    help = _("Copies the database, then brings it up to date.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(cast(CommandParser, OwnHelp(parser)))
        parser.add_argument(
            "--no-copy",
            action="store_false",
            dest="copy",
            help=_("bring the database up to date without a copy of it"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["plan"] or options["check_unapplied"] or options["prune"]:
            super().handle(*args, **options)
            return
        connection = connections[options["database"]]
        copy = None
        try:
            if _is_complete(connection) and not options["migration_name"]:
                if options["verbosity"]:
                    self.stdout.write(_("The database is up to date."))
            else:
                with (
                    locks.preparing(connection, say=self.stderr.write),
                    connection.execute_wrapper(_with_checks_first),
                ):
                    applied = set(MigrationRecorder(connection).applied_migrations())
                    if not (applied or options["app_label"]):
                        schema.make_tables(connection)
                    if applied:
                        copy = self._make_ready(connection, applied, options)
                        if SUMS_GO not in applied and not options["app_label"]:
                            self._put_placeholders(connection, *args, **options)
                    super().handle(*args, **options)
                    if not (options["app_label"] or options["migration_name"]):
                        self._write_facts(options["verbosity"], copy)
            differences = [] if options["app_label"] else schema.differences_from_today(connection)
        except (DatabaseError, InconsistentMigrationHistory) as error:
            cause = sentence_for(error) or f"{error}"
            failed = _("The database could not be updated: {database}\n{why}")
            words = failed.format(database=_name(connection), why=cause)
            raise CommandError(words + _copy_note(copy)) from error
        if differences:
            raise StrangeDatabase(connection, differences, copy)
        if not (options["app_label"] or options["migration_name"]):
            for capability in capabilities():
                for finish in capability.after_update:
                    finish()

    def _make_ready(
        self, connection: BaseDatabaseWrapper, applied: set[tuple[str, str]], options: dict[str, Any]
    ) -> Path | None:
        """Return the copy made where a migration waits or is named; refuse a database that does not fit."""
        if unknown := backups.unknown_migrations(applied):
            raise CommandError(_newer(_name(connection), ".".join(unknown[-1])))
        if early := backups.early_migrations(applied):
            raise StrangeDatabase(connection, [".".join(early[-1])])
        loader = MigrationLoader(connection)
        loader.check_consistent_history(connection)
        waits = loader.graph.nodes.keys() - loader.applied_migrations.keys()
        if not (waits or options["migration_name"]):
            return None
        if differences := schema.differences_from_history(connection, loader):
            raise StrangeDatabase(connection, differences)
        if not options["copy"] or not schema.holds_something(connection):
            return None
        return self._copied(connection, schema.last_applied(loader))

    def _put_placeholders(self, connection: BaseDatabaseWrapper, *args: Any, **options: Any) -> None:
        """Put a row beside each hand that has none for statistics yet, before a migration asks for them."""
        app, migration = BEFORE_SUMS_GO
        super().handle(*args, **{**options, "app_label": app, "migration_name": migration})
        with connection.cursor() as cursor:
            cursor.execute(PLACEHOLDERS, [False, False])

    def _write_facts(self, verbosity: int, copy: Path | None) -> None:
        """Write the rows that statistics need where placeholders stand, table by table.

        Where this is broken off, the next time goes on with the tables that are left.
        """
        left = list(_placeholders().order_by("sheet").values_list("sheet", flat=True).distinct())
        if left and verbosity:
            self.stdout.write(_("The hands of {tables} tables are read for statistics.", tables=len(left)))
        for pk in left:
            sheet = Sheet.objects.whole().get(pk=pk)
            try:
                with transaction.atomic():
                    write_facts(sheet)
                    if Row.objects.filter(sheet=sheet, number__isnull=False, games__isnull=True).exists():
                        raise CommandError(_unreadable(sheet, copy))
            except (IllegalHand, LookupError) as wrong:
                raise CommandError(_unreadable(sheet, copy)) from wrong

    def _copied(self, connection: BaseDatabaseWrapper, came_from: str) -> Path:
        at = clock.now()
        try:
            if connection.vendor == "sqlite":
                copy = backups.copy_before_update(Path(_name(connection)), at=at, came_from=came_from)
            else:
                copy = postgresql.copy_before_update(connection.settings_dict, at=at, came_from=came_from)
        except backups.Trouble as trouble:
            raise CommandError(_not_copied(trouble)) from trouble
        self.stdout.write(_("Copy before the update: {file}", file=copy))
        return copy


def _placeholders() -> QuerySet[PlayedGame]:
    """Return the rows that stand for those that statistics need."""
    return PlayedGame.objects.filter(contract="")


def _with_checks_first(execute: Callable[..., Any], sql: Any, *args: Any) -> Any:
    """Execute a statement; before one that alters a table make the checks that PostgreSQL has deferred."""
    connection = args[-1]["connection"]
    if connection.vendor == "postgresql" and str(sql).startswith(("ALTER", "CREATE", "DROP")):
        connection.check_constraints()
    return execute(sql, *args)


def _is_complete(connection: BaseDatabaseWrapper) -> bool:
    """Return whether all of this program's migrations are applied, and all rows for statistics written."""
    loader, applied = MigrationLoader(connection), set(MigrationRecorder(connection).applied_migrations())
    waits = loader.graph.nodes.keys() - loader.applied_migrations.keys()
    strange = backups.unknown_migrations(applied) or backups.early_migrations(applied)
    return not (waits or strange or _lacks_facts(connection))


def _lacks_facts(connection: BaseDatabaseWrapper) -> bool:
    """Return whether placeholders stand where statistics need rows."""
    try:
        return _placeholders().using(connection.alias).exists()
    except DatabaseError:  # a table is missing, which is named elsewhere
        return False


def demand_fitting(connection: BaseDatabaseWrapper) -> None:
    """Refuse a database with other tables than this program's, and say whether an update helps."""
    with locks.preparing(connection, say=sys.stderr.write):
        differences = schema.differences_from_today(connection)
    if not differences:
        return
    loader = MigrationLoader(connection)
    waits = loader.graph.nodes.keys() - loader.applied_migrations.keys()
    is_early = backups.early_migrations(set(loader.applied_migrations))  # there is no way from there
    if waits and not is_early and not schema.differences_from_history(connection, loader):
        raise CommandError(_not_updated(_name(connection)))
    raise StrangeDatabase(connection, differences)


def demand_updated(connection: BaseDatabaseWrapper) -> None:
    """Refuse a database for which a migration waits."""
    if not _is_complete(connection):
        demand_fitting(connection)


def _name(connection: BaseDatabaseWrapper) -> str:
    return str(connection.settings_dict["NAME"])


def _strange(connection: BaseDatabaseWrapper, differences: Sequence[str]) -> str:
    named, more = ", ".join(differences[:MOST_NAMED]), len(differences) - MOST_NAMED
    if more > 0:
        named = _("{named} and {count} more", named=named, count=more)
    at = schema.last_migrated(connection)
    return _(
        "This database does not fit this program: {database}\n"
        "Missing or different: {named}.\n"
        "Another version made it, and last updated it on {day}.",
        database=_name(connection),
        named=named,
        day=f"{at:%Y-%m-%d}" if at else "?",
    )


def _not_updated(database: object) -> str:
    return _(
        "This database has not been updated yet: {database}\nThis does it: {command}",
        database=database,
        command=settings.COMMAND_LINE("migrate"),
    )


def _newer(database: object, migration: str) -> str:
    return _(
        "This database was made by a newer version of this program ({migration}): {database}\n"
        "Update the program first.",
        database=database,
        migration=migration,
    )


def _not_copied(trouble: Exception) -> str:
    return _(
        "The database is copied before it is updated, and that failed. It stayed as it was.\n"
        "{why}\nTo go on without a copy: {command}",
        why=trouble,
        command=f"{settings.COMMAND_LINE('migrate')} --no-copy",
    )


def _unreadable(sheet: Sheet, copy: Path | None) -> str:
    words = _(
        "The tables are updated, but the hands of table {table} ({evening}) cannot be read for statistics.\n"
        "Put the copy from before the update back, keep using the previous version, and see there what "
        "this says: {command}",
        table=sheet.pk,
        evening=sheet.evening,
        command=settings.COMMAND_LINE("verify"),
    )
    return words + _copy_note(copy)


def _copy_note(copy: Path | None) -> str:
    return "\n\n" + _("Before, it was as in: {file}", file=copy) if copy else ""
