"""Is a database what the models expect? A list of its migrations does not prove it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from scoring.archive.backups import NOT_OURS
from scoring.protection import unprotected


def differences_from_today(connection: BaseDatabaseWrapper) -> list[str]:
    """Return what this program expects of a database and does not find in this one."""
    today = apps.get_models(include_auto_created=True)
    missing_triggers = [f"{name} (trigger)" for name in unprotected(connection)]
    return [*_differences(connection, today), *missing_triggers]


def differences_from_history(connection: BaseDatabaseWrapper, loader: MigrationLoader) -> list[str]:
    """Return what the migrations in its list leave behind and this database does not have."""
    applied = [node for node in loader.applied_migrations if node in loader.graph.nodes]
    if not applied:
        return []
    then = loader.project_state(applied).apps
    return list(_differences(connection, then.get_models(include_auto_created=True)))


def _differences(connection: BaseDatabaseWrapper, models: Iterable[type[Model]]) -> Iterator[str]:
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        for model in models:
            if model._meta.proxy or not model._meta.managed:
                continue
            table = model._meta.db_table
            if table not in there:
                yield table
                continue
            described = connection.introspection.get_table_description(cursor, table)
            yield from _differing_columns(model, {column.name: column for column in described})
            named = connection.introspection.get_constraints(cursor, table)
            wanted = [*model._meta.constraints, *model._meta.indexes]
            yield from (f"{table}: {one.name}" for one in wanted if one.name not in named)


def _differing_columns(model: type[Model], there: dict[str, Any]) -> Iterator[str]:
    table, fields = model._meta.db_table, {field.column: field for field in model._meta.local_concrete_fields}
    for name, field in fields.items():
        if name not in there:
            yield f"{table}.{name}"
        elif bool(there[name].null_ok) != field.null:
            yield f"{table}.{name} ({'NULL' if field.null else 'NOT NULL'})"
    for name, column in there.items():  # no row can be added without a value for it
        if name not in fields and not column.null_ok and column.default is None:
            yield f"{table}.{name} (unbekannt / unknown)"


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
