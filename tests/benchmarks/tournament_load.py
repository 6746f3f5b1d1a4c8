"""What a tournament costs the server: 160 phones and 20 screens that follow it, 40 tables that record.

`python -m tests.support.run tests.benchmarks.tournament_load 40` sets one up in a process of its own, on the
database of the server.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

from tests.benchmarks.recording import milliseconds_of_hand, print_row
from tests.support.phones import Follower, Phone, at_once
from tests.support.races.processes import ROOT, Server, own_server

PHONES, SCREENS = 160, 20
EVERY = Follower.EVERY_PULSE
PAGES = ("", "standings/")
LASTS = 20.0  # seconds of one measurement
TABLES = 40
HANDS = 1  # at each table, in these seconds
WARM_UP = 8
WARM = 7.0  # more than two questions

Document = dict[str, Any]


def measure() -> None:
    with own_server() as server:
        found = set_up_on(server.environment, TABLES)
        server.start()
        _measure(server, found)


def set_up_on(environment: dict[str, str], tables: int) -> Document:
    """Return a tournament that was set up by a process of its own."""
    command = [sys.executable, "-m", "tests.support.run", "tests.benchmarks.tournament_load", str(tables)]
    answer = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    document: Document = json.loads(answer.stdout)
    return document


def _measure(server: Server, found: Document) -> None:
    code = found["code"]
    tables = [Phone(server.port, link) for link in found["links"]]
    for table in tables[:WARM_UP]:
        table.save(table.some_hand(Random(7)))
    print(f"\n{PHONES} phones and {SCREENS} screens ask every {EVERY:.0f} s, for {LASTS:.0f} s")
    print("                                                (aim: at most 10 % of one core)")
    followers = [Follower.at_a_table(table, other) for other, table in enumerate(tables)]
    followers += [of_page(server.port, code, number) for number in range(TABLES, PHONES + SCREENS)]
    _watched(server, followers, [], WARM)
    _print_share("nothing happens", _watched(server, followers, [], LASTS)[0])
    playing = [partial(_play, table, Random(n)) for n, table in enumerate(tables)]
    share, posts = _watched(server, followers, playing, LASTS)
    _print_share(f"{TABLES} tables post a hand each", share)
    print_row(f"{'':>4}a hand of these", posts)


class Share(NamedTuple):
    """What the server did while everybody was asking: neither the first ones nor the last ones alone."""

    taken: list[float]  # milliseconds of every answer
    spent: float  # seconds of the processor
    seconds: float


def _watched(
    server: Server,
    followers: Sequence[Follower],
    playing: Sequence[Callable[[], list[float]]],
    seconds: float,
) -> tuple[Share, list[float]]:
    spent: list[tuple[float, float]] = []

    def watch() -> list[float]:
        for pause in (EVERY, seconds - EVERY):
            time.sleep(pause)
            spent.append((time.perf_counter(), processor_seconds(server)))
        return []

    follow = [partial(follower.follow, seconds) for follower in followers]
    _, *answers = at_once(watch, *follow, *playing)
    (begin, before), (end, after) = spent
    taken = [ms for follower in followers for moment, ms in follower.answers if begin <= moment < end]
    posts = [sample for each in answers[len(followers) :] for sample in each]
    return Share(taken, after - before, end - begin), posts


def _print_share(name: str, share: Share) -> None:
    taken, spent, seconds = share
    told = f"   {spent / seconds:6.1%} of one core, {spent / len(taken) * 1000:.2f} ms an answer"
    print_row(name, taken, f"   {len(taken) / seconds:4.0f} answers a second{told}")


def _play(table: Phone, dice: Random) -> list[float]:
    """Some hands at any time of the measurement."""
    taken = []
    for _ in range(HANDS):
        time.sleep(dice.uniform(0, LASTS / HANDS * 0.9))
        taken.append(milliseconds_of_hand(table, dice))
    return taken


def of_page(port: int, code: str, number: int) -> Follower:
    """Return a phone on a page of the tournament, or the screen in the hall."""
    page = "projector/" if number >= PHONES else PAGES[number % len(PAGES)]
    where = f"/tournaments/{code}/"
    return Follower(port, number, f"{where}pulse/", f"{where}{page}?part=1")


def processor_seconds(server: Server) -> float:
    """What the server and its workers have used of the processor."""
    assert server.process is not None
    return seconds_with_children(server.process.pid)


def seconds_with_children(pid: int) -> float:
    """Return what a process and all that it began have used of the processor."""
    return sum(_used_by(child) for child in _with_children(pid)) / os.sysconf("SC_CLK_TCK")


def _with_children(pid: int) -> Iterable[int]:
    yield pid
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        yield from _with_children(int(child))


def _used_by(pid: int) -> int:
    """In ticks of the kernel, for itself and in the kernel."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


# In a process of its own


def found(tables: str) -> Document:
    """A tournament of so many tables of four in its first round, shown to everybody."""
    from scoring.models import Club
    from scoring.table.links import code_of
    from tests.support.races import keeper
    from tests.support.tournaments.playing import opened
    from tournaments.engine.terms import PLAY_MONEY
    from tournaments.models import Table
    from tournaments.planning.verbs import show_tournament

    keeper.migrate()
    house = keeper.club_house() if Club.objects.exists() else keeper.founder()
    house.accounts["Bert"] = house["Anna"]
    playing = opened(house, title=f"{tables} Tische", rules="standard", terms=PLAY_MONEY)
    playing.register([f"Gast {number}" for number in range(1, 4 * int(tables) + 1)])
    playing.begin()
    tournament = playing.tournament
    show_tournament(actor=house["Anna"], deed=uuid4(), tournament=tournament, public=True)
    drawn = Table.objects.filter(round__tournament=tournament).select_related("sheet").order_by("number")
    return {
        "code": tournament.code,
        "links": [code_of(table.sheet, "record") for table in drawn if table.sheet is not None],
    }


if __name__ == "__main__":
    print(json.dumps(found(sys.argv[1])))
