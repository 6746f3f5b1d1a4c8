"""How many entries a sheet had when somebody spoke, or put a hand aside, is called `seen_seq`, as in the code.

PostgreSQL keeps the name of a column's check; Django would make another one, with a name that no new table has.
"""

from django.db import migrations

OLD, NEW = "after", "seen_seq"


def renaming(old, new, *tables):
    """Return a function that renames a column of these tables, with its check."""

    def rename(apps, schema_editor):
        for table in tables:
            schema_editor.execute(f'ALTER TABLE {table} RENAME COLUMN "{old}" TO "{new}"')
            if schema_editor.connection.vendor == "postgresql":
                schema_editor.execute(
                    f"ALTER TABLE {table} RENAME CONSTRAINT {table}_{old}_check TO {table}_{new}_check"
                )

    return rename


TABLES = ("scoring_otherversion", "scoring_voice")


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0041_locations_of_mistakes"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("otherversion", OLD, NEW),
                migrations.RenameField("voice", OLD, NEW),
            ],
            database_operations=[
                migrations.RunPython(renaming(OLD, NEW, *TABLES), renaming(NEW, OLD, *TABLES)),
            ],
        ),
    ]
