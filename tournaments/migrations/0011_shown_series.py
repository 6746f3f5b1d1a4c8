"""A series is shown to everybody where the club wants it; what was first counted of a tournament stays."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_kept_outcomes")]

    operations = [
        migrations.AddField(
            model_name="keptoutcomes",
            name="first",
            field=models.JSONField(blank=True, default=dict, verbose_name="First results"),
        ),
        migrations.AddField(
            model_name="series",
            name="code",
            field=models.CharField(blank=True, default="", max_length=12, verbose_name="Open to everybody"),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.UniqueConstraint(
                condition=models.Q(("code", ""), _negated=True),
                fields=("code",),
                name="one_series_shown_per_address",
            ),
        ),
    ]
