from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from scoring.protection import protect


def protect_seals(apps: Any, schema_editor: Any) -> None:
    protect(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0004_sheets_protected"),
    ]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="pagatkassa",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="Seal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("sealed_at", models.DateTimeField()),
                ("digest", models.CharField(max_length=64)),
                ("sheets", models.JSONField()),
                ("balances", models.JSONField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seals",
                        to="scoring.member",
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seals",
                        to="scoring.evening",
                    ),
                ),
            ],
            options={
                "ordering": ["evening", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("evening", "number"), name="one_seal_at_a_time"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="seals_are_counted_from_one"
                    ),
                ],
            },
        ),
        migrations.RunPython(protect_seals, migrations.RunPython.noop),
    ]
