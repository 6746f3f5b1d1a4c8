"""Results of tables that a second person typed without seeing the first; never changed."""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

TABLE = "tournaments_secondtyping"
TRIGGERS = {
    "sqlite": (
        "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} "
        "BEGIN SELECT RAISE(ABORT, '{table} is never changed'); END"
    ),
    "postgresql": "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} EXECUTE FUNCTION scoring_refuses()",
}


def create_triggers(apps: Any, schema_editor: Any) -> None:
    """Let the database refuse to change or delete what was typed."""
    vendor = schema_editor.connection.vendor
    refused = {"update": f"UPDATE ON {TABLE} FOR EACH ROW", "delete": f"DELETE ON {TABLE} FOR EACH ROW"}
    if vendor == "postgresql":
        refused["truncate"] = f"TRUNCATE ON {TABLE} FOR EACH STATEMENT"
    for what, when in refused.items():
        trigger = TRIGGERS[vendor].format(table=TABLE, what=what, when=when)
        schema_editor.execute(trigger, params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0025_other_versions"),
        ("tournaments", "0024_till_counts"),
    ]

    operations = [
        migrations.CreateModel(
            name="SecondTyping",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                ("seq", models.PositiveIntegerField(verbose_name="Order of writing")),
                ("lines", models.JSONField(verbose_name="Result")),
                ("at", models.DateTimeField(verbose_name="When")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Who",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="second_typings",
                        to="tournaments.table",
                        verbose_name="Table",
                    ),
                ),
            ],
            options={
                "ordering": ["table", "seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seq"), name="one_second_typing_at_a_time"),
                ],
            },
        ),
        migrations.RunPython(create_triggers, migrations.RunPython.noop),
    ]
