"""What runs for `make scale`: servers and PostgreSQLs, two of each, a proxy, and everybody who asks there."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

from scoring.server.phones import Phone
from tests.benchmarks.tournament_load import processor_seconds, seconds_with_children, set_up_on
from tests.scale.night import Onlooker, Recorder
from tests.support.postgresql import Cluster
from tests.support.races.processes import ROOT, Keeper, Server, free_port, listens

WORKERS = 2  # of each server
TABLES = 12  # of the club
TOURNAMENT = 8  # tables
LOOKING_ON = 2  # at each table, beside the phone that records
AWAY = 20  # people who follow the tournament on its public pages


@dataclass(frozen=True)
class Running:
    """The programs."""

    database: Cluster
    servers: tuple[Server, Server]
    port: int  # of the proxy

    def keeper(self) -> Keeper:
        """Return a new one, whose line to the database nobody has cut."""
        return self.servers[0].keeper()

    def spent(self) -> tuple[float, float]:
        """Return the seconds of the processor that the servers and the database have used."""
        application = sum(processor_seconds(server) for server in self.servers)
        return application, seconds_with_children(self.database.server.pid)


@dataclass
class House:
    """The programs, and people."""

    running: Running
    recorders: list[Recorder]
    onlookers: list[Onlooker]
    pages: list[tuple[Phone, str]]


@contextmanager
def opened(database: Cluster, replica: Cluster, folder: Path) -> Iterator[House]:
    """Start everything, with a club at its tables and a tournament in its first round."""
    both = database.address.replace(database.host, f"{database.host},{replica.host}")
    address = f"{both}?target_session_attrs=read-write"  # whichever is written to
    first = Server(address, folder / "first.log", workers=WORKERS)
    second = Server(address, folder / "second.log", workers=WORKERS, secret=first.secret)
    for server in (first, second):
        server.environment["REPLICA_URL"] = replica.address
    tables = _founded(first)
    port = free_port()
    proxy = [sys.executable, "-m", "tests.scale.proxy", str(port), str(first.port), str(second.port)]
    passing_on = subprocess.Popen(proxy, cwd=ROOT)
    try:
        drawn = set_up_on(first.environment, TOURNAMENT)
        for server in (first, second):
            server.start()
        while not listens(port):
            time.sleep(0.02)
        codes = [table["code"] for table in tables] + drawn["links"]
        yield _seated(Running(database, (first, second), port), codes, drawn["code"])
    finally:
        passing_on.terminate()
        passing_on.wait()
        for server in (first, second):
            server.stop()


def _founded(server: Server) -> list[dict[str, Any]]:
    """Return the tables of a club; its database is new."""
    keeper = server.keeper()
    try:
        keeper.do("migrate")
        tables: list[dict[str, Any]] = keeper.do("found", tables=TABLES)
    finally:
        keeper.stop()
    return tables


def _seated(running: Running, codes: list[str], tournament: str) -> House:
    """Phones at all tables, others that look on, and people who follow the tournament from elsewhere."""
    enough, port = Event(), running.port
    recorders, onlookers, pages = [], [], []
    for number, code in enumerate(codes):
        phone = Phone(port, code)
        sheet = int(phone.table["urls"]["sheet"].strip("/").split("/")[-1])
        recorders.append(Recorder(phone, sheet, number, 0, enough))
        onlookers += [
            Onlooker.of_sheet(Phone(port, code), 100 * number + other) for other in range(LOOKING_ON)
        ]
        pages.append((phone, phone.table["urls"]["sheet"]))
    onlookers += [Onlooker.of_page(port, tournament, number) for number in range(AWAY)]
    return House(running, recorders, onlookers, pages)
