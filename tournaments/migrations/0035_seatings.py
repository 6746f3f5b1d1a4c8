"""The entries of a sheet by which players left a table, or came to it, stand in columns.

`FROM_LOG` is also asked for clubs that come in by older files, which lack these columns.
"""

from uuid import UUID, uuid5

import django.db.models.deletion
from django.db import migrations, models


def fill_seatings(apps, club):
    """Name the entries, which had ids made of those of the deeds; what names an entry stays."""
    entries = apps.get_model("scoring", "Entry").objects
    of_the_club = {"round__tournament__club": club}
    leavings = apps.get_model("tournaments", "Leaving").objects.filter(
        seating=None, **{f"table__{path}": value for path, value in of_the_club.items()}
    )
    for leaving in leavings.values_list("pk", flat=True):
        leavings.filter(pk=leaving).update(seating=entries.filter(pk=uuid5(leaving, "seat")).first())
    tables = apps.get_model("tournaments", "Table").objects.filter(**of_the_club).exclude(joined=[])
    for pk, joined in tables.values_list("pk", "joined"):
        named = [
            [by if entries.filter(pk=by).exists() else str(uuid5(UUID(by), "seat")), player]
            for by, player in joined
        ]
        tables.filter(pk=pk).update(joined=named)


FROM_LOG = {("tournaments.leaving", "seating"): fill_seatings}


def fill(apps, schema_editor):
    for club in apps.get_model("scoring", "Club").objects.order_by("pk").values_list("pk", flat=True):
        fill_seatings(apps, club)


def create_triggers(apps, schema_editor):
    """Put the triggers of leavings back where SQLite has made the table anew on the way back."""
    if schema_editor.connection.vendor != "sqlite":
        return
    kept = ["id", "table_id", "entrant_id", "instead_id", "ranked", "reason_id", "by_id", "at"]
    columns = ", ".join(f'"{column}"' for column in kept)
    for what, when in {"update": f"UPDATE OF {columns}", "delete": "DELETE"}.items():
        schema_editor.execute(
            f"CREATE TRIGGER tournaments_leaving_refuses_{what} BEFORE {when} ON tournaments_leaving "
            "FOR EACH ROW BEGIN SELECT RAISE(ABORT, 'tournaments_leaving is never changed'); END",
            params=None,
        )


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0035_old_sheets_as_totals"),
        ("tournaments", "0034_without_end_tables"),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, create_triggers),
        migrations.AddField(
            model_name="leaving",
            name="seating",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scoring.entry",
                verbose_name="By which entry",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
