"""Who took and paid out money, day tickets, shares of what came in, sponsors, and other money of the day."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0010_sums_of_evenings"),
        ("tournaments", "0004_registration"),
    ]

    operations = [
        migrations.CreateModel(
            name="CashEntry",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                (
                    "kind",
                    models.CharField(
                        choices=[("sponsor", "Sponsor"), ("in", "In"), ("out", "Out")],
                        max_length=10,
                        verbose_name="What",
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="What for")),
                ("cents", models.PositiveIntegerField(verbose_name="Cents")),
                ("at", models.DateTimeField(verbose_name="When")),
            ],
            options={
                "ordering": ["tournament", "at", "id"],
            },
        ),
        migrations.AddField(
            model_name="attendance",
            name="taken_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scoring.member",
                verbose_name="Who took the money",
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="ticket",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="Day ticket, in cents"),
        ),
        migrations.AddField(
            model_name="entrant",
            name="ticket_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="Day ticket paid"),
        ),
        migrations.AddField(
            model_name="entrant",
            name="ticket_taken_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scoring.member",
                verbose_name="Who took the money",
            ),
        ),
        migrations.AddField(
            model_name="prize",
            name="handed_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scoring.member",
                verbose_name="Who gave it out",
            ),
        ),
        migrations.AddField(
            model_name="prize",
            name="share",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="Share"),
        ),
        migrations.AddField(
            model_name="prize",
            name="sponsor",
            field=models.CharField(blank=True, default="", max_length=80, verbose_name="Sponsor"),
        ),
        migrations.AddConstraint(
            model_name="attendance",
            constraint=models.CheckConstraint(
                condition=models.Q(("taken_by__isnull", True), ("paid__isnull", False), _connector="OR"),
                name="nobody_took_what_is_not_paid",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("ticket__isnull", True),
                        ("ticket_at__isnull", True),
                        ("ticket_taken_by__isnull", True),
                    ),
                    models.Q(
                        ("ticket__isnull", False),
                        ("ticket_at__isnull", False),
                        ("ticket_taken_by__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="a_day_ticket_was_paid_to_somebody_at_some_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.CheckConstraint(
                condition=models.Q(("handed_by__isnull", True), ("taken_by__isnull", False), _connector="OR"),
                name="nobody_gave_out_a_prize_that_is_there",
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("share__isnull", True),
                    models.Q(("cents__isnull", False), ("share__gt", 0), ("share__lte", 10000)),
                    _connector="OR",
                ),
                name="a_share_is_some_of_what_came_in",
            ),
        ),
        migrations.AddField(
            model_name="cashentry",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scoring.member",
                verbose_name="Who",
            ),
        ),
        migrations.AddField(
            model_name="cashentry",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="cash",
                to="tournaments.tournament",
                verbose_name="Tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="cashentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ("sponsor", "in", "out"))), name="cash_comes_in_or_goes_out"
            ),
        ),
        migrations.AddConstraint(
            model_name="cashentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("cents__gt", 0)), name="cash_is_more_than_nothing"
            ),
        ),
    ]
