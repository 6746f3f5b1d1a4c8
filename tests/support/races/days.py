"""Sets up tournament days for `tests/night/day.py`, and shows what is stored of them."""

import sys
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.test import Client, override_settings
from django.utils import timezone

from scoring import verifying
from scoring.accounts import verbs as people
from scoring.models import Account, Club, Deed, Sheet
from tests.support.races.keeper import Document, answer, director, task, whole
from tests.support.scoring.house import PASSWORD, signed_in
from tests.support.scoring.tables import exchanged
from tests.support.tournaments.playing import code_of_card
from tournaments.duties import give_duty
from tournaments.engine.terms import terms_from
from tournaments.entrants import verbs as entering
from tournaments.models import Call, Duty, Round, Table, Tournament
from tournaments.planning import verbs as planning
from tournaments.standings.results import joined_at
from tournaments.verifying import checked as of_tournament

DUTIES = {"Bert": Duty.Kind.DIRECTOR, "Cilli": Duty.Kind.ARBITER, "Dora": Duty.Kind.HELPER}


@task
def open_day(title: str, names: list[str], terms: Document, cards: int) -> Document:
    """A tournament that everybody sees: Anna and Bert direct, Cilli rules, Dora types, and guests play."""
    anna, club = director(), Club.objects.get()
    with transaction.atomic():
        staff = {"Anna": anna, **{name: _member(anna, club, name) for name in DUTIES}}
        tournament = planning.open_tournament(
            actor=anna,
            deed=uuid4(),
            club=club,
            title=title,
            date=timezone.localdate(),
            place="Gasthaus",
            rules="zwanzigerrufen",
            terms=terms_from(terms),
        )
        for name, kind in DUTIES.items():
            give_duty(actor=anna, deed=uuid4(), tournament=tournament, name=name, kind=kind)
        planning.show_tournament(actor=anna, deed=uuid4(), tournament=tournament, public=True)
        entering.register(actor=anna, deed=uuid4(), tournament=tournament, names=names, house=False)
    there = tournament.evening.names()
    return {
        "pk": tournament.pk,
        "ids": [*there],
        "entrants": {there[str(entrant.participant_id)]: entrant.pk for entrant in tournament.entrants.all()},
        "desk": tournament.get_absolute_url(),
        "code": tournament.code,
        "cards": [code_of_card(tournament.pk, number) for number in range(1, cards + 1)],
        "cookie": settings.SESSION_COOKIE_NAME,
        "sessions": {name: _session(account) for name, account in staff.items()},
        "setup": [str(deed) for deed in _log(tournament).values_list("pk", flat=True)],
    }


def _member(anna: Account, club: Club, name: str) -> Account:
    """Return the account of somebody of the club, who comes in by an invitation the first time."""
    found = Account.objects.filter(name=name).first()
    if found is not None:
        return found
    people.add_members(actor=anna, deed=uuid4(), club=club, names=[name])
    token = people.invite(actor=anna, deed=uuid4(), member=club.members.get(name=name))
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        account, _ = people.accept_invitation(deed=uuid4(), token=token, name=name, password=PASSWORD)
    return account


def _session(account: Account) -> str:
    client = Client()
    signed_in(client, account)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


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
        "calls": [
            {
                "at": f"round {call.table.round.number}, table {call.table.number}",
                "withdrawn": call.withdrawn_at is not None,
                "rulings": call.rulings.count(),
            }
            for call in Call.objects.filter(table__round__tournament=found).select_related("table__round")
        ],
        "differences": [str(difference) for audit in audits for difference in audit.differences],
    }


def _log(tournament: Tournament) -> QuerySet[Deed]:
    log = Deed.objects.filter(club=tournament.club_id, details__tournament=tournament.pk)
    return log.order_by("at", "pk")


def _round(round_: Round, names: dict[str, str]) -> Document:
    here = round_.attendances.filter(checked_in_at__isnull=False).select_related("entrant")
    tables = round_.tables.select_related("sheet").order_by("number")
    return {
        "number": round_.number,
        "stage": str(round_.stage),
        "ticks": [tick.kind for tick in round_.ticks.filter(table=None)],
        "present": [names[str(attendance.entrant.participant_id)] for attendance in here],
        "tables": [_table(table, names) for table in tables],
    }


def _table(table: Table, names: dict[str, str]) -> Document:
    sat: Sequence[Any] = [*table.seats, *joined_at(table).values()]
    return {
        "number": table.number,
        "paper": bool(table.results.get("paper")),
        "sat": [names[player] for player in sat],
        "stands": None if table.sheet is None else _stands(table.sheet.pk, names),
    }


def _stands(sheet: int, names: dict[str, str]) -> Document:
    here = whole(sheet)
    rows = here.rows.filter(number__isnull=False).select_related("entry").order_by("place")
    return {
        "ids": [str(entry) for entry in here.entries.values_list("pk", flat=True)],
        "hands": [
            {
                "id": str(row.pk),
                "games": exchanged(row.entry.record, names)["games"],
                "players": [names[player] for player in row.players],
                "twelfths": row.twelfths,
            }
            for row in rows
        ],
    }


if __name__ == "__main__":
    answer(sys.stdin)
