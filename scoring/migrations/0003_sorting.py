from typing import Any

from django.db import migrations, models

from scoring.names import sorting


def sort_names(apps: Any, schema_editor: Any) -> None:
    members = apps.get_model("scoring", "Member").objects.only("name")
    for member in members.iterator():
        member.sorting = sorting(member.name)
        member.save(update_fields=["sorting"])


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0002_evenings"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="member",
            options={"ordering": ["sorting", "pk"]},
        ),
        migrations.AddField(
            model_name="member",
            name="sorting",
            field=models.CharField(default="", editable=False, max_length=160),
            preserve_default=False,
        ),
        migrations.RunPython(sort_names, migrations.RunPython.noop),
    ]
