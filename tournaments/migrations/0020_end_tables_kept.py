"""Versions of end tables are never changed; the results that each series had of its own are gone."""

from __future__ import annotations

from typing import Any

from django.db import migrations

# Tables whose rows are never deleted, with the columns that are never changed; empty: none of them is.
WRITTEN_ONCE: dict[str, tuple[str, ...]] = {
    "tournaments_endtableversion": (),
    "tournaments_endtableresult": ("id", "table_id", "since_id", "member_id", "place", "points"),
}
TRIGGERS = {
    "sqlite": (
        "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} "
        "BEGIN SELECT RAISE(ABORT, '{table} is never changed'); END"
    ),
    "postgresql": "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} EXECUTE FUNCTION scoring_refuses()",
}


def create_triggers(apps: Any, schema_editor: Any) -> None:
    """Let the database refuse to change what was written down."""
    vendor = schema_editor.connection.vendor
    for table, columns in WRITTEN_ONCE.items():
        of = f" OF {', '.join(map(schema_editor.quote_name, columns))}" if columns else ""
        refused = {
            "update": f"UPDATE{of} ON {table} FOR EACH ROW",
            "delete": f"DELETE ON {table} FOR EACH ROW",
        }
        if vendor == "postgresql":
            refused["truncate"] = f"TRUNCATE ON {table} FOR EACH STATEMENT"
        for what, when in refused.items():
            trigger = TRIGGERS[vendor].format(table=table, what=what, when=when)
            schema_editor.execute(trigger, params=None)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_end_tables")]

    operations = [
        migrations.DeleteModel("OldResult"),
        migrations.RunPython(create_triggers, migrations.RunPython.noop),
    ]
