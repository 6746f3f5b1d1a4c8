from typing import Any

from django.db import migrations, models

from scoring.protection import protect, unprotect


def lift(apps: Any, schema_editor: Any) -> None:
    unprotect(schema_editor.connection)


def put_back(apps: Any, schema_editor: Any) -> None:
    """SQLite makes the table anew for a further column, and its triggers are gone with the old one."""
    protect(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_protected")]

    operations = [
        migrations.RunPython(lift, put_back),
        migrations.AddField(
            model_name="rewritten",
            name="people",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="rewritten",
            name="after",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.RunPython(put_back, lift),
    ]
