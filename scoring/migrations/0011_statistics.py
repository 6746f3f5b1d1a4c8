from collections.abc import Iterable
from typing import Any

from django.db import migrations, models

from scoring.engine.facts import OtherRules
from scoring.models.entries import standing_among
from scoring.protection import protect
from scoring.recording.books import Agreed, Book, is_other_rules, other_rules, rules_at_first
from scoring.recording.counting import count_anew
from scoring.recording.replay import fact_of, replayed, start_of
from scoring.recording.versions import rules_of


def protect_again(apps: Any, schema_editor: Any) -> None:
    """SQLite builds the table anew for a column more, and forgets its triggers."""
    protect(schema_editor.connection)


def count_hands(apps: Any, schema_editor: Any) -> None:
    """What was played before is counted, too. One sheet after the other: only one is in memory."""
    sheets, entries, versions = (
        apps.get_model("scoring", name) for name in ("Sheet", "Entry", "RulesetVersion")
    )
    last = 0
    while (sheet := _next(sheets, last)) is not None:
        last = sheet.pk
        written = list(entries.objects.filter(sheet=sheet).select_related("grounds").order_by("seq"))
        book = Book(rules_at_first(sheet), tuple(_agreed(written, versions)))
        facts = [fact_of(entry, book) for entry in standing_among(written)]
        count_anew(sheet, replayed(start_of(sheet), facts).rows)
        sheet.save(update_fields=["counted", "sums"])


def _next(sheets: Any, last: int) -> Any:
    return sheets.objects.filter(pk__gt=last).select_related("ruleset").order_by("pk").first()


def _agreed(written: list[Any], versions: Any) -> Iterable[Agreed]:
    """As `book_from` finds them, among the models as they are now."""
    taken_back = {entry.supersedes_id: entry.seq for entry in written}
    for entry in sorted(written, key=lambda one: (one.place, one.seq)):
        if is_other_rules(entry.record):
            agreed: OtherRules = other_rules(entry.record)
            rules = rules_of(versions.objects.get(pk=agreed.version, digest=agreed.digest))
            yield Agreed(entry.place, entry.seq, taken_back.get(entry.pk), rules.under(agreed.options))


class Migration(migrations.Migration):
    dependencies = [("scoring", "0010_old_sheets")]

    operations = [
        migrations.AddField(
            model_name="sheet",
            name="sums",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="sheet",
            name="counted",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.RunPython(protect_again, migrations.RunPython.noop),
        migrations.RunPython(count_hands, migrations.RunPython.noop),
    ]
