"""`make night`: plays nights one after the other, and tells what happened in those that end badly.

python -m tests.night 1-200                club nights of these seeds
python -m tests.night day 1-200            tournament days
python -m tests.night --postgresql 1-20    these on a PostgreSQL of its own, with a replica and two servers
python -m tests.night --steps 9 7          only the first steps of a night, to cut its story down
"""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.night import day, night
from tests.night.hall import Hall
from tests.night.night import Report
from tests.support.browser.chromium import ARGUMENTS, find_chromium
from tests.support.postgresql import cluster, demand_programs, synchronous_replica
from tests.support.races.processes import Origin, Server

KINDS: dict[str, Callable[[Hall, int], Report]] = {"club": night.play, "day": day.play}


@contextmanager
def opened(
    origin: Origin, browser: Browser, programs: Path | None, steps: int | None = None
) -> Iterator[Hall]:
    """Open a hall on a new database: a file with one server, or a PostgreSQL with a replica and two."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        address, names, database, replica = f"sqlite:///{folder}/night.sqlite3", ["only"], None, None
        if programs is not None:
            database = stack.enter_context(cluster(programs))
            replica = stack.enter_context(synchronous_replica(database))
            both = database.address.replace(database.host, f"{database.host},{replica.host}")
            address, names = f"{both}?target_session_attrs=read-write", ["first", "second"]
        servers = [
            Server(address, Path(folder, f"{name}.log"), workers=2, secret=origin.secret, start=origin)
            for name in names
        ]
        first, *further = servers
        hall = Hall(first, first.keeper("tests.night.days"), browser, further=tuple(further))
        hall.cluster, hall.replica, hall.steps = database, replica, steps
        if replica is not None:
            for server in servers:
                server.environment["REPLICA_URL"] = replica.address
        hall.keeper.do("migrate")
        hall.open()
        try:
            yield hall
        finally:
            hall.close()


def nights(hall: Hall, seeds: range, kind: str = "club") -> bool:
    """Play these seeds; return whether all ended well."""
    deeds, bad = Counter[str](), 0
    for seed in seeds:
        report = KINDS[kind](hall, seed)
        deeds += report.deeds
        bad += bool(report.wrong)
        print(f"seed {seed}: {'as told' if not report.wrong else 'WRONG'}", flush=True)
        if report.wrong:
            print(*report.story, *report.wrong, sep="\n", flush=True)
    lies = hall.lies()
    print(*(f"{count:6} {deed}" for deed, count in deeds.most_common()), sep="\n")
    print(f"{len(seeds)} nights, {bad} of them wrong. {lies}")
    return not bad and not lies


def main(words: list[str]) -> int:
    """Do what is asked, and return how that ended."""
    parser = ArgumentParser(prog="tests.night")
    parser.add_argument("what", nargs="*", help="club or day, and seeds: day 1-200")
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--steps", type=int)
    asked = parser.parse_args(words)
    programs = None
    if asked.postgresql:
        programs = demand_programs()
        os.environ["DATABASE_URL"] = "postgres://localhost/none"  # the origin has to know which kind it is
    *kind, seeds = asked.what or ["1-20"]
    first, _, last = seeds.partition("-")
    origin = Origin()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        with opened(origin, browser, programs, asked.steps) as hall:
            well = nights(hall, range(int(first), int(last or first) + 1), *kind)
        browser.close()
    origin.stop()
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
