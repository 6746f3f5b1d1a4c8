from typing import Any

from django.db import migrations

from scoring.protection import protect


def protect_again(apps: Any, schema_editor: Any) -> None:
    """What a sheet began with is protected by now too."""
    protect(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0003_sorting"),
    ]

    operations = [
        migrations.RunPython(protect_again, migrations.RunPython.noop),
    ]
