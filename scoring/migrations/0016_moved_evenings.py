"""Of what was said of an evening before it was moved, the day for which it was said."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0015_guesses_by_kind"),
    ]

    operations = [
        migrations.AddField(
            model_name="coming",
            name="moved_from",
            field=models.DateField(blank=True, null=True, verbose_name="Said for the day"),
        ),
    ]
