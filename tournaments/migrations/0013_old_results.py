"""End tables of old years count in series."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0010_sums_of_evenings"),
        ("tournaments", "0012_finals"),
    ]

    operations = [
        migrations.CreateModel(
            name="OldResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("event", models.CharField(max_length=80, verbose_name="Event")),
                ("date", models.DateField(verbose_name="Date")),
                ("guest", models.CharField(blank=True, max_length=40, verbose_name="Guest")),
                ("place", models.PositiveIntegerField(blank=True, null=True, verbose_name="Place")),
                (
                    "kept_points",
                    models.CharField(blank=True, db_column="points", max_length=24, verbose_name="Points"),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="old_results",
                        to="scoring.member",
                        verbose_name="Member",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="old_results",
                        to="tournaments.series",
                        verbose_name="Series",
                    ),
                ),
            ],
            options={
                "ordering": ["date", "event", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("series", "date", "event", "member"), name="a_member_is_once_in_an_old_event"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("member__isnull", True), models.Q(("guest", ""), _negated=True)),
                            models.Q(("guest", ""), ("member__isnull", False)),
                            _connector="OR",
                        ),
                        name="whoever_is_in_an_old_event_is_a_member_or_a_guest",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("place__isnull", False),
                            models.Q(("kept_points", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="an_old_result_has_a_place_or_points",
                    ),
                ],
            },
        ),
    ]
