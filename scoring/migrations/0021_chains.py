"""The entries of a sheet, the seals of an evening and the log of a club are chains: each has a head.

Columns are added in place, on SQLite too: a table made anew would lose what protects it. What is there already
becomes a chain as it stands. Taken back, the columns go, and with them every head; nothing else is lost.
"""

from __future__ import annotations

import json
from base64 import b32encode
from collections import defaultdict
from datetime import UTC
from hashlib import sha256
from secrets import token_hex
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

OF_EVENINGS = ("club", "taken_back")
DEED = ("id", "club_id", "account_id", "verb", "asked", "at")
CHAINED = (*DEED, "number", "digest", "covers", "head")
WRITTEN_ONCE: dict[str, tuple[str, ...]] = {"scoring_entry": (), "scoring_seal": (), "scoring_deed": CHAINED}
BEFORE = WRITTEN_ONCE | {"scoring_deed": DEED}
HEAD, CHECKSUM = "varchar(52) NOT NULL DEFAULT ''", "varchar(64) NOT NULL DEFAULT ''"
COVERS = {
    "sqlite": 'text NOT NULL DEFAULT \'{}\' CHECK ((JSON_VALID("covers") OR "covers" IS NULL))',
    "postgresql": "jsonb NOT NULL DEFAULT '{}'",
}
NUMBER = {
    "sqlite": 'integer unsigned NULL CHECK ("number" >= 0)',
    "postgresql": 'integer NULL CHECK ("number" >= 0)',
}


def columns(vendor: str) -> list[tuple[str, str, str]]:
    return [
        ("scoring_entry", "head", HEAD),
        ("scoring_reason", "salt", CHECKSUM),
        ("scoring_reason", "digest", CHECKSUM),
        ("scoring_evening", "salt", CHECKSUM),
        ("scoring_seal", "printed", CHECKSUM),
        ("scoring_seal", "head", HEAD),
        ("scoring_deed", "number", NUMBER[vendor]),
        ("scoring_deed", "salt", CHECKSUM),
        ("scoring_deed", "digest", CHECKSUM),
        ("scoring_deed", "covers", COVERS[vendor]),
        ("scoring_deed", "head", HEAD),
    ]


def add_columns(apps: Any, schema_editor: Any) -> None:
    for table, column, kind in columns(schema_editor.connection.vendor):
        schema_editor.execute(f'ALTER TABLE {table} ADD COLUMN "{column}" {kind}', params=None)


def drop_columns(apps: Any, schema_editor: Any) -> None:
    refuse(schema_editor, {})  # no trigger names a column that goes
    for table, column, _kind in reversed(columns(schema_editor.connection.vendor)):
        schema_editor.execute(f'ALTER TABLE {table} DROP COLUMN "{column}"', params=None)
    refuse(schema_editor, BEFORE)


def refuse(schema_editor: Any, once: dict[str, tuple[str, ...]]) -> None:
    """Let the database refuse to change these columns, and no others of the three tables."""
    vendor = schema_editor.connection.vendor
    for table in WRITTEN_ONCE:
        on = f" ON {table}" if vendor == "postgresql" else ""
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_refuses_update{on}", params=None)
        if table in once:
            named = ", ".join(f'"{column}"' for column in once[table])
            body = f"BEGIN SELECT RAISE(ABORT, '{table} is never changed'); END"
            if vendor == "postgresql":
                body = "EXECUTE FUNCTION scoring_refuses()"
            of = f" OF {named}" if named else ""
            schema_editor.execute(
                f"CREATE TRIGGER {table}_refuses_update BEFORE UPDATE{of} ON {table} FOR EACH ROW {body}",
                params=None,
            )


def digest_of(content: Any) -> str:
    return sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def head_after(head: str, link: str) -> str:
    return b32encode(sha256(f"{head} {link}".encode()).digest()).decode().rstrip("=")


def moment(at: Any) -> str | None:
    return None if at is None else at.astimezone(UTC).isoformat()


