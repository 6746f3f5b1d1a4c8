"""What members are called elsewhere moves to where every reader of names finds it."""

from typing import Any

from django.db import migrations

COPY = (
    "INSERT INTO {to}_othername (club_id, name, key, member_id) "
    "SELECT club_id, name, key, member_id FROM {of}_othername"
)


def over(apps: Any, schema_editor: Any) -> None:
    schema_editor.execute(COPY.format(of="tournaments", to="scoring"), params=None)


def back(apps: Any, schema_editor: Any) -> None:
    schema_editor.execute(COPY.format(of="scoring", to="tournaments"), params=None)
    schema_editor.execute("DELETE FROM scoring_othername", params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0023_other_names"),
        ("tournaments", "0021_files_in"),
    ]

    operations = [
        migrations.RunPython(over, back),
        migrations.DeleteModel("OtherName"),
    ]
