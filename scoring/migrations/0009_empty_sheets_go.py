"""A sheet on which nothing was ever written may be deleted; all others stay as protected as before."""

from __future__ import annotations

from typing import Any

from django.db import migrations

BODY = {
    "sqlite": "BEGIN SELECT RAISE(ABORT, 'scoring_sheet is never changed'); END",
    "postgresql": "EXECUTE FUNCTION scoring_refuses()",
}


def refuse(schema_editor: Any, only: str) -> None:
    vendor = schema_editor.connection.vendor
    on = " ON scoring_sheet" if vendor == "postgresql" else ""
    schema_editor.execute(f"DROP TRIGGER IF EXISTS scoring_sheet_refuses_delete{on}")
    schema_editor.execute(
        "CREATE TRIGGER scoring_sheet_refuses_delete BEFORE DELETE ON scoring_sheet "
        f"FOR EACH ROW{only} {BODY[vendor]}"
    )


def let_empty_go(apps: Any, schema_editor: Any) -> None:
    refuse(schema_editor, ' WHEN (OLD."seq" > 0)')


def keep_all(apps: Any, schema_editor: Any) -> None:
    refuse(schema_editor, "")


class Migration(migrations.Migration):
    dependencies = [("scoring", "0008_counted_hands")]

    operations = [migrations.RunPython(let_empty_go, keep_all)]
