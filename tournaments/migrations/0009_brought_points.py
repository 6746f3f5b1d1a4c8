"""Points that people bring along to series, and lots between those who are level."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0011_sheets_for_other_clubs"),
        ("tournaments", "0008_groups"),
    ]

    operations = [
        migrations.CreateModel(
            name="SeriesLot",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                ("order", models.JSONField(verbose_name="Order")),
                ("seed", models.CharField(blank=True, max_length=40, verbose_name="Seed")),
                ("at", models.DateTimeField(verbose_name="When")),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True, verbose_name="Withdrawn")),
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
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="lots",
                        to="tournaments.series",
                        verbose_name="Series",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "id"],
            },
        ),
        migrations.CreateModel(
            name="BroughtPoints",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kept_points", models.CharField(db_column="points", max_length=24, verbose_name="Points")),
                ("words", models.CharField(blank=True, max_length=120, verbose_name="Where from")),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="brought",
                        to="scoring.member",
                        verbose_name="Member",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="brought",
                        to="tournaments.series",
                        verbose_name="Series",
                    ),
                ),
            ],
            options={
                "ordering": ["series", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("series", "member"), name="somebody_brings_points_along_once_in_a_series"
                    )
                ],
            },
        ),
    ]
