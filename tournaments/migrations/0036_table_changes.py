"""What is put right at a table: how it was, how it is since, and why; never changed."""

import django.db.models.deletion
from django.db import migrations, models

TABLE = "tournaments_tablechange"
TRIGGERS = {
    "sqlite": (
        "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} "
        "BEGIN SELECT RAISE(ABORT, '{table} is never changed'); END"
    ),
    "postgresql": "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} EXECUTE FUNCTION scoring_refuses()",
}


def create_triggers(apps, schema_editor):
    """Let the database refuse to change or delete what was put right."""
    vendor = schema_editor.connection.vendor
    refused = {"update": f"UPDATE ON {TABLE} FOR EACH ROW", "delete": f"DELETE ON {TABLE} FOR EACH ROW"}
    if vendor == "postgresql":
        refused["truncate"] = f"TRUNCATE ON {TABLE} FOR EACH STATEMENT"
    for what, when in refused.items():
        trigger = TRIGGERS[vendor].format(table=TABLE, what=what, when=when)
        schema_editor.execute(trigger, params=None)


def _reference(to, label, name="+", **options):
    return models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT, related_name=name, to=to, verbose_name=label, **options
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0035_seatings"),
    ]

    operations = [
        migrations.CreateModel(
            name="TableChange",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                ("seq", models.PositiveIntegerField(verbose_name="Order of writing")),
                ("before", models.JSONField(verbose_name="Before")),
                ("after", models.JSONField(verbose_name="After")),
                ("at", models.DateTimeField(verbose_name="When")),
                ("by", _reference("scoring.member", "Who")),
                ("reason", _reference("scoring.reason", "Reason", null=True, blank=True)),
                ("table", _reference("tournaments.table", "Table", "changes")),
            ],
            options={
                "ordering": ["table", "seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seq"), name="one_change_of_a_table_at_a_time")
                ],
            },
        ),
        migrations.RunPython(create_triggers, migrations.RunPython.noop),
    ]
