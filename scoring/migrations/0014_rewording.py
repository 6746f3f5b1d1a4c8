from typing import Any

from django.db import migrations, models
from django.db.models import Q

from scoring.protection import protect, unprotect
from scoring.rulesets.words import substance_of


def fill(apps: Any, schema_editor: Any) -> None:
    """What was saved before has a substance, too. SQLite forgot its triggers with the new columns anyway."""
    connection = schema_editor.connection
    versions = apps.get_model("scoring", "RulesetVersion").objects
    connection.check_constraints()  # PostgreSQL touches no trigger while something is still to be checked
    unprotect(connection)
    for pk in list(versions.values_list("pk", flat=True)):
        text = versions.values_list("text", flat=True).get(pk=pk)
        versions.filter(pk=pk).update(substance=substance_of(text))
    connection.check_constraints()
    protect(connection)


def protect_again(apps: Any, schema_editor: Any) -> None:
    """On the way back: without the columns of today words are protected like everything else."""
    schema_editor.connection.check_constraints()
    protect(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0013_feeds")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, protect_again),
        migrations.AddField(
            model_name="rulesetversion",
            name="substance",
            field=models.CharField(default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="rulesetversion",
            name="reworded_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="rulesetversion",
            constraint=models.CheckConstraint(
                condition=Q(("ruleset__isnull", False), ("reworded_at__isnull", True), _connector="OR"),
                name="only_own_words_are_reworded",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