class Chains:
    """Everything that becomes a chain, with the models of that time."""

    def __init__(self, apps: Any, connection: Any) -> None:
        self.model = lambda name: apps.get_model("scoring", name)
        self.connection = connection

    def begin(self) -> None:
        reasons = self.model("Reason").objects.all()
        self.reasons = {}
        for pk, text in reasons.values_list("pk", "text"):
            salt = token_hex()
            self.reasons[pk] = digest_of([salt, text])
            reasons.filter(pk=pk).update(salt=salt, digest=self.reasons[pk])
        evenings = self.model("Evening").objects.all()
        for pk in evenings.order_by("pk").values_list("pk", flat=True):
            evenings.filter(pk=pk).update(salt=token_hex())
        for club in self.model("Club").objects.order_by("pk"):
            covers: dict[str, dict[str, str]] = {}  # of each evening, by key
            for evening in evenings.filter(club=club).order_by("pk"):
                covers[f"evening:{evening.pk}"] = self.evening(club, evening)
            self.log(club, covers)

    def evening(self, club: Any, evening: Any) -> dict[str, str]:
        covers = {}
        if evening.occasion in OF_EVENINGS:
            said = [evening.club_id, str(evening.date), evening.place]
            covers[f"evening:{evening.pk}"] = digest_of([evening.salt, said])
        names = {}
        for participant in (
            self.model("Participant").objects.filter(evening=evening).select_related("member").order_by("pk")
        ):
            who = [participant.pk, evening.pk, participant.member_id, participant.guest]
            covers[f"participant:{participant.pk}"] = digest_of([evening.salt, who])
            names[str(participant.pk)] = participant.member.name if participant.member else participant.guest
        heads, tables = {}, {}
        for sheet in self.model("Sheet").objects.filter(evening=evening).select_related("ruleset"):
            tables[str(sheet.pk)] = sheet.name
            heads[str(sheet.pk)], covers[f"sheet:{sheet.pk}"] = self.sheet(sheet)
        before = ""
        seals = self.model("Seal").objects.filter(evening=evening).select_related("by").order_by("number")
        for seal in seals:
            printed = {
                "club": club.name,
                "date": str(evening.date),
                "place": evening.place,
                "currency": evening.currency,
                "names": {person: names[person] for person in seal.balances if person in names},
                "tables": {table: tables[table] for table in seal.sheets if table in tables},
                "by": seal.by.name,
            }
            said = {
                "evening": evening.pk,
                "number": seal.number,
                "sealed_at": moment(seal.sealed_at),
                "by": seal.by_id,
                "digest": seal.digest,
                "sheets": seal.sheets,
                "balances": seal.balances,
                "printed": digest_of([evening.salt, printed]),
                "heads": {
                    sheet: heads[sheet][seq]
                    for sheet, seq in seal.sheets.items()
                    if seq < len(heads.get(sheet, ()))
                },
            }
            before = head_after(before, digest_of(said))
            seals.filter(pk=seal.pk).update(printed=said["printed"], head=before)
            covers[f"seal:{seal.pk}"] = before
        return covers

    def sheet(self, sheet: Any) -> tuple[list[str], str]:
        beginning = link = digest_of(
            {
                "evening": sheet.evening_id,
                "rules": sheet.ruleset.digest,
                "options": sheet.options,
                "players": sheet.players,
                "dealer": sheet.dealer,
                "opened_at": moment(sheet.opened_at),
            }
        )
        heads, found = [head_after("", link)], []
        for entry in self.model("Entry").objects.filter(sheet=sheet).order_by("seq"):
            link = digest_of(
                {
                    "id": str(entry.pk),
                    "sheet": entry.sheet_id,
                    "seq": entry.seq,
                    "place": entry.place,
                    "supersedes": str(entry.supersedes_id or ""),
                    "act": entry.act,
                    "record": entry.record,
                    "reason": self.reasons.get(entry.reason_id, ""),
                    "grounds": self.reasons.get(entry.grounds_id, ""),
                    "by": entry.by_id,
                    "at": moment(entry.at),
                    "entered_at": moment(entry.entered_at),
                }
            )
            heads.append(head_after(heads[-1], link))
            key = entry._meta.pk.get_db_prep_value(entry.pk, self.connection)
            found.append((heads[-1], key))
        with self.connection.cursor() as cursor:
            cursor.executemany("UPDATE scoring_entry SET head = %s WHERE id = %s", found)
        sheet.standing |= {"link": link, "head": heads[-1]}
        sheet.save(update_fields=["standing"])
        return heads, beginning

    def log(self, club: Any, evenings: dict[str, dict[str, str]]) -> None:
        deeds = self.model("Deed").objects.filter(club=club).order_by("at", "pk")
        rows = list(deeds)
        holders: dict[str, int] = {}
        for number, deed in enumerate(rows):
            for kind in ("evening", "sheet"):
                if type(deed.details.get(kind)) is int:
                    holders[f"{kind}:{deed.details[kind]}"] = number
        covers: dict[int, dict[str, str]] = defaultdict(dict)
        for evening, covered in evenings.items():
            named = holders.get(evening, len(rows) - 1)
            for key, checksum in covered.items():
                covers[holders.get(key, named)][key] = checksum
        head = ""
        for number, deed in enumerate(rows):
            deed.number, deed.salt, deed.covers = number + 1, token_hex(), covers[number]
            deed.digest = digest_of([deed.salt, [deed.actor, deed.details]])
            said = {
                "id": str(deed.pk),
                "club": deed.club_id,
                "number": deed.number,
                "account": deed.account_id,
                "verb": deed.verb,
                "asked": deed.asked,
                "at": moment(deed.at),
                "said": deed.digest,
                "covers": deed.covers,
            }
            head = deed.head = head_after(head, digest_of(said))
        deeds.bulk_update(rows, ["number", "salt", "digest", "covers", "head"], batch_size=100)
        self.model("ClubLog").objects.create(club=club, written=len(rows), head=head)


