"""Who changed the seats of a round, and whose ranks a correction moved, stand in rows: filled from the log.

`FROM_LOG` is also asked for clubs that come in by older files, which lack these tables.
"""

from uuid import uuid5

import django.db.models.deletion
from django.db import migrations, models

BLOCK = 10**12  # a club that came in beside others has numbers in a block of its own
KINDS = {
    **dict.fromkeys(("draw_round", "draw_rounds"), "drawn"),
    "take_prepared": "taken",
    "discard_draw": "discarded",
    **dict.fromkeys(
        (
            *("exchange_people", "fill_with_house_players", "give_up_seat", "join_table"),
            *("open_further_table", "reseat", "swap_seats", "undo_joining"),
        ),
        "by_hand",
    ),
}
NEVER_CHANGED = ("tournaments_seatingchange", "tournaments_movedranks")
TRIGGERS = {
    "sqlite": (
        "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} "
        "BEGIN SELECT RAISE(ABORT, '{table} is never changed'); END"
    ),
    "postgresql": "CREATE TRIGGER {table}_refuses_{what} BEFORE {when} EXECUTE FUNCTION scoring_refuses()",
}


def create_triggers(apps, schema_editor):
    """Let the database refuse to change or delete what was done."""
    vendor = schema_editor.connection.vendor
    for table in NEVER_CHANGED:
        refused = {"update": f"UPDATE ON {table} FOR EACH ROW", "delete": f"DELETE ON {table} FOR EACH ROW"}
        if vendor == "postgresql":
            refused["truncate"] = f"TRUNCATE ON {table} FOR EACH STATEMENT"
        for what, when in refused.items():
            trigger = TRIGGERS[vendor].format(table=table, what=what, when=when)
            schema_editor.execute(trigger, params=None)


def _log(apps, club, *verbs):
    """Yield what these verbs did at tournaments of a club that are still there, the oldest first."""
    tournaments = apps.get_model("tournaments", "Tournament").objects.filter(club=club)
    known = set(tournaments.values_list("pk", flat=True))
    deeds = apps.get_model("scoring", "Deed").objects.filter(club=club, verb__in=verbs)
    for deed in deeds.order_by("at", "pk"):
        if deed.details.get("tournament") in known and deed.details.get("round") is not None:
            yield deed, deed.details


