"""How names are written at a tournament, what equals were paid of a prize, and counted tills."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0025_other_versions"),
        ("tournaments", "0023_result_rulings"),
    ]

    operations = [
        migrations.CreateModel(
            name="TillCount",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                ("counted", models.PositiveIntegerField(verbose_name="Counted, in cents")),
                ("expected", models.IntegerField(verbose_name="Should have been, in cents")),
                ("at", models.DateTimeField(verbose_name="When")),
            ],
            options={
                "ordering": ["tournament", "at", "id"],
            },
        ),
        migrations.AddField(
            model_name="prize",
            name="paid",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="Paid, in cents"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="surname_first",
            field=models.BooleanField(blank=True, null=True, verbose_name="Surname first"),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.CheckConstraint(
                condition=models.Q(("paid__isnull", True), ("taken_by__isnull", False), _connector="OR"),
                name="nothing_is_paid_of_a_prize_that_is_there",
            ),
        ),
        migrations.AddField(
            model_name="tillcount",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scoring.member",
                verbose_name="Who",
            ),
        ),
        migrations.AddField(
            model_name="tillcount",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="till_counts",
                to="tournaments.tournament",
                verbose_name="Tournament",
            ),
        ),
    ]
