"""How many tables a server is enough for: four phones on each, one records a hand a minute, three follow."""

from __future__ import annotations

import os
import time
from functools import partial
from math import ceil
from random import Random

from tests.benchmarks.recording import milliseconds_of_hand, print_row
from tests.benchmarks.tournament_load import processor_seconds
from tests.support.phones import Follower, Phone, at_once
from tests.support.races.processes import own_server

TABLES = 20
SECONDS = 120.0
PAUSE = 60.0  # seconds between two hands of a table, fewer than people take
FOLLOWERS = 3  # of each table
HALF = 0.5  # of all processors may be busy
FEDERATION = (10, 100, 1000)  # clubs that play on the same evening
TABLES_OF_A_CLUB = 10


def measure() -> None:
    with own_server() as server:
        keeper = server.keeper()
        keeper.do("migrate")
        tables = keeper.do("found", tables=TABLES)
        keeper.stop()
        server.start()
        phones = [Phone(server.port, table["code"]) for table in tables]
        followers = [Follower.at_a_table(phone, number) for phone in phones for number in range(FOLLOWERS)]
        before = processor_seconds(server)
        follow = [partial(follower.follow, SECONDS) for follower in followers]
        recorded = at_once(*(partial(_record, phone, Random(n)) for n, phone in enumerate(phones)), *follow)
        cores = (processor_seconds(server) - before) / SECONDS
    print(f"\n{TABLES} tables, a hand a minute at each, {FOLLOWERS} phones follow   (aim: p95 under 1000)")
    print_row("a hand", [taken for each in recorded[:TABLES] for taken in each])
    print_row("looking for news", [taken for follower in followers for _, taken in follower.answers])
    print(f"  a table takes {1000 * cores / TABLES:.1f} thousandths of a core")
    print(f"  enough for {TABLES * HALF * (os.cpu_count() or 1) / cores:.0f} tables, half of the cores busy")
    for clubs in FEDERATION:
        tables_of_all = clubs * TABLES_OF_A_CLUB
        print(f"  {clubs} clubs, {tables_of_all} tables: {ceil(cores / TABLES * tables_of_all / HALF)} cores")


def _record(phone: Phone, dice: Random) -> list[float]:
    """Record hands until the time is over; return how long each took."""
    taken, until = list[float](), time.monotonic() + SECONDS
    pause = dice.uniform(0, min(PAUSE, SECONDS / 2))
    while time.monotonic() + pause < until:
        time.sleep(pause)
        taken.append(milliseconds_of_hand(phone, dice))
        pause = dice.uniform(0.5, 1.5) * PAUSE
    return taken
