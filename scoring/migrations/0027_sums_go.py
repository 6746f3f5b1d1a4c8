"""What statistics ask stands in rows of their own: the sums of sheets, players, evenings and line-ups go.

There is no way back: nothing would fill them again.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations

WITHOUT = """
    SELECT count(*) FROM scoring_row WHERE number IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM scoring_playedgame WHERE scoring_playedgame.row_id = scoring_row.entry_id
    )
"""


def demand_rows(apps: Any, schema_editor: Any) -> None:
    """Refuse to drop anything as long as a hand is missing in what takes its place."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(WITHOUT)
        (missing,) = cursor.fetchone()
    if missing:
        raise RuntimeError(
            f"{missing} hands are not written as rows yet: `migrate` without a name does that."
        )


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0026_played_hands"),
    ]

    operations = [
        migrations.RunPython(demand_rows),
        migrations.RemoveField(model_name="sheet", name="sums"),
        migrations.RemoveField(model_name="tablescore", name="sums"),
        migrations.DeleteModel(name="CountedHands"),
        migrations.DeleteModel(name="EveningSums"),
        migrations.DeleteModel(name="LineUpSums"),
    ]
