"""Sets up tournament days for `tests/night/day.py`, and shows what is stored of them."""

import sys
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.test import override_settings

from scoring import clock, verifying
from scoring.accounts import verbs as people
from scoring.models import Account, Deed, Sheet
from tests.support.races.keeper import Document, answer, club_house, task, whole
from tests.support.scoring.house import House
from tests.support.scoring.tables import exchanged
from tests.support.tournaments.playing import code_of_card
from tournaments.duties import give_duty
from tournaments.engine.terms import terms_from
from tournaments.entrants import verbs as entering
from tournaments.models import Duty, Round, Table, Tournament
from tournaments.planning import verbs as planning
from tournaments.standings.results import joined_at
from tournaments.verifying import checked as of_tournament

COOKIE = settings.SESSION_COOKIE_NAME
DUTIES = {"Bert": Duty.Kind.DIRECTOR, "Cilli": Duty.Kind.ARBITER, "Dora": Duty.Kind.HELPER}


@task
def open_day(title: str, names: list[str], terms: Document, cards: int) -> Document:
    """A tournament that everybody sees: Anna and Bert direct, Cilli rules, Dora types, and guests play."""
    house = club_house()
    event = {"title": title, "date": clock.today(), "venue": "Gasthaus", "rules": "zwanzigerrufen"}
    with transaction.atomic():
        for name in DUTIES:
            _come_in(house, name)
        tournament = house.do(
            planning.open_tournament, by="Anna", club=house.club, terms=terms_from(terms), **event
        )
        for name, kind in DUTIES.items():
            house.do(give_duty, by="Anna", tournament=tournament, name=name, kind=kind)
        house.do(planning.show_tournament, by="Anna", tournament=tournament, public=True)
        house.do(entering.register, by="Anna", tournament=tournament, names=names, house=False)
    return {
        "pk": tournament.pk,
        "desk": tournament.get_absolute_url(),
        "code": tournament.code,
        "cards": [code_of_card(tournament.pk, number) for number in range(1, cards + 1)],
        "cookie": COOKIE,
        "sessions": {name: house.client(name).cookies[COOKIE].value for name in house.accounts},
        "setup": [str(deed) for deed in _log(tournament).values_list("pk", flat=True)],
    }


def _come_in(house: House, name: str) -> None:
    """Let somebody of the club have an account, by an invitation the first time."""
    found = Account.objects.filter(name=name).first()
    if found is not None:
        house.accounts[name] = found
        return
    house.do(people.add_members, by="Anna", club=house.club, names=[name])
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        house.enter(name, house.member(name), by=house["Anna"])


@task
def look_at_day(tournament: int) -> Document:
    """Everything that is stored of a day, with names in place of ids, and what `verify` finds wrong there."""
    found = Tournament.whole(tournament)
    names = found.evening.names()
    sheets = Sheet.objects.whole().filter(evening=found.evening_id)
    audits = [*map(verifying.checked, sheets), of_tournament(found)]
    return {
        "names": names,
        "entrants": {str(entrant.pk): names[str(entrant.participant_id)] for entrant in found.entrants.all()},
        "rounds": [_round(round_, names) for round_ in found.rounds.order_by("number")],
        "log": [
            {"id": str(deed.pk), "verb": deed.verb, "by": deed.actor, "details": deed.details}
            for deed in _log(found)
        ],
        "differences": [str(difference) for audit in audits for difference in audit.differences],
    }


def _log(tournament: Tournament) -> QuerySet[Deed]:
    log = Deed.objects.filter(club=tournament.club_id, details__tournament=tournament.pk)
    return log.order_by("at", "pk")


def _round(round_: Round, names: dict[str, str]) -> Document:
    tables = round_.tables.select_related("sheet").order_by("number")
    return {
        "number": round_.number,
        "tables": [_table(table, names) for table in tables],
    }


def _table(table: Table, names: dict[str, str]) -> Document:
    sat: Sequence[Any] = [*table.seats, *joined_at(table).values()]
    return {
        "number": table.number,
        "sat": [names[player] for player in sat],
        "stands": None if table.sheet is None else _stands(table.sheet.pk, names),
    }


def _stands(sheet: int, names: dict[str, str]) -> Document:
    here = whole(sheet)
    rows = here.rows.filter(number__isnull=False).select_related("entry").order_by("sort_key")
    return {
        "ids": [str(entry) for entry in here.entries.values_list("pk", flat=True)],
        "hands": [
            {
                "id": str(row.pk),
                "games": exchanged(row.entry.record, names)["games"],
            }
            for row in rows
        ],
    }


if __name__ == "__main__":
    answer(sys.stdin)
