"""Where in the program a mistake happened is called `location`, as in the code.

The constraint follows its column by itself.
"""

from django.db import migrations, models

RENAMED = [migrations.RenameField("programmistake", "place", "location")]


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0040_venues"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("programmistake", "one_mistake_for_a_place_and_kind"),
                *RENAMED,
                migrations.AddConstraint(
                    "programmistake",
                    models.UniqueConstraint(
                        fields=["location", "kind"], name="one_mistake_for_a_place_and_kind"
                    ),
                ),
            ],
            database_operations=RENAMED,
        ),
    ]
