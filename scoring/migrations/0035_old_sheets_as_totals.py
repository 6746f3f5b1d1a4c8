"""Old sheets come in as evenings of which only the totals are known, and each can be taken back alone."""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

TABLE = "scoring_oldbatch"
NEVER_CHANGED = ("id", "club_id", "kind", "by_id", "at")
TRIGGERS = {
    "sqlite": (
        "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} "
        "BEGIN SELECT RAISE(ABORT, '{table} is never changed'); END"
    ),
    "postgresql": "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} EXECUTE FUNCTION scoring_refuses()",
}


def create_triggers(apps: Any, schema_editor: Any) -> None:
    """Put the triggers back: SQLite has made the table anew, without any."""
    vendor = schema_editor.connection.vendor
    columns = ", ".join(map(schema_editor.quote_name, NEVER_CHANGED))
    refused = {
        "update": f"UPDATE OF {columns} ON {TABLE} FOR EACH ROW",
        "delete": f"DELETE ON {TABLE} FOR EACH ROW",
    }
    if vendor == "postgresql":
        refused["truncate"] = f"TRUNCATE ON {TABLE} FOR EACH STATEMENT"
    for what, when in refused.items():
        on = f" ON {TABLE}" if vendor == "postgresql" else ""
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_refuses_{what}{on}", params=None)
        schema_editor.execute(TRIGGERS[vendor].format(table=TABLE, what=what, when=when), params=None)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0034_totals")]

    operations = [
        migrations.AddField(
            "evening",
            "why_taken_back",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="evenings_taken_back",
                to="scoring.reason",
                verbose_name="Why it was taken back",
            ),
        ),
        migrations.AddField(
            "oldbatch", "confirmed", models.JSONField(blank=True, null=True, verbose_name="Confirmed")
        ),
        migrations.RemoveConstraint("oldbatch", "old_sheets_are_of_a_known_kind"),
        migrations.AlterField(
            "oldbatch",
            "kind",
            models.CharField(
                choices=[("hands", "Hands"), ("amounts", "Amounts only"), ("totals", "Totals only")],
                max_length=10,
                verbose_name="What",
            ),
        ),
        migrations.AddConstraint(
            "oldbatch",
            models.CheckConstraint(
                condition=models.Q(kind__in=["hands", "amounts", "totals"]),
                name="old_sheets_are_of_a_known_kind",
            ),
        ),
        migrations.RunPython(create_triggers, create_triggers),
    ]
