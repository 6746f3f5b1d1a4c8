"""Everybody on the list can be in a section of the tournament."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_old_results")]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="section",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="Section"),
        ),
    ]
