"""What the amounts of an import were compared with, and the name of its file; of those before nobody knows."""

from __future__ import annotations

from typing import Any

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
    dependencies = [
        ("scoring", "0027_sums_go"),
    ]

    operations = [
        migrations.AddField(
            model_name="oldbatch",
            name="compared_with",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "unchecked"),
                    ("sums", "checked: the file's own totals"),
                    ("paper", "checked: the amounts on paper"),
                    ("number", "checked: a number from the paper"),
                ],
                default="",
                max_length=10,
                verbose_name="Compared with",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="oldbatch",
            name="file_name",
            field=models.CharField(blank=True, default="", max_length=120, verbose_name="File"),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="oldbatch",
            constraint=models.CheckConstraint(
                condition=models.Q(("compared_with__in", ["", "sums", "paper", "number"])),
                name="old_sheets_are_compared_with_something_known",
            ),
        ),
        migrations.RunPython(create_triggers, create_triggers),
    ]
