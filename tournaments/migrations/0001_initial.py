from typing import Any

import django.db.models.deletion
from django.db import migrations, models

# What was written down: tables whose rows are never deleted, with the columns that are never changed. Where no
# column is named, none of them is.
WRITTEN_ONCE: dict[str, tuple[str, ...]] = {
    "tournaments_tick": (),
    "tournaments_ruling": (),
    "tournaments_permit": (),
    "tournaments_paperresult": (),
    "tournaments_rewritten": (),
    "tournaments_call": ("id", "table_id", "words_id", "by_id", "at"),
    "tournaments_leaving": (
        *("id", "table_id", "entrant_id", "instead_id", "ranked", "reason_id", "by_id", "at"),
    ),
    "tournaments_lot": ("id", "tournament_id", "round_id", "about", "order", "by_id", "at"),
}
# The function is made beside the tables of the club.
TRIGGERS = {
    "sqlite": (
        "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} "
        "BEGIN SELECT RAISE(ABORT, '{table} is never changed'); END"
    ),
    "postgresql": "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} EXECUTE FUNCTION scoring_refuses()",
}


def create_triggers(apps: Any, schema_editor: Any) -> None:
    """Let the database refuse to change what was written down; the triggers go with their tables."""
    vendor = schema_editor.connection.vendor
    for table, columns in WRITTEN_ONCE.items():
        of = f" OF {', '.join(map(schema_editor.quote_name, columns))}" if columns else ""
        refused = {
            "update": f"UPDATE{of} ON {table} FOR EACH ROW",
            "delete": f"DELETE ON {table} FOR EACH ROW",
        }
        if vendor == "postgresql":
            refused["truncate"] = f"TRUNCATE ON {table} FOR EACH STATEMENT"
        for what, when in refused.items():
            trigger = TRIGGERS[vendor].format(table=table, what=what, when=when)
            schema_editor.execute(trigger, params=None)


