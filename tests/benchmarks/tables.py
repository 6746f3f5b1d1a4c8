"""How many tables a server is enough for: four phones on each, one records a hand a minute, three follow."""

from __future__ import annotations

import http.client
import os
import time
from functools import partial
from pathlib import Path
from random import Random

from tests.benchmarks.measuring import milliseconds, print_row
from tests.benchmarks.recording import milliseconds_of_hand
from tests.support.phones import Phone, at_once
from tests.support.races.processes import Server, own_server

TABLES = 20
SECONDS = 120.0
PAUSE = 60.0  # seconds between two hands of a table, fewer than people take
FOLLOWERS = 3  # of each table
EVERY = 5.0  # seconds between two questions of a follower
HALF = 0.5  # of all processors may be busy


def measure() -> None:
    with own_server() as server:
        keeper = server.keeper()
        keeper.do("migrate")
        tables = keeper.do("found", tables=TABLES)
        keeper.stop()
        server.start()
        phones = [Phone(server.port, table["code"]) for table in tables]
        before = processor_seconds(server)
        record = [partial(_record, phone, Random(number)) for number, phone in enumerate(phones)]
        follow = [partial(_follow, phone, Random(n)) for phone in phones for n in range(FOLLOWERS)]
        taken = at_once(*record, *follow)
        cores = (processor_seconds(server) - before) / SECONDS
    print(f"\n{TABLES} tables, a hand a minute at each, {FOLLOWERS} phones follow   (aim: p95 under 1000)")
    print_row("a hand", [one for each in taken[:TABLES] for one in each])
    print_row("looking for news", [one for each in taken[TABLES:] for one in each])
    print(f"  a table takes {1000 * cores / TABLES:.1f} thousandths of a core")
    print(f"  enough for {TABLES * HALF * (os.cpu_count() or 1) / cores:.0f} tables, half of the cores busy")


def _record(phone: Phone, dice: Random) -> list[float]:
    """Record hands until the time is over; return how long each took."""
    taken, until = list[float](), time.monotonic() + SECONDS
    pause = dice.uniform(0, min(PAUSE, SECONDS / 2))
    while time.monotonic() + pause < until:
        time.sleep(pause)
        taken.append(milliseconds_of_hand(phone, dice))
        pause = dice.uniform(0.5, 1.5) * PAUSE
    return taken


def _follow(phone: Phone, dice: Random) -> list[float]:
    """Ask again and again for news, on a connection kept open as browsers do; return how long each took."""
    taken, until = list[float](), time.monotonic() + SECONDS
    address = phone.table["urls"]["pulse"] or phone.table["urls"]["live"]
    cookies = "; ".join(f"{name}={cooky.value}" for name, cooky in phone.cookies.items())
    connection, tag = http.client.HTTPConnection(phone.host, phone.port), ""

    def look() -> int:
        nonlocal tag
        connection.request("GET", address, headers={"Cookie": cookies, "If-None-Match": tag})
        answer = connection.getresponse()
        answer.read()
        tag = answer.headers["ETag"]
        return answer.status if answer.status != 304 else 200

    time.sleep(dice.uniform(0, EVERY))
    while time.monotonic() < until:
        taken.append(milliseconds(look))
        time.sleep(EVERY)
    connection.close()
    return taken


def processor_seconds(server: Server) -> float:
    """Return what the server and its workers have used of the processor."""
    assert server.process is not None
    master = server.process.pid
    workers = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in (master, *workers)]
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")
