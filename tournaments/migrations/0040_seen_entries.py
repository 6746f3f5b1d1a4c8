"""How many entries a sheet that was written anew began with is called `seen_seq`, as of other rows.

PostgreSQL keeps the name of a column's check; Django would make another one, with a name that no new table has.
"""

from django.db import migrations

OLD, NEW = "after", "seen_seq"


def renaming(old, new):
    """Return a function that renames the column, with its check."""

    def rename(apps, schema_editor):
        schema_editor.execute(f'ALTER TABLE tournaments_rewritten RENAME COLUMN "{old}" TO "{new}"')
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(
                "ALTER TABLE tournaments_rewritten RENAME CONSTRAINT "
                f"tournaments_rewritten_{old}_check TO tournaments_rewritten_{new}_check"
            )

    return rename


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0039_sort_keys"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RenameField("rewritten", OLD, NEW)],
            database_operations=[migrations.RunPython(renaming(OLD, NEW), renaming(NEW, OLD))],
        ),
    ]
