"""What a member took over from a guest stands with the rows: what was there is filled in from the log.

`FROM_LOG` is also asked for clubs that come in by older files, which lack these columns.
"""

from django.db import migrations, models

WAS_NONE = models.Q(("former_guest", ""), ("joined_by__isnull", True))
WAS_ONE = models.Q(("joined_by__isnull", False), ("member__isnull", False)) & models.Q(
    models.Q(("former_guest", ""), _negated=True)
)
CONSTRAINTS = {
    "participant": "only_a_member_was_a_guest",
    "oldperson": "only_a_member_was_a_guest_on_old_sheets",
}
ROWS = {  # by table: where the log lists its rows, under which key, and the club of a row
    "participant": ("evenings", "participant", "evening__club"),
    "oldperson": ("old", "person", "batch__club"),
}


def fill_from_log(table):
    """Return what fills in the former guests of a table, of one club."""
    listed, key, club_of = ROWS[table]

    def fill_table(apps, club):
        deeds = apps.get_model("scoring", "Deed").objects.filter(club=club).order_by("at", "number", "pk")
        joined = {}
        for pk, verb, details in deeds.filter(
            verb__in=("admit_guest", "join_guest", "separate_guest")
        ).values_list("pk", "verb", "details"):
            for row in details.get(listed, ()):
                joined[row[key]] = None if verb == "separate_guest" else (row["guest"], pk)
        rows = apps.get_model("scoring", table).objects.filter(
            **{club_of: club, "member__isnull": False, "member__anonymised_at": None}
        )
        for row, (name, deed) in filter(lambda item: item[1], joined.items()):
            rows.filter(pk=row).update(former_guest=name, joined_by=deed)

    return fill_table


FROM_LOG = {
    (f"scoring.{table}", column): fill_from_log(table)
    for table in ROWS
    for column in ("former_guest", "joined_by")
}


def fill(apps, schema_editor):
    for club in apps.get_model("scoring", "Club").objects.order_by("pk").values_list("pk", flat=True):
        for table in ROWS:
            fill_from_log(table)(apps, club)


def create_triggers(apps, schema_editor):
    """Put the triggers of old people back where SQLite has made the table anew, without any."""
    if schema_editor.connection.vendor != "sqlite":
        return
    for what, when in {"update": 'UPDATE OF "id", "batch_id"', "delete": "DELETE"}.items():
        schema_editor.execute(
            f"CREATE TRIGGER scoring_oldperson_refuses_{what} BEFORE {when} ON scoring_oldperson FOR EACH ROW "
            "BEGIN SELECT RAISE(ABORT, 'scoring_oldperson is never changed'); END",
            params=None,
        )


class Migration(migrations.Migration):
    dependencies = [("scoring", "0031_one_end")]

    operations = [
        *(
            migrations.AddField(
                table,
                "former_guest",
                models.CharField(blank=True, default="", max_length=40, verbose_name="Name as a guest"),
            )
            for table in ROWS
        ),
        *(
            migrations.AddField(table, "joined_by", models.UUIDField(blank=True, editable=False, null=True))
            for table in ROWS
        ),
        *(
            migrations.AddConstraint(table, models.CheckConstraint(condition=WAS_NONE | WAS_ONE, name=name))
            for table, name in CONSTRAINTS.items()
        ),
        migrations.RunPython(create_triggers, migrations.RunPython.noop),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
