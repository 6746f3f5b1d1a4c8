"""Of a club, whether phones load by themselves what settles without network; as before, they do not."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0018_switches_of_evenings"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="phones_ready",
            field=models.BooleanField(default=False, verbose_name="Phones get ready by themselves"),
        ),
    ]
