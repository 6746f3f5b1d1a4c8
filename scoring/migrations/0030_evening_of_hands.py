"""Games, premiums and kontras say their evening themselves: statistics count them evening by evening.

It stands beside `0027_sums_go`: today's program writes rows between the two, and writes these columns, too.
"""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

OF_THE_TABLE = """
    UPDATE scoring_playedgame SET evening_id = (
        SELECT evening_id FROM scoring_sheet WHERE scoring_sheet.id = scoring_playedgame.sheet_id
    )
"""
OF_THE_GAME = """
    UPDATE {table} SET
        evening_id = (
            SELECT evening_id FROM scoring_playedgame WHERE scoring_playedgame.id = {table}.game_id
        ),
        rules_id = (SELECT rules_id FROM scoring_playedgame WHERE scoring_playedgame.id = {table}.game_id)
"""
EVENING, RULES = ("evening", "scoring.evening", "Evening"), ("rules", "scoring.rulesetversion", "Rules")


def _reference(to: str, label: str, reverse_name: str, *, null: bool = False) -> Any:
    return models.ForeignKey(
        db_index=False,
        null=null,
        on_delete=django.db.models.deletion.PROTECT,
        related_name=reverse_name,
        to=to,
        verbose_name=label,
    )


def look_at_references(apps: Any, schema_editor: Any) -> None:
    """On PostgreSQL no table is altered while references of its rows are still to be looked at."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


def _filled(
    model: str, reverse_name: str, columns: tuple[tuple[str, str, str], ...], statement: str
) -> list[Any]:
    return [
        *(
            migrations.AddField(model, name, _reference(to, label, reverse_name, null=True))
            for name, to, label in columns
        ),
        migrations.RunSQL(statement, migrations.RunSQL.noop),
        migrations.RunPython(look_at_references, migrations.RunPython.noop),
        *(
            migrations.AlterField(model, name, _reference(to, label, reverse_name))
            for name, to, label in columns
        ),
    ]


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0026_played_hands"),
    ]

    operations = [
        *_filled("playedgame", "games", (EVENING,), OF_THE_TABLE),
        migrations.AlterField("playedgame", "rules", _reference("scoring.rulesetversion", "Rules", "games")),
        *_filled(
            "playedpremium", "premiums", (EVENING, RULES), OF_THE_GAME.format(table="scoring_playedpremium")
        ),
        *_filled(
            "playedkontra", "kontras", (EVENING, RULES), OF_THE_GAME.format(table="scoring_playedkontra")
        ),
        migrations.AddIndex(
            model_name="playedgame",
            index=models.Index(
                fields=[
                    *("evening", "rules", "contract", "sheet", "won"),
                    *("twelfths", "order", "trischaken", "most"),
                ],
                name="games_by_evening",
            ),
        ),
        migrations.AddIndex(
            model_name="playedpremium",
            index=models.Index(
                fields=["evening", "rules", "premium", "how", "twelfths"], name="premiums_by_evening"
            ),
        ),
        migrations.AddIndex(
            model_name="playedkontra",
            index=models.Index(fields=["evening", "rules", "step", "side"], name="kontras_by_evening"),
        ),
    ]
