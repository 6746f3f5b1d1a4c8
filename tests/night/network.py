"""Between people and the server: what they send arrives, is lost, loses its answer, comes twice or late."""

from __future__ import annotations

import html
import json
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from tests.support import phones
from tests.support.races.processes import HOST

UNTIL_IT_IS_READ = 1  # second that a page may take for an answer, and may be left in
FATES = {"arrives": 58, "lost": 10, "answer lost": 11, "answer cut": 3, "twice": 10, "late": 8}
OF_READING = {"arrives": 94, "lost": 6}
OF_A_PAGE = re.compile(rb' data-table="([^"]+)"')
STATIC = "/static/"
NOTHING = "/nothing/"  # an empty page, answered by the line itself
OF_ONE_CONNECTION = {"connection", "transfer-encoding", "content-length", "keep-alive"}

Headers = list[tuple[str, str]]
Sent = tuple[str, str, Headers, bytes]  # method, address, headers, body
Answer = tuple[int, Headers, bytes]


@dataclass(frozen=True)
class Told:
    """What somebody sent, and what they were told."""

    what: str  # the last part of the address: record, undo or redo
    id: str
    status: int
    answer: dict[str, Any]


@dataclass
class Seen:
    """How a table stood, by an answer or by a page."""

    table: dict[str, Any]
    when: float = field(default_factory=time.monotonic)
    is_read: bool = True  # or the page was left in that moment, perhaps before it had read that


@dataclass
class Network:
    """Between one phone and the server for a night; `say` notes what happens in its story."""

    seed: str
    say: Callable[[str], None]
    faulty: bool = True
    sent: Counter[str] = field(default_factory=Counter)  # how often each was sent
    told: list[Told] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    known: dict[str, set[int]] = field(default_factory=dict)  # by id: after what it was sent
    late: list[Sent] = field(default_factory=list)
    fates: Counter[str] = field(default_factory=Counter)

    def carry(self, sent: Sent) -> Answer | None:
        """Return the answer that comes back; None where it does not."""
        if sent[0] != "POST":
            return self._read(sent)
        what = urlsplit(sent[1]).path.rstrip("/").rpartition("/")[2]
        fate = self._fate_of(what, FATES)
        self.fates[fate] += 1
        asked = document(sent[3])
        entry, known_seq = str(asked.get("id", "")), int(asked.get("after", -1))
        if what != "preview":
            self.say(f"{what} {entry[:8]}: {fate}")
        if fate == "late":
            self.late.append(sent)
        if fate in ("lost", "late"):
            return None
        self.known.setdefault(entry, set()).add(known_seq)
        answer = arrived(sent)
        if fate == "twice" and answer is not None:
            answer = arrived(sent)
        if answer is None or fate == "answer lost":
            return None
        status, headers, body = answer
        if fate == "answer cut":
            return status, headers, body[: len(body) // 2]
        self.told.append(Told(what, entry, status, document(body)))
        self._note(self.told[-1].answer)
        return answer

    def _read(self, sent: Sent) -> Answer | None:
        answer = arrived(sent)
        if answer is None or STATIC in sent[1]:
            return answer
        if self._fate_of("read", OF_READING) == "lost":
            return None
        if page := OF_A_PAGE.search(answer[2]):
            self._note({"table": json.loads(html.unescape(page[1].decode()))})
        self._note(document(answer[2]))
        return answer

    def _note(self, answer: dict[str, Any]) -> None:
        stands = answer if "links" in answer else answer.get("table")
        if isinstance(stands, dict):
            self.seen.append(Seen(stands))

    def leave(self) -> None:
        """Nobody knows whether the page that is left has read what came in this moment."""
        for seen in self.seen:
            seen.is_read = seen.is_read and seen.when < time.monotonic() - UNTIL_IT_IS_READ

    def deliver_what_is_late(self) -> None:
        """Let everything arrive that was on its way; nobody hears of the answers."""
        late, self.late = self.late, []
        for sent in late:
            self.say(f"what was late arrives: {urlsplit(sent[1]).path}")
            arrived(sent)

    def _fate_of(self, what: str, fates: dict[str, int]) -> str:
        """Return the same fate for the same sending of the same seed."""
        self.sent[what] += 1
        return drawn(f"{self.seed} {what} {self.sent[what]}", fates) if self.faulty else "arrives"


def drawn(seed: str, fates: dict[str, int]) -> str:
    """Return one of these fates, by their weights; the same for the same seed."""
    return Random(seed).choices([*fates], [*fates.values()])[0]


def document(body: bytes) -> dict[str, Any]:
    """Return the JSON document that this is; nothing where it is none."""
    try:
        found = json.loads(body or b"{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def arrived(sent: Sent) -> Answer | None:
    """Return the answer of the server; None if there is no server, or it dies before it has answered."""
    method, address, headers, body = sent
    there = urlsplit(address)
    path = there._replace(scheme="", netloc="", fragment="").geturl()
    given = {name: value for name, value in headers if name.lower() not in OF_ONE_CONNECTION}
    try:
        answer = phones.sent(there.netloc, method, path, body, given | {"Accept-Encoding": "identity"})
    except (phones.NoAnswer, TimeoutError):
        return None
    return answer.status, answer.headers.items(), answer.body


class Line(ThreadingHTTPServer):
    """What a browser takes for the server; whatever it sends is carried by the network of the night."""

    daemon_threads = True

    def __init__(self, server: int) -> None:
        super().__init__((HOST, 0), _Request)
        self.upstream = f"http://{HOST}:{server}"
        self.network: Network | None = None
        Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.server_address[1]}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Leave it: a page that is closed takes its connections with it."""

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class _Request(BaseHTTPRequestHandler):
    server: Line

    def do_GET(self) -> None:
        if self.path == NOTHING:
            self._answer((200, [("Content-Type", "text/html")], b""))
            return
        sent = ("GET", self.server.upstream + self.path, [*self.headers.items()], b"")
        self._answer(self._carried(sent))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self._answer(self._carried(("POST", self.server.upstream + self.path, [*self.headers.items()], body)))

    def _carried(self, sent: Sent) -> Answer | None:
        network = self.server.network
        return network.carry(sent) if network else arrived(sent)

    def _answer(self, answer: Answer | None) -> None:
        """Pass the answer on; where there is none the connection ends."""
        if answer is None:
            return
        status, headers, body = answer
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in OF_ONE_CONNECTION:
                self.send_header(name, value)
        whole = next((value for name, value in headers if name.lower() == "content-length"), None)
        cut = whole is not None and self.command == "POST" and int(whole) > len(body)
        self.send_header("Content-Length", whole if cut and whole else str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing."""
