from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from scoring.protection import protect


def protect_voices(apps: Any, schema_editor: Any) -> None:
    """The sheets once more too: a new column can mean a new table, which nothing protects yet."""
    protect(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0006_from_hand_to_season"),
    ]

    operations = [
        migrations.AddField(
            model_name="sheet",
            name="voiced",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.CreateModel(
            name="Voice",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("seq", models.PositiveIntegerField()),
                ("after", models.PositiveIntegerField()),
                (
                    "saying",
                    models.CharField(
                        choices=[
                            ("confirm", "Confirm"),
                            ("object", "Object"),
                            ("withdraw", "Withdraw"),
                            ("settle", "Settle"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "outcome",
                    models.CharField(
                        blank=True, choices=[("stands", "Stands"), ("corrected", "Corrected")], max_length=10
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "answers",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="answered_by",
                        to="scoring.voice",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="voices",
                        to="scoring.member",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="voices", to="scoring.entry"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="voices",
                        to="scoring.participant",
                    ),
                ),
                (
                    "reason",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="voices",
                        to="scoring.reason",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="voices", to="scoring.sheet"
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "seq"), name="one_voice_at_a_time"),
                    models.UniqueConstraint(fields=("answers",), name="a_voice_is_answered_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("answers__isnull", True),
                                ("player__isnull", False),
                                ("saying__in", ("confirm", "object")),
                            ),
                            models.Q(
                                ("answers__isnull", False),
                                ("player__isnull", True),
                                ("saying__in", ("withdraw", "settle")),
                            ),
                            _connector="OR",
                        ),
                        name="a_player_speaks_or_a_voice_is_answered",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("by__isnull", False),
                                ("outcome__in", ["stands", "corrected"]),
                                ("saying", "settle"),
                            ),
                            models.Q(models.Q(("saying", "settle"), _negated=True), ("outcome", "")),
                            _connector="OR",
                        ),
                        name="a_director_settles_one_way_or_the_other",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("saying", "settle"), _negated=True),
                            ("reason__isnull", False),
                            _connector="OR",
                        ),
                        name="whoever_settles_says_why",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("saying__in", ("object", "settle")), ("reason__isnull", True), _connector="OR"
                        ),
                        name="only_objections_and_settling_have_words",
                    ),
                ],
            },
        ),
        migrations.RunPython(protect_voices, migrations.RunPython.noop),
    ]
