"""What members are also called, for all that reads names; so far only end tables knew it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0022_days_of_old_amounts"),
    ]

    operations = [
        migrations.CreateModel(
            name="OtherName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="Name")),
                ("key", models.CharField(editable=False, max_length=160)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="other_names",
                        to="scoring.club",
                        verbose_name="Club",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="other_names",
                        to="scoring.member",
                        verbose_name="Member",
                    ),
                ),
            ],
            options={
                "ordering": ["club", "key"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "key"), name="one_person_for_another_name"),
                ],
            },
        ),
    ]
