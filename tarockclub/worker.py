"""A worker of gunicorn that gives requests to threads only once they have arrived as a whole.

A phone that drops off the Wi-Fi in the middle of a form, a connection on which nothing is asked: they wait in
one loop (waitress reads and sends), none of them holds a thread, and after some seconds of silence they are
closed. Gunicorn looks after the processes. No name is used here that either of them keeps for itself.
"""

import logging
import os
import re
import resource
import time
from collections.abc import Callable, Iterable
from hmac import compare_digest
from math import inf
from socket import socket
from typing import Any

from gunicorn.workers.base import Worker
from waitress import create_server
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask
from waitress.wasyncore import loop

Application = Callable[..., Iterable[bytes]]

SECONDS_OF_SILENCE = 20  # pages ask every three or five, and keep their connection
SECONDS_BETWEEN_LOOKS = 1.0  # whether the master lives, and who was silent too long
SECONDS_OF_A_HEAD = 20  # for all of it, however it comes
SECONDS_OF_A_BODY = 120
SECONDS_OF_A_CLUB = 1200
SECONDS_OF_AN_ANSWER = 600
MOST_CONNECTIONS = 1000  # one has to stay below the open files of a process
MOST_OF_A_HEAD = 32_768  # bytes before the body: cookies and a long address
MOST_OF_A_BODY = 25_000_000  # more than any list of a spreadsheet: the page says that it is too big
MOST_OF_A_CLUB = 210_000_000  # where a whole club may be brought
BRINGS_A_CLUB = re.compile(r"/setup/([0-9a-f]{16})/club/")
LIMITS = {
    "connection_limit": MOST_CONNECTIONS,
    "channel_timeout": SECONDS_OF_SILENCE,
    "cleanup_interval": SECONDS_BETWEEN_LOOKS,
    "max_request_header_size": MOST_OF_A_HEAD,
    "asyncore_use_poll": True,
    "clear_untrusted_proxy_headers": False,  # the program reads them only behind https
    "ident": None,
}
SMALL = Adjustments(max_request_body_size=MOST_OF_A_BODY, **LIMITS)


class Request(HTTPRequestParser):
    """Refuse what no page here takes before any of it is stored."""

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        has_length = not self.chunked or "CONTENT_LENGTH" in self.headers
        if has_length and b"\ntransfer-encoding:" in header_plus.lower():
            # Another server may see its end elsewhere. The answer closes the connection.
            raise ParsingError("Content-Length beside Transfer-Encoding")
        if not brings_a_club(self.path):
            self.adj = SMALL


def brings_a_club(path: str) -> bool:
    """Return whether a request uploads a club's file with a valid code."""
    match = BRINGS_A_CLUB.fullmatch(path)
    if match is None:
        return False
    from django.db import connection  # only where the program is loaded

    from scoring.accounts.verbs import setup_code

    try:
        return compare_digest(match[1], setup_code())
    finally:
        connection.close()


class Answer(WSGITask):
    """An answer as waitress sends it, but to HEAD without its body."""

    @property
    def has_body(self) -> bool:
        return bool(super().has_body) and self.request.command != "HEAD"

    def set_close_on_finish(self) -> None:
        """Close the connection after an answer, but not for lack of a length without a body.

        "Nothing new" is what phones are told every three seconds.
        """
        asked = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version == "1.0" or asked == "close":
            super().set_close_on_finish()


class Connection(HTTPChannel):
    """A connection of waitress that knows how long its current step takes."""

    parser_class = Request
    task_class = Answer
    phase: tuple[str, Any] = ("", None)
    began = 0.0

    def is_late(self, now: float) -> bool:
        """Return whether receiving a head, a body or sending an answer has taken too long."""
        phase, most = ("", None), inf
        if self.total_outbufs_len:
            phase, most = ("answer", None), SECONDS_OF_AN_ANSWER
        elif self.request is not None and self.request.headers_finished:
            phase = ("body", self.request)
            most = SECONDS_OF_A_BODY if self.request.adj is SMALL else SECONDS_OF_A_CLUB
        elif self.request is not None:
            phase, most = ("head", self.request), SECONDS_OF_A_HEAD
        if phase != self.phase:
            self.phase, self.began = phase, now
        return now - self.began > most


class Connections(dict[int, Any]):
    """The file descriptors of one loop: listening sockets, connections, its alarm clock."""

    def listen(self, application: Application, sockets: list[socket], threads: int) -> None:
        """Let the application answer what comes in at these sockets."""
        logging.getLogger("waitress.queue").setLevel("ERROR")  # that somebody waits for a moment is no news
        limits = LIMITS | {"max_request_body_size": MOST_OF_A_CLUB}
        create_server(application, self, sockets=sockets, threads=threads, **limits)
        for listener in self.listeners():
            listener.channel_class = Connection

    def listeners(self) -> list[TcpWSGIServer]:
        return [each for each in self.values() if isinstance(each, TcpWSGIServer)]

    def turn(self, seconds: float) -> None:
        """Read and send whatever is ready, or becomes ready within that time."""
        loop(seconds, use_poll=True, map=self, count=1)

    def close_late(self) -> None:
        """Close connections whose clients send or read too slowly."""
        now = time.monotonic()
        for each in list(self.values()):
            if isinstance(each, Connection) and each.is_late(now):
                each.handle_close()

    def are_busy(self) -> bool:
        """Return whether something that was asked is not answered yet."""
        connections = [each for each in self.values() if isinstance(each, Connection)]
        return any(each.requests or each.total_outbufs_len for each in connections)


class WholeRequests(Worker):
    """One process of the server, by gunicorn's interface for workers."""

    listeners: list[TcpWSGIServer] = []

    def init_process(self) -> None:
        """Allow as many open files as connections, where the system does."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * MOST_CONNECTIONS
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
        super().init_process()

    def run(self) -> None:
        connections = Connections()
        connections.listen(self.wsgi, [each.sock for each in self.sockets], self.cfg.threads)
        self.listeners = connections.listeners()
        while self.alive and self._is_looked_after():
            self.notify()
            connections.close_late()
            until = time.monotonic() + SECONDS_BETWEEN_LOOKS
            while self.alive and (left := until - time.monotonic()) > 0:
                connections.turn(left)
        for listener in self.listeners:  # what was asked already is answered
            listener.del_channel()
            listener.socket.close()
        until = time.monotonic() + (self.cfg.graceful_timeout if self._is_looked_after() else 1)
        while time.monotonic() < until and connections.are_busy():
            self.notify()
            connections.turn(0.05)
        for listener in self.listeners:
            listener.task_dispatcher.shutdown()

    def _is_looked_after(self) -> bool:
        """Return whether the master process lives; without it the worker ends and frees its port."""
        return bool(os.getppid() == self.ppid)

    def handle_exit(self, sig: int, frame: Any) -> None:
        self.alive = False
        for listener in self.listeners:
            listener.pull_trigger()

    handle_quit = handle_exit  # Ctrl-C comes from the terminal, and a second time from the master
