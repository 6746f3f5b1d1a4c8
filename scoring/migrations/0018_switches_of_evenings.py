"""Of an evening: the switch is called as its page calls it; nothing stored changes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0017_money_on_shared_evenings"),
    ]

    operations = [
        migrations.AlterField(
            model_name="evening",
            name="confirmation",
            field=models.BooleanField(
                default=False,
                help_text=(
                    "With one tap on any phone at the table; recording the next hand confirms it too. An "
                    "objection marks the hand for the director, and play goes on."
                ),
                verbose_name="The other side confirms each hand",
            ),
        ),
    ]
