"""A process of its own on the database of the servers; started by `tests/support/run.py`.

It founds a club, looks at what is stored, and does what a director does meanwhile. One request a line in,
one answer a line out, both JSON.
"""

import io
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.management import call_command
from django.db import close_old_connections, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model
from django.test import override_settings

from scoring.accounts import verbs as people
from scoring.heads import beginning_of
from scoring.models import Account, Club, Evening, Sheet
from scoring.table.links import code_of
from scoring.table.writing import Stale
from tests.support.scoring import counting
from tests.support.scoring.house import PASSWORD, House, terms
from tests.support.scoring.tables import FIVE, exchanged
from tournaments.models import Tournament

Document = dict[str, Any]
TASKS: dict[str, Callable[..., Any]] = {}


def task(function: Callable[..., Any]) -> Callable[..., Any]:
    TASKS[function.__name__] = function
    return function


def club_house() -> House:
    """The club, of which Anna is the director."""
    club = Club.objects.get()
    return House(club, club, {"Anna": Account.objects.get(name="Anna")})


def whole(sheet: int) -> Sheet:
    return Sheet.objects.whole().get(pk=sheet)


@task
def migrate() -> None:
    call_command("migrate", verbosity=0)


def founder() -> House:
    """Anna and her club. Nobody signs in here: no time is spent on a hash that is slow on purpose."""
    about = {"password": PASSWORD, "terms": terms("Runde", default_rules="standard")}
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        people.set_up(deed=uuid4(), code=people.setup_code(), name="Anna", **about)
    return club_house()


@task
@transaction.atomic
def found(tables: int) -> list[Document]:
    """A club and its first evening, with Anna, Bert, Cilli, Dora and Emil at every table."""
    evening = founder().evening()
    return [_table(evening, str(number)) for number in range(1, tables + 1)]


def _table(evening: Evening, name: str, names: Sequence[str] = FIVE) -> Document:
    sheet = club_house().sheet(names, evening=evening, name=name)
    return {"sheet": sheet.pk, "code": code_of(sheet, "record"), "read": code_of(sheet, "read")}


@task
@transaction.atomic
def open_tables(tables: int, people: list[str]) -> list[Document]:
    """Further tables of the evening, at which these people sit."""
    first, evening = Sheet.objects.count() + 1, Evening.objects.get()
    return [_table(evening, str(first + number), people) for number in range(tables)]


@task
def stand(sheet: int) -> Document:
    """The hands that stand, in order, with names in place of ids; and every id that was ever written."""
    here = whole(sheet)
    names = here.evening.names()
    rows = {row.pk: row for row in here.rows.all()}
    seated, hands = len(here.players), []
    for entry in here.entries.current().order_by("sort_key"):
        record = exchanged(entry.record, names)
        seated = len(record["players"]) if "players" in record else seated
        if "games" in record and (row := rows.get(entry.pk)):  # without a row it does not count
            amounts = dict(zip([names[player] for player in row.players], row.twelfths or (), strict=True))
            times = row.times if row.radl else 1
            hands.append({"games": record["games"], "seated": seated, "times": times, "twelfths": amounts})
    return {
        "beginning": beginning_of(here),
        "players": [names[player] for player in here.state.players],
        "ids": [str(entry) for entry in here.entries.order_by("seq").values_list("pk", flat=True)],
        "hands": hands,
    }


@task
def sit_down(sheet: int) -> None:
    """Emil, who comes late, sits down at the table of the others."""
    while True:
        with suppress(Stale):  # a hand was quicker
            club_house().seat(whole(sheet), FIVE)
            return


@task
def written(sheets: list[int]) -> dict[str, Document]:
    """Every entry of these sheets by its id: the hand that it brings, or takes back."""
    found = {}
    for here in Sheet.objects.whole().filter(pk__in=sheets):
        names = here.evening.names()
        for entry in here.entries.select_related("supersedes"):
            record = entry.record or (entry.supersedes and entry.supersedes.record)
            found[str(entry.pk)] = exchanged(record, names) if record else {}
    return found


@task
def back_up(folder: str) -> str:
    """Make a copy as whoever runs the server does; return where it is."""
    said = io.StringIO()
    call_command("backup", to=Path(folder), stdout=said)
    return said.getvalue().split(" (")[0]


@task
def put_back(copy: str) -> str:
    """Put a copy back as whoever runs the server does; return what they are told."""
    said, salts = io.StringIO(), _salts()
    connection.close()
    call_command("restore", Path(copy), overwrite=True, stdout=said)
    _hand_out(salts)
    return said.getvalue()


def _salts() -> list[tuple[type[Model], int, str]]:
    models: tuple[type[Model], ...] = (Sheet, Tournament)
    return [(model, *row) for model in models for row in model._base_manager.values_list("pk", "salt")]


def _hand_out(salts: list[tuple[type[Model], int, str]]) -> None:
    """Let everybody have the renewed links: here they are made those that everybody has."""
    for model, pk, salt in salts:
        model._base_manager.filter(pk=pk).update(salt=salt)


@task
def play_up_to(sheet: int, hands: int) -> None:
    counting.play_up_to(hands, whole(sheet), club_house()["Anna"])


@task
def look(sheet: int) -> list[Document]:
    """The entries of a sheet, in the order of writing."""
    return [
        {
            "id": str(entry.pk),
            "record": entry.record,
            "number": entry.row.number if hasattr(entry, "row") else None,
        }
        for entry in whole(sheet).entries.select_related("row").order_by("seq")
    ]


@task
def verify() -> str:
    """What `manage.py verify` finds wrong; nothing if all is well."""
    said = io.StringIO()
    try:
        call_command("verify", stdout=said, stderr=said)
    except SystemExit as end:
        return said.getvalue() if end.code else ""
    return ""


HELD: list[BaseDatabaseWrapper] = []  # connections that keep the database locked


@task
def hold() -> None:
    """Lock the database so that nobody else can write, until `let_go`."""
    holding = connection.copy()
    if holding.vendor == "postgresql":
        holding.set_autocommit(False)
    lock = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "LOCK TABLE scoring_sheet IN EXCLUSIVE MODE"}
    with holding.cursor() as cursor:
        cursor.execute(lock[holding.vendor])
    HELD.append(holding)


@task
def let_go() -> None:
    while HELD:
        HELD.pop().close()


def answer(lines: Iterable[str]) -> None:
    for line in lines:
        name, arguments = json.loads(line)
        close_old_connections()  # the database may have been away
        print(json.dumps(TASKS[name](**arguments)), flush=True)


if __name__ == "__main__":
    answer(sys.stdin)
