"""Phones at the table, played without Django."""

import http.client
import json
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from random import Random
from threading import Barrier
from typing import Any, Self, TypeVar
from urllib.parse import urlencode
from uuid import UUID, uuid4

HOST = "127.0.0.1"
PATIENCE = 120  # seconds for one answer
MOST_REDIRECTS = 5

Document = dict[str, Any]
T = TypeVar("T")


class NoAnswer(Exception):
    """Raised where no server is, or where it went away before it had answered."""


@dataclass(frozen=True)
class PhoneAnswer:
    """What the server answered; of a JSON document `answer["id"]` is a part."""

    status: int
    body: bytes
    headers: http.client.HTTPMessage

    def __getitem__(self, name: str) -> Any:
        return json.loads(self.body)[name]


class RecordPage(HTMLParser):
    """What the script of the page reads: the table, the tag of it, the token against forged requests."""

    def __init__(self, body: bytes) -> None:
        super().__init__()
        self.table: Document = {}
        self.shown = self.token = ""
        self.feed(body.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if table := given.get("data-table"):
            self.table = json.loads(table)
            self.shown = given.get("data-shown") or ""
        if given.get("name") == "csrfmiddlewaretoken" and not self.token:
            self.token = given["value"] or ""


class Phone:
    """Opens a table's link, or the card on it; from then on it records there."""

    def __init__(
        self, port: int, code: str, *, door: str = "t", headers: Mapping[str, str] | None = None
    ) -> None:
        self.host, self.port, self.headers = HOST, port, dict(headers or {})
        self.cookies: SimpleCookie = SimpleCookie()
        self.shown = self.token = ""
        self.table: Document = {}
        self.door = f"/{door}/{code}/"
        self.sit_down()

    def sit_down(self) -> None:
        """Open the page of the table."""
        answer = self.ask("GET", self.door)
        for _ in range(MOST_REDIRECTS):
            if answer.status == 302:
                answer = self.ask("GET", answer.headers["Location"])
        assert answer.status == 200, answer
        page = RecordPage(answer.body)
        self.table, self.shown, self.token = page.table, page.shown, page.token

    def ask(
        self,
        method: str,
        path: str,
        document: Document | None = None,
        headers: dict[str, str] | None = None,
        form: dict[str, str] | None = None,
    ) -> PhoneAnswer:
        """One request, one connection: between two hands every connection has ended long ago."""
        sent = self.headers | {
            "Cookie": "; ".join(f"{name}={cooky.value}" for name, cooky in self.cookies.items())
        }
        body = None
        if document is not None:
            body = json.dumps(document)
            sent |= {"Content-Type": "application/json", "X-CSRFToken": self.token}
        if form is not None:
            body = urlencode(form)
            sent |= {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": self.token}
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, sent | (headers or {}))
            response = connection.getresponse()
            answer = PhoneAnswer(response.status, response.read(), response.headers)
        except TimeoutError:
            raise
        except (OSError, http.client.HTTPException) as nothing:
            raise NoAnswer from nothing
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie", ()):
            self.cookies.load(cookie)
        return answer

    @property
    def after(self) -> int:
        return int(self.table["after"])

    def save(self, record: Document, *, entry: UUID | None = None, after: int | None = None) -> PhoneAnswer:
        """Save a hand; whatever the answer says about the table is what the phone shows from then on."""
        document = {"id": str(entry or uuid4()), "after": self.after if after is None else after}
        known = {"Known-Form": self.table["form"]}
        answer = self.ask("POST", self.table["urls"]["save"], document | {"record": record}, known)
        if answer.status in (200, 409):
            self.table |= answer["table"]
        return answer

    def tap(self, what: str, entry: str, **fields: str) -> PhoneAnswer:
        """Press a button of the sheet about one of its hands."""
        path = f"{self.table['urls']['sheet']}hands/{entry}/{what}/"
        return self.ask("POST", path, form={"deed": str(uuid4()), **fields})

    def some_hand(self, dice: Random) -> Document:
        """Return a hand that any player at the table may play at any time."""
        declarer = dice.choice(self.table["players"])
        return {"games": [{"contract": "dreier", "declarer": declarer["id"], "won": dice.random() < 0.5}]}


class Follower:
    """A phone or page that asks again and again for news, on a connection kept open as browsers do."""

    EVERY = 5.0  # seconds between two questions
    EVERY_PULSE = 3.0  # where there is a pulse

    def __init__(
        self,
        port: int,
        number: int,
        pulse: str,
        part: str,
        cookies: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.dice, self.headers = Random(number), dict(headers or {})
        self.pulse, self.part, self.cookies = pulse, part, cookies
        self.every = self.EVERY if pulse == part else self.EVERY_PULSE
        # From an address of its own, where every address 127.x is this machine.
        own = (f"127.0.1.{number % 250 + 1}", 0) if sys.platform == "linux" else None
        self.connection = http.client.HTTPConnection(HOST, port, timeout=60, source_address=own)
        self.tags: dict[str, str] = {}
        self.form = ""  # the version of the rules that its page has

    @classmethod
    def at_a_table(cls, phone: Phone, number: int) -> Self:
        """Return another phone at the table of this one, which has just opened the same page."""
        cookies = "; ".join(f"{name}={cooky.value}" for name, cooky in phone.cookies.items())
        live, pulse = phone.table["urls"]["live"], phone.table["urls"]["pulse"]
        other = cls(phone.port, number, pulse or live, live, cookies, phone.headers)
        other.tags[live], other.form = f'"{phone.shown}"', phone.table["form"]
        return other

    def follow(self, seconds: float) -> list[float]:
        """For so long; what was answered stands in `answers`, with the moment."""
        self.answers: list[tuple[float, float]] = []
        until = time.perf_counter() + seconds
        time.sleep(self.dice.uniform(0, self.every))
        while time.perf_counter() < until:
            sent_at = time.perf_counter()
            self._ask(self.pulse)
            if self.new and self.part != self.pulse:
                self._ask(self.part)
            time.sleep(max(self.every - (time.perf_counter() - sent_at), 0))
        self.connection.close()
        return []

    def _ask(self, path: str) -> None:
        headers = self.headers | ({"Cookie": self.cookies} if self.cookies else {})
        if path == self.part and self.form:
            headers["Known-Form"] = self.form
        if path in self.tags:
            headers["If-None-Match"] = self.tags[path]
        begun = time.perf_counter()
        answer = self._answer(path, headers)
        self.answers.append((time.perf_counter(), (time.perf_counter() - begun) * 1000))
        assert answer.status in (200, 304), answer.status
        self.new = answer.status == 200
        self.tags[path] = answer.headers["ETag"]

    def _answer(self, path: str, headers: dict[str, str]) -> http.client.HTTPResponse:
        """On the open connection; on a new one where the server has closed it meanwhile."""
        try:
            return self._answer_here(path, headers)
        except (http.client.RemoteDisconnected, ConnectionError):
            self.connection.close()
            return self._answer_here(path, headers)

    def _answer_here(self, path: str, headers: dict[str, str]) -> http.client.HTTPResponse:
        self.connection.request("GET", path, headers=headers)
        answer = self.connection.getresponse()
        answer.read()
        return answer


def at_once(*actions: Callable[[], T]) -> list[T]:
    """Return their answers, in this order; all of them begin at the same moment."""
    gate = Barrier(len(actions))

    def begin(action: Callable[[], T]) -> T:
        gate.wait()
        return action()

    with ThreadPoolExecutor(len(actions)) as threads:
        return list(threads.map(begin, actions))
