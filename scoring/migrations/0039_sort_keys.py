"""What an entry and a row are sorted by is called `sort_key`, as in the code; constraints follow their columns.

A database renames them by itself. Django would make the tables anew on SQLite, and they would lose what
protects them.
"""

from django.db import migrations, models

RENAMED = [
    migrations.RenameField("entry", "place", "sort_key"),
    migrations.RenameField("row", "place", "sort_key"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0038_open_balances"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("entry", "one_first_entry"),
                migrations.RemoveConstraint("row", "one_row_per_place"),
                *RENAMED,
                migrations.AddConstraint(
                    "entry",
                    models.UniqueConstraint(
                        fields=["sheet", "sort_key"],
                        condition=models.Q(supersedes__isnull=True),
                        name="one_first_entry",
                    ),
                ),
                migrations.AddConstraint(
                    "row",
                    models.UniqueConstraint(fields=["sheet", "sort_key"], name="one_row_per_place"),
                ),
                migrations.AlterModelOptions("row", {"ordering": ["sheet", "sort_key"]}),
            ],
            database_operations=RENAMED,
        ),
    ]
