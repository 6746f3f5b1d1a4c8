"""Keep a tournament on paper that was begun so: until now each round went on as the one before it."""

from django.db import migrations


def keep_on_paper(apps, schema_editor):
    """Choose all tables where the last round that began had none but paper tables."""
    tournaments, rounds, tables = (
        apps.get_model("tournaments", name) for name in ("Tournament", "Round", "Table")
    )
    for tournament in tournaments.objects.filter(finished_at=None, paper_first=None):
        begun = rounds.objects.filter(tournament=tournament, started_at__isnull=False)
        last = begun.order_by("-number").first()
        there = tables.objects.filter(round=last)
        if last is not None and there.exists() and not there.filter(paper=False).exists():
            tournaments.objects.filter(pk=tournament.pk).update(paper_first=1)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0030_tables_on_paper"),
    ]

    operations = [
        migrations.RunPython(keep_on_paper, migrations.RunPython.noop),
    ]
