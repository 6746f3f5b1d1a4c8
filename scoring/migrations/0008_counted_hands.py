"""What is counted of the hands of a sheet stands in rows of a few hands each: one hand more is as quick at the
thousandth as at the tenth. What is there already is carried over.
"""

import json
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

TOGETHER = 50  # hands


def carry_over(apps: Any, schema_editor: Any) -> None:
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM scoring_sheet ORDER BY id")
        for (sheet,) in cursor.fetchall():
            cursor.execute("SELECT counted FROM scoring_sheet WHERE id = %s", [sheet])
            hands = _read(cursor.fetchone()[0])
            cursor.executemany(
                "INSERT INTO scoring_countedhands (sheet_id, number, hands) VALUES (%s, %s, %s)",
                [
                    (sheet, begin + 1, json.dumps(hands[begin : begin + TOGETHER]))
                    for begin in range(0, len(hands), TOGETHER)
                ],
            )
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table with open ones cannot be changed


def _read(said: Any) -> Any:
    return json.loads(said) if isinstance(said, str | bytes) else said


class Migration(migrations.Migration):
    dependencies = [("scoring", "0007_players_sums")]

    operations = [
        migrations.CreateModel(
            name="CountedHands",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="Number")),
                ("hands", models.JSONField(verbose_name="Hands")),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="counted_hands",
                        to="scoring.sheet",
                        verbose_name="Table",
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "number"), name="hands_are_counted_once")
                ],
            },
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
        migrations.RemoveField("sheet", "counted"),
    ]
