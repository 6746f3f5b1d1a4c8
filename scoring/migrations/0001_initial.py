from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# What was written down: tables whose rows are never deleted, with the columns that are never changed. Where no
# column is named, none of them is.
WRITTEN_ONCE: dict[str, tuple[str, ...]] = {
    "scoring_entry": (),
    "scoring_rulesetversion": ("id", "ruleset_id", "edition", "digest", "substance", "by_id", "stored_at"),
    "scoring_seal": (),
    "scoring_voice": (),
    "scoring_olddifference": (),
    "scoring_oldline": (),
    "scoring_oldamount": (),
    "scoring_oldbatch": ("id", "club_id", "kind", "by_id", "at"),
    "scoring_oldsheet": ("id", "batch_id", "date"),
    "scoring_oldperson": ("id", "batch_id"),
    "scoring_sheet": ("id", "evening_id", "ruleset_id", "options", "players", "dealer", "opened_at"),
    "scoring_deed": ("id", "club_id", "account_id", "verb", "asked", "at"),
}
TRIGGERS = {
    "sqlite": (
        "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} "
        "BEGIN SELECT RAISE(ABORT, '{table} is never changed'); END"
    ),
    "postgresql": "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} EXECUTE FUNCTION scoring_refuses()",
}
# The words of rules change only in a statement that also says when: later than before.
UNMARKED = (
    'UPDATE OF "slug", "text", "reworded_at" ON scoring_rulesetversion FOR EACH ROW '
    'WHEN (NEW."reworded_at" IS NULL '
    'OR NOT (OLD."reworded_at" IS NULL OR NEW."reworded_at" > OLD."reworded_at"))'
)
# What the triggers of PostgreSQL run.
FUNCTION = (
    "CREATE FUNCTION scoring_refuses() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION '% is never changed', TG_TABLE_NAME "
    "USING ERRCODE = 'integrity_constraint_violation'; END $$"
)


