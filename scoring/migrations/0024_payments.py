"""Payments of an evening that were ticked or carried on; members who are named in no picture of results."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0023_other_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="member",
            name="in_pictures",
            field=models.BooleanField(default=True, verbose_name="Named in pictures of results"),
        ),
        migrations.CreateModel(
            name="SettledPayment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("cents", models.PositiveIntegerField(verbose_name="Cents")),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("paid", "paid"),
                            ("carried", "carried to the next evening"),
                            ("kitty", "owed to the club’s kitty"),
                        ],
                        max_length=10,
                        verbose_name="What became of it",
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="When")),
                ("taken_back_at", models.DateTimeField(blank=True, null=True, verbose_name="Taken back")),
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
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="settled_payments",
                        to="scoring.evening",
                        verbose_name="Evening",
                    ),
                ),
                (
                    "payee",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments_received",
                        to="scoring.participant",
                        verbose_name="Who is paid",
                    ),
                ),
                (
                    "payer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments_made",
                        to="scoring.participant",
                        verbose_name="Who pays",
                    ),
                ),
                (
                    "settles",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="later_payments",
                        to="scoring.settledpayment",
                        verbose_name="Pays what was carried on",
                    ),
                ),
                (
                    "taken_back_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Taken back by",
                    ),
                ),
            ],
            options={
                "ordering": ["evening", "at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("cents__gt", 0)), name="a_payment_is_more_than_nothing"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("payer", models.F("payee")), _negated=True),
                        name="nobody_pays_themselves",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("way__in", ["paid", "carried", "kitty"])),
                        name="a_payment_is_paid_or_carried_on",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("taken_back_at", None), ("taken_back_by", None)),
                            models.Q(("taken_back_at__isnull", False), ("taken_back_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="a_payment_taken_back_says_by_whom",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("taken_back_at", None)),
                        fields=("settles",),
                        name="what_was_carried_on_is_paid_once",
                    ),
                ],
            },
        ),
    ]
