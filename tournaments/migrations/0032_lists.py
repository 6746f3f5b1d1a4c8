"""Series go by lists: end tables, points, groups, teams and lots are lists."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0035_old_sheets_as_totals"),
        ("tournaments", "0031_paper_goes_on"),
    ]

    operations = [
        migrations.CreateModel(
            name="Counted",
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
                        choices=[
                            ("event", "an event"),
                            ("seeds", "its points are added"),
                            ("only", "only these people count"),
                            ("ranked", "also ranked by themselves"),
                            ("team", "a team"),
                            ("lot", "the order of a lot"),
                            ("declined", "they decline the final"),
                        ],
                        default="event",
                        max_length=10,
                        verbose_name="As what",
                    ),
                ),
            ],
            options={
                "ordering": ["series", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Line",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="Name")),
                ("stranger", models.BooleanField(default=False, verbose_name="Somebody else")),
                ("place", models.PositiveIntegerField(blank=True, null=True, verbose_name="Place")),
                (
                    "kept_points",
                    models.CharField(blank=True, db_column="points", max_length=24, verbose_name="Points"),
                ),
                ("words", models.CharField(blank=True, max_length=120, verbose_name="Where from")),
                ("outcome", models.CharField(blank=True, default="", max_length=400, verbose_name="Result")),
            ],
            options={
                "ordering": ["list", "pk"],
            },
        ),
        migrations.CreateModel(
            name="PeopleList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=80, verbose_name="Title")),
                ("date", models.DateField(blank=True, null=True, verbose_name="Date")),
                (
                    "event_id",
                    models.CharField(blank=True, default="", max_length=200, verbose_name="Id in files"),
                ),
                (
                    "event_revision",
                    models.PositiveBigIntegerField(blank=True, null=True, verbose_name="Revision in files"),
                ),
            ],
            options={
                "ordering": ["-date", "title", "pk"],
            },
        ),
        migrations.AddField(
            model_name="series",
            name="carried",
            field=models.PositiveSmallIntegerField(
                default=0, verbose_name="Points that go along, in percent"
            ),
        ),
        migrations.AddField(
            model_name="series",
            name="final",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="final_of",
                to="tournaments.tournament",
                verbose_name="Final",
            ),
        ),
        migrations.AddField(
            model_name="series",
            name="finalists",
            field=models.PositiveIntegerField(default=16, verbose_name="How many play in it"),
        ),
        migrations.AddField(
            model_name="series",
            name="guests_apart",
            field=models.BooleanField(default=False, verbose_name="Guests of one name are apart"),
        ),
        migrations.AddField(
            model_name="counted",
            name="evening",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="in_series",
                to="scoring.evening",
                verbose_name="Evening",
            ),
        ),
        migrations.AddField(
            model_name="counted",
            name="round",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="in_series",
                to="tournaments.round",
                verbose_name="Round",
            ),
        ),
        migrations.AddField(
            model_name="counted",
            name="series",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="counted",
                to="tournaments.series",
                verbose_name="Series",
            ),
        ),
        migrations.AddField(
            model_name="counted",
            name="tournament",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="in_series",
                to="tournaments.tournament",
                verbose_name="Tournament",
            ),
        ),
        migrations.AddField(
            model_name="line",
            name="member",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="lines",
                to="scoring.member",
                verbose_name="Member",
            ),
        ),
        migrations.AddField(
            model_name="peoplelist",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="lists",
                to="scoring.club",
                verbose_name="Club",
            ),
        ),
        migrations.AddField(
            model_name="line",
            name="list",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="lines",
                to="tournaments.peoplelist",
                verbose_name="List",
            ),
        ),
        migrations.AddField(
            model_name="counted",
            name="list",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="in_series",
                to="tournaments.peoplelist",
                verbose_name="List",
            ),
        ),
        migrations.AddConstraint(
            model_name="peoplelist",
            constraint=models.UniqueConstraint(
                fields=("club", "date", "title"), name="one_list_per_title_and_day"
            ),
        ),
        migrations.AddConstraint(
            model_name="peoplelist",
            constraint=models.UniqueConstraint(
                condition=models.Q(("event_id", ""), _negated=True),
                fields=("club", "event_id"),
                name="one_list_for_an_id_in_a_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="counted",
            constraint=models.UniqueConstraint(
                fields=("series", "use", "tournament"), name="a_tournament_counts_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="counted",
            constraint=models.UniqueConstraint(fields=("series", "use", "round"), name="a_round_counts_once"),
        ),
        migrations.AddConstraint(
            model_name="counted",
            constraint=models.UniqueConstraint(
                fields=("series", "use", "evening"), name="a_evening_counts_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="counted",
            constraint=models.UniqueConstraint(fields=("series", "use", "list"), name="a_list_counts_once"),
        ),
        migrations.AddConstraint(
            model_name="counted",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("evening__isnull", True),
                        ("list__isnull", True),
                        ("round__isnull", True),
                        ("tournament__isnull", False),
                    ),
                    models.Q(
                        ("evening__isnull", True),
                        ("list__isnull", True),
                        ("round__isnull", False),
                        ("tournament__isnull", True),
                    ),
                    models.Q(
                        ("evening__isnull", False),
                        ("list__isnull", True),
                        ("round__isnull", True),
                        ("tournament__isnull", True),
                    ),
                    models.Q(
                        ("evening__isnull", True),
                        ("list__isnull", False),
                        ("round__isnull", True),
                        ("tournament__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="what_counts_is_one_of_these",
            ),
        ),
        migrations.AddConstraint(
            model_name="counted",
            constraint=models.CheckConstraint(
                condition=models.Q(("use", "event"), ("list__isnull", False), _connector="OR"),
                name="only_events_are_no_lists",
            ),
        ),
    ]
