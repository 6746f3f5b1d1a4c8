"""Evenings of which only the totals are known, and a kitty among the people of an evening."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0033_moved_clubs")]

    operations = [
        migrations.AddField(
            "evening", "totals", models.BooleanField(default=False, verbose_name="Totals only")
        ),
        migrations.AddField("participant", "kitty", models.BooleanField(default=False, verbose_name="Kitty")),
    ]
