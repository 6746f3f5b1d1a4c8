"""Of everybody on old amounts, what each day comes to: a season reads it there, not from every row.

The column is added in place, on SQLite too: a table made anew would lose what protects it.
"""

from __future__ import annotations

import json
from typing import Any

from django.db import migrations, models

KIND = {
    "sqlite": 'text NOT NULL DEFAULT \'{}\' CHECK ((JSON_VALID("days") OR "days" IS NULL))',
    "postgresql": "jsonb NOT NULL DEFAULT '{}'",
}
SUMS = """
    SELECT amount.person_id, sheet.date, SUM(amount.twelfths) FROM scoring_oldamount amount
    JOIN scoring_oldline line ON line.id = amount.line_id
    JOIN scoring_oldsheet sheet ON sheet.id = line.sheet_id
    GROUP BY amount.person_id, sheet.date ORDER BY sheet.date
"""


def add_column(apps: Any, schema_editor: Any) -> None:
    kind = KIND[schema_editor.connection.vendor]
    schema_editor.execute(f'ALTER TABLE scoring_oldperson ADD COLUMN "days" {kind}', params=None)


def drop_column(apps: Any, schema_editor: Any) -> None:
    schema_editor.execute('ALTER TABLE scoring_oldperson DROP COLUMN "days"', params=None)


def add_up(apps: Any, schema_editor: Any) -> None:
    days: dict[int, dict[str, int]] = {}
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(SUMS)
        for person, day, twelfths in cursor.fetchall():
            days.setdefault(person, {})[str(day)] = int(twelfths)
        for person, on_days in days.items():
            cursor.execute(
                "UPDATE scoring_oldperson SET days = %s WHERE id = %s", [json.dumps(on_days), person]
            )


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0021_chains"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    "oldperson", "days", models.JSONField(blank=True, default=dict, editable=False)
                ),
            ],
            database_operations=[migrations.RunPython(add_column, drop_column)],
        ),
        migrations.RunPython(add_up, migrations.RunPython.noop),
    ]
