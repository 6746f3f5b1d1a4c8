"""What a phone sends, and what happens to it: it arrives, is lost, loses its answer, comes twice or late."""

from __future__ import annotations

import http.client
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlsplit

from playwright.sync_api import Request, Route

PATIENCE = 30  # seconds for one answer
FATES = {"arrives": 60, "lost": 10, "answer lost": 12, "twice": 10, "late": 8}

Headers = dict[str, str]
Sent = tuple[str, Headers, bytes]


@dataclass(frozen=True)
class Told:
    """What a phone sent, and what it was told."""

    what: str  # the last part of the address: record, undo or redo
    id: str
    status: int


@dataclass
class Network:
    """Between one phone and the server; `say` notes what happens in the story of the night."""

    seed: str
    say: Callable[[str], None]
    faulty: bool = True
    number: int = 0
    told: list[Told] = field(default_factory=list)
    late: list[Sent] = field(default_factory=list)
    fates: Counter[str] = field(default_factory=Counter)

    def carry(self, route: Route) -> None:
        """Handle what a page sends; what it only reads goes its own way."""
        request = route.request
        if request.method != "POST":
            route.fallback()
            return
        fate = self._fate()
        self.fates[fate] += 1
        sent = _sent(request)
        what = urlsplit(request.url).path.rstrip("/").rpartition("/")[2]
        entry = str(json.loads(sent[2] or b"{}").get("id", ""))
        self.say(f"{what} {entry[:8]}: {fate}")
        if fate == "late":
            self.late.append(sent)
        if fate in ("lost", "late"):
            route.abort()
            return
        answer = arrived(sent)
        if fate == "twice" and answer is not None:
            answer = arrived(sent)
        if answer is None or fate == "answer lost":
            route.abort()
            return
        status, headers, body = answer
        self.told.append(Told(what, entry, status))
        route.fulfill(status=status, headers=headers, body=body)

    def deliver_what_is_late(self) -> None:
        """Let everything arrive that was on its way; nobody hears of the answers."""
        late, self.late = self.late, []
        for sent in late:
            self.say(f"what was late arrives: {urlsplit(sent[0]).path}")
            arrived(sent)

    def _fate(self) -> str:
        """Return the same fate for the same sending of the same seed."""
        self.number += 1
        if not self.faulty:
            return "arrives"
        dice = Random(f"{self.seed} {self.number}")
        return dice.choices([*FATES], [*FATES.values()])[0]


def _sent(request: Request) -> Sent:
    headers = {name: value for name, value in request.all_headers().items() if not name.startswith(":")}
    return request.url, headers, request.post_data_buffer or b""


def arrived(sent: Sent) -> tuple[int, Headers, bytes] | None:
    """Return the answer of the server; None if there is no server, or it dies before it has answered."""
    url, headers, body = sent
    there = urlsplit(url)
    connection = http.client.HTTPConnection(there.hostname or "", there.port, timeout=PATIENCE)
    try:
        connection.request("POST", there.path, body, headers | {"accept-encoding": "identity"})
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()
