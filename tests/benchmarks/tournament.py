"""A cup of 160 players, three rounds of sixteen hands: what its standings ask for, and how long they take."""

from __future__ import annotations

import http.client
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

if TYPE_CHECKING:
    from scoring.models import Account, Club, Entry, Row, TableScore
    from tournaments.models import Round, Table, Tournament

ROOT = Path(__file__).parent.parent.parent
PLAYERS, ROUNDS, HANDS = 160, 3, 16
CLIENTS, REQUESTS, REPEATS = 8, 40, 40


def measure() -> None:
    """In a process and on a database of its own."""
    with TemporaryDirectory(prefix="tarock-") as name:
        here = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{name}/tournament.sqlite3",
            "SECRET_KEY": secrets.token_hex(32),
        }
        subprocess.run([sys.executable, "-m", __name__], cwd=ROOT, env=here, check=True)


def played(club: Club, director: Account) -> Tournament:
    """Drawn, started and closed by the verbs; the hands are rows as the verbs write them."""
    import datetime

    from tournaments.draw import verbs as draw
    from tournaments.engine.seating import Method
    from tournaments.engine.terms import CUP
    from tournaments.entrants import verbs as people
    from tournaments.models import Round
    from tournaments.planning import verbs as planning
    from tournaments.rounds.verbs import rounds

    act = {"actor": director}
    tournament = planning.open_tournament(
        **act,
        deed=uuid4(),
        club=club,
        title="Cup",
        date=datetime.date(2026, 11, 21),
        place="",
        rules="cup",
        terms=CUP,
    )
    names = [f"Gast {number}" for number in range(1, PLAYERS + 1)]
    entrants = people.register(**act, deed=uuid4(), tournament=tournament, names=names)
    there = [entrant.pk for entrant in entrants]
    dice = Random(54)
    for number in range(1, ROUNDS + 1):
        round_ = Round.objects.get(tournament=tournament, number=number)
        people.check(**act, deed=uuid4(), round_=round_, entrants=there, here=True)
        draw.draw_round(**act, deed=uuid4(), round_=round_, method=Method.RANDOM, seed=str(number))
        draw.publish_round(**act, deed=uuid4(), round_=round_)
        rounds.start_round(**act, deed=uuid4(), round_=round_)
        fill(round_, dice)
        rounds.close_round(**act, deed=uuid4(), round_=round_)
    return tournament


def fill(round_: Round, dice: Random) -> None:
    """Every table plays: somebody wins or loses a Dreier at 5 from each of the others."""
    from scoring.models import Entry, Row, TableScore
    from tournaments.models import Table
    from tournaments.standings.results import derive

    entries: list[Entry] = []
    rows: list[Row] = []
    scores: list[TableScore] = []
    tables = list(Table.objects.filter(round=round_).select_related("sheet", "round__tournament"))
    for table in tables:
        _play(table, dice, entries, rows, scores)
    Entry.objects.bulk_create(entries)
    Row.objects.bulk_create(rows)
    TableScore.objects.filter(sheet__in={score.sheet for score in scores}).delete()
    TableScore.objects.bulk_create(scores)
    for table in tables:
        derive(table)


def _play(
    table: Table,
    dice: Random,
    entries: list[Entry],
    rows: list[Row],
    scores: list[TableScore],
) -> None:
    from django.utils import timezone

    from scoring.models import Entry, Row, TableScore

    sheet, at = table.sheet, timezone.now()
    assert sheet is not None
    totals = dict.fromkeys(sheet.players, 0)
    for number in range(HANDS):
        place = (table.pk * HANDS + number) * 1024
        declarer, won = dice.choice(sheet.players), dice.random() < 0.55
        entry = Entry(
            id=UUID(int=dice.getrandbits(128)),
            sheet=sheet,
            seq=number + 1,
            place=place,
            act="add",
            record={"games": [{"contract": "dreier", "declarer": declarer, "won": won}]},
            at=at,
        )
        row = Row(
            entry=entry,
            sheet=sheet,
            place=place,
            number=number + 1,
            dealer=sheet.players[number % len(sheet.players)],
            players=sheet.players,
            radl=False,
            owed=0,
            triggers=[],
            twelfths=[(180 if player == declarer else -60) * (1 if won else -1) for player in sheet.players],
        )
        entries.append(entry)
        rows.append(row)
        for player, twelfths in zip(sheet.players, row.twelfths, strict=True):
            totals[player] += twelfths
    scores += [
        TableScore(
            sheet=sheet,
            participant_id=int(player),
            hands=HANDS,
            twelfths=totals[player],
            schrift_twelfths=totals[player],
        )
        for player in sheet.players
    ]
    sheet.seq = HANDS
    sheet.standing = {**sheet.standing, "hands": HANDS}
    sheet.save(update_fields=["seq", "standing"])


