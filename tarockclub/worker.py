"""A worker of gunicorn that gives a thread only to requests that are there as a whole.

A phone that drops off the Wi-Fi in the middle of a form, a connection on which nothing is asked: they wait in
one loop (waitress reads and sends), none of them holds a thread, and after some seconds of silence they are
closed. Gunicorn looks after the processes.

Some processes work for strangers: whatever anybody may ask, and addresses take turns. The others listen, work
for tables and members, and hand a connection over when its head says that it asks for something of the other
kind. So a hand waits for nothing that strangers ask, however much it is.
"""

import mmap
import os
import re
import resource
import signal
import socket
import time
from collections import deque
from hmac import compare_digest
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Any

from django.conf import settings
from gunicorn.workers.base import Worker
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask
from waitress.utilities import find_double_newline
from waitress.wasyncore import dispatcher, loop

from tarockclub.routing import is_for_tables

SECONDS_OF_SILENCE = 20  # pages ask every three or five, and keep their connection
SECONDS_BETWEEN_LOOKS = 1.0  # whether the master lives, and who was silent too long
SECONDS_OF_A_HEAD = 20  # for all of it, however it comes
SECONDS_OF_A_BODY = 120
SECONDS_OF_A_CLUB = 1200
SECONDS_OF_AN_ANSWER = 600
MOST_OF_AN_ADDRESS = 50  # connections; a proxy in front counts those of its visitors itself
NICE = 19  # processes for strangers leave the processor to the others
MOST_CONNECTIONS = 1000  # one has to stay below the open files of a process
MOST_OF_A_HEAD = 32_768  # bytes before the body: cookies and a long address
MOST_OF_A_BODY = 25_000_000  # more than any list of a spreadsheet: the page says that it is too big
MOST_OF_A_CLUB = 210_000_000  # where a whole club may be brought
FIRST_LINE = re.compile(rb"\s*([A-Z]+) +(?:https?://[^/ ]*)?(/[^ ?#]*)")
HEADER = re.compile(rb"^(cookie|authorization):[ \t]*([^\r\n]*)", re.IGNORECASE | re.MULTILINE)
BRINGS_A_CLUB = re.compile(r"/setup/([0-9a-f]{16})/club/")


class Request(HTTPRequestParser):
    """Refuses what no page here takes before any of it is stored."""

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        has_length = not self.chunked or "CONTENT_LENGTH" in self.headers
        if has_length and b"\ntransfer-encoding:" in header_plus.lower():
            # Another server may see its end elsewhere. The answer closes the connection.
            raise ParsingError("Content-Length beside Transfer-Encoding")
        if not brings_a_club(self.path):
            self.adj = SMALL


def brings_a_club(path: str) -> bool:
    """Return whether this is the page for a club's file, and who asks knows its code."""
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
        """Close the connection afterwards, but not because there is no length of a body that is not sent.

        "Nothing new" is what phones are told every three seconds.
        """
        asked = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version == "1.0" or asked == "close":
            super().set_close_on_finish()


class BetweenProcesses:
    """What the processes of a server share: who has how many connections, and ways to hand one over."""

    BUCKETS = 4096  # addresses in the same one are counted together
    ROWS = 64  # of processes

    def __init__(self) -> None:
        self.counts = mmap.mmap(-1, self.BUCKETS * self.ROWS)
        ways = [socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(2)]
        for end in (end for way in ways for end in way):
            end.settimeout(0)
        (self.to_tables, self.for_tables), (self.to_strangers, self.for_strangers) = ways

    def count(self, address: str, row: int, more: int) -> None:
        """Count a connection that began or ended."""
        index = self._begin_of(address) + row
        self.counts[index] = max(0, self.counts[index] + more)

    def are_too_many(self, address: str) -> bool:
        """Return whether an address has all connections that it may have."""
        begin = self._begin_of(address)
        return sum(self.counts[begin : begin + self.ROWS]) >= MOST_OF_AN_ADDRESS

    def forget(self, row: int) -> None:
        """Forget the connections of a process that has ended."""
        for begin in range(0, len(self.counts), self.ROWS):
            self.counts[begin + row] = 0

    def _begin_of(self, address: str) -> int:
        return hash(address) % self.BUCKETS * self.ROWS


