"""The first of a series play on in a final; who declines is noted."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0011_sheets_for_other_clubs"),
        ("tournaments", "0011_shown_series"),
    ]

    operations = [
        migrations.CreateModel(
            name="SeriesFinal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("places", models.PositiveIntegerField(verbose_name="Places")),
                ("carry", models.CharField(max_length=10, verbose_name="Points carried over")),
                ("percent", models.PositiveIntegerField(default=50, verbose_name="Percent")),
                (
                    "kept_table",
                    models.JSONField(db_column="table", default=list, verbose_name="Points by place"),
                ),
                (
                    "carried_to",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="carried_from",
                        to="tournaments.series",
                        verbose_name="Added up in",
                    ),
                ),
                (
                    "series",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="final",
                        to="tournaments.series",
                        verbose_name="Series",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="as_final",
                        to="tournaments.tournament",
                        verbose_name="Tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["series"],
            },
        ),
        migrations.CreateModel(
            name="Decline",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="When")),
                (
                    "guest",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="declines",
                        to="scoring.participant",
                        verbose_name="Guest",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="declines",
                        to="scoring.member",
                        verbose_name="Member",
                    ),
                ),
                (
                    "final",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="declines",
                        to="tournaments.seriesfinal",
                        verbose_name="Final",
                    ),
                ),
            ],
            options={
                "ordering": ["final", "pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="seriesfinal",
            constraint=models.CheckConstraint(
                condition=models.Q(("places__gt", 0)), name="somebody_plays_in_a_final"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesfinal",
            constraint=models.CheckConstraint(
                condition=models.Q(("carry__in", ("none", "all", "share", "ladder")), ("percent__lte", 100)),
                name="points_are_carried_over_in_one_of_these_ways",
            ),
        ),
        migrations.AddConstraint(
            model_name="decline",
            constraint=models.UniqueConstraint(
                fields=("final", "member"), name="a_member_declines_a_final_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="decline",
            constraint=models.UniqueConstraint(
                fields=("final", "guest"), name="a_guest_declines_a_final_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="decline",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("guest__isnull", False), ("member__isnull", True)),
                    models.Q(("guest__isnull", True), ("member__isnull", False)),
                    _connector="OR",
                ),
                name="a_member_or_a_guest_declines",
            ),
        ),
    ]
