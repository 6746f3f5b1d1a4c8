"""Members say whether they come to a planned evening; a club's link asks those without an account."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0011_sheets_for_other_clubs"),
    ]

    operations = [
        migrations.CreateModel(
            name="Coming",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "says",
                    models.CharField(
                        blank=True,
                        choices=[("yes", "Yes"), ("perhaps", "Perhaps"), ("no", "No")],
                        max_length=10,
                        verbose_name="Is coming",
                    ),
                ),
                (
                    "earlier",
                    models.CharField(
                        blank=True,
                        choices=[("yes", "Yes"), ("perhaps", "Perhaps"), ("no", "No")],
                        max_length=10,
                        verbose_name="Before",
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="When")),
            ],
            options={
                "ordering": ["evening", "at", "pk"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="sharing",
            name="a_sharing_says_of_what",
        ),
        migrations.RemoveConstraint(
            model_name="sharing",
            name="one_open_sharing_per_feed",
        ),
        migrations.AlterField(
            model_name="sharing",
            name="what",
            field=models.CharField(
                choices=[
                    ("evening", "Evening"),
                    ("standings", "Standings"),
                    ("player", "Player"),
                    ("calendar", "Calendar"),
                    ("results", "Results"),
                    ("coming", "Coming"),
                ],
                max_length=10,
                verbose_name="What",
            ),
        ),
        migrations.AddConstraint(
            model_name="sharing",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("evening__isnull", False),
                        ("member__isnull", True),
                        ("period", ""),
                        ("what", "evening"),
                    ),
                    models.Q(("evening__isnull", True), ("member__isnull", True), ("what", "standings")),
                    models.Q(("evening__isnull", True), ("member__isnull", False), ("what", "player")),
                    models.Q(
                        ("evening__isnull", True),
                        ("member__isnull", True),
                        ("period", ""),
                        ("what__in", ("calendar", "results", "coming")),
                    ),
                    _connector="OR",
                ),
                name="a_sharing_says_of_what",
            ),
        ),
        migrations.AddConstraint(
            model_name="sharing",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("what__in", ("calendar", "results", "coming")), ("withdrawn_at__isnull", True)
                ),
                fields=("club", "what"),
                name="one_open_sharing_per_feed",
            ),
        ),
        migrations.AddField(
            model_name="coming",
            name="by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scoring.member",
                verbose_name="Who",
            ),
        ),
        migrations.AddField(
            model_name="coming",
            name="evening",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="comings",
                to="scoring.evening",
                verbose_name="Evening",
            ),
        ),
        migrations.AddField(
            model_name="coming",
            name="member",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="comings",
                to="scoring.member",
                verbose_name="Member",
            ),
        ),
        migrations.AddConstraint(
            model_name="coming",
            constraint=models.UniqueConstraint(
                fields=("evening", "member"), name="a_member_says_once_who_is_coming"
            ),
        ),
        migrations.AddConstraint(
            model_name="coming",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("says__in", ["", "yes", "perhaps", "no"]), ("earlier__in", ["", "yes", "perhaps", "no"])
                ),
                name="who_is_coming_says_yes_perhaps_or_no",
            ),
        ),
    ]
