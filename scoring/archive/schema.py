"""Make the tables of an unused database, or compare them with what the models expect.

The list of migrations in a database does not prove what it has.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from scoring.archive.backups import NOT_OURS, replaced_migrations
from scoring.language import _
from scoring.protection import protect, unprotected

NAMED_IN_SQL = re.compile(r'(?:CONSTRAINT|INDEX) "(\w+)"')


def differences_from_today(connection: BaseDatabaseWrapper) -> list[str]:
    """Return what this program expects of a database and this one lacks."""
    tables = _differences(connection, apps.get_models(include_auto_created=True))
    return [*tables, *(f"{name} (trigger)" for name in unprotected(connection))]


def differences_from_history(connection: BaseDatabaseWrapper, loader: MigrationLoader) -> list[str]:
    """Return what the migrations in its list should have made and this database lacks."""
    applied = [node for node in loader.applied_migrations if node in loader.graph.nodes]
    then = loader.project_state(applied).apps
    return list(_differences(connection, then.get_models(include_auto_created=True)))


class StoredColumn(NamedTuple):
    """A column as the database has it."""

    nullable: bool
    has_default: bool
    is_unique: bool  # by itself


class StoredTable(NamedTuple):
    """A table as the database has it."""

    columns: dict[str, StoredColumn]
    constraints: set[str]  # by name; and indexes


def _differences(connection: BaseDatabaseWrapper, models: Iterable[type[Model]]) -> Iterator[str]:
    with connection.cursor() as cursor:
        tables = _of_sqlite(cursor) if connection.vendor == "sqlite" else _of_django(connection, cursor)
    for model in models:
        name = model._meta.db_table
        if name not in tables:
            yield name
            continue
        yield from _differing_columns(model, tables[name].columns)
        expected = {constraint.name for constraint in (*model._meta.constraints, *model._meta.indexes)}
        yield from (f"{name}: {missing}" for missing in sorted(expected - tables[name].constraints))


def _of_django(connection: BaseDatabaseWrapper, cursor: Any) -> dict[str, StoredTable]:
    ask, tables = connection.introspection, {}
    for name in ask.table_names(cursor):
        constraints = ask.get_constraints(cursor, name)
        unique = [constraint["columns"] for constraint in constraints.values() if constraint["unique"]]
        columns = {
            column.name: StoredColumn(column.null_ok, column.default is not None, [column.name] in unique)
            for column in ask.get_table_description(cursor, name)
        }
        tables[name] = StoredTable(columns, set(constraints))
    return tables


def _of_sqlite(cursor: Any) -> dict[str, StoredTable]:
    """Return all tables in two queries: Django parses each CREATE TABLE, which takes half a second."""
    tables: defaultdict[str, StoredTable] = defaultdict(lambda: StoredTable({}, set()))
    cursor.execute(
        'SELECT tables.name, columns.name, NOT columns."notnull", columns.dflt_value, '
        "EXISTS (SELECT 1 FROM pragma_index_list(tables.name) indexes WHERE "
        'indexes."unique" AND NOT indexes.partial AND columns.name = '
        "(SELECT group_concat(name) FROM pragma_index_info(indexes.name))) "
        "FROM sqlite_master tables, pragma_table_info(tables.name) columns WHERE tables.type = 'table'"
    )
    for table, name, nullable, default, unique in cursor:
        tables[table].columns[name] = StoredColumn(bool(nullable), default is not None, bool(unique))
    cursor.execute("SELECT tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    for table, made_by in cursor:
        tables[table].constraints.update(NAMED_IN_SQL.findall(made_by))
    return tables


def _differing_columns(model: type[Model], columns: dict[str, StoredColumn]) -> Iterator[str]:
    table, fields = model._meta.db_table, {field.column: field for field in model._meta.local_concrete_fields}
    for name, field in fields.items():
        if name not in columns:
            yield f"{table}.{name}"
        elif columns[name].nullable != field.null:
            yield f"{table}.{name} ({'NULL' if field.null else 'NOT NULL'})"
        elif field.unique and not (field.primary_key or columns[name].is_unique):
            yield f"{table}.{name} (UNIQUE)"
    for name, column in columns.items():  # no row can be added without a value for it
        if name not in fields and not column.nullable and not column.has_default:
            yield _("{name} (unknown)", name=f"{table}.{name}")


def make_tables(connection: BaseDatabaseWrapper) -> None:
    """Make all tables of an unused database as the models say, and list every migration as applied.

    In one transaction: a part of them would be a database that no list of migrations describes.
    """
    loader, recorder = MigrationLoader(connection), MigrationRecorder(connection)
    recorder.ensure_schema()
    with connection.schema_editor() as editor:
        for model in apps.get_models():
            editor.create_model(model)
        for node in loader.graph.nodes:
            recorder.record_applied(*node)
        for name in replaced_migrations():
            recorder.record_applied(*name)
        protect(connection)


def holds_something(connection: BaseDatabaseWrapper) -> bool:
    """Return whether there is more than what every installation begins with."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if not table.startswith(NOT_OURS):
                cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})")
                if cursor.fetchone()[0]:
                    return True
    return False


def last_migrated(connection: BaseDatabaseWrapper) -> datetime | None:
    """Return when this database was last brought up to date."""
    moments = MigrationRecorder(connection).migration_qs.order_by("-applied")
    return moments.values_list("applied", flat=True).first()


def last_applied(loader: MigrationLoader) -> str:
    """Return the newest of our own migrations in the list of this database, as part of a file's name."""
    newest: dict[str, str] = {}
    for app, name in sorted(loader.graph.nodes.keys() & loader.applied_migrations.keys()):
        if not apps.get_app_config(app).name.startswith("django."):
            newest[app] = f"{app}-{name[:4]}"
    return "-".join(newest.values())
