"""Files of results become events of a club; who is called how elsewhere is asked once."""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

TABLE = "tournaments_endtableresult"
NEVER_CHANGED = ("id", "table_id", "since_id", "member_id", "place", "points", "outcome")
TRIGGERS = {
    "sqlite": (
        "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} "
        "BEGIN SELECT RAISE(ABORT, '{table} is never changed'); END"
    ),
    "postgresql": "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} EXECUTE FUNCTION scoring_refuses()",
}


def create_triggers(apps: Any, schema_editor: Any) -> None:
    """Let the database refuse to change the new column, too; SQLite has made the table anew, without any."""
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
        trigger = TRIGGERS[vendor].format(table=TABLE, what=what, when=when)
        schema_editor.execute(trigger, params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0019_phones_ready"),
        ("tournaments", "0020_end_tables_kept"),
    ]

    operations = [
        migrations.AddField(
            model_name="endtableresult",
            name="outcome",
            field=models.CharField(blank=True, default="", max_length=400, verbose_name="Result"),
        ),
        migrations.CreateModel(
            name="OtherName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="Name")),
                ("key", models.CharField(editable=False, max_length=160)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="other_names",
                        to="scoring.club",
                        verbose_name="Club",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="other_names",
                        to="scoring.member",
                        verbose_name="Member",
                    ),
                ),
            ],
            options={
                "ordering": ["club", "key"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "key"), name="another_name_is_asked_about_once"),
                ],
            },
        ),
        migrations.RunPython(create_triggers, migrations.RunPython.noop),
    ]
