"""How long a hand of a phone takes beside sixty strangers who ask for one public address: for each of them.

Of made-up addresses, which show nothing, only those are asked for that the server answers most slowly.

`python -m tests.support.run tests.benchmarks.strangers set_up` fills the database of the server and
prints the addresses.
`python -m tests.benchmarks.strangers ask PORT` is the strangers: they ask for the address in a line of their
input until the next line comes.
"""

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from random import Random
from statistics import median
from typing import NamedTuple

from scoring.server.phones import Phone
from tests.benchmarks.recording import milliseconds_of_hand, print_row
from tests.benchmarks.tournament_load import set_up_on
from tests.support.races.processes import HOST, ROOT, own_server

STRANGERS = 60  # connections, from ADDRESSES in turn: one alone may not have so many
ADDRESSES = ("127.0.0.2", "127.0.0.3")
HANDS, HANDS_BESIDE_THE_WORST = 8, 60
WORST = 12  # addresses that are measured once more, at length
DEAREST = 40  # of those that are made up, by the time of an answer
ASKED, LONGEST = 3, 60.0
EVERY = 10  # addresses, after which a hand is measured beside nobody
PAUSE = 0.02  # seconds between two hands
WARM = 0.3
TABLES = 20
MADE_UP = {"int": "99999999", "uuid": "00000000-0000-4000-8000-000000000000"}
PARAMETER = re.compile(r"<(?:(\w+):)?\w+>")
LINK = re.compile(r"""(?:href|src|action|data-[a-z-]+)="(/[^"#]*)""")
EXAMPLES = 2  # addresses of one route that are looked into


class Beside(NamedTuple):
    """Hands beside strangers who ask for one address."""

    path: str
    hands: list[float]  # milliseconds
    alone: float  # the median of hands beside nobody, just before
    answers: dict[str, int]  # by status
    seconds: float

    @property
    def ratio(self) -> float:
        return median(self.hands) / self.alone

    def print(self) -> None:
        shown = self.path if len(self.path) <= 60 else f"{self.path[:28]}...{self.path[-29:]}"
        statuses = " ".join(
            f"{status}: {count / self.seconds:.0f}/s" for status, count in self.answers.items()
        )
        print_row(f"{shown:<60}", self.hands, f"   {self.ratio:4.1f} times   {statuses}")


