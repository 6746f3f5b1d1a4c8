from typing import Any

from django.db import migrations

from scoring.protection import protect


def protect_again(apps: Any, schema_editor: Any) -> None:
    """What was written down of tournaments is protected too; which of it, is said in `tournaments/apps.py`."""
    protect(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0001_tournaments"),
    ]

    operations = [
        migrations.RunPython(protect_again, migrations.RunPython.noop),
    ]
