"""What tournaments, rounds and evenings of a year give is added up in series."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0010_sums_of_evenings"),
        ("tournaments", "0006_wishes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Series",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=80, verbose_name="Title")),
                ("kept_terms", models.JSONField(db_column="terms", verbose_name="Terms")),
                ("made_at", models.DateTimeField(verbose_name="Made")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="series",
                        to="scoring.club",
                        verbose_name="Club",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "series",
                "ordering": ["-made_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="SeriesEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="in_series",
                        to="scoring.evening",
                        verbose_name="Evening",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="in_series",
                        to="tournaments.round",
                        verbose_name="Round",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="tournaments.series",
                        verbose_name="Series",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="in_series",
                        to="tournaments.tournament",
                        verbose_name="Tournament",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.UniqueConstraint(
                fields=("club", "title"), name="one_series_per_title_in_a_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesevent",
            constraint=models.UniqueConstraint(
                fields=("series", "tournament"), name="a_tournament_is_once_in_a_series"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesevent",
            constraint=models.UniqueConstraint(
                fields=("series", "round"), name="a_round_is_once_in_a_series"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesevent",
            constraint=models.UniqueConstraint(
                fields=("series", "evening"), name="an_evening_is_once_in_a_series"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesevent",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("evening__isnull", True), ("round__isnull", True), ("tournament__isnull", False)
                    ),
                    models.Q(
                        ("evening__isnull", True), ("round__isnull", False), ("tournament__isnull", True)
                    ),
                    models.Q(
                        ("evening__isnull", False), ("round__isnull", True), ("tournament__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="an_event_is_a_tournament_a_round_or_an_evening",
            ),
        ),
    ]
