"""How long a hand of a phone takes while strangers ask one public address, sixty at a time.

`python -m tests.support.run tests.benchmarks.strangers set_up` fills the database of the server and
prints the addresses.
`python -m tests.benchmarks.strangers ask PORT PATH` is the strangers, until their input ends.
"""

import asyncio
import json
import subprocess
import sys
import time
from random import Random

from scoring.server.phones import Phone
from tests.benchmarks.recording import milliseconds_of_hand, print_row
from tests.benchmarks.tournament_load import set_up_on
from tests.support.races.processes import HOST, ROOT, own_server

STRANGERS = 60  # connections, from ADDRESSES in turn: one alone may not have so many
ADDRESSES = ("127.0.0.2", "127.0.0.3")
HANDS = 100
LONGEST = 12.0  # seconds for all of them
PAUSE = 0.05  # seconds between two hands
WARM = 1.0
TABLES = 20


def measure() -> None:
    print(f"\nA hand beside {STRANGERS} strangers at one address, milliseconds   (aim: p95 at most 50)")
    with own_server() as server:
        keeper = server.keeper()
        keeper.do("migrate")
        (table,) = keeper.do("found", tables=1)
        keeper.stop()
        tournament = set_up_on(server.environment, TABLES)["code"]
        command = [sys.executable, "-m", "tests.support.run", __name__, "set_up"]
        found = subprocess.run(command, cwd=ROOT, env=server.environment, check=True, stdout=subprocess.PIPE)
        server.start()
        phone, dice = Phone(server.port, table["code"]), Random(54)
        _hands(phone, dice)
        _print_row("nobody", _hands(phone, dice))
        played = f"/tournaments/{tournament}/"
        for path in (*json.loads(found.stdout), played, f"{played}standings/export/xlsx/"):
            answers, taken = _beside(server.port, path, phone, dice)
            _print_row(path, taken, f"   {answers:6.1f} answers a second")


def _beside(port: int, path: str, phone: Phone, dice: Random) -> tuple[float, list[float]]:
    command = [sys.executable, "-m", __name__, "ask", str(port), path]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as strangers:
        time.sleep(WARM)
        taken = _hands(phone, dice)
        told, _nothing = strangers.communicate("")
    answers, seconds = map(float, told.split())
    return answers / seconds, taken


def _hands(phone: Phone, dice: Random) -> list[float]:
    taken: list[float] = []
    until = time.perf_counter() + LONGEST
    while len(taken) < 2 or (len(taken) < HANDS and time.perf_counter() < until):
        time.sleep(PAUSE)
        taken.append(milliseconds_of_hand(phone, dice))
    return taken


def _print_row(name: str, taken: list[float], further: str = "") -> None:
    shown = name if len(name) <= 60 else f"{name[:28]}...{name[-29:]}"
    print_row(f"{shown:<60}", taken, further)


# Processes of their own


def set_up() -> list[str]:
    """Return the addresses that anybody may open, of everything that is shown in the invented club."""
    from uuid import uuid4

    from django.utils import timezone

    from scoring import demo
    from scoring.accounts import verbs as people
    from scoring.accounts.verbs import code_of
    from scoring.models import Account, Member, Shared
    from tournaments.models import Series, Tournament

    anna = Account.objects.get(name="Anna")
    club = demo.create_demo_club(actor=anna, until=timezone.localdate())
    evening = club.evenings.exclude(sheets=None).order_by("-date").first()
    links = {
        "evening": people.share_evening(actor=anna, deed=uuid4(), evening=evening),
        "season": people.share_standings(actor=anna, deed=uuid4(), club=club, period="all"),
        "calendar": people.share_feed(actor=anna, deed=uuid4(), club=club, what=Shared.CALENDAR),
        "results": people.share_feed(actor=anna, deed=uuid4(), club=club, what=Shared.RESULTS),
    }
    own = Member.objects.get(club=club, account=anna)
    links["player"] = people.share_player(actor=anna, deed=uuid4(), member=own, period="all")
    at = {name: f"/s/{code_of(link)}/" for name, link in links.items()}
    addresses = [at["evening"], at["evening"] + "export/xlsx/", at["season"], at["season"] + "export/xlsx/"]
    addresses += [at["calendar"] + "calendar.ics", at["results"] + "results.atom"]
    addresses += [
        at["player"],
        at["player"] + "export/xlsx/",
        "/rules/compare/?a=standard&b=wien",
        "/rules/standard/",
        "/handbook/booklet/",
        "/calculator/",
    ]
    for tournament in Tournament.objects.filter(public=True, club=club)[:1]:
        shown = f"/tournaments/{tournament.code}/"
        addresses += [shown + "standings/", shown + "standings/export/xlsx/", shown + "results/"]
    for series in Series.objects.filter(club=club).exclude(code="")[:1]:
        addresses += [f"/series/{series.code}/", f"/series/{series.code}/export/xlsx/"]
    # What tables and members ask for, and what is missing.
    addresses += ["/x/pulse/", "/static/missing.js", "/sheets/1/live/", "/clubs/x/", "/health/"]
    return [*addresses, "/tournaments/x/tables/1/", "/tournaments/x/pulse/", "/nothing/"]


async def ask(port: int, path: str) -> None:
    """Ask again and again on all connections until the input ends; print answers and seconds."""
    answers = 0

    async def stranger(number: int) -> None:
        nonlocal answers
        own = (ADDRESSES[number % len(ADDRESSES)], 0)
        head = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode()
        while True:
            try:
                reader, writer = await asyncio.open_connection(HOST, port, local_addr=own)
                writer.write(head)
                if (await reader.read()).startswith(b"HTTP/1.1 200"):
                    answers += 1
                writer.close()
            except ConnectionError:
                await asyncio.sleep(0.1)

    begun = time.perf_counter()
    everybody = [asyncio.create_task(stranger(number)) for number in range(STRANGERS)]
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for each in everybody:
        each.cancel()
    print(answers, time.perf_counter() - begun)


if __name__ == "__main__":
    if sys.argv[1] == "ask":
        asyncio.run(ask(int(sys.argv[2]), sys.argv[3]))
    else:
        print(json.dumps(set_up()))
