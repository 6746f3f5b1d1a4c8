"""What is new has a random value that its links are made with; links to what was there before stay as they are.

The column is added in place, on SQLite too: a table made anew would lose what protects it.
"""

from secrets import token_hex

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_known_browsers")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    "sharing", "salt", models.CharField(default=token_hex, editable=False, max_length=64)
                ),
                migrations.AddField(
                    "sheet", "salt", models.CharField(default=token_hex, editable=False, max_length=64)
                ),
            ],
            database_operations=[
                migrations.RunSQL(statement, migrations.RunSQL.noop)
                for statement in (
                    "ALTER TABLE scoring_sharing ADD COLUMN salt varchar(64) NOT NULL DEFAULT ''",
                    "ALTER TABLE scoring_sheet ADD COLUMN salt varchar(64) NOT NULL DEFAULT ''",
                )
            ],
        ),
    ]
