"""The big day: 160 players, 40 phones that post four hands a second together, 120 pages that ask every 3 s.

Beside them somebody asks for the board, the screen in the hall, the standings and the workbook.
Run by itself (`tests/support/run.py`), it sets the tournament up on the database of the server.
"""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.models import Account
from tests.benchmarks.tournament_load import (
    TABLES,
    Document,
    Follower,
    found,
    processor_seconds,
)
from tests.support.races.phones import Phone, at_once
from tests.support.races.processes import HOST, ROOT, Server, surroundings
from tournaments.models import Tournament

PAGES = 120  # that ask every 3 s: two thirds look for seats or standings, the others lie at the tables
A_SECOND = 4  # hands, of all tables together
BEFORE = 3  # hands at each table, before anything is measured
LASTS = 30.0  # seconds
BETWEEN = 3.0  # seconds between two pages of whoever looks


def measure() -> None:
    with TemporaryDirectory(prefix="tarock-") as name:
        database = f"sqlite:///{name}/day.sqlite3"
        server = Server(database, Path(name) / "server.log")
        environment = surroundings(database, server.secret)
        command = [sys.executable, "-m", "tests.support.run", __name__]
        answer = subprocess.run(
            command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
        )
        try:
            server.start()
            _measure(server, json.loads(answer.stdout))
        finally:
            server.stop()


def _measure(server: Server, day: Document) -> None:
    dice = Random(160)
    tables = [Phone(server.port, link) for link in day["links"]]
    for table in tables * BEFORE:
        _post(table, dice)
    followers = [Follower.at_a_table(table, other) for other, table in enumerate(tables)]
    followers += [Follower.of_page(server.port, day["code"], number) for number in range(TABLES, PAGES)]
    posting = [partial(_play, table, other) for other, table in enumerate(tables)]
    looking = [partial(_look, server.port, path, day["cookie"]) for path in day["pages"].values()]
    followed = [partial(follower.follow, LASTS) for follower in followers]
    begun, before = time.perf_counter(), processor_seconds(server)
    answers = at_once(*looking, *posting, *followed)
    seconds, spent = time.perf_counter() - begun, processor_seconds(server) - before
    looked, posts = answers[: len(looking)], answers[len(looking) : len(looking) + TABLES]
    hands = [answer for each in posts for answer in each]
    asked = [ms for follower in followers for _moment, ms in follower.answers]
    print(f"\nA day of {4 * TABLES} players: {TABLES} phones post, {PAGES} pages ask, for {LASTS:.0f} s")
    _print_row("a hand", hands, f"{len(hands)} of them, {A_SECOND} a second")
    _print_row("what pages ask", asked, f"{len(asked) / seconds:.0f} a second")
    for name, taken in zip(day["pages"], looked, strict=True):
        _print_row(name, taken)
    print(f"  {'in all':<26} {spent / seconds:6.1%} of one core")


def _print_row(name: str, taken: list[float], further: str = "") -> None:
    p95 = quantiles(taken, n=20)[-1]
    print(f"  {name:<26} p50 {median(taken):6.1f}   p95 {p95:6.1f}   {further}".rstrip())


def _play(table: Phone, number: int) -> list[float]:
    """In turn with the other tables, so that together it is so many a second."""
    dice, taken = Random(number), []
    every = TABLES / A_SECOND
    begun = time.perf_counter() + number / A_SECOND
    for hand in range(int(LASTS / every)):
        time.sleep(max(begun + hand * every - time.perf_counter(), 0))
        taken.append(_post(table, dice))
    return taken


def _post(table: Phone, dice: Random) -> float:
    begun = time.perf_counter()
    answer = table.save(table.some_hand(dice))
    assert answer.status == 200, answer
    return (time.perf_counter() - begun) * 1000


def _look(port: int, path: str, cookie: str) -> list[float]:
    """The same page again and again, after each of which hands have come in."""
    taken = []
    for _ in range(int(LASTS / BETWEEN)):
        begun = time.perf_counter()
        connection = http.client.HTTPConnection(HOST, port, timeout=60)
        connection.request("GET", path, headers={"Cookie": cookie})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        assert answer.status == 200, body
        taken.append((time.perf_counter() - begun) * 1000)
        time.sleep(max(BETWEEN - (time.perf_counter() - begun), 0))
    return taken


# In a process of its own


def set_up() -> Mapping[str, object]:
    """The tournament, where its pages are, and the director's session."""
    day = found(str(TABLES))
    tournament = Tournament.objects.select_related("club").get(code=day["code"])
    here = [tournament.club.slug, tournament.pk]
    client = Client()
    client.force_login(Account.objects.get(name="Anna"))
    name = settings.SESSION_COOKIE_NAME
    workbook = {"slug": tournament.club.slug, "pk": tournament.pk, "form": "xlsx"}
    pages = {
        "the board": f"{reverse('tournaments:board', args=[*here, 1])}?part",
        "the screen in the hall": f"{reverse('tournaments:projector', args=[tournament.code])}?part=1",
        "the standings": reverse("tournaments:round_standings", args=[*here, 1]),
        "the workbook": reverse("tournaments:export_tournament", kwargs=workbook),
    }
    return {**day, "pages": pages, "cookie": f"{name}={client.cookies[name].value}"}


if __name__ == "__main__":
    print(json.dumps(set_up()))
