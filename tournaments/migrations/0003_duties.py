"""Members are named for one tournament: they direct, rule, take money or type paper sheets there."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0010_sums_of_evenings"),
        ("tournaments", "0002_own_values_of_cards"),
    ]

    operations = [
        migrations.CreateModel(
            name="Duty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("director", "Director"),
                            ("arbiter", "Arbiter"),
                            ("cashier", "Cashier"),
                            ("helper", "Helper"),
                        ],
                        max_length=10,
                        verbose_name="What for",
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="When")),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="duties",
                        to="scoring.member",
                        verbose_name="Member",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="duties",
                        to="tournaments.tournament",
                        verbose_name="Tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "kind", "member__sorting", "member"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "member", "kind"),
                        name="a_member_has_a_duty_once_in_a_tournament",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ("director", "arbiter", "cashier", "helper"))),
                        name="a_duty_is_one_of_four",
                    ),
                ],
            },
        ),
    ]
