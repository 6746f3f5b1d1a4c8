"""Lists of members that an organiser keeps, and what they are in series."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0011_sheets_for_other_clubs"),
        ("tournaments", "0007_series"),
    ]

    operations = [
        migrations.CreateModel(
            name="MemberGroup",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="Name")),
                ("made_at", models.DateTimeField(verbose_name="Made")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="groups",
                        to="scoring.club",
                        verbose_name="Club",
                    ),
                ),
            ],
            options={
                "ordering": ["name", "pk"],
            },
        ),
        migrations.CreateModel(
            name="GroupMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="people",
                        to="tournaments.membergroup",
                        verbose_name="Group",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="in_groups",
                        to="scoring.member",
                        verbose_name="Member",
                    ),
                ),
            ],
            options={
                "ordering": ["group", "pk"],
            },
        ),
        migrations.CreateModel(
            name="SeriesGroup",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "use",
                    models.CharField(
                        choices=[("counts", "Counts"), ("ranked", "Ranked"), ("team", "Team")],
                        max_length=10,
                        verbose_name="What for",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="in_series",
                        to="tournaments.membergroup",
                        verbose_name="Group",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="groups",
                        to="tournaments.series",
                        verbose_name="Series",
                    ),
                ),
            ],
            options={
                "ordering": ["series", "pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="membergroup",
            constraint=models.UniqueConstraint(fields=("club", "name"), name="one_group_per_name_in_a_club"),
        ),
        migrations.AddConstraint(
            model_name="groupmember",
            constraint=models.UniqueConstraint(
                fields=("group", "member"), name="somebody_is_once_in_a_group"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesgroup",
            constraint=models.UniqueConstraint(
                fields=("series", "group", "use"), name="a_group_is_once_the_same_in_a_series"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesgroup",
            constraint=models.UniqueConstraint(
                condition=models.Q(("use", "counts")),
                fields=("series",),
                name="those_who_count_in_a_series_are_one_group",
            ),
        ),
    ]