def is_of_a_table(head: bytes) -> bool:
    """Return whether the request is from a table or a member, and not from a stranger."""
    match = FIRST_LINE.match(head)
    if match is None:
        return False  # blank lines before it, OPTIONS *, or what is none
    method, path = (part.decode("latin-1") for part in match.groups())
    headers: dict[str, str] = {}
    for name, value in HEADER.findall(head[: find_double_newline(head)]):
        before = headers.get(name := name.decode().upper())
        headers[name] = "; ".join(filter(None, (before, value.decode("latin-1"))))
    return is_for_tables(method, path, headers)


class Connection(HTTPChannel):
    """A connection of waitress, which knows how long it has been at something."""

    parser_class = Request
    task_class = Answer
    head = b""  # of the next request, so far
    network = ""  # under which it is counted
    phase: tuple[str, int] = ("", 0)
    began = 0.0

    def received(self, data: bytes) -> bool:
        """Take in what has come; a request that is not for this process goes to the right one."""
        if self.request is None and not self.requests:
            data, self.head = self.head + data, b""
            if len(data) < MOST_OF_A_HEAD and find_double_newline(data) < 0:
                self.head = data
                return True
            if self.server.is_for_others(data) and not self.total_outbufs_len:
                self.server.hand_over(self, data)
                return True
        return bool(super().received(data))

    def add_channel(self, connections: dict[int, Any] | None = None) -> None:
        """Count it from now on."""
        super().add_channel(connections)
        self.server.begin(self)

    def del_channel(self, connections: dict[int, Any] | None = None) -> None:
        """Count it no more."""
        super().del_channel(connections)
        self.server.end(self)

    def is_late(self, now: float) -> bool:
        """Return whether a head, a body or an answer has taken too long as a whole."""
        phase, most = ("", 0), 0
        if self.total_outbufs_len:
            phase, most = ("answer", 0), SECONDS_OF_AN_ANSWER
        elif self.request is not None and self.request.headers_finished:
            phase = ("body", id(self.request))
            most = SECONDS_OF_A_BODY if self.request.adj is SMALL else SECONDS_OF_A_CLUB
        elif self.request is not None or self.head:
            phase, most = ("head", 0), SECONDS_OF_A_HEAD
        if phase != self.phase:
            self.phase, self.began = phase, now
        return bool(most) and now - self.began > most

    def asked_from(self) -> str:
        """Return the client's address, as reported by the proxy if there is one."""
        told = self.requests[0].headers.get("X_FORWARDED_FOR", "") if settings.PRODUCTION else ""
        return told.rpartition(",")[2].strip() or str(self.addr[0])


class Turns:
    """A queue of connections that wait for an answer: the first of each address, then the second of each."""

    def __init__(self) -> None:
        self.waiting: dict[str, deque[Connection]] = {}

    def __len__(self) -> int:
        return sum(map(len, self.waiting.values()))

    def append(self, connection: Connection) -> None:
        """Let a connection wait behind the others of its address."""
        self.waiting.setdefault(connection.asked_from(), deque()).append(connection)

    def popleft(self) -> Connection:
        """Return the next one; then it is the turn of all other addresses."""
        address = next(iter(self.waiting))
        connections = self.waiting.pop(address)
        first = connections.popleft()
        if connections:
            self.waiting[address] = connections
        return first


