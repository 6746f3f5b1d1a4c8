"""What people wish of the draw."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0005_cash"),
    ]

    operations = [
        migrations.CreateModel(
            name="Wish",
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
                        choices=[("table", "Table"), ("smoking", "Smoking"), ("apart", "Apart")],
                        max_length=10,
                        verbose_name="What",
                    ),
                ),
                ("tables", models.CharField(blank=True, max_length=60, verbose_name="Tables")),
                ("seat", models.PositiveIntegerField(blank=True, null=True, verbose_name="Seat")),
                ("at", models.DateTimeField(verbose_name="When")),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="wishes",
                        to="tournaments.entrant",
                        verbose_name="On the list",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="unwished",
                        to="tournaments.entrant",
                        verbose_name="Not together with",
                    ),
                ),
            ],
            options={
                "ordering": ["entrant", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("kind", "apart"),
                                ("other__isnull", False),
                                ("seat__isnull", True),
                                ("tables", ""),
                            ),
                            models.Q(
                                ("kind__in", ("table", "smoking")),
                                ("other__isnull", True),
                                models.Q(("tables", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="a_wish_is_for_tables_or_against_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("other__isnull", True),
                            models.Q(("other", models.F("entrant")), _negated=True),
                            _connector="OR",
                        ),
                        name="nobody_wishes_to_sit_without_themselves",
                    ),
                ],
            },
        ),
    ]
