"""The seasons that a club has named."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0036_phone_codes")]

    operations = [
        migrations.CreateModel(
            "NamedSeason",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="Name")),
                ("since", models.DateField(verbose_name="First day")),
                ("until", models.DateField(verbose_name="Last day")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="named_seasons",
                        to="scoring.club",
                        verbose_name="Club",
                    ),
                ),
            ],
            options={
                "ordering": ["club", "since"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "name"), name="a_club_names_a_season_once"),
                    models.UniqueConstraint(
                        fields=("club", "since"), name="one_named_season_begins_on_a_day"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("until__gte", models.F("since"))),
                        name="a_season_ends_after_it_began",
                    ),
                ],
            },
        )
    ]