class Listener(TcpWSGIServer):
    """The listening socket of waitress; those of processes for strangers hear of what is handed over."""

    channel_class = Connection
    shared: BetweenProcesses | None = None  # none where one process does everything
    is_for_strangers = False
    row = 0
    handed_over: "HandedOver | None" = None

    def join(self, shared: BetweenProcesses, row: int, *, is_for_strangers: bool) -> None:
        """Work with the other processes from now on."""
        self.shared, self.row, self.is_for_strangers = shared, row, is_for_strangers
        if is_for_strangers:
            del self._map[self._fileno]
        self.handed_over = HandedOver(self, shared.for_strangers if is_for_strangers else shared.for_tables)

    def is_for_others(self, head: bytes) -> bool:
        """Return whether another kind of process works for this."""
        return self.shared is not None and is_of_a_table(head) == self.is_for_strangers

    def hand_over(self, connection: Connection, data: bytes) -> None:
        """Pass a connection to the other kind of process; close it if that one has too many."""
        assert self.shared is not None
        way = self.shared.to_tables if self.is_for_strangers else self.shared.to_strangers
        address = f"{connection.addr[0]} {connection.addr[1]}\n".encode()
        try:
            socket.send_fds(way, [address, data], [connection.socket.fileno()])
        except OSError:
            self.logger.warning("a connection was closed: too many wait")
        connection.handle_close()

    def begin(self, connection: Connection) -> None:
        """Count a connection, and close it where its address has enough of them; a proxy counts itself."""
        if self.shared is None or settings.PRODUCTION:
            return
        from scoring.accounts.sign_ins import network_of  # only where the program is loaded

        connection.network = network_of(connection.socket.getpeername()[0])
        connection.will_close = self.shared.are_too_many(connection.network)
        self.shared.count(connection.network, self.row, 1)

    def end(self, connection: Connection) -> None:
        """Count a connection no more."""
        if self.shared is not None and connection.network:
            self.shared.count(connection.network, self.row, -1)
            connection.network = ""

    def maintenance(self, now: float) -> None:
        """Close who is silent, who takes too long, and who does not take what is being sent."""
        super().maintenance(now)
        for channel in self.active_channels.values():
            is_stuck = channel.total_outbufs_len and channel.last_activity < now - self.adj.channel_timeout
            if is_stuck or channel.is_late(now):
                channel.will_close = True


class HandedOver(dispatcher):
    """Where connections come from the other kind of process."""

    def __init__(self, listener: Listener, way: socket.socket) -> None:
        super().__init__(way, map=listener._map)
        self.listener, self.way = listener, way

    def writable(self) -> bool:
        return False

    def handle_read_event(self) -> None:
        try:
            data, descriptors, *_ = socket.recv_fds(self.way, 2 * MOST_OF_A_HEAD, 1)
        except BlockingIOError:  # another process was quicker
            return
        told, _newline, asked = data.partition(b"\n")
        address, _blank, port = told.decode().rpartition(" ")
        taken = socket.socket(fileno=descriptors[0])
        Connection(self.listener, taken, (address, int(port)), self.listener.adj, self._map).received(asked)


def adjustments(threads: int, most_of_a_body: int) -> Adjustments:
    """Return the settings of waitress for a number of threads and the greatest size of a body."""
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
    shared: BetweenProcesses | None = None  # these by `pre_fork`
    row = 0
    is_for_strangers = False

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
        self._hear_no_more()
        super().handle_quit(sig, frame)

    def _hear_no_more(self) -> None:
        for again in (signal.SIGINT, signal.SIGQUIT):
            signal.signal(again, lambda *heard: None)  # one that waits already cannot be ignored

    def run(self) -> None:
        threads = ThreadedTaskDispatcher()
        threads.queue_logger.setLevel("ERROR")  # that somebody waits for a moment is no news
        threads.set_thread_count(self.cfg.threads)
        if self.is_for_strangers:
            threads.queue = Turns()
            os.nice(NICE)
        asked = adjustments(self.cfg.threads, MOST_OF_A_CLUB)
        self.connections: dict[int, Any] = {}  # by their file descriptors, listening sockets among them
        self.listeners = [
            Listener(
                self.wsgi,
                self.connections,
                _sock=sock.sock,
                dispatcher=threads,
                adj=asked,
                sockinfo=(sock.sock.family, sock.sock.type, sock.sock.proto, sock.sock.getsockname()),
                bind_socket=False,
            )
            for sock in self.sockets
        ]
        if self.shared is not None:
            for listener in self.listeners:
                listener.join(self.shared, self.row, is_for_strangers=self.is_for_strangers)
        while self.alive and self._is_looked_after():
            self.notify()
            until = time.monotonic() + SECONDS_BETWEEN_LOOKS
            while self.alive and (left := until - time.monotonic()) > 0:
                self._listen(left)
        self._finish()
        threads.set_thread_count(0)
        self._hear_no_more()

    def _listen(self, seconds: float) -> None:
        """Read and send whatever is ready, or becomes ready within that time."""
        loop(seconds, use_poll=True, map=self.connections, count=1)

    def _is_looked_after(self) -> bool:
        """Return whether the master lives; a worker whose master was killed leaves, with its port."""
        return bool(os.getppid() == self.ppid)

    def _finish(self) -> None:
        """Stop listening, and answer what was asked already."""
        for listener in self.listeners:
            self.connections.pop(listener._fileno, None)
            if listener.handed_over is not None:
                self.connections.pop(listener.handed_over._fileno, None)
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
