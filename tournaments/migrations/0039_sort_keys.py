"""By what a ruling finds its hand is called `sort_key`, as in the code."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0038_seats_and_ranks"),
    ]

    operations = [
        migrations.RenameField("ruling", "place", "sort_key"),
    ]