class Strangers:
    """The process of those who ask."""

    def __init__(self, port: int) -> None:
        command = [sys.executable, "-m", __name__, "ask", str(port)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    @contextmanager
    def asking(self, path: str) -> Iterator[dict[str, int]]:
        """Let them ask for an address; yield what is filled with the answers by their status afterwards."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        answers: dict[str, int] = {}
        print(path, file=self.process.stdin, flush=True)
        time.sleep(WARM)
        yield answers
        print(file=self.process.stdin, flush=True)
        answers.update(json.loads(self.process.stdout.readline()))

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def measure() -> None:
    print(f"\nA hand beside {STRANGERS} strangers at one address   (aim: the median at most twice as long)")
    with own_server() as server:
        keeper = server.keeper()
        keeper.do("migrate")
        (table,) = keeper.do("found", tables=1)
        keeper.stop()
        tournament = set_up_on(server.environment, TABLES)["code"]
        command = [sys.executable, "-m", "tests.support.run", __name__, "set_up", tournament]
        found = subprocess.run(command, cwd=ROOT, env=server.environment, check=True, stdout=subprocess.PIPE)
        server.start()
        phone, dice, strangers = Phone(server.port, table["code"]), Random(54), Strangers(server.port)
        _hands(phone, dice, HANDS_BESIDE_THE_WORST)
        shown, made_up = json.loads(found.stdout)
        _print_table(phone, dice, strangers, [*shown, *dearest(server.port, made_up)])
        strangers.stop()


def dearest(port: int, paths: list[str]) -> list[str]:
    """Return the addresses that a server answers most slowly."""
    taken: dict[str, float] = {}
    for path in paths:
        for _ in range(ASKED):
            begun = time.perf_counter()
            with closing(HTTPConnection(HOST, port)) as connection:
                connection.request("GET", path)
                connection.getresponse().read()
            taken[path] = min(time.perf_counter() - begun, taken.get(path, LONGEST))
    return sorted(taken, key=lambda path: -taken[path])[:DEAREST]


def _print_table(phone: Phone, dice: Random, strangers: Strangers, paths: list[str]) -> None:
    """Print the addresses beside which hands took longest, and how many of all were too slow."""
    measured: list[Beside] = []
    for number, path in enumerate(paths):
        if number % EVERY == 0:
            alone = median(_hands(phone, dice, HANDS))
        measured.append(_beside(strangers, path, phone, dice, HANDS, alone))
    measured.sort(key=lambda beside: -beside.ratio)
    worst = []
    for beside in measured[:WORST]:
        nobody = _hands(phone, dice, HANDS_BESIDE_THE_WORST)
        worst.append(_beside(strangers, beside.path, phone, dice, HANDS_BESIDE_THE_WORST, median(nobody)))
    print_row(f"{'nobody':<60}", nobody)
    for beside in sorted(worst, key=lambda beside: -beside.ratio):
        beside.print()
    above = sum(beside.ratio > 2 for beside in worst)
    middle = median(beside.ratio for beside in measured)
    print(f"  {len(measured)} addresses, half of them {middle:.1f} times; above twice at length: {above}")


def _beside(strangers: Strangers, path: str, phone: Phone, dice: Random, hands: int, alone: float) -> Beside:
    begun = time.perf_counter()
    with strangers.asking(path) as answers:
        taken = _hands(phone, dice, hands)
    return Beside(path, taken, alone, answers, time.perf_counter() - begun)


def _hands(phone: Phone, dice: Random, many: int) -> list[float]:
    taken: list[float] = []
    for _ in range(many):
        time.sleep(PAUSE)
        taken.append(milliseconds_of_hand(phone, dice))
    return taken


# Processes of their own


def set_up(tournament: str) -> tuple[list[str], list[str]]:
    """Return one address of each route as strangers find it, and one of each that is made up."""
    from django.test import Client
    from django.urls import Resolver404, resolve

    from tests.support.addresses import addresses

    client = Client(HTTP_HOST=HOST)
    waiting = [
        *shared_links(),
        f"/tournaments/{tournament}/",
        "/",
        "/handbook/",
        "/rules/compare/?a=standard&b=wien",
    ]
    by_route: dict[str, list[str]] = {}
    while waiting:
        path = waiting.pop(0).replace("&amp;", "&")
        try:
            route = resolve(path.partition("?")[0]).route
        except Resolver404:
            continue
        paths = by_route.setdefault(route, [])
        if path in paths or len(paths) >= EXAMPLES:
            continue
        paths.append(path)
        answer = client.get(path, follow=False)
        if not answer.streaming and answer.get("Content-Type", "").startswith("text/html"):
            waiting += LINK.findall(answer.content.decode())
        client.cookies.clear()
    made_up = {f"/{PARAMETER.sub(lambda kind: MADE_UP.get(kind[1], 'x'), route)}" for route, _ in addresses()}
    shown = {paths[0] for paths in by_route.values()}
    return sorted(shown), [*sorted(made_up - shown), "/static/missing.js", "/nothing/"]


def shared_links() -> list[str]:
    """Return the addresses of everything that the invented club shows to anybody."""
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
    own = Member.objects.get(club=club, account=anna)
    shared = (
        people.share_evening(actor=anna, deed=uuid4(), evening=evening),
        people.share_standings(actor=anna, deed=uuid4(), club=club, period="all"),
        people.share_feed(actor=anna, deed=uuid4(), club=club, what=Shared.CALENDAR),
        people.share_feed(actor=anna, deed=uuid4(), club=club, what=Shared.RESULTS),
        people.share_feed(actor=anna, deed=uuid4(), club=club, what=Shared.COMING),
        people.share_player(actor=anna, deed=uuid4(), member=own, period="all"),
    )
    links = [f"/s/{code_of(link)}/{rest}" for link in shared for rest in ("", "calendar.ics", "results.atom")]
    links += [f"/tournaments/{shown.code}/" for shown in Tournament.objects.filter(public=True)]
    links += [f"/series/{shown.code}/" for shown in Series.objects.exclude(code="")]
    links += [f"{shown}export/xlsx/" for shown in links]
    return links


async def ask(port: int) -> None:
    """Ask for each address on all connections until the next line comes; print the answers by status."""
    answers: dict[str, int] = {}
    path = ""

    async def stranger(number: int, wanted: str) -> None:
        own = (ADDRESSES[number % len(ADDRESSES)], 0)
        head = f"GET {wanted} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode()
        while path == wanted:
            try:
                reader, writer = await asyncio.open_connection(HOST, port, local_addr=own)
                writer.write(head)
                status = (await reader.read())[9:12].decode()
                answers[status] = answers.get(status, 0) + 1
                writer.close()
            except ConnectionError:
                await asyncio.sleep(0.1)

    read = asyncio.get_running_loop().run_in_executor
    everybody: list[asyncio.Task[None]] = []
    while line := await read(None, sys.stdin.readline):
        path = line.strip()
        if path:
            everybody = [asyncio.create_task(stranger(number, path)) for number in range(STRANGERS)]
        else:
            await asyncio.gather(*everybody)
            print(json.dumps(answers), flush=True)
            answers.clear()


if __name__ == "__main__":
    if sys.argv[1] == "ask":
        asyncio.run(ask(int(sys.argv[2])))
    else:
        print(json.dumps(set_up(sys.argv[2])))
