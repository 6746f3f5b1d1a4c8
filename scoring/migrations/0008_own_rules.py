from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from scoring.protection import protect


def protect_versions(apps: Any, schema_editor: Any) -> None:
    """A changed table can be a new table, which nothing protects yet."""
    protect(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0007_voices"),
    ]

    operations = [
        migrations.CreateModel(
            name="Ruleset",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=60)),
                ("origin", models.CharField(max_length=120)),
                ("made_at", models.DateTimeField()),
                ("draft", models.TextField(blank=True)),
                ("draft_seq", models.PositiveIntegerField(default=0)),
                ("retired_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["club", "slug"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="rulesetversion",
            name="one_version_per_text",
        ),
        migrations.RemoveConstraint(
            model_name="rulesetversion",
            name="one_version_per_edition",
        ),
        migrations.AddField(
            model_name="rulesetversion",
            name="by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scoring.member",
            ),
        ),
        migrations.AddField(
            model_name="ruleset",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="rulesets", to="scoring.club"
            ),
        ),
        migrations.AddField(
            model_name="rulesetversion",
            name="ruleset",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="versions",
                to="scoring.ruleset",
            ),
        ),
        migrations.AddConstraint(
            model_name="rulesetversion",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ruleset__isnull", True)),
                fields=("slug", "digest"),
                name="one_version_per_text",
            ),
        ),
        migrations.AddConstraint(
            model_name="rulesetversion",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ruleset__isnull", True)),
                fields=("slug", "edition"),
                name="one_version_per_edition",
            ),
        ),
        migrations.AddConstraint(
            model_name="rulesetversion",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ruleset__isnull", False)),
                fields=("ruleset", "edition"),
                name="one_own_version_per_edition",
            ),
        ),
        migrations.AddConstraint(
            model_name="rulesetversion",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("by__isnull", True), ("ruleset__isnull", True)),
                    models.Q(("by__isnull", False), ("ruleset__isnull", False)),
                    _connector="OR",
                ),
                name="somebody_saved_an_own_version",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruleset",
            constraint=models.UniqueConstraint(fields=("club", "slug"), name="one_own_sheet_per_address"),
        ),
        migrations.RunPython(protect_versions, migrations.RunPython.noop),
    ]
