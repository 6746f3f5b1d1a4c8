from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0042_seen_entries"),
    ]

    operations = [
        migrations.RenameField(model_name="sheet", old_name="standing", new_name="stored_state"),
        migrations.AlterField(
            model_name="sheet",
            name="stored_state",
            field=models.JSONField(verbose_name="State"),
        ),
    ]
