"""Rulings on results: tables without one, penalties, adjusted scores; never changed, a further one follows."""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

TABLE = "tournaments_resultruling"
TRIGGERS = {
    "sqlite": (
        "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} "
        "BEGIN SELECT RAISE(ABORT, '{table} is never changed'); END"
    ),
    "postgresql": "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} EXECUTE FUNCTION scoring_refuses()",
}


def create_triggers(apps: Any, schema_editor: Any) -> None:
    """Let the database refuse to change or delete what was ruled."""
    vendor = schema_editor.connection.vendor
    refused = {"update": f"UPDATE ON {TABLE} FOR EACH ROW", "delete": f"DELETE ON {TABLE} FOR EACH ROW"}
    if vendor == "postgresql":
        refused["truncate"] = f"TRUNCATE ON {TABLE} FOR EACH STATEMENT"
    for what, when in refused.items():
        trigger = TRIGGERS[vendor].format(table=TABLE, what=what, when=when)
        schema_editor.execute(trigger, params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0025_other_versions"),
        ("tournaments", "0022_other_names"),
    ]

    operations = [
        migrations.CreateModel(
            name="ResultRuling",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                ("seq", models.PositiveIntegerField(verbose_name="Order of writing")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            (
                                "not_played",
                                "not_played",
                            ),
                            (
                                "as_it_stood",
                                "as_it_stood",
                            ),
                            (
                                "average",
                                "average",
                            ),
                            (
                                "no_show",
                                "no_show",
                            ),
                            (
                                "points",
                                "points",
                            ),
                            (
                                "none",
                                "none",
                            ),
                        ],
                        max_length=12,
                        verbose_name="What holds",
                    ),
                ),
                ("twelfths", models.BigIntegerField(null=True, verbose_name="Points")),
                ("at", models.DateTimeField(verbose_name="When")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Who",
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjustments",
                        to="tournaments.entrant",
                        verbose_name="Player",
                    ),
                ),
                (
                    "reason",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.reason",
                        verbose_name="Reason",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjustments",
                        to="tournaments.table",
                        verbose_name="Table",
                    ),
                ),
            ],
            options={
                "ordering": ["table", "seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seq"), name="one_result_ruling_at_a_time"),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "not_played",
                                    "as_it_stood",
                                    "average",
                                    "no_show",
                                    "points",
                                    "none",
                                ],
                            )
                        ),
                        name="a_result_ruling_is_of_a_known_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("kind", "points"),
                                ("twelfths__isnull", False),
                            ),
                            models.Q(
                                models.Q(
                                    ("kind", "points"),
                                    _negated=True,
                                ),
                                ("twelfths__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="only_points_have_an_amount",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("entrant__isnull", True),
                            models.Q(
                                (
                                    "kind__in",
                                    [
                                        "not_played",
                                        "as_it_stood",
                                    ],
                                ),
                                _negated=True,
                            ),
                            _connector="OR",
                        ),
                        name="a_missing_table_is_ruled_on_as_a_whole",
                    ),
                ],
            },
        ),
        migrations.RunPython(create_triggers, migrations.RunPython.noop),
    ]
