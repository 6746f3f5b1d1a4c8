import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0011_statistics")]

    operations = [
        migrations.AddField(
            model_name="member",
            name="wants_to_go_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="Sharing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "what",
                    models.CharField(
                        choices=[("evening", "Evening"), ("standings", "Standings"), ("player", "Player")],
                        max_length=10,
                    ),
                ),
                ("period", models.CharField(blank=True, max_length=20)),
                ("made_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sharings",
                        to="scoring.club",
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sharings",
                        to="scoring.evening",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="scoring.member"
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sharings",
                        to="scoring.member",
                    ),
                ),
            ],
            options={"ordering": ["club", "what", "-made_at", "-pk"]},
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
                    _connector="OR",
                ),
                name="a_sharing_says_of_what",
            ),
        ),
        migrations.AddConstraint(
            model_name="sharing",
            constraint=models.UniqueConstraint(
                condition=models.Q(("what", "evening"), ("withdrawn_at__isnull", True)),
                fields=("evening",),
                name="one_open_sharing_per_evening",
            ),
        ),
        migrations.AddConstraint(
            model_name="sharing",
            constraint=models.UniqueConstraint(
                condition=models.Q(("what", "standings"), ("withdrawn_at__isnull", True)),
                fields=("club", "period"),
                name="one_open_sharing_per_standings",
            ),
        ),
        migrations.AddConstraint(
            model_name="sharing",
            constraint=models.UniqueConstraint(
                condition=models.Q(("what", "player"), ("withdrawn_at__isnull", True)),
                fields=("member", "period"),
                name="one_open_sharing_per_player_and_period",
            ),
        ),
    ]
