"""What the program read from the log of a club stands in columns: what was there is filled in from the log.

`FROM_LOG` is also asked for clubs that come in by older files, which lack these columns.
"""

import re
import unicodedata
import uuid

from django.db import migrations, models

ANONYMISED = ("anonymise_guest", "anonymise_member")


def _log(apps, club, *verbs):
    """Return the entries of a club's log by these verbs, or all, the oldest first."""
    entries = apps.get_model("scoring", "Deed").objects.filter(club=club).order_by("at", "number", "pk")
    return entries.filter(verb__in=verbs) if verbs else entries


def fill_feed_key(apps, club):
    first = _log(apps, club).order_by("at", "pk").values_list("pk", "asked").first()
    key = uuid.uuid4() if first is None else uuid.uuid5(*first)
    apps.get_model("scoring", "Club").objects.filter(pk=club).update(feed_key=key)


def fill_erased(apps, club):
    names = []
    for details in _log(apps, club, *ANONYMISED).values_list("details", flat=True):
        names += [details["name"], *details.get("others", ())]
    apps.get_model("scoring", "Club").objects.filter(pk=club).update(erased=list(dict.fromkeys(names)))


def fill_last_entry(apps, club):
    last = _log(apps, club).values_list("at", flat=True).last()
    apps.get_model("scoring", "ClubLog").objects.filter(club=club).update(at=last)


def fill_with_table(apps, club):
    details = _log(apps, club, "just_play").values_list("details", flat=True)
    opened = {about["evening"] for about in details if about.get("opened")}
    for evening in opened:
        apps.get_model("scoring", "Evening").objects.filter(club=club, pk=evening).update(with_table=True)


def fill_changes(apps, club):
    changed = {}
    for at, details in _log(apps, club, "change_evening").values_list("at", "details"):
        changed.setdefault(details["evening"], []).append(at)
    for evening, times in changed.items():
        there = apps.get_model("scoring", "Evening").objects.filter(club=club, pk=evening)
        there.update(changed_at=times[-1], changes=len(times))


def fill_newcomers(apps, club):
    Member = apps.get_model("scoring", "Member")
    for pk, details in _log(apps, club, "import_old_sheets").values_list("pk", "details"):
        joined = _log(apps, club, "add_members").filter(pk=uuid.uuid5(pk, "members"))
        names = [name for about in joined.values_list("details", flat=True) for name in about["names"]]
        members = Member.objects.filter(club=club, key__in=map(_folded, names)).order_by("pk")
        newcomers = [str(member) for member in members.values_list("pk", flat=True)]
        batch = apps.get_model("scoring", "OldBatch").objects.filter(club=club, pk=details["batch"])
        batch.update(newcomers=newcomers or None)


def _folded(name):
    """Return the key of a name, as it has been made since the first release."""
    plain = unicodedata.normalize("NFKC", re.sub("[\u200c\u200d]", "", name)).casefold()
    return " ".join(unicodedata.normalize("NFC", plain).split())


FROM_LOG = {  # by table and column
    ("scoring.club", "feed_key"): fill_feed_key,
    ("scoring.club", "erased"): fill_erased,
    ("scoring.clublog", "at"): fill_last_entry,
    ("scoring.evening", "with_table"): fill_with_table,
    ("scoring.evening", "changes"): fill_changes,
    ("scoring.oldbatch", "newcomers"): fill_newcomers,
}


def fill(apps, schema_editor):
    for club in apps.get_model("scoring", "Club").objects.order_by("pk").values_list("pk", flat=True):
        for fill_column in FROM_LOG.values():
            fill_column(apps, club)
    imprints = apps.get_model("scoring", "Deed").objects.filter(club=None, verb="change_imprint")
    newest = imprints.order_by("at", "number", "pk").values_list("details", flat=True).last()
    if newest is not None:
        apps.get_model("scoring", "StoredImprint").objects.create(pk=1, **newest)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0028_compared_old_sheets"),
    ]

    operations = [
        migrations.CreateModel(
            name="StoredImprint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("who", models.TextField(blank=True, verbose_name="Who runs this server")),
                ("address", models.TextField(blank=True, verbose_name="Address")),
                ("email", models.TextField(blank=True, verbose_name="E-mail")),
                ("phone", models.TextField(blank=True, verbose_name="Telephone")),
                ("further", models.TextField(blank=True, verbose_name="Further lines")),
            ],
            options={"abstract": False},
        ),
        migrations.AddField(
            model_name="club",
            name="feed_key",
            field=models.UUIDField(default=uuid.uuid4, editable=False),
        ),
        migrations.AddField(
            model_name="club",
            name="erased",
            field=models.JSONField(blank=True, default=list, verbose_name="Numbers instead of names"),
        ),
        migrations.AddField(
            model_name="clublog",
            name="at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="Last entry"),
        ),
        migrations.AddField(
            model_name="evening",
            name="with_table",
            field=models.BooleanField(default=False, verbose_name="Opened with its table"),
        ),
        migrations.AddField(
            model_name="evening",
            name="changed_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="Changed"),
        ),
        migrations.AddField(
            model_name="evening",
            name="changes",
            field=models.PositiveIntegerField(default=0, verbose_name="Changes"),
        ),
        migrations.AddField(
            model_name="oldbatch",
            name="newcomers",
            field=models.JSONField(blank=True, null=True, verbose_name="New members"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
