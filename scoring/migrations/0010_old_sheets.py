from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from scoring.protection import protect


def protect_again(apps: Any, schema_editor: Any) -> None:
    """The new tables, and whatever SQLite built anew."""
    protect(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0009_occasions")]

    operations = [
        migrations.CreateModel(
            name="OldLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("file_row", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ["sheet", "number"],
            },
        ),
        migrations.CreateModel(
            name="OldBatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("hands", "Hands"), ("amounts", "Amounts only")], max_length=10
                    ),
                ),
                ("at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="scoring.member"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="old_batches",
                        to="scoring.club",
                    ),
                ),
                (
                    "reason",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="old_batches",
                        to="scoring.reason",
                    ),
                ),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.AddField(
            model_name="evening",
            name="old_batch",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="evenings",
                to="scoring.oldbatch",
            ),
        ),
        migrations.CreateModel(
            name="OldDifference",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("file_row", models.PositiveIntegerField()),
                ("amounts", models.JSONField()),
                ("radl", models.BooleanField(null=True)),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="differences",
                        to="scoring.oldbatch",
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="on_paper",
                        to="scoring.entry",
                    ),
                ),
            ],
            options={
                "ordering": ["batch", "file_row"],
            },
        ),
        migrations.CreateModel(
            name="OldPerson",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("guest", models.CharField(blank=True, max_length=40)),
                ("key", models.CharField(blank=True, editable=False, max_length=160)),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="people",
                        to="scoring.oldbatch",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="old_people",
                        to="scoring.member",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OldAmount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("twelfths", models.BigIntegerField()),
                (
                    "line",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="amounts",
                        to="scoring.oldline",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="amounts",
                        to="scoring.oldperson",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OldSheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("date", models.DateField()),
                ("place", models.CharField(blank=True, max_length=80)),
                ("name", models.CharField(max_length=40)),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sheets",
                        to="scoring.oldbatch",
                    ),
                ),
            ],
            options={
                "ordering": ["date", "pk"],
            },
        ),
        migrations.AddField(
            model_name="oldline",
            name="sheet",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="lines", to="scoring.oldsheet"
            ),
        ),
        migrations.AddConstraint(
            model_name="oldbatch",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["hands", "amounts"])), name="old_sheets_are_of_a_known_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="oldbatch",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("reason__isnull", True),
                        ("withdrawn_at__isnull", True),
                        ("withdrawn_by__isnull", True),
                    ),
                    models.Q(
                        ("reason__isnull", False),
                        ("withdrawn_at__isnull", False),
                        ("withdrawn_by__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="who_takes_old_sheets_back_says_why",
            ),
        ),
        migrations.AddConstraint(
            model_name="oldperson",
            constraint=models.UniqueConstraint(
                fields=("batch", "member"), name="a_member_is_on_old_sheets_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="oldperson",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("member__isnull", True), models.Q(("guest", ""), _negated=True)),
                    models.Q(("guest", ""), ("member__isnull", False)),
                    _connector="OR",
                ),
                name="whoever_is_on_old_sheets_is_a_member_or_a_guest",
            ),
        ),
        migrations.AddConstraint(
            model_name="oldamount",
            constraint=models.UniqueConstraint(
                fields=("line", "person"), name="one_old_amount_per_person_and_line"
            ),
        ),
        migrations.AddConstraint(
            model_name="oldline",
            constraint=models.UniqueConstraint(fields=("sheet", "number"), name="one_old_line_per_number"),
        ),
        migrations.RunPython(protect_again, migrations.RunPython.noop),
    ]
