"""A final can take so many of each section."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_sections")]

    operations = [
        migrations.AddField(
            model_name="seriesfinal",
            name="each_section",
            field=models.BooleanField(default=False, verbose_name="Of each section"),
        ),
    ]
