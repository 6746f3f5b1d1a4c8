"""A table's results as they are stored are called so, as a sheet's state is: beside them stands their type."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0040_seen_entries")]

    operations = [
        migrations.RenameField(model_name="table", old_name="results", new_name="stored_results"),
    ]
