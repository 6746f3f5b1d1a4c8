"""The loop in which connections wait: who stays, and who is forgotten."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from waitress.task import ThreadedTaskDispatcher

from tarockclub.worker import MOST_OF_A_BODY, Listener, PollLoop, adjustments

ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


def not_modified(environ: dict[str, object], start_response: Callable[..., object]) -> list[bytes]:
    start_response("304 Not Modified", [("ETag", '"1"')])
    return []


@pytest.fixture
def turning() -> Iterator[PollLoop]:
    """A loop that a test turns by hand, and a program that has nothing new."""
    found, threads = PollLoop(), ThreadedTaskDispatcher()
    threads.set_thread_count(1)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listener = Listener(
            not_modified,
            found.sockets,
            _sock=listening,
            dispatcher=threads,
            adj=adjustments(1, MOST_OF_A_BODY),
            sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
            bind_socket=False,
        )
        listener.turning = found
        found.always = list(found.sockets.values())
        yield found
        threads.shutdown()
        for other_socket in list(found.sockets.values()):
            other_socket.close()


def come_in(turning: PollLoop) -> socket.socket:
    (listener,) = (alway for alway in turning.always if isinstance(alway, Listener))
    return socket.create_connection(listener.socket.getsockname(), timeout=30)


def answered(turning: PollLoop, connection: socket.socket, asked: bytes) -> bytes:
    """Return the head of the answer, which has no body."""
    connection.sendall(asked)
    connection.settimeout(0)
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        turning.turn(0.01)
        try:
            head += connection.recv(1000)
        except BlockingIOError:
            continue
    return head


def test_who_hears_that_nothing_is_new_keeps_the_connection(turning: PollLoop) -> None:
    with come_in(turning) as connection:
        for _ in range(3):
            head = answered(turning, connection, ASKED)
            assert head.startswith(b"HTTP/1.1 304 ")
            assert b"Connection: close" not in head


def test_who_wants_it_closed_has_it_closed(turning: PollLoop) -> None:
    wanted = ASKED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    for asked in (wanted, ASKED.replace(b"HTTP/1.1", b"HTTP/1.0")):
        with come_in(turning) as connection:
            assert b"Connection: close" in answered(turning, connection, asked)


def test_nobody_who_left_is_looked_after_any_more(turning: PollLoop) -> None:
    for asked in (ASKED, ASKED.replace(b"HTTP/1.1", b"HTTP/1.0")):
        with come_in(turning) as connection:
            answered(turning, connection, asked)
    for _ in range(10):
        turning.turn(0.01)
    assert turning.stirred == set()
    assert list(turning.sockets.values()) == turning.always


def test_who_hears_ctrl_c_twice_leaves_once() -> None:
    """The terminal tells every process, and the master tells its workers: while they leave already."""
    leaving = """
import atexit, os, signal
from types import SimpleNamespace
from tarockclub.worker import WholeRequests

worker = WholeRequests.__new__(WholeRequests)
worker.cfg = SimpleNamespace(worker_int=lambda worker: None)
for heard in (signal.SIGINT, signal.SIGQUIT):
    signal.signal(heard, worker.handle_quit)
atexit.register(os.kill, os.getpid(), signal.SIGQUIT)
os.kill(os.getpid(), signal.SIGINT)
"""
    left = subprocess.run([sys.executable, "-c", leaving], capture_output=True, text=True)
    assert (left.returncode, left.stderr) == (0, "")
