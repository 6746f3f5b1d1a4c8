"""Of a guest in a final it is noted who that is in the series that led there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_joint_series")]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="finalist",
            field=models.CharField(blank=True, default="", max_length=24, verbose_name="Finalist"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(
                condition=models.Q(("finalist", ""), _negated=True),
                fields=("tournament", "finalist"),
                name="a_finalist_is_registered_once",
            ),
        ),
    ]
