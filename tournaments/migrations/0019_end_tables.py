"""End tables belong to the club, with versions, and count in any of its series.

Old results, which each series had of its own, become such: those that say the same in several series, one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

LONGEST_TITLE = 80
ROWS_PER_STATEMENT = 500
OLD = ("series", "event", "date", "member", "guest", "place", "kept_points")  # columns of an old result


def store_end_tables(apps: Any, rows: Iterable[Mapping[str, Any]]) -> None:
    """Store old results as end tables that count in the series that had them; each is a first version."""
    found: dict[tuple[int, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        found.setdefault((row["series"], f"{row['date']} {row['event']}"), []).append(row)
    series = apps.get_model("tournaments", "Series").objects.in_bulk({number for number, _event in found})
    events = apps.get_model("tournaments", "SeriesEvent").objects
    stored: dict[Any, Any] = {}
    for (number, _event), lines in sorted(found.items()):
        club, event, date = series[number].club_id, lines[0]["event"], str(lines[0]["date"])
        said = frozenset(tuple(str(line[column]) for column in OLD[3:]) for line in lines)
        if (club, event, date, said) not in stored:
            stored[club, event, date, said] = _stored(apps, club, event, date, lines, series[number].made_at)
        events.create(series_id=number, end_table=stored[club, event, date, said])


def _stored(apps: Any, club: int, event: str, date: str, lines: list[Mapping[str, Any]], at: Any) -> Any:
    tables = apps.get_model("tournaments", "EndTable").objects
    titles = (event if number == 1 else f"{event[: LONGEST_TITLE - 8]} ({number})" for number in count(1))
    there = set(tables.filter(club_id=club, date=date).values_list("title", flat=True))
    title = next(title for title in titles if title not in there)
    table = tables.create(club_id=club, title=title, date=date)
    version = apps.get_model("tournaments", "EndTableVersion").objects.create(table=table, number=1, at=at)
    result = apps.get_model("tournaments", "EndTableResult")
    result.objects.bulk_create(
        (
            result(
                table=table,
                since=version,
                member_id=line["member"],
                guest=line["guest"],
                place=line["place"],
                kept_points=line["kept_points"],
            )
            for line in lines
        ),
        batch_size=ROWS_PER_STATEMENT,
    )
    return table


def convert_old_results(apps: Any, schema_editor: Any) -> None:
    """Store all old results as end tables."""
    old = apps.get_model("tournaments", "OldResult").objects.order_by("series", "date", "event", "pk")
    store_end_tables(apps, old.values(*OLD))
    old.all().delete()


def named(to: str, label: str, reverse_name: str, *, may_be_missing: bool = False) -> models.ForeignKey:
    return models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT,
        related_name=reverse_name,
        to=to,
        verbose_name=label,
        **({"blank": True, "null": True} if may_be_missing else {}),
    )


def number() -> models.BigAutoField:
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def is_one(event: str) -> models.Q:
    kinds = ("end_table", "evening", "round", "tournament")
    return models.Q(*((f"{kind}__isnull", kind != event) for kind in kinds))


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0019_phones_ready"),
        ("tournaments", "0018_joint_series_end"),
    ]

    operations = [
        migrations.CreateModel(
            name="EndTable",
            fields=[
                ("id", number()),
                ("title", models.CharField(max_length=80, verbose_name="Title")),
                ("date", models.DateField(verbose_name="Date")),
                ("club", named("scoring.club", "Club", "end_tables")),
            ],
            options={
                "ordering": ["-date", "title", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "date", "title"), name="one_end_table_per_title_and_day_in_a_club"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EndTableVersion",
            fields=[
                ("id", number()),
                ("number", models.PositiveIntegerField(verbose_name="Number")),
                ("at", models.DateTimeField(verbose_name="When")),
                ("by", named("scoring.member", "Who", "+", may_be_missing=True)),
                ("table", named("tournaments.endtable", "End table", "versions")),
            ],
            options={
                "ordering": ["table", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "number"),
                        name="versions_of_an_end_table_have_numbers_of_their_own",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EndTableResult",
            fields=[
                ("id", number()),
                ("guest", models.CharField(blank=True, max_length=40, verbose_name="Guest")),
                ("place", models.PositiveIntegerField(blank=True, null=True, verbose_name="Place")),
                (
                    "kept_points",
                    models.CharField(blank=True, db_column="points", max_length=24, verbose_name="Points"),
                ),
                ("member", named("scoring.member", "Member", "end_table_results", may_be_missing=True)),
                ("table", named("tournaments.endtable", "End table", "results")),
                ("since", named("tournaments.endtableversion", "Since", "added")),
                ("until", named("tournaments.endtableversion", "Until", "ended", may_be_missing=True)),
            ],
            options={
                "ordering": ["table", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("until", None)),
                        fields=("table", "member"),
                        name="a_member_is_once_in_an_end_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("member__isnull", True), models.Q(("guest", ""), _negated=True)),
                            models.Q(("guest", ""), ("member__isnull", False)),
                            _connector="OR",
                        ),
                        name="whoever_is_in_an_end_table_is_a_member_or_a_guest",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("place__isnull", False),
                            models.Q(("kept_points", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="a_line_of_an_end_table_has_a_place_or_points",
                    ),
                ],
            },
        ),
        migrations.RemoveConstraint(
            model_name="seriesevent", name="an_event_is_a_tournament_a_round_or_an_evening"
        ),
        migrations.AddField(
            model_name="seriesevent",
            name="end_table",
            field=named("tournaments.endtable", "End table", "in_series", may_be_missing=True),
        ),
        migrations.AddConstraint(
            model_name="seriesevent",
            constraint=models.UniqueConstraint(
                fields=("series", "end_table"), name="an_end_table_is_once_in_a_series"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesevent",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    *map(is_one, ("tournament", "round", "evening", "end_table")), _connector="OR"
                ),
                name="an_event_is_one_of_these",
            ),
        ),
        migrations.RunPython(convert_old_results, migrations.RunPython.noop),
    ]
