"""What is new has a random value that its links are made with; links to what was there before stay as they are.

The column is added in place, on SQLite too: a table made anew would lose what protects it.
"""

from secrets import token_hex

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    "tournament", "salt", models.CharField(default=token_hex, editable=False, max_length=64)
                ),
            ],
            database_operations=[
                migrations.RunSQL(statement, migrations.RunSQL.noop)
                for statement in (
                    "ALTER TABLE tournaments_tournament ADD COLUMN salt varchar(64) NOT NULL DEFAULT ''",
                )
            ],
        ),
    ]
