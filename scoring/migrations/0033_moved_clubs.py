"""Of a club, at which installation it goes on; as before, here."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0032_what_guests_were_called")]

    operations = [
        migrations.AddField(
            "club",
            "moved_to",
            models.CharField(blank=True, default="", max_length=200, verbose_name="Moved to"),
        )
    ]