def _here(club, player):
    """Return a participant as text: by the number here, where the log says the one it was written with."""
    return str(club // BLOCK * BLOCK + int(player) % BLOCK)


def _members(apps, club):
    """Return the members of a club by account and by name."""
    members = apps.get_model("scoring", "Member").objects.filter(club=club).order_by("pk")
    rows = list(members.values_list("pk", "account", "name"))
    return {name: pk for pk, _account, name in rows} | {account: pk for pk, account, _name in rows if account}


def _reason(apps, details):
    """Return the reason with the words of a deed, which a row of the same round has."""
    there = {"round__tournament": details["tournament"], "round__number": details["round"]}
    for app, model, table in (("scoring", "Entry", "sheet__table"), ("tournaments", "Rewritten", "table")):
        rows = apps.get_model(app, model).objects.filter(
            reason__text=details["reason"], **{f"{table}__{path}": value for path, value in there.items()}
        )
        if (reason := rows.order_by("at").values_list("reason", flat=True).first()) is not None:
            return reason
    return None


def fill_seat_changes(apps, club):
    """Keep a row for each draw, and for each change of seats by hand."""
    SeatingChange = apps.get_model("tournaments", "SeatingChange")
    members, rows = _members(apps, club), []
    for deed, details in _log(apps, club, *KINDS):
        people = details.get("moved") or [details[key] for key in ("participant",) if details.get(key)]
        rows.append(
            SeatingChange(
                id=deed.pk,
                tournament_id=details["tournament"],
                kind=KINDS[deed.verb],
                first=details["round"],
                last=details.get("last", details["round"]),
                people=[_here(club, player) for player in people],
                reason_id=_reason(apps, details) if details.get("reason") else None,
                by_id=members.get(deed.account_id) or members.get(deed.actor),
                at=deed.at,
            )
        )
    rows += _put_right(apps, club)
    SeatingChange.objects.bulk_create(rows)


def _put_right(apps, club):
    """Yield the changes of seats among what was put right at tables, one for each deed."""
    SeatingChange = apps.get_model("tournaments", "SeatingChange")
    changes = apps.get_model("tournaments", "TableChange").objects.select_related("table__round")
    for deed, _details in _log(apps, club, "mend"):
        own = changes.filter(pk=deed.pk).first()
        if own is None:
            continue
        # those of the other tables at which the same people sat
        numbers = own.table.round.tables.values_list("number", flat=True)
        others = [uuid5(deed.pk, f"change {number}") for number in numbers]
        there = changes.filter(pk__in=[deed.pk, *others]).order_by("table__number")
        players = [player for change in there for player in _reseated(change.before, change.after)]
        if players:
            yield SeatingChange(
                id=own.pk,
                tournament_id=own.table.round.tournament_id,
                kind="by_hand",
                first=own.table.round.number,
                last=own.table.round.number,
                people=list(dict.fromkeys(players)),
                reason_id=own.reason_id,
                by_id=own.by_id,
                at=own.at,
            )


def _reseated(was, now):
    """Return the players who are not in their drawn seats: they sat elsewhere, or came later."""
    earlier, rows = was["people"], now["people"]
    is_leaving = any(
        row["left"] != earlier[player]["left"] for player, row in rows.items() if player in earlier
    )
    players = []
    for player, row in rows.items():
        if player in earlier and row["who"] != earlier[player]["who"]:
            players += [earlier[player]["who"], row["who"]]
        if player in earlier and earlier[player]["sits"] and not row["sits"] and not is_leaving:
            players.append(player)
    if not is_leaving:
        players += [player for player in earlier if player not in rows and earlier[player]["sits"]]
        players += [now["comes"]] if now.get("comes") else []
    return players


class _People:
    """The people of a tournament, as text, by the names that they had at some time."""

    def __init__(self, apps, club, tournament):
        participants = apps.get_model("scoring", "Participant").objects.filter(evening__tournament=tournament)
        columns = ("pk", "member", "member__name", "guest", "former_guest")
        rows = list(participants.order_by("pk").values_list(*columns))
        of_member = {member: str(pk) for pk, member, *_names in rows if member}
        ids = {pk for pk, *_names in rows}
        guests = {guest: str(pk) for pk, member, _name, guest, _former in rows if not member}
        self.now = guests | {name: str(pk) for pk, member, name, *_names in rows if member}
        # a guest called like a member, and one who is a member since
        self.also = {f"{guest} ({word})": of for guest, of in guests.items() for word in ("guest", "Gast")}
        self.also |= {former: str(pk) for pk, _member, _name, _guest, former in rows if former}
        self.renamed = []
        deeds = apps.get_model("scoring", "Deed").objects.filter(club=club)
        for deed in deeds.filter(verb__in=("rename_member", "rename_guest")).order_by("-at", "-pk"):
            participant = deed.details.get("participant")
            of = str(participant) if participant in ids else of_member.get(deed.details.get("member"))
            if of:
                self.renamed.append((deed.at, deed.details["before"], deed.details["after"], of))

    def at(self, moment):
        """Return the people by their names at that moment."""
        people = dict(self.now)
        for when, before, after, of in self.renamed:
            if when > moment:
                if people.get(after) == of:
                    del people[after]
                people[before] = of
        return self.also | people


def fill_moved_ranks(apps, club):
    """Keep a row for each correction that moved people; of names in the log by whom they are meant."""
    MovedRanks = apps.get_model("tournaments", "MovedRanks")
    tables = apps.get_model("tournaments", "Table").objects
    known, rows = {}, []
    for deed, details in _log(apps, club, "standings_moved"):
        tournament = details["tournament"]
        if tournament not in known:
            known[tournament] = _People(apps, club, tournament)
        people = known[tournament].at(deed.at)
        moved = {
            scope: [[people[name], *ranks] for name, *ranks in details[scope] if name in people]
            for scope in ("of_round", "overall")
        }
        where = {
            "round__tournament": tournament,
            "round__number": details["round"],
            "number": details["table"],
        }
        table = tables.filter(**where).first()
        if table is not None and any(moved.values()):
            what = {"why": details["why"], "hand": details.get("hand")}
            rows.append(MovedRanks(id=deed.pk, table=table, at=deed.at, **what, **moved))
    MovedRanks.objects.bulk_create(rows)


FROM_LOG = {
    ("tournaments.seatingchange", "id"): fill_seat_changes,
    ("tournaments.movedranks", "id"): fill_moved_ranks,
}


def fill(apps, schema_editor):
    for club in apps.get_model("scoring", "Club").objects.order_by("pk").values_list("pk", flat=True):
        for fill_table in FROM_LOG.values():
            fill_table(apps, club)


def _reference(to, label, name="+", **options):
    return models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT, related_name=name, to=to, verbose_name=label, **options
    )


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0038_open_balances"),
        ("tournaments", "0037_sections_not_undone"),
    ]

    operations = [
        migrations.CreateModel(
            name="MovedRanks",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                (
                    "why",
                    models.CharField(
                        choices=[
                            ("hand", "Hand"),
                            ("ruling", "Ruling"),
                            ("paper", "Paper"),
                            ("result_ruling", "Result Ruling"),
                        ],
                        max_length=13,
                        verbose_name="What",
                    ),
                ),
                ("hand", models.PositiveIntegerField(blank=True, null=True, verbose_name="Hand")),
                ("of_round", models.JSONField(blank=True, default=list, verbose_name="In the round")),
                ("overall", models.JSONField(blank=True, default=list, verbose_name="Overall")),
                ("at", models.DateTimeField(verbose_name="When")),
                ("table", _reference("tournaments.table", "Table", "moved_ranks")),
            ],
            options={"ordering": ["at", "id"]},
        ),
        migrations.CreateModel(
            name="SeatingChange",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False, verbose_name="Identifier")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("drawn", "Drawn"),
                            ("taken", "Taken"),
                            ("discarded", "Discarded"),
                            ("by_hand", "By Hand"),
                        ],
                        max_length=9,
                        verbose_name="What",
                    ),
                ),
                ("first", models.PositiveIntegerField(verbose_name="From round")),
                ("last", models.PositiveIntegerField(verbose_name="To round")),
                ("people", models.JSONField(blank=True, default=list, verbose_name="Seated elsewhere")),
                ("at", models.DateTimeField(verbose_name="When")),
                ("by", _reference("scoring.member", "Who", null=True, blank=True)),
                ("reason", _reference("scoring.reason", "Reason", null=True, blank=True)),
                ("tournament", _reference("tournaments.tournament", "Tournament", "seat_changes")),
            ],
            options={"ordering": ["at", "id"]},
        ),
        migrations.RunPython(create_triggers, migrations.RunPython.noop),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
