"""Of a club, whether its owners and directors have to sign in in two steps; as before, they need not."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0019_phones_ready"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="second_factor",
            field=models.BooleanField(default=False, verbose_name="Two-step sign-in of owners and directors"),
        ),
    ]