class Migration(migrations.Migration):
    initial = True

    # Databases and club files of the time when there were several name these; they were as far as this one.
    replaces = [
        ("tournaments", "0001_tournaments"),
        ("tournaments", "0002_protected"),
        ("tournaments", "0003_written_anew"),
    ]

    dependencies = [
        ("scoring", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=80, verbose_name="Title")),
                ("code", models.CharField(max_length=12)),
                ("kept_terms", models.JSONField(db_column="terms", verbose_name="Terms")),
                (
                    "state",
                    models.CharField(
                        choices=[("planned", "Planned"), ("running", "Running"), ("finished", "Finished")],
                        default="planned",
                        max_length=10,
                        verbose_name="State",
                    ),
                ),
                ("public", models.BooleanField(default=False, verbose_name="Open to everybody")),
                ("made_at", models.DateTimeField(verbose_name="Made")),
                ("finished_at", models.DateTimeField(blank=True, null=True, verbose_name="Finished")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="scoring.club",
                        verbose_name="Club",
                    ),
                ),
                (
                    "evening",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournament",
                        to="scoring.evening",
                        verbose_name="Evening",
                    ),
                ),
            ],
            options={
                "ordering": ["-evening__date", "-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("code",), name="one_tournament_per_address"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["planned", "running", "finished"])),
                        name="a_tournament_is_in_a_known_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("finished_at__isnull", False), ("state", "finished")),
                            models.Q(
                                models.Q(("state", "finished"), _negated=True), ("finished_at__isnull", True)
                            ),
                            _connector="OR",
                        ),
                        name="a_finished_tournament_says_when",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="Number")),
                ("house", models.BooleanField(default=False, verbose_name="House player")),
                ("registered_at", models.DateTimeField(verbose_name="Registered")),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True, verbose_name="Withdrawn")),
                (
                    "participant",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entrant",
                        to="scoring.participant",
                        verbose_name="Player",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entrants",
                        to="tournaments.tournament",
                        verbose_name="Tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="one_entrant_per_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="Pulse",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="pulse",
                        serialize=False,
                        to="tournaments.tournament",
                        verbose_name="Tournament",
                    ),
                ),
                ("count", models.PositiveBigIntegerField(default=0, verbose_name="Changes")),
                ("clock", models.PositiveBigIntegerField(default=0, verbose_name="Changes of the clock")),
            ],
        ),
        migrations.CreateModel(
            name="Card",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="Number")),
                ("generation", models.PositiveIntegerField(default=1, verbose_name="Card, number")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cards",
                        to="tournaments.tournament",
                        verbose_name="Tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="one_card_per_table_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="Number")),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("check_in", "Check In"),
                            ("draft", "Draft"),
                            ("published", "Published"),
                            ("running", "Running"),
                            ("closed", "Closed"),
                        ],
                        default="check_in",
                        max_length=10,
                        verbose_name="Stage",
                    ),
                ),
                ("method", models.CharField(blank=True, max_length=20, verbose_name="How it was drawn")),
                ("seed", models.CharField(blank=True, max_length=40, verbose_name="Seed")),
                ("report", models.JSONField(blank=True, null=True, verbose_name="Report on the draw")),
                ("swapped", models.BooleanField(default=False, verbose_name="Changed by hand")),
                ("minutes", models.PositiveIntegerField(blank=True, null=True, verbose_name="Minutes")),
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="Started")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="Bell rung")),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="Closed")),
                ("reopened_at", models.DateTimeField(blank=True, null=True, verbose_name="Opened again")),
                (
                    "doubled_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="Double round called"),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rounds",
                        to="tournaments.tournament",
                        verbose_name="Tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="one_round_per_number"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("stage__in", ["check_in", "draft", "published", "running", "closed"])
                        ),
                        name="a_round_is_at_a_known_stage",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("stage__in", ("running", "closed")), ("started_at__isnull", False)),
                            models.Q(
                                models.Q(("stage__in", ("running", "closed")), _negated=True),
                                ("started_at__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="a_round_that_began_says_when",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveIntegerField(verbose_name="Order")),
                ("name", models.CharField(max_length=80, verbose_name="Name")),
                ("cents", models.PositiveIntegerField(blank=True, null=True, verbose_name="Cents")),
                ("chosen", models.BooleanField(default=False, verbose_name="Chosen")),
                ("taken_at", models.DateTimeField(blank=True, null=True, verbose_name="When taken")),
                (
                    "removed_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="Taken off the list"),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="prizes",
                        to="tournaments.entrant",
                        verbose_name="Taken by",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="prizes",
                        to="tournaments.tournament",
                        verbose_name="Tournament",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="prizes",
                        to="tournaments.round",
                        verbose_name="Round",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "round", "position"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("chosen", False), ("taken_at__isnull", True), ("taken_by__isnull", True)
                            ),
                            models.Q(("taken_at__isnull", False), ("taken_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="a_prize_that_is_taken_says_when",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Lot",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                (
                    "about",
                    models.CharField(
                        choices=[("rank", "Rank"), ("choice", "Choice")],
                        max_length=10,
                        verbose_name="What about",
                    ),
                ),
                ("order", models.JSONField(verbose_name="Order")),
                ("seed", models.CharField(blank=True, max_length=40, verbose_name="Seed")),
                ("at", models.DateTimeField(verbose_name="When")),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True, verbose_name="Withdrawn")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Who",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="lots",
                        to="tournaments.tournament",
                        verbose_name="Tournament",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="lots",
                        to="tournaments.round",
                        verbose_name="Round",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("about__in", ("rank", "choice"))), name="a_lot_is_about_something"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Attendance",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("checked_in_at", models.DateTimeField(blank=True, null=True, verbose_name="Checked in")),
                ("paid", models.PositiveIntegerField(blank=True, null=True, verbose_name="Paid, in cents")),
                ("paid_at", models.DateTimeField(blank=True, null=True, verbose_name="When paid")),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="attendances",
                        to="tournaments.entrant",
                        verbose_name="On the list",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="attendances",
                        to="tournaments.round",
                        verbose_name="Round",
                    ),
                ),
            ],
            options={
                "ordering": ["round", "entrant"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "entrant"), name="one_attendance_per_round"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("paid__isnull", True), ("paid_at__isnull", True)),
                            models.Q(("paid__isnull", False), ("paid_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="what_is_paid_was_paid_at_some_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="Number")),
                ("seats", models.JSONField(verbose_name="Seats")),
                ("paper", models.BooleanField(default=False, verbose_name="On paper")),
                ("dealt", models.BooleanField(blank=True, null=True, verbose_name="Dealt at the bell")),
                (
                    "dealt_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="Answered at the bell"),
                ),
                ("extra_hands", models.PositiveIntegerField(default=0, verbose_name="Further hands allowed")),
                (
                    "extra_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="Further hands allowed at"),
                ),
                ("results", models.JSONField(default=dict, verbose_name="Results")),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tables",
                        to="tournaments.round",
                        verbose_name="Round",
                    ),
                ),
                (
                    "sheet",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="table",
                        to="scoring.sheet",
                        verbose_name="Table",
                    ),
                ),
            ],
            options={
                "ordering": ["round", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("round", "number"), name="one_table_per_number_in_a_round"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Call",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                ("at", models.DateTimeField(verbose_name="When")),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True, verbose_name="Withdrawn")),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Who",
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
                        verbose_name="Withdrawn by",
                    ),
                ),
                (
                    "words",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.reason",
                        verbose_name="Words",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="calls",
                        to="tournaments.table",
                        verbose_name="Table",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "id"],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                (
                    "finding",
                    models.CharField(
                        choices=[
                            ("stands", "Stands"),
                            ("corrected", "Corrected"),
                            ("struck", "Struck"),
                            ("renonce", "Renonce"),
                        ],
                        max_length=10,
                        verbose_name="Finding",
                    ),
                ),
                ("place", models.BigIntegerField(blank=True, null=True, verbose_name="Place")),
                ("arbiters", models.JSONField(default=list, verbose_name="Arbiters")),
                ("at", models.DateTimeField(verbose_name="When")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Who",
                    ),
                ),
                (
                    "call",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="tournaments.call",
                        verbose_name="Call",
                    ),
                ),
                (
                    "overridden_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Permitted by",
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="tournaments.ruling",
                        verbose_name="Replaces",
                    ),
                ),
                (
                    "text",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.reason",
                        verbose_name="Text",
                    ),
                ),
                (
                    "written",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.entry",
                        verbose_name="Hand as ruled",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("finding__in", ["stands", "corrected", "struck", "renonce"])),
                        name="a_ruling_finds_one_of_four",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("replaces__isnull", True)),
                        fields=("call",),
                        name="a_call_is_ruled_on_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Rewritten",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                ("at", models.DateTimeField(verbose_name="When")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Who",
                    ),
                ),
                (
                    "reason",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.reason",
                        verbose_name="Reason",
                    ),
                ),
                (
                    "sheet",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rewritten",
                        to="scoring.sheet",
                        verbose_name="Table",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rewritten",
                        to="tournaments.table",
                        verbose_name="Table",
                    ),
                ),
                ("people", models.JSONField(default=dict)),
                ("after", models.PositiveIntegerField(null=True)),
            ],
            options={
                "ordering": ["at", "id"],
            },
        ),
        migrations.CreateModel(
            name="PaperResult",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                ("seq", models.PositiveIntegerField(verbose_name="Order of writing")),
                ("lines", models.JSONField(null=True, verbose_name="Result")),
                ("at", models.DateTimeField(verbose_name="When")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Who",
                    ),
                ),
                (
                    "reason",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.reason",
                        verbose_name="Reason",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="paper_results",
                        to="tournaments.table",
                        verbose_name="Table",
                    ),
                ),
            ],
            options={
                "ordering": ["table", "seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seq"), name="one_paper_result_at_a_time"),
                    models.CheckConstraint(
                        condition=models.Q(("seq", 1), ("reason__isnull", False), _connector="OR"),
                        name="another_paper_result_says_why",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Leaving",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                (
                    "ranked",
                    models.CharField(
                        choices=[("balance", "Balance"), ("last", "Last")],
                        max_length=10,
                        verbose_name="How ranked",
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="When")),
                ("undone_at", models.DateTimeField(blank=True, null=True, verbose_name="Taken back")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Who",
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="leavings",
                        to="tournaments.entrant",
                        verbose_name="On the list",
                    ),
                ),
                (
                    "instead",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="stepping_in",
                        to="tournaments.entrant",
                        verbose_name="Who sat down",
                    ),
                ),
                (
                    "reason",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.reason",
                        verbose_name="Reason",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="leavings",
                        to="tournaments.table",
                        verbose_name="Table",
                    ),
                ),
            ],
            options={
                "ordering": ["table", "at"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at__isnull", True)),
                        fields=("table", "entrant"),
                        name="one_leaves_a_table_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Tick",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                (
                    "kind",
                    models.CharField(
                        choices=[("pause", "Pause"), ("resume", "Resume"), ("add", "Add")],
                        max_length=10,
                        verbose_name="What",
                    ),
                ),
                ("seconds", models.PositiveIntegerField(default=0, verbose_name="Seconds")),
                ("at", models.DateTimeField(verbose_name="When")),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Who",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ticks",
                        to="tournaments.round",
                        verbose_name="Round",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ticks",
                        to="tournaments.table",
                        verbose_name="Table",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "add"), ("seconds__gt", 0)),
                            models.Q(models.Q(("kind", "add"), _negated=True), ("seconds", 0)),
                            _connector="OR",
                        ),
                        name="only_added_time_has_a_length",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind", "add"), ("table__isnull", True), _connector="OR"),
                        name="a_pause_is_for_everybody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Permit",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                ("at", models.DateTimeField(verbose_name="When")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Who",
                    ),
                ),
                (
                    "call",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="permits",
                        to="tournaments.call",
                        verbose_name="Call",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Member",
                    ),
                ),
            ],
            options={
                "ordering": ["at"],
                "constraints": [
                    models.UniqueConstraint(fields=("call", "member"), name="one_permit_per_arbiter_and_call")
                ],
            },
        ),
        migrations.CreateModel(
            name="Preset",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="Name")),
                ("rules", models.CharField(max_length=60, verbose_name="Rules")),
                ("kept_terms", models.JSONField(db_column="terms", verbose_name="Terms")),
                ("made_at", models.DateTimeField(verbose_name="Made")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="presets",
                        to="scoring.club",
                        verbose_name="Club",
                    ),
                ),
            ],
            options={
                "ordering": ["name", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "name"), name="one_preset_per_name_in_a_club")
                ],
            },
        ),
        migrations.RunPython(create_triggers, migrations.RunPython.noop),
    ]