def create_function(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(FUNCTION, params=None)


def drop_function(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION scoring_refuses()")


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
    unmarked = TRIGGERS[vendor].format(table="scoring_rulesetversion", what="unmarked", when=UNMARKED)
    schema_editor.execute(unmarked, params=None)


class Migration(migrations.Migration):
    initial = True

    # Databases and club files of the time when there were several name these; they were as far as this one.
    replaces = [
        ("scoring", "0002_evenings"),
        ("scoring", "0003_sorting"),
        ("scoring", "0004_sheets_protected"),
        ("scoring", "0005_settling"),
        ("scoring", "0006_from_hand_to_season"),
        ("scoring", "0007_voices"),
        ("scoring", "0008_own_rules"),
        ("scoring", "0009_occasions"),
        ("scoring", "0010_old_sheets"),
        ("scoring", "0011_statistics"),
        ("scoring", "0012_sharing"),
        ("scoring", "0013_feeds"),
        ("scoring", "0014_rewording"),
    ]

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.RunPython(create_function, drop_function),
        migrations.CreateModel(
            name="Account",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="Last signed in")),
                (
                    "is_superuser",
                    models.BooleanField(default=False, verbose_name="Runs the program"),
                ),
                ("name", models.CharField(max_length=40, unique=True, verbose_name="Name")),
                ("key", models.CharField(editable=False, max_length=160)),
                ("made_at", models.DateTimeField(verbose_name="Made")),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("key",), name="one_account_per_sign_in_name")
                ],
            },
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="Name")),
                ("slug", models.SlugField(max_length=60, verbose_name="Short name")),
                ("currency", models.CharField(default="EUR", max_length=3, verbose_name="Currency")),
                ("cents_per_point", models.PositiveIntegerField(default=10, verbose_name="Cents per point")),
                ("language", models.CharField(default="de", max_length=2, verbose_name="Language")),
                ("default_rules", models.CharField(max_length=60, verbose_name="Rules")),
                ("demonstration", models.BooleanField(default=False, verbose_name="Demonstration")),
            ],
            options={
                "ordering": ["name", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("slug",), name="one_club_per_address"),
                    models.CheckConstraint(
                        condition=models.Q(("cents_per_point__gte", 0)),
                        name="a_point_never_costs_less_than_nothing",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("currency__in", ("EUR", "CHF", "CZK", "GBP", "HUF", "PLN", "SEK", "USD"))
                        ),
                        name="a_club_pays_in_a_known_currency",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Deed",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                ("actor", models.CharField(max_length=40, verbose_name="Who")),
                ("verb", models.CharField(max_length=40, verbose_name="Verb")),
                ("details", models.JSONField(default=dict, verbose_name="Details")),
                ("asked", models.CharField(max_length=64)),
                ("at", models.DateTimeField(verbose_name="When")),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deeds",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="Account",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deeds",
                        to="scoring.club",
                        verbose_name="Club",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-id"],
                "indexes": [models.Index(fields=["club", "-at"], name="deeds_of_a_club")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("actor", ""), _negated=True), name="a_deed_names_who_did_it"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("verb", ""), _negated=True), name="a_deed_says_what_was_done"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="Name")),
                ("key", models.CharField(editable=False, max_length=160)),
                ("active", models.BooleanField(default=True, verbose_name="Active")),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="Account",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="members",
                        to="scoring.club",
                        verbose_name="Club",
                    ),
                ),
                ("sorting", models.CharField(editable=False, max_length=160)),
                ("anonymised_at", models.DateTimeField(blank=True, null=True)),
                (
                    "wants_to_go_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="Asked to be anonymised"),
                ),
            ],
            options={
                "ordering": ["sorting", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "key"), name="one_member_per_name_in_a_club"),
                    models.UniqueConstraint(
                        fields=("club", "account"), name="one_member_per_account_in_a_club"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_hash", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField(verbose_name="Made")),
                ("expires_at", models.DateTimeField(verbose_name="Expires")),
                ("used_at", models.DateTimeField(blank=True, null=True, verbose_name="Used")),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True, verbose_name="Withdrawn")),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="Made by",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to="scoring.member",
                        verbose_name="Member",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("token_hash",), name="one_invitation_per_link"),
                    models.UniqueConstraint(
                        condition=models.Q(("used_at__isnull", True), ("withdrawn_at__isnull", True)),
                        fields=("member",),
                        name="one_open_invitation_per_member",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("used_at__isnull", True), ("withdrawn_at__isnull", True), _connector="OR"
                        ),
                        name="a_withdrawn_invitation_is_never_used",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("expires_at__gt", models.F("made_at"))),
                        name="an_invitation_ends_after_it_begins",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Appointment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "Owner"),
                            ("director", "Director"),
                            ("scorer", "Scorer"),
                            ("arbiter", "Arbiter"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appointments",
                        to="scoring.member",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("member", "role"), name="a_member_holds_a_role_once"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["owner", "director", "scorer", "arbiter"])),
                        name="a_role_is_one_of_four",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SignInAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=160, verbose_name="Sign-in name")),
                ("address", models.CharField(max_length=64, verbose_name="Address")),
                ("at", models.DateTimeField(verbose_name="When")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["key", "at"], name="attempts_for_a_name"),
                    models.Index(fields=["address", "at"], name="attempts_from_an_address"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Reason",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=400, verbose_name="Text")),
                ("blanked_at", models.DateTimeField(blank=True, null=True, verbose_name="Blanked")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("text", ""), _negated=True),
                            ("blanked_at__isnull", False),
                            _connector="OR",
                        ),
                        name="a_reason_has_words",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Ruleset",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=60, verbose_name="Short name")),
                ("origin", models.CharField(max_length=120, verbose_name="Began as")),
                ("made_at", models.DateTimeField(verbose_name="Made")),
                ("draft", models.TextField(blank=True)),
                ("draft_seq", models.PositiveIntegerField(default=0)),
                ("retired_at", models.DateTimeField(blank=True, null=True, verbose_name="No longer offered")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulesets",
                        to="scoring.club",
                        verbose_name="Club",
                    ),
                ),
            ],
            options={
                "ordering": ["club", "slug"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "slug"), name="one_own_sheet_per_address")
                ],
            },
        ),
        migrations.CreateModel(
            name="RulesetVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=60, verbose_name="Short name")),
                ("edition", models.PositiveIntegerField(verbose_name="Version")),
                ("text", models.TextField(verbose_name="Text")),
                ("digest", models.CharField(max_length=64, verbose_name="Checksum")),
                ("stored_at", models.DateTimeField(verbose_name="Stored")),
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
                    "ruleset",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="scoring.ruleset",
                        verbose_name="Rules",
                    ),
                ),
                ("substance", models.CharField(max_length=64, verbose_name="Checksum without words")),
                (
                    "reworded_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="Names taken out of its words"),
                ),
            ],
            options={
                "ordering": ["slug", "edition"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ruleset__isnull", True)),
                        fields=("slug", "digest"),
                        name="one_version_per_text",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ruleset__isnull", True)),
                        fields=("slug", "edition"),
                        name="one_version_per_edition",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ruleset__isnull", False)),
                        fields=("ruleset", "edition"),
                        name="one_own_version_per_edition",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("by__isnull", True), ("ruleset__isnull", True)),
                            models.Q(("by__isnull", False), ("ruleset__isnull", False)),
                            _connector="OR",
                        ),
                        name="somebody_saved_an_own_version",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ruleset__isnull", False), ("reworded_at__isnull", True), _connector="OR"
                        ),
                        name="only_own_words_are_reworded",
                    ),
                ],
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
                        choices=[("hands", "Hands"), ("amounts", "Amounts only")],
                        max_length=10,
                        verbose_name="What",
                    ),
                ),
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
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="old_batches",
                        to="scoring.club",
                        verbose_name="Club",
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
                        verbose_name="Reason",
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
            ],
            options={
                "ordering": ["-at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["hands", "amounts"])),
                        name="old_sheets_are_of_a_known_kind",
                    ),
                    models.CheckConstraint(
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
                ],
            },
        ),
        migrations.CreateModel(
            name="Evening",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("date", models.DateField(verbose_name="Date")),
                ("place", models.CharField(blank=True, max_length=80, verbose_name="Place")),
                ("options", models.JSONField(blank=True, default=dict, verbose_name="Agreements")),
                ("cents_per_point", models.PositiveIntegerField(verbose_name="Cents per point")),
                ("currency", models.CharField(max_length=3, verbose_name="Currency")),
                ("spontaneous", models.BooleanField(default=False, verbose_name="Without an evening")),
                ("opened_at", models.DateTimeField(verbose_name="Opened")),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="Closed")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="evenings",
                        to="scoring.club",
                        verbose_name="Club",
                    ),
                ),
                (
                    "ruleset",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="evenings",
                        to="scoring.rulesetversion",
                        verbose_name="Rules",
                    ),
                ),
                ("pagatkassa", models.JSONField(blank=True, null=True, verbose_name="Pagatkassa")),
                ("confirmation", models.BooleanField(default=False, verbose_name="Hands are confirmed")),
                ("occasion", models.CharField(default="club", max_length=20)),
                (
                    "old_batch",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="evenings",
                        to="scoring.oldbatch",
                        verbose_name="Old sheets",
                    ),
                ),
            ],
            options={
                "ordering": ["-date", "-pk"],
                "indexes": [models.Index(fields=["club", "-date"], name="evenings_of_a_club")],
            },
        ),
        migrations.CreateModel(
            name="Participant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("guest", models.CharField(blank=True, max_length=40, verbose_name="Guest")),
                ("key", models.CharField(blank=True, editable=False, max_length=160)),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="participants",
                        to="scoring.evening",
                        verbose_name="Evening",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="participations",
                        to="scoring.member",
                        verbose_name="Member",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("evening", "member"), name="a_member_is_there_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("member__isnull", True)),
                        fields=("evening", "key"),
                        name="one_guest_per_name",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("member__isnull", True), models.Q(("guest", ""), _negated=True)),
                            models.Q(("guest", ""), ("member__isnull", False)),
                            _connector="OR",
                        ),
                        name="whoever_is_there_is_a_member_or_a_guest",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Sheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="Name")),
                ("options", models.JSONField(blank=True, default=dict, verbose_name="Agreements")),
                ("players", models.JSONField(verbose_name="Players")),
                ("dealer", models.CharField(max_length=20, verbose_name="Dealer")),
                ("opened_at", models.DateTimeField(verbose_name="Opened")),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="Closed")),
                (
                    "record_link",
                    models.PositiveIntegerField(default=1, verbose_name="Link to record, number"),
                ),
                ("read_link", models.PositiveIntegerField(default=1, verbose_name="Link to look on, number")),
                ("seq", models.PositiveIntegerField(default=0, verbose_name="Order of writing")),
                ("standing", models.JSONField(verbose_name="Standing")),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sheets",
                        to="scoring.evening",
                        verbose_name="Evening",
                    ),
                ),
                (
                    "ruleset",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sheets",
                        to="scoring.rulesetversion",
                        verbose_name="Rules",
                    ),
                ),
                ("voiced", models.PositiveIntegerField(default=0, verbose_name="Taps about hands")),
                ("sums", models.JSONField(blank=True, default=dict)),
                ("counted", models.JSONField(blank=True, default=list)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("evening", "name"), name="one_sheet_per_table_name")
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                ("seq", models.PositiveIntegerField(verbose_name="Order of writing")),
                ("place", models.BigIntegerField()),
                (
                    "act",
                    models.CharField(
                        choices=[
                            ("add", "Add"),
                            ("insert", "Insert"),
                            ("correct", "Correct"),
                            ("take_out", "Take Out"),
                            ("undo", "Undo"),
                            ("redo", "Redo"),
                        ],
                        max_length=10,
                        verbose_name="What",
                    ),
                ),
                ("record", models.JSONField(blank=True, null=True, verbose_name="As recorded")),
                ("at", models.DateTimeField(verbose_name="When")),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="scoring.member",
                        verbose_name="Who",
                    ),
                ),
                (
                    "supersedes",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="successors",
                        to="scoring.entry",
                        verbose_name="Supersedes",
                    ),
                ),
                (
                    "grounds",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="voids",
                        to="scoring.reason",
                        verbose_name="Why void",
                    ),
                ),
                (
                    "reason",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="acts",
                        to="scoring.reason",
                        verbose_name="Reason",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="scoring.sheet",
                        verbose_name="Table",
                    ),
                ),
                ("entered_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["sheet", "seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "seq"), name="one_entry_at_a_time"),
                    models.UniqueConstraint(
                        condition=models.Q(("supersedes__isnull", True)),
                        fields=("sheet", "place"),
                        name="one_first_entry",
                    ),
                    models.UniqueConstraint(fields=("supersedes",), name="one_successor"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("act__in", ("insert", "correct", "take_out")), ("reason__isnull", False)
                            ),
                            models.Q(("act__in", ("insert", "correct", "take_out")), _negated=True),
                            _connector="OR",
                        ),
                        name="a_correction_says_why",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("act__in", ("add", "insert")), ("supersedes__isnull", True)),
                            models.Q(
                                ("supersedes__isnull", False),
                                models.Q(("act__in", ("add", "insert")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="only_a_later_version_supersedes",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("act__in", ("take_out", "undo")), ("record__isnull", True)),
                            models.Q(
                                ("record__isnull", False),
                                models.Q(("act__in", ("take_out", "undo")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="what_is_taken_back_says_nothing",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("act__in", ["add", "insert", "correct", "take_out", "undo", "redo"])
                        ),
                        name="an_entry_has_a_known_act",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Row",
            fields=[
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="row",
                        serialize=False,
                        to="scoring.entry",
                        verbose_name="Entry",
                    ),
                ),
                ("place", models.BigIntegerField()),
                ("number", models.PositiveIntegerField(null=True, verbose_name="Number")),
                ("dealer", models.CharField(max_length=20, verbose_name="Dealer")),
                ("players", models.JSONField(verbose_name="Players")),
                ("radl", models.BooleanField(verbose_name="Radl")),
                ("owed", models.PositiveIntegerField(verbose_name="Doubled hands to come")),
                ("triggers", models.JSONField(verbose_name="Triggers")),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rows",
                        to="scoring.sheet",
                        verbose_name="Table",
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "place"],
                "constraints": [models.UniqueConstraint(fields=("sheet", "place"), name="one_row_per_place")],
            },
        ),
        migrations.CreateModel(
            name="Posting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("twelfths", models.BigIntegerField(verbose_name="Kassa, in twelfths")),
                ("schrift_twelfths", models.BigIntegerField(verbose_name="Schrift, in twelfths")),
                (
                    "participant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="postings",
                        to="scoring.participant",
                        verbose_name="Player",
                    ),
                ),
                (
                    "row",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="postings",
                        to="scoring.row",
                        verbose_name="Hand",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("row", "participant"), name="one_posting_per_player_and_hand"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Seal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="Number")),
                ("sealed_at", models.DateTimeField(verbose_name="Sealed")),
                ("digest", models.CharField(max_length=64, verbose_name="Checksum")),
                ("sheets", models.JSONField(verbose_name="Entries of each table")),
                ("balances", models.JSONField(verbose_name="Balances")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seals",
                        to="scoring.member",
                        verbose_name="Who",
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seals",
                        to="scoring.evening",
                        verbose_name="Evening",
                    ),
                ),
            ],
            options={
                "ordering": ["evening", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("evening", "number"), name="one_seal_at_a_time"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="seals_are_counted_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Voice",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                ("seq", models.PositiveIntegerField(verbose_name="Order of writing")),
                ("after", models.PositiveIntegerField(verbose_name="After so many entries")),
                (
                    "saying",
                    models.CharField(
                        choices=[
                            ("confirm", "Confirm"),
                            ("object", "Object"),
                            ("withdraw", "Withdraw"),
                            ("settle", "Settle"),
                        ],
                        max_length=10,
                        verbose_name="What",
                    ),
                ),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[("stands", "Stands"), ("corrected", "Corrected")],
                        max_length=10,
                        verbose_name="Outcome",
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="When")),
                (
                    "answers",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="answered_by",
                        to="scoring.voice",
                        verbose_name="Answers",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="voices",
                        to="scoring.member",
                        verbose_name="Who",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="voices",
                        to="scoring.entry",
                        verbose_name="Entry",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="voices",
                        to="scoring.participant",
                        verbose_name="Player",
                    ),
                ),
                (
                    "reason",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="voices",
                        to="scoring.reason",
                        verbose_name="Reason",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="voices",
                        to="scoring.sheet",
                        verbose_name="Table",
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "seq"), name="one_voice_at_a_time"),
                    models.UniqueConstraint(fields=("answers",), name="a_voice_is_answered_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("answers__isnull", True),
                                ("player__isnull", False),
                                ("saying__in", ("confirm", "object")),
                            ),
                            models.Q(
                                ("answers__isnull", False),
                                ("player__isnull", True),
                                ("saying__in", ("withdraw", "settle")),
                            ),
                            _connector="OR",
                        ),
                        name="a_player_speaks_or_a_voice_is_answered",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("by__isnull", False),
                                ("outcome__in", ["stands", "corrected"]),
                                ("saying", "settle"),
                            ),
                            models.Q(models.Q(("saying", "settle"), _negated=True), ("outcome", "")),
                            _connector="OR",
                        ),
                        name="a_director_settles_one_way_or_the_other",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("saying", "settle"), _negated=True),
                            ("reason__isnull", False),
                            _connector="OR",
                        ),
                        name="whoever_settles_says_why",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("saying__in", ("object", "settle")), ("reason__isnull", True), _connector="OR"
                        ),
                        name="only_objections_and_settling_have_words",
                    ),
                ],
            },
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
                ("file_row", models.PositiveIntegerField(verbose_name="Row of the file")),
                ("amounts", models.JSONField(verbose_name="Amounts on paper")),
                ("radl", models.BooleanField(null=True, verbose_name="Radl")),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="differences",
                        to="scoring.oldbatch",
                        verbose_name="Old sheets",
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="on_paper",
                        to="scoring.entry",
                        verbose_name="Entry",
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
                ("guest", models.CharField(blank=True, max_length=40, verbose_name="Guest")),
                ("key", models.CharField(blank=True, editable=False, max_length=160)),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="people",
                        to="scoring.oldbatch",
                        verbose_name="Old sheets",
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
                        verbose_name="Member",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("batch", "member"), name="a_member_is_on_old_sheets_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("member__isnull", True), models.Q(("guest", ""), _negated=True)),
                            models.Q(("guest", ""), ("member__isnull", False)),
                            _connector="OR",
                        ),
                        name="whoever_is_on_old_sheets_is_a_member_or_a_guest",
                    ),
                ],
            },
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
                ("date", models.DateField(verbose_name="Date")),
                ("place", models.CharField(blank=True, max_length=80, verbose_name="Place")),
                ("name", models.CharField(max_length=40, verbose_name="Name")),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sheets",
                        to="scoring.oldbatch",
                        verbose_name="Old sheets",
                    ),
                ),
            ],
            options={
                "ordering": ["date", "pk"],
            },
        ),
        migrations.CreateModel(
            name="OldLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="Number")),
                ("file_row", models.PositiveIntegerField(verbose_name="Row of the file")),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="lines",
                        to="scoring.oldsheet",
                        verbose_name="Table",
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "number"), name="one_old_line_per_number")
                ],
            },
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
                ("twelfths", models.BigIntegerField(verbose_name="Kassa, in twelfths")),
                (
                    "line",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="amounts",
                        to="scoring.oldline",
                        verbose_name="Row of amounts",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="amounts",
                        to="scoring.oldperson",
                        verbose_name="Name",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("line", "person"), name="one_old_amount_per_person_and_line"
                    )
                ],
            },
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
                        choices=[
                            ("evening", "Evening"),
                            ("standings", "Standings"),
                            ("player", "Player"),
                            ("calendar", "Calendar"),
                            ("results", "Results"),
                        ],
                        max_length=10,
                        verbose_name="What",
                    ),
                ),
                ("period", models.CharField(blank=True, max_length=20, verbose_name="Which time?")),
                ("made_at", models.DateTimeField(verbose_name="Made")),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True, verbose_name="Withdrawn")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sharings",
                        to="scoring.club",
                        verbose_name="Club",
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
                        verbose_name="Evening",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                        verbose_name="Made by",
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
                        verbose_name="Member",
                    ),
                ),
            ],
            options={
                "ordering": ["club", "what", "-made_at", "-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("what", "evening"), ("withdrawn_at__isnull", True)),
                        fields=("evening",),
                        name="one_open_sharing_per_evening",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("what", "standings"), ("withdrawn_at__isnull", True)),
                        fields=("club", "period"),
                        name="one_open_sharing_per_standings",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("what", "player"), ("withdrawn_at__isnull", True)),
                        fields=("member", "period"),
                        name="one_open_sharing_per_player_and_period",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("evening__isnull", False),
                                ("member__isnull", True),
                                ("period", ""),
                                ("what", "evening"),
                            ),
                            models.Q(
                                ("evening__isnull", True), ("member__isnull", True), ("what", "standings")
                            ),
                            models.Q(
                                ("evening__isnull", True), ("member__isnull", False), ("what", "player")
                            ),
                            models.Q(
                                ("evening__isnull", True),
                                ("member__isnull", True),
                                ("period", ""),
                                ("what__in", ("calendar", "results")),
                            ),
                            _connector="OR",
                        ),
                        name="a_sharing_says_of_what",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("what__in", ("calendar", "results")), ("withdrawn_at__isnull", True)
                        ),
                        fields=("club", "what"),
                        name="one_open_sharing_per_feed",
                    ),
                ],
            },
        ),
        migrations.RunPython(create_triggers, migrations.RunPython.noop),
    ]
