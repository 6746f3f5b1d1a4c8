"""Where an evening is played is called `venue`, as in the code."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0039_sort_keys"),
    ]

    operations = [
        migrations.RenameField("evening", "place", "venue"),
        migrations.RenameField("oldsheet", "place", "venue"),
    ]