def _found() -> tuple[Account, Tournament]:
    from django.core.management import call_command

    from scoring.accounts import verbs as people
    from scoring.models import Club

    call_command("migrate", verbosity=0)
    terms = people.ClubTerms(
        name="Runde", currency="EUR", cents_per_point=10, language="de", default_rules="cup"
    )
    anna = people.set_up(
        deed=uuid4(), code=people.setup_code(), name="Anna", password=str(uuid4()), terms=terms
    )
    return anna, played(Club.objects.get(), anna)


def _print(anna: Account, tournament: Tournament) -> None:
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import override_settings
    from django.urls import reverse

    from tests.benchmarks.pages import PLAIN_FILES, milliseconds
    from tests.benchmarks.season import Counted

    here = [tournament.club.slug, tournament.pk]
    pages = {
        "the standings": reverse("tournaments:standings", args=here),
        "of a round": reverse("tournaments:round_standings", args=[*here, ROUNDS]),
    }
    tables = PLAYERS // 4 * ROUNDS
    print(
        f"\nStandings of {PLAYERS} players, {tables} tables, {tables * HANDS:,} hands, milliseconds a request"
    )
    print("  (wanted: at most 12 queries; aim: p50 under 60, with no page kept)")
    with override_settings(ALLOWED_HOSTS=["testserver"], STORAGES=PLAIN_FILES):
        client = Client()
        client.force_login(anna)
        for name, address in pages.items():
            client.get(address)
            counted = Counted()
            with connection.execute_wrapper(counted):
                client.get(address)
            taken = [milliseconds(client, address) for _ in range(REPEATS)]
            p95 = quantiles(taken, n=20)[-1]
            print(f"  {name:<26} {counted.queries:>2} queries   p50 {median(taken):6.1f}   p95 {p95:6.1f}")
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    _print_served(pages["the standings"], cookie)


def _print_served(address: str, cookie: str) -> None:
    """As `make run` serves it; every client asks again as soon as it has its answer."""
    from tests.support.races.phones import at_once
    from tests.support.races.processes import Server

    with TemporaryDirectory(prefix="tarock-") as name:
        server = Server(os.environ["DATABASE_URL"], Path(name) / "server.log")
        server.environment["SECRET_KEY"] = os.environ["SECRET_KEY"]
        server.start()
        try:
            _asked(server.port, address, cookie, 5)
            begun = time.perf_counter()
            taken = at_once(*[partial(_asked, server.port, address, cookie, REQUESTS)] * CLIENTS)
            seconds = time.perf_counter() - begun
        finally:
            server.stop()
    flat = [sample for each in taken for sample in each]
    p95 = quantiles(flat, n=20)[-1]
    print(
        f"  {f'over HTTP, {CLIENTS} clients':<26}              p50 {median(flat):6.1f}   p95 {p95:6.1f}"
        f"   {len(flat) / seconds:5.0f} a second   (wanted: at least 60)"
    )


def _asked(port: int, address: str, cookie: str, times: int) -> Sequence[float]:
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", address, headers={"Cookie": cookie})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        assert answer.status == 200, body
        taken.append((time.perf_counter() - begun) * 1000)
    return taken


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
    django.setup()
    _print(*_found())
