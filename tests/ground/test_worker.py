"""The loop in which connections wait: who stays, and who is forgotten."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest
from django.conf import settings
from django.core import signing
from django.test import Client, override_settings
from waitress.task import ThreadedTaskDispatcher
from waitress.wasyncore import loop

from scoring.table.at_the_table import READ
from scoring.table.links import Kind, code_of
from tarockclub import serving, worker
from tarockclub.accounts import SIGNER
from tarockclub.gunicorn import pre_fork
from tarockclub.routing import is_known
from tarockclub.worker import MOST_OF_A_BODY, Listener, adjustments, is_of_a_table
from tests.support.scoring.house import PASSWORD, House, house

__all__ = ["house"]  # the fixtures
ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    ("workers", "wanted", "strangers"), [(3, 0, 1), (6, 0, 2), (6, 4, 4), (2, 5, 1), (1, 2, 0)]
)
def test_as_many_processes_work_for_strangers_as_is_set_also_after_one_has_ended(
    monkeypatch: pytest.MonkeyPatch, workers: int, wanted: int, strangers: int
) -> None:
    monkeypatch.setattr(serving, "STRANGERS", wanted)
    running: dict[int, Any] = {}
    server = SimpleNamespace(num_workers=workers, WORKERS=running, shared=None)
    ages = iter(range(100))

    def begin() -> None:
        worker = SimpleNamespace(age=next(ages), is_for_strangers=False)
        pre_fork(server, worker)
        running[worker.age] = worker

    for _ in range(workers):
        begin()
    for ended in sorted(running):
        assert sum(worker.is_for_strangers for worker in running.values()) == strangers
        del running[ended]
        begin()
    for ended in sorted(running):  # all are replaced: each ends once another one is there
        begin()
        del running[ended]
    assert sum(worker.is_for_strangers for worker in running.values()) == strangers


def not_modified(environ: dict[str, object], start_response: Callable[..., object]) -> list[bytes]:
    start_response("304 Not Modified", [("ETag", '"1"')])
    return []


class Served(NamedTuple):
    """A listening socket with its connections, in a loop that a test turns by hand."""

    connections: dict[int, Any]
    address: tuple[str, int]

    def turn(self) -> None:
        loop(0.01, use_poll=True, map=self.connections, count=1)


@pytest.fixture
def served() -> Iterator[Served]:
    """A program that has nothing new."""
    connections: dict[int, Any] = {}
    threads = ThreadedTaskDispatcher()
    threads.set_thread_count(1)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        Listener(
            not_modified,
            connections,
            _sock=listening,
            dispatcher=threads,
            adj=adjustments(1, MOST_OF_A_BODY),
            sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
            bind_socket=False,
        )
        yield Served(connections, listening.getsockname())
        threads.shutdown()
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


def test_addresses_take_turns() -> None:
    turns = worker.Turns()
    for address, path in (("a", 1), ("a", 2), ("a", 3), ("b", 1), ("b", 2), ("c", 1)):
        turns.append(cast(Any, SimpleNamespace(asked_from=lambda address=address: address, path=path)))
    taken = [turns.popleft() for _ in range(len(turns))]
    assert [(found.asked_from(), found.path) for found in cast(Any, taken)] == [
        *(("a", 1), ("b", 1), ("c", 1), ("a", 2), ("b", 2), ("a", 3)),
    ]


def test_who_hears_ctrl_c_twice_leaves_once() -> None:
    """The terminal tells every process, and the master tells its workers: while they leave already."""
    leaving = """
import atexit, os, signal
from types import SimpleNamespace
from tarockclub.worker import WholeRequests

worker = WholeRequests.__new__(WholeRequests)
worker.cfg = SimpleNamespace(worker_int=lambda worker: None, threads=1, graceful_timeout=1)
worker.sockets, worker.alive, worker.ppid = [], False, os.getppid()
for heard in (signal.SIGINT, signal.SIGQUIT):
    signal.signal(heard, worker.handle_quit)
