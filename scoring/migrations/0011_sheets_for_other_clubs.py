"""A club can offer a rule sheet to other clubs, by a link. Offering it gives each a value of its own."""

from secrets import token_hex

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0010_sums_of_evenings")]

    operations = [
        migrations.AddField(
            "ruleset", "salt", models.CharField(default=token_hex, editable=False, max_length=64)
        ),
        migrations.AddField(
            "ruleset",
            "shown_at",
            models.DateTimeField(blank=True, null=True, verbose_name="Offered to other clubs"),
        ),
    ]
