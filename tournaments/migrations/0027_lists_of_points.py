"""Points that people have in a series beside its events: of which list. So far all were brought along."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0031_one_end"),
        ("tournaments", "0026_state_out_of_the_log"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="broughtpoints",
            name="somebody_brings_points_along_once_in_a_series",
        ),
        migrations.AddField(
            model_name="broughtpoints",
            name="kind",
            field=models.CharField(default="brought", max_length=20, verbose_name="List"),
        ),
        migrations.AddConstraint(
            model_name="broughtpoints",
            constraint=models.UniqueConstraint(
                fields=("series", "kind", "member"), name="somebody_is_once_in_a_list_of_points"
            ),
        ),
    ]
