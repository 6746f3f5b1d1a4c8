"""What was played, as rows that statistics ask; filled from the entries before anything is served."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0025_other_versions"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayedGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.PositiveSmallIntegerField(verbose_name="Number")),
                ("contract", models.CharField(max_length=40, verbose_name="Game")),
                ("won", models.BooleanField(null=True, verbose_name="Won")),
                ("partnered", models.BooleanField(verbose_name="With a partner")),
                ("trischaken", models.BooleanField(verbose_name="Trischaken")),
                ("twelfths", models.BigIntegerField(verbose_name="Declarer’s points, in twelfths")),
                ("most", models.BigIntegerField(null=True, verbose_name="Highest amount, in twelfths")),
                (
                    "declarer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games_declared",
                        to="scoring.participant",
                        verbose_name="Declarer",
                    ),
                ),
                (
                    "row",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="scoring.row",
                        verbose_name="Hand",
                    ),
                ),
                (
                    "rules",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="scoring.rulesetversion",
                        verbose_name="Rules",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="scoring.sheet",
                        verbose_name="Table",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("row", "order"), name="a_game_of_a_hand_is_counted_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayedSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(verbose_name="Seat")),
                ("role", models.CharField(max_length=1, verbose_name="Side")),
                ("won", models.BooleanField(null=True, verbose_name="Won")),
                ("twelfths", models.BigIntegerField(verbose_name="Points of the game, in twelfths")),
                ("kassa", models.BigIntegerField(null=True, verbose_name="Kassa, in twelfths")),
                ("schrift", models.BigIntegerField(null=True, verbose_name="Schrift, in twelfths")),
                ("jungfrau", models.BooleanField(verbose_name="Jungfrau")),
                ("buergermeister", models.BooleanField(verbose_name="Bürgermeister")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="scoring.playedgame",
                        verbose_name="Game",
                    ),
                ),
                (
                    "participant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="scoring.participant",
                        verbose_name="Player",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seat"), name="a_seat_of_a_game_is_counted_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayedPremium",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.PositiveSmallIntegerField(verbose_name="Number")),
                ("premium", models.CharField(max_length=40, verbose_name="Premium")),
                ("how", models.CharField(max_length=1, verbose_name="How")),
                ("twelfths", models.BigIntegerField(verbose_name="Points, in twelfths")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="premiums",
                        to="scoring.playedgame",
                        verbose_name="Game",
                    ),
                ),
                (
                    "participant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="premiums",
                        to="scoring.participant",
                        verbose_name="Player",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "order"), name="a_premium_of_a_hand_is_counted_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayedKontra",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.PositiveSmallIntegerField(verbose_name="Number")),
                ("step", models.PositiveSmallIntegerField(verbose_name="Step")),
                ("twelfths", models.BigIntegerField(verbose_name="Points, in twelfths")),
                ("side", models.BigIntegerField(null=True, verbose_name="Points of the side, in twelfths")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kontras",
                        to="scoring.playedgame",
                        verbose_name="Game",
                    ),
                ),
                (
                    "participant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="kontras",
                        to="scoring.participant",
                        verbose_name="Player",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "order", "participant"), name="a_kontra_of_a_hand_is_counted_once"
                    )
                ],
            },
        ),
    ]