atexit.register(os.kill, os.getpid(), signal.SIGQUIT)
"""
    for by in ("os.kill(os.getpid(), signal.SIGINT)", "worker.run()"):
        left = subprocess.run([sys.executable, "-c", leaving + by], capture_output=True, text=True)
        assert (left.returncode, left.stderr) == (0, ""), by


OF_TABLES = (
    *("GET /x/pulse/", "GET /static/missing.js", "GET /sheets/1/live/", "HEAD /clubs/x/"),
    *("GET /tournaments/x/tables/1/", "GET /tournaments/x/pulse/", "POST /sheets/1/record/"),
)
KEY = "twenty letters or more"


def asked_with(line: str, *headers: str) -> bytes:
    return "\r\n".join((f"{line} HTTP/1.1", "Host: localhost", *headers, "", "")).encode()


@pytest.mark.parametrize("line", OF_TABLES)
def test_whoever_brings_no_cookie_that_verifies_is_a_stranger_where_tables_ask(line: str) -> None:
    session = f"{settings.SESSION_COOKIE_NAME}={SIGNER.sign('0123456789abcdef0123456789abcdef')}"
    reading = f"{settings.READING_COOKIE_NAME}={signing.dumps(['code'], salt=READ)}"
    other = f"{settings.READING_COOKIE_NAME}={signing.dumps(['code'], salt='of something else')}"
    nothing = f"{settings.READING_COOKIE_NAME}={signing.dumps([], salt=READ)}"
    for cookies in ("", "sessionid=0123456789abcdef0123456789abcdef", session[:-1], other, nothing):
        assert not is_of_a_table(asked_with(line, f"Cookie: {cookies}")), cookies
    assert not is_of_a_table(asked_with(line) + f"Cookie: {session}\r\n\r\n".encode()), "no header of it"
    for cookies in (session, f"language=en; {reading}"):
        assert is_of_a_table(asked_with(line, f"cookie:{cookies}"))
        assert is_of_a_table(asked_with(line, "Cookie: language=en", f"Cookie: {cookies}")), "in two lines"
        assert not is_of_a_table(asked_with("GET /rules/standard/", f"Cookie: {cookies}"))


@pytest.mark.parametrize(
    "head", [b"\r\n\r\n", b"OPTIONS * HTTP/1.1", b"GET x HTTP/1.1", b"M-GET /x/ HTTP/1.1"]
)
def test_what_is_not_understood_is_left_to_the_process_for_strangers(head: bytes) -> None:
    assert not is_of_a_table(head + b"\r\n\r\n")


def test_whoever_watches_the_server_is_no_stranger() -> None:
    with override_settings(HEALTH_KEY=KEY):
        assert is_of_a_table(asked_with("GET /health/", f"Authorization: Bearer {KEY}"))
        assert not is_of_a_table(asked_with("GET /health/", "Authorization: Bearer another"))
        assert not is_of_a_table(asked_with("GET /health/"))
    assert not is_of_a_table(asked_with("GET /health/", "Authorization: Bearer "))


@pytest.mark.django_db
def test_a_phone_is_no_stranger_once_it_has_opened_a_link_or_signed_in(house: House) -> None:
    sheet = house.sheet()
    kinds: tuple[tuple[str, Kind], ...] = (("t", "record"), ("r", "read"))
    for door, kind in kinds:
        phone = Client()
        assert not is_known(cookies_of(phone))
        phone.get(f"/{door}/{code_of(sheet, kind)}/")
        assert is_known(cookies_of(phone))
        assert phone.get(f"/sheets/{sheet.pk}/").status_code == 200, "the session is found under it"
    browser = Client()
    browser.post("/sign-in/", {"name": "Anna", "password": PASSWORD})
    assert is_known(cookies_of(browser))
    assert browser.get("/clubs/").status_code == 200
    browser.post("/sign-out/")
    assert not is_known(cookies_of(browser))


def cookies_of(browser: Client) -> str:
    return "; ".join(f"{name}={cookie.value}" for name, cookie in browser.cookies.items())
