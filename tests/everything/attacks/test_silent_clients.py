"""Connections that say nothing or break off in the middle of a form: whoever plays does not notice."""

import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import median

import pytest

from tarockclub.worker import SECONDS_OF_SILENCE
from tests.support.phones import PATIENCE
from tests.support.races.processes import HOST, Server
from tests.support.waiting import wait_for

pytestmark = pytest.mark.database("sqlite")  # nothing is asked of it that any other would answer otherwise
SILENT = 200
CUT_OFF = 50
ASKED = 25
CUT = b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400\r\n\r\nname=Anna&pass"
HALF_A_HEAD = b"GET /handbook/ HTTP/1.1\r\nHost: loc"


@contextmanager
def served(database: str, folder: Path) -> Iterator[Server]:
    """As for a room of phones: no proxy stands in front of it."""
    found = Server(database, folder / "server.log")
    found.environment |= {"LAN": "1", "LAN_ADDRESS": HOST}
    found.start()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def server(shared_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """For all who only ask it."""
    with served(shared_database, tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture
def doomed(migrated_database: str, tmp_path: Path) -> Iterator[Server]:
    """One that a test may kill."""
    with served(migrated_database, tmp_path) as found:
        yield found


def seconds_of_pages(port: int) -> list[float]:
    """Of several, each asked by somebody who just came in."""
    taken = []
    for _ in range(ASKED):
        began = time.monotonic()
        connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
        connection.request("GET", "/handbook/")
        assert connection.getresponse().read()
        connection.close()
        taken.append(time.monotonic() - began)
    return taken


def test_silent_and_cut_off_connections_cost_a_phone_nothing(server: Server) -> None:
    alone = seconds_of_pages(server.port)
    with ExitStack() as open_connections:
        for number in range(SILENT + CUT_OFF):
            connection = open_connections.enter_context(socket.create_connection((HOST, server.port)))
            if number >= SILENT:
                connection.sendall(CUT if number % 2 else HALF_A_HEAD)
        among = seconds_of_pages(server.port)
    print(
        f"\n{SILENT} silent, {CUT_OFF} cut off: {1000 * median(alone):.1f} ms alone,"
        f" {1000 * median(among):.1f} ms among them"
    )
    assert max(among) < SECONDS_OF_SILENCE, "nobody waited for one of them to be given up"


def test_an_answer_to_head_has_no_body(server: Server) -> None:
    with closing(http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE)) as connection:
        for _ in range(3):  # on one connection: a body left behind would be the next answer
            connection.request("HEAD", "/handbook/")
            answer = connection.getresponse()
            assert (answer.status, answer.read()) == (200, b"")


def test_more_than_any_page_takes_is_refused_before_it_is_sent(server: Server) -> None:
    with socket.create_connection((HOST, server.port), timeout=PATIENCE) as connection:
        connection.sendall(
            b"POST /setup/0123456789abcdef/club/ HTTP/1.1\r\nContent-Length: 150000000\r\n\r\n"
        )
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")


def test_a_master_that_is_killed_leaves_no_worker_and_no_taken_port(doomed: Server) -> None:
    assert doomed.process is not None
    master = doomed.process.pid
    seconds_of_pages(doomed.port)
    wait_for(lambda: len(children_of(master)) >= 2)  # the first one answers while the next one still starts
    workers = children_of(master)
    with ExitStack() as open_connections:
        for _ in range(10):
            connection = open_connections.enter_context(socket.create_connection((HOST, doomed.port)))
            connection.sendall(CUT)
        began = time.monotonic()
        os.kill(master, signal.SIGKILL)
        doomed.process.wait(PATIENCE)
        wait_for(lambda: not doomed.listens() and not any(map(runs, workers)))
    print(f"\na killed master: everything gone after {time.monotonic() - began:.1f} s")


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def runs(pid: int) -> bool:
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return found.stdout.strip()[:1] not in ("", "Z")