def begin(apps: Any, schema_editor: Any) -> None:
    refuse(schema_editor, {})
    Chains(apps, schema_editor.connection).begin()
    refuse(schema_editor, WRITTEN_ONCE)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table with open ones cannot be changed


HEADS = models.CharField(default="", editable=False, max_length=52)
SALT = models.CharField(max_length=64, default=token_hex, editable=False)


class Migration(migrations.Migration):
    # After deeds that were written by a migration there.
    dependencies = [("scoring", "0020_second_factor_demanded"), ("tournaments", "0021_files_in")]

    operations = [
        migrations.CreateModel(
            name="ClubLog",
            fields=[
                ("written", models.PositiveIntegerField(default=0, verbose_name="Entries")),
                ("head", models.CharField(default="", editable=False, max_length=52)),
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="log",
                        serialize=False,
                        to="scoring.club",
                        verbose_name="Club",
                    ),
                ),
            ],
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField("entry", "head", HEADS),
                migrations.AddField("reason", "salt", SALT),
                migrations.AddField(
                    "reason", "digest", models.CharField(default="", editable=False, max_length=64)
                ),
                migrations.AddField("evening", "salt", SALT),
                migrations.AddField(
                    "seal", "printed", models.CharField(default="", editable=False, max_length=64)
                ),
                migrations.AddField("seal", "head", HEADS),
                migrations.AddField(
                    "deed", "number", models.PositiveIntegerField(blank=True, editable=False, null=True)
                ),
                migrations.AddField("deed", "salt", SALT),
                migrations.AddField(
                    "deed", "digest", models.CharField(default="", editable=False, max_length=64)
                ),
                migrations.AddField(
                    "deed", "covers", models.JSONField(blank=True, default=dict, editable=False)
                ),
                migrations.AddField(
                    "deed", "head", models.CharField(default="", editable=False, max_length=52)
                ),
            ],
            database_operations=[migrations.RunPython(add_columns, drop_columns)],
        ),
        migrations.AddIndex("entry", models.Index(fields=["head"], name="heads_of_entries")),
        migrations.AddIndex("seal", models.Index(fields=["head"], name="heads_of_seals")),
        migrations.AddIndex("deed", models.Index(fields=["head"], name="heads_of_deeds")),
        migrations.RunPython(begin, migrations.RunPython.noop),
        migrations.AddConstraint(
            "deed",
            models.UniqueConstraint(
                condition=models.Q(("number__isnull", False)),
                fields=("club", "number"),
                name="one_deed_at_a_time",
            ),
        ),
    ]
