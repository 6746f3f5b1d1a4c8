"""A worker of gunicorn that gives a thread only to requests that are there as a whole.

A phone that drops off the Wi-Fi in the middle of a form, a connection on which nothing is asked: they wait in
one loop (waitress reads and sends), none of them holds a thread, and after some seconds of silence they are
closed. Gunicorn looks after the processes.
"""

import os
import re
import resource
import signal
import time
from hmac import compare_digest
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Any

from gunicorn.workers.base import Worker
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask
from waitress.wasyncore import loop

SECONDS_OF_SILENCE = 20  # pages ask every two or three, and keep their connection
SECONDS_BETWEEN_LOOKS = 1.0  # whether the master lives, and who was silent too long
MOST_CONNECTIONS = 1000  # one has to stay below the open files of a process
MOST_OF_A_HEAD = 32_768  # bytes before the body: cookies and a long address
MOST_OF_A_BODY = 25_000_000  # more than any list of a spreadsheet: the page says that it is too big
MOST_OF_A_CLUB = 210_000_000  # where a whole club may be brought
BRINGS_A_CLUB = re.compile(r"/setup/([0-9a-f]{16})/club/")


class Request(HTTPRequestParser):
    """Refuses what no page here takes before any of it is stored."""

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if not brings_a_club(self.path):
            self.adj = SMALL


def brings_a_club(path: str) -> bool:
    """Return whether this is the page for a club's file, and who asks knows its code."""
    found = BRINGS_A_CLUB.fullmatch(path)
    if found is None:
        return False
    from django.db import connection  # only where the program is loaded

    from scoring.accounts.verbs import setup_code

    try:
        return compare_digest(found[1], setup_code())
    finally:
        connection.close()


class Answer(WSGITask):
    """An answer as waitress sends it, but to HEAD without its body."""

    @property
    def has_body(self) -> bool:
        return bool(super().has_body) and self.request.command != "HEAD"

    def set_close_on_finish(self) -> None:
        """Close the connection afterwards, but not because there is no length of a body that is not sent.

        "Nothing new" is what phones are told every three seconds.
        """
        asked = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version == "1.0" or asked == "close":
            super().set_close_on_finish()


class Connection(HTTPChannel):
    """A connection of waitress."""

    parser_class = Request
    task_class = Answer


class Listener(TcpWSGIServer):
    """The listening socket of waitress."""

    channel_class = Connection

    def maintenance(self, now: float) -> None:
        """Close who has not sent for a while, and who does not take what is being sent."""
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.total_outbufs_len and channel.last_activity < now - self.adj.channel_timeout:
                channel.will_close = True


def adjustments(threads: int, most_of_a_body: int) -> Adjustments:
    """Return the settings of waitress for so many threads and bodies of at most so many bytes."""
    return Adjustments(
        threads=threads,
        connection_limit=MOST_CONNECTIONS,
        channel_timeout=SECONDS_OF_SILENCE,
        cleanup_interval=SECONDS_BETWEEN_LOOKS,
        max_request_header_size=MOST_OF_A_HEAD,
        max_request_body_size=most_of_a_body,
        asyncore_use_poll=True,
        clear_untrusted_proxy_headers=False,  # the program reads them only behind https
        ident=None,
    )


SMALL = adjustments(1, MOST_OF_A_BODY)


class WholeRequests(Worker):
    """One process of the server: `worker_class` of gunicorn."""

    listeners: list[Listener]
    heard: SimpleQueue[int]  # set by `post_fork`: the signals that the master has not looked at yet

    def init_process(self) -> None:
        """Allow as many open files as connections, where the system does."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * MOST_CONNECTIONS
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
        super().init_process()

    def init_signals(self) -> None:
        """Look also at signals that came before this process listened itself.

        Until then its signals go where the master's go, into a copy that no master will ever look at.
        """
        super().init_signals()
        while True:
            try:
                heard = self.heard.get_nowait()
            except Empty:
                return
            self.alive &= heard not in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Leave once: Ctrl-C reaches this process from the terminal and a second time from its master."""
        for again in (signal.SIGINT, signal.SIGQUIT):
            signal.signal(again, lambda *heard: None)  # one that waits already cannot be ignored
        super().handle_quit(sig, frame)

    def run(self) -> None:
        threads = ThreadedTaskDispatcher()
        threads.queue_logger.setLevel("ERROR")  # that somebody waits for a moment is no news
        threads.set_thread_count(self.cfg.threads)
        asked = adjustments(self.cfg.threads, MOST_OF_A_CLUB)
        self.connections: dict[int, Any] = {}  # by their file descriptors, listening sockets among them
        self.listeners = [
            Listener(
                self.wsgi,
                self.connections,
                _sock=socket.sock,
                dispatcher=threads,
                adj=asked,
                sockinfo=(socket.sock.family, socket.sock.type, socket.sock.proto, socket.sock.getsockname()),
                bind_socket=False,
            )
            for socket in self.sockets
        ]
        while self.alive and self._is_looked_after():
            self.notify()
            until = time.monotonic() + SECONDS_BETWEEN_LOOKS
            while self.alive and (left := until - time.monotonic()) > 0:
                self._listen(left)
        self._finish()
        threads.set_thread_count(0)

    def _listen(self, seconds: float) -> None:
        """Read and send whatever is ready, or becomes ready within that time."""
        loop(seconds, use_poll=True, map=self.connections, count=1)

    def _is_looked_after(self) -> bool:
        """Return whether the master of this worker still lives.

        One whose master was killed leaves, with its port.
        """
        return bool(os.getppid() == self.ppid)

    def _finish(self) -> None:
        """Stop listening, and answer what was asked already."""
        for listener in self.listeners:
            self.connections.pop(listener._fileno, None)
            listener.socket.close()
        until = time.monotonic() + (self.cfg.graceful_timeout if self._is_looked_after() else 1)
        while time.monotonic() < until and any(
            channel.requests or channel.total_outbufs_len
            for listener in self.listeners
            for channel in list(listener.active_channels.values())
        ):
            self.notify()
            self._listen(0.05)

    def handle_exit(self, sig: int, frame: Any) -> None:
        self.alive = False
        for listener in getattr(self, "listeners", ()):
            listener.pull_trigger()
