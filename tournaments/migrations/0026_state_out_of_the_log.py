"""What tournaments read from the log of a club stands in columns: filled in from the log.

`FROM_LOG` is also asked for clubs that come in by older files, which lack these columns.
"""

from django.db import migrations, models

BLOCK = 10**12  # a club that came in beside others has numbers in a block of its own
DRAWS = ("draw_round", "draw_rounds")
DIVIDING = ("divide_people", "undo_dividing", "set_sections")
ON_PAPER = ("play_on_paper", "all_on_paper")
MOVING = ("join_table", "swap_seats", "exchange_people", "open_further_table", "fill_with_house_players")
IN_CALENDARS = (
    *("change_tournament", "show_tournament"),
    *("start_round", "take_back_start", "close_round", "reopen_round"),
)


def _log(apps, club, *verbs):
    """Yield what these verbs did at tournaments of a club, the oldest first."""
    entries = (
        apps.get_model("scoring", "Deed")
        .objects.filter(club=club, verb__in=verbs)
        .order_by("at", "number", "pk")
    )
    for entry in entries:
        if "tournament" in entry.details:
            yield entry, entry.details, (entry.details["tournament"], entry.details.get("round"))


def _here(club, number):
    """Return the number that a row of the club has here, where the log says the one it was written with."""
    return club // BLOCK * BLOCK + int(number) % BLOCK


def _round(apps, club, where):
    rounds = apps.get_model("tournaments", "Round").objects.filter(tournament__club=club)
    return rounds.filter(tournament=where[0], number=where[1])


def _table(apps, club, where):
    tables = apps.get_model("tournaments", "Table").objects.filter(round__tournament__club=club)
    found = tables.filter(round__tournament=where[0], round__number=where[1])
    return found if where[2] is None else found.filter(number=where[2])


def fill_draws(apps, club):
    draws = {}
    for _entry, _details, where in _log(apps, club, *DRAWS):
        draws[where] = draws.get(where, 0) + 1
    for where, count in draws.items():
        _round(apps, club, where).update(draws=count)


def fill_reseated(apps, club):
    moved = {}
    for entry, details, where in _log(apps, club, *MOVING, "publish_round"):
        if entry.verb == "publish_round":
            moved[where] = []
        elif where in moved:
            moved[where] += details["moved"] if "moved" in details else [details.get("participant")]
    for where, people in moved.items():
        seats = dict.fromkeys(str(_here(club, person)) for person in people if person)
        _round(apps, club, where).update(reseated=list(seats))


def fill_joined(apps, club):
    joined = {}
    for entry, details, where in _log(apps, club, "join_table", "undo_joining"):
        if entry.verb == "undo_joining":
            joined.pop(details["joined"], None)
        elif details.get("running"):
            joined[str(entry.pk)] = (*where, details["table"]), str(_here(club, details["participant"]))
    tables = {}
    for pk, (where, player) in joined.items():
        tables.setdefault(where, []).append([pk, player])
    for where, people in tables.items():
        _table(apps, club, where).update(joined=people)


def fill_was_on_paper(apps, club):
    asked = {(*where, details.get("table")) for _entry, details, where in _log(apps, club, *ON_PAPER)}
    for where in asked:
        _table(apps, club, where).update(was_on_paper=True)


def fill_divided(apps, club):
    last = {where[0]: entry for entry, _details, where in _log(apps, club, *DIVIDING)}
    entrants = apps.get_model("tournaments", "Entrant").objects.filter(tournament__club=club)
    for tournament, entry in last.items():
        if entry.verb == "divide_people" and entry.details["moved"]:
            players = dict(entrants.filter(tournament=tournament).values_list("pk", "participant"))
            moved = [
                [str(players[_here(club, entrant)]), before, now]
                for entrant, before, now in entry.details["moved"]
                if _here(club, entrant) in players
            ]
            there = apps.get_model("tournaments", "Tournament").objects.filter(club=club, pk=tournament)
            there.update(divided={"by": str(entry.pk), "moved": moved})


def fill_changes(apps, club):
    changed = {}
    for entry, _details, (tournament, _number) in _log(apps, club, *IN_CALENDARS):
        changed.setdefault(tournament, []).append(entry.at)
    for tournament, times in changed.items():
        there = apps.get_model("tournaments", "Tournament").objects.filter(club=club, pk=tournament)
        there.update(changed_at=times[-1], changes=len(times))


def _fill_announced(apps, lots):
    said = apps.get_model("scoring", "Deed").objects.in_bulk(lots.values_list("pk", flat=True))
    for pk, entry in said.items():
        letters = entry.details.get("letters")
        lots.filter(pk=pk).update(was_announced=None if letters is None else letters != "")


def fill_announced(apps, club):
    _fill_announced(apps, apps.get_model("tournaments", "Lot").objects.filter(tournament__club=club))


def fill_announced_of_series(apps, club):
    _fill_announced(apps, apps.get_model("tournaments", "SeriesLot").objects.filter(series__club=club))


FROM_LOG = {  # by table and column
    ("tournaments.round", "draws"): fill_draws,
    ("tournaments.round", "reseated"): fill_reseated,
    ("tournaments.table", "joined"): fill_joined,
    ("tournaments.table", "was_on_paper"): fill_was_on_paper,
    ("tournaments.tournament", "divided"): fill_divided,
    ("tournaments.tournament", "changes"): fill_changes,
    ("tournaments.lot", "was_announced"): fill_announced,
    ("tournaments.serieslot", "was_announced"): fill_announced_of_series,
}


def fill(apps, schema_editor):
    for club in apps.get_model("scoring", "Club").objects.order_by("pk").values_list("pk", flat=True):
        for fill_column in FROM_LOG.values():
            fill_column(apps, club)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0029_state_out_of_the_log"),
        ("tournaments", "0025_second_typings"),
    ]

    operations = [
        migrations.AddField(
            model_name="lot",
            name="was_announced",
            field=models.BooleanField(blank=True, null=True, verbose_name="Announced before"),
        ),
        migrations.AddField(
            model_name="round",
            name="draws",
            field=models.PositiveIntegerField(default=0, verbose_name="Draws"),
        ),
        migrations.AddField(
            model_name="round",
            name="reseated",
            field=models.JSONField(blank=True, default=list, verbose_name="Seated elsewhere"),
        ),
        migrations.AddField(
            model_name="serieslot",
            name="was_announced",
            field=models.BooleanField(blank=True, null=True, verbose_name="Announced before"),
        ),
        migrations.AddField(
            model_name="table",
            name="joined",
            field=models.JSONField(blank=True, default=list, verbose_name="Came later"),
        ),
        migrations.AddField(
            model_name="table",
            name="was_on_paper",
            field=models.BooleanField(default=False, verbose_name="Once on paper"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="divided",
            field=models.JSONField(blank=True, null=True, verbose_name="Divided"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="changed_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="Changed"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="changes",
            field=models.PositiveIntegerField(default=0, verbose_name="Changes"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
