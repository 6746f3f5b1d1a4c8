"""What tournaments gave everybody is kept for the series that add it up."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_brought_points")]

    operations = [
        migrations.CreateModel(
            name="KeptOutcomes",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("part", models.PositiveIntegerField(verbose_name="Round")),
                ("count", models.PositiveBigIntegerField(verbose_name="Changes")),
                ("outcomes", models.JSONField(blank=True, default=dict, verbose_name="Results")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="kept_outcomes",
                        to="tournaments.tournament",
                        verbose_name="Tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "part"), name="outcomes_are_kept_once_for_each_round"
                    )
                ],
            },
        ),
    ]
