"""What another phone had recorded of a hand, where what stands on the sheet was taken; never changed."""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

TABLE = "scoring_otherversion"
TRIGGERS = {
    "sqlite": (
        "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} "
        "BEGIN SELECT RAISE(ABORT, '{table} is never changed'); END"
    ),
    "postgresql": "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} EXECUTE FUNCTION scoring_refuses()",
}


def create_triggers(apps: Any, schema_editor: Any) -> None:
    """Let the database refuse to change what was written down."""
    vendor = schema_editor.connection.vendor
    refused = {"update": f"UPDATE ON {TABLE} FOR EACH ROW", "delete": f"DELETE ON {TABLE} FOR EACH ROW"}
    if vendor == "postgresql":
        refused["truncate"] = f"TRUNCATE ON {TABLE} FOR EACH STATEMENT"
    for what, when in refused.items():
        schema_editor.execute(TRIGGERS[vendor].format(table=TABLE, what=what, when=when), params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0024_payments"),
    ]

    operations = [
        migrations.CreateModel(
            name="OtherVersion",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                ("after", models.PositiveIntegerField(verbose_name="After so many entries")),
                ("record", models.JSONField(verbose_name="As recorded")),
                ("at", models.DateTimeField(verbose_name="When")),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="other_versions",
                        to="scoring.member",
                        verbose_name="Who",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="other_versions",
                        to="scoring.entry",
                        verbose_name="Entry",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="other_versions",
                        to="scoring.sheet",
                        verbose_name="Table",
                    ),
                ),
            ],
            options={"ordering": ["at"]},
        ),
        migrations.RunPython(create_triggers, migrations.RunPython.noop),
    ]
