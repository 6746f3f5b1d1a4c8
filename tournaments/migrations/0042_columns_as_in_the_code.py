"""Terms, and points on lists, stand in columns that are called as in the code: `kept_terms`, `kept_points`."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0041_stored_results")]

    operations = [
        migrations.AlterField(
            model_name="line",
            name="kept_points",
            field=models.CharField(blank=True, max_length=24, verbose_name="Points"),
        ),
        migrations.AlterField(
            model_name="preset",
            name="kept_terms",
            field=models.JSONField(verbose_name="Terms"),
        ),
        migrations.AlterField(
            model_name="series",
            name="kept_terms",
            field=models.JSONField(verbose_name="Terms"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="kept_terms",
            field=models.JSONField(verbose_name="Terms"),
        ),
    ]
