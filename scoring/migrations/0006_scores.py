"""Amounts of a hand stand in its row, what everybody has at a table in a score of its own; each once.

What is there already is carried over: nothing is settled anew. The columns are added in place, on SQLite too.
"""

import json
from collections.abc import Iterator
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

AT_ONCE = 50  # sheets
MOVED = ("totals", "schrift", "played")  # out of where a sheet stands


def carry_over(apps: Any, schema_editor: Any) -> None:
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM scoring_sheet ORDER BY id")
        sheets = [pk for (pk,) in cursor.fetchall()]
        for start in range(0, len(sheets), AT_ONCE):
            first, last = sheets[start], sheets[min(start + AT_ONCE, len(sheets)) - 1]
            _amounts(cursor, first, last)
            _scores(cursor, first, last)
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table with open ones cannot be changed


def _amounts(cursor: Any, first: int, last: int) -> None:
    posted: dict[Any, dict[str, tuple[int, int]]] = {}
    cursor.execute(
        "SELECT row_id, participant_id, twelfths, schrift_twelfths FROM scoring_posting"
        " WHERE row_id IN (SELECT entry_id FROM scoring_row WHERE sheet_id BETWEEN %s AND %s)",
        [first, last],
    )
    for row, participant, kassa, schrift in cursor.fetchall():
        posted.setdefault(row, {})[str(participant)] = (kassa, schrift)
    cursor.execute(
        "SELECT entry_id, players FROM scoring_row WHERE sheet_id BETWEEN %s AND %s", [first, last]
    )
    found = [(row, _read(players)) for row, players in cursor.fetchall() if row in posted]
    cursor.executemany(
        "UPDATE scoring_row SET twelfths = %s, schrift_twelfths = %s WHERE entry_id = %s",
        [(*_by_seat(players, posted[row]), row) for row, players in found],
    )


def _by_seat(players: list[str], posted: dict[str, tuple[int, int]]) -> Iterator[str | None]:
    amounts = [posted.get(player, (0, 0)) for player in players]
    kassa, schrift = [one for one, _ in amounts], [one for _, one in amounts]
    yield json.dumps(kassa)
    yield None if kassa == schrift else json.dumps(schrift)


def _scores(cursor: Any, first: int, last: int) -> None:
    cursor.execute("SELECT id, standing FROM scoring_sheet WHERE id BETWEEN %s AND %s", [first, last])
    stand = [(sheet, _read(standing)) for sheet, standing in cursor.fetchall()]
    cursor.executemany(
        "INSERT INTO scoring_tablescore (sheet_id, participant_id, hands, twelfths, schrift_twelfths)"
        " VALUES (%s, %s, %s, %s, %s)",
        [
            (sheet, int(one), standing["played"].get(one, 0), kassa, standing["schrift"][one])
            for sheet, standing in stand
            for one, kassa in sorted(standing["totals"].items(), key=lambda each: int(each[0]))
        ],
    )
    cursor.executemany(
        "UPDATE scoring_sheet SET standing = %s WHERE id = %s",
        [
            (json.dumps({key: one for key, one in standing.items() if key not in MOVED}), sheet)
            for sheet, standing in stand
        ],
    )


def _read(said: Any) -> Any:
    return json.loads(said) if isinstance(said, str | bytes) else said


class Migration(migrations.Migration):
    dependencies = [("scoring", "0005_a_second_factor")]

    operations = [
        migrations.AddField(
            "row",
            "twelfths",
            models.JSONField(blank=True, null=True, verbose_name="Kassa, in twelfths"),
        ),
        migrations.AddField(
            "row",
            "schrift_twelfths",
            models.JSONField(blank=True, null=True, verbose_name="Schrift, in twelfths"),
        ),
        migrations.CreateModel(
            name="TableScore",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hands", models.PositiveIntegerField(verbose_name="Hands")),
                ("twelfths", models.BigIntegerField(verbose_name="Kassa, in twelfths")),
                ("schrift_twelfths", models.BigIntegerField(verbose_name="Schrift, in twelfths")),
                (
                    "participant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="scores",
                        to="scoring.participant",
                        verbose_name="Player",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="everybodys_scores",
                        to="scoring.sheet",
                        verbose_name="Table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("sheet", "participant"), name="one_score_per_player_and_sheet"
                    )
                ]
            },
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
        migrations.DeleteModel("Posting"),
    ]
