"""People register by themselves on a page that the director has opened."""

import secrets

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0010_sums_of_evenings"),
        ("tournaments", "0003_duties"),
    ]

    operations = [
        migrations.CreateModel(
            name="Opening",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="opening",
                        serialize=False,
                        to="tournaments.tournament",
                        verbose_name="Tournament",
                    ),
                ),
                ("limit", models.PositiveIntegerField(blank=True, null=True, verbose_name="Places")),
                ("opens_at", models.DateTimeField(blank=True, null=True, verbose_name="Opens")),
                ("closes_at", models.DateTimeField(blank=True, null=True, verbose_name="Closes")),
                ("word", models.CharField(blank=True, max_length=40, verbose_name="Secret word")),
                ("door", models.PositiveIntegerField(default=1, verbose_name="Code at the door, number")),
            ],
            options={
                "ordering": ["tournament"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("limit__isnull", True), ("limit__gt", 0), _connector="OR"),
                        name="an_opening_has_a_place_at_least",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("opens_at__isnull", True),
                            ("closes_at__isnull", True),
                            ("closes_at__gte", models.F("opens_at")),
                            _connector="OR",
                        ),
                        name="an_opening_closes_after_it_opens",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Signup",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("salt", models.CharField(default=secrets.token_hex, editable=False, max_length=64)),
                ("name", models.CharField(blank=True, max_length=40, verbose_name="Name")),
                ("comes_from", models.CharField(blank=True, max_length=80, verbose_name="Club or town")),
                ("words", models.CharField(blank=True, max_length=300, verbose_name="Wishes")),
                ("at", models.DateTimeField(verbose_name="When")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="Cancelled")),
                (
                    "ended_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Turned away by",
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="signups",
                        to="tournaments.entrant",
                        verbose_name="On the list",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="signups",
                        to="tournaments.tournament",
                        verbose_name="Tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("entrant__isnull", True), models.Q(("name", ""), _negated=True)),
                            models.Q(("entrant__isnull", False), ("name", "")),
                            _connector="OR",
                        ),
                        name="a_name_stands_at_the_signup_or_at_the_entrant",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ended_by__isnull", True), ("ended_at__isnull", False), _connector="OR"
                        ),
                        name="who_is_turned_away_is_so_at_some_time",
                    ),
                ],
            },
        ),
    ]
