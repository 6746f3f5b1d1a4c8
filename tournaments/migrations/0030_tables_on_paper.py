"""Add which tables of a tournament play on paper all day."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0029_no_kept_outcomes"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="paper_first",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="On paper from table"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="paper_last",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="On paper up to table"),
        ),
    ]
