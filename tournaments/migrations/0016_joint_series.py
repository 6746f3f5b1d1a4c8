"""Clubs of one installation hold series together, and agree on who is one person in two of them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0013_what_a_doubled_hand_counts"),
        ("tournaments", "0015_finals_of_sections"),
    ]

    operations = [
        migrations.CreateModel(
            name="JointClub",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=12, verbose_name="In the address of the invitation")),
                ("invited_at", models.DateTimeField(verbose_name="Invited")),
                ("declined_at", models.DateTimeField(blank=True, null=True, verbose_name="Declined")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="joint_series",
                        to="scoring.club",
                        verbose_name="Club",
                    ),
                ),
                (
                    "part",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="part_of",
                        to="tournaments.series",
                        verbose_name="Its part",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="joint_clubs",
                        to="tournaments.series",
                        verbose_name="Series",
                    ),
                ),
            ],
            options={
                "ordering": ["series", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("series", "club"), name="a_club_is_invited_to_a_series_once"
                    ),
                    models.UniqueConstraint(fields=("code",), name="one_invitation_to_a_series_per_address"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("part__isnull", True),
                            models.Q(("club__isnull", False), ("declined_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="a_club_that_holds_a_series_with_others_has_accepted",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("declined_at__isnull", True), ("club__isnull", False), _connector="OR"
                        ),
                        name="whoever_declines_a_series_is_a_club",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SamePerson",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("said_at", models.DateTimeField(verbose_name="Proposed")),
                ("agreed_at", models.DateTimeField(blank=True, null=True, verbose_name="Agreed")),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="said_to_be",
                        to="scoring.member",
                        verbose_name="Member",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="also_is",
                        to="scoring.member",
                        verbose_name="The same person",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="same_people",
                        to="tournaments.series",
                        verbose_name="Series",
                    ),
                ),
            ],
            options={
                "ordering": ["series", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("series", "one", "other"), name="two_members_are_said_to_be_one_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("one", models.F("other")), _negated=True),
                        name="nobody_is_joined_with_themselves",
                    ),
                ],
            },
        ),
    ]
