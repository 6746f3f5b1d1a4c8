"""The loop in which connections wait: who stays, and who is forgotten."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from tarockclub import worker
from tarockclub.worker import Connections
from tests.support.scoring.house import house

__all__ = ["house"]  # the fixtures
ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


def not_modified(environ: dict[str, object], start_response: Callable[..., object]) -> list[bytes]:
    start_response("304 Not Modified", [("ETag", '"1"')])
    return []


class Served(NamedTuple):
    """A listening socket with its connections, in a loop that a test turns by hand."""

    connections: Connections
    address: tuple[str, int]

    def turn(self) -> None:
        self.connections.close_late()
        self.connections.turn(0.01)


@pytest.fixture
def served() -> Iterator[Served]:
    """A program that has nothing new."""
    connections = Connections()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        connections.listen(not_modified, [listening], 1)
        yield Served(connections, listening.getsockname())
        for listener in connections.listeners():
            listener.task_dispatcher.shutdown()
        for connection in list(connections.values()):
            connection.close()


def answered(served: Served, connection: socket.socket, asked: bytes) -> bytes:
    """Return the head of the answer, which has no body."""
    connection.sendall(asked)
    connection.settimeout(0)
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        served.turn()
        try:
            head += connection.recv(1000)
        except BlockingIOError:
            continue
    return head


def test_who_hears_that_nothing_is_new_keeps_the_connection(served: Served) -> None:
    with socket.create_connection(served.address, timeout=30) as connection:
        for _ in range(3):
            head = answered(served, connection, ASKED)
            assert head.startswith(b"HTTP/1.1 304 ")
            assert b"Connection: close" not in head


def test_who_wants_it_closed_has_it_closed(served: Served) -> None:
    wanted = ASKED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    for asked in (wanted, ASKED.replace(b"HTTP/1.1", b"HTTP/1.0")):
        with socket.create_connection(served.address, timeout=30) as connection:
            assert b"Connection: close" in answered(served, connection, asked)


def test_nobody_who_left_is_looked_after_any_more(served: Served) -> None:
    before = dict(served.connections)
    for asked in (ASKED, ASKED.replace(b"HTTP/1.1", b"HTTP/1.0")):
        with socket.create_connection(served.address, timeout=30) as connection:
            answered(served, connection, asked)
    for _ in range(10):
        served.turn()
    assert served.connections == before


def test_who_sends_a_little_now_and_then_is_closed_after_the_time_for_all_of_it(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "SECONDS_OF_A_HEAD", 0.5)
    monkeypatch.setattr(worker, "SECONDS_OF_A_BODY", 0.5)
    body = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n"
    for begun in (b"GET /", body):
        with socket.create_connection(served.address, timeout=0.001) as connection:
            connection.sendall(begun)
            by = time.monotonic() + 30
            while True:
                assert time.monotonic() < by, "nobody closes it"
                served.turn()
                try:
                    connection.sendall(b"x")
                    if not connection.recv(100):
                        break
                except TimeoutError:
                    continue
                except ConnectionError:
                    break


@pytest.mark.parametrize(
    "further",
    ["HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked", "HTTP/1.0\r\nTransfer-Encoding: chunked"],
)
def test_a_body_that_may_end_at_two_places_is_refused_and_closes_the_connection(
    served: Served, further: str
) -> None:
    asked = f"POST / {further}\r\nHost: localhost\r\n\r\n0\r\n\r\n".encode()
    with socket.create_connection(served.address, timeout=30) as connection:
        connection.sendall(asked)
        connection.settimeout(0)
        answer = b""
        while True:
            served.turn()
            try:
                answer += (more := connection.recv(1000))
            except BlockingIOError:
                continue
            if not more:
                break
        assert answer.split(b" ")[1] == b"400"


@pytest.mark.program
def test_who_hears_ctrl_c_twice_leaves_once() -> None:
    """The terminal tells every process, and the master tells its workers: while they leave already."""
    leaving = """
import atexit, os, signal
from socket import create_server
from types import SimpleNamespace
from tarockclub.worker import WholeRequests

worker = WholeRequests.__new__(WholeRequests)
worker.cfg = SimpleNamespace(worker_int=lambda worker: None, threads=1, graceful_timeout=1)
worker.sockets = [SimpleNamespace(sock=create_server(("127.0.0.1", 0)))]
worker.alive, worker.ppid = False, os.getppid()
worker.wsgi = lambda environ, start_response: []
for heard in (signal.SIGINT, signal.SIGQUIT):
    signal.signal(heard, worker.handle_quit)
atexit.register(os.kill, os.getpid(), signal.SIGQUIT)
"""
    for by in ("os.kill(os.getpid(), signal.SIGINT); worker.run()", "worker.run()"):
        left = subprocess.run([sys.executable, "-c", leaving + by], capture_output=True, text=True)
        assert (left.returncode, left.stderr) == (0, ""), by
