"""How people were divided into sections last is no longer kept: they are divided again."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0036_table_changes"),
    ]

    operations = [
        migrations.RemoveField(model_name="tournament", name="divided"),
    ]
