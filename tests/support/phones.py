"""Phones at the table, played without Django."""

import http.client
import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from random import Random
from threading import Barrier
from typing import Any, TypeVar
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


def sent(
    server: str, method: str, path: str, body: str | bytes | None, headers: Mapping[str, str]
) -> PhoneAnswer:
    """Send one request on one connection: between two hands every connection has ended long ago."""
    connection = http.client.HTTPConnection(server, timeout=PATIENCE)
    try:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return PhoneAnswer(response.status, response.read(), response.headers)
    except TimeoutError:
        raise
    except (OSError, http.client.HTTPException) as nothing:
        raise NoAnswer from nothing
    finally:
        connection.close()


def as_sent(cookies: SimpleCookie) -> str:
    return "; ".join(f"{name}={cooky.value}" for name, cooky in cookies.items())


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
        """Send a document or a form, with the cookies of this phone."""
        about = self.headers | {"Cookie": as_sent(self.cookies)}
        body = None
        if document is not None:
            body = json.dumps(document)
            about |= {"Content-Type": "application/json", "X-CSRFToken": self.token}
        if form is not None:
            body = urlencode(form)
            about |= {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": self.token}
        answer = sent(f"{self.host}:{self.port}", method, path, body, about | (headers or {}))
        for cookie in answer.headers.get_all("Set-Cookie", ()):
            self.cookies.load(cookie)
        return answer

    @property
    def known_seq(self) -> int:
        return int(self.table["after"])

    def save(
        self, record: Document, *, entry: UUID | None = None, known_seq: int | None = None
    ) -> PhoneAnswer:
        """Save a hand; whatever the answer says about the table is what the phone shows from then on."""
        document = {"id": str(entry or uuid4()), "after": self.known_seq if known_seq is None else known_seq}
        known = {"Known-Form": self.table["form"]}
        answer = self.ask("POST", self.table["urls"]["save"], document | {"record": record}, known)
        if answer.status in (200, 409):
            self.table |= answer["table"]
        return answer

    def some_hand(self, dice: Random) -> Document:
        """Return a hand that any player at the table may play at any time."""
        declarer = dice.choice(self.table["players"])
        return {"games": [{"contract": "dreier", "declarer": declarer["id"], "won": dice.random() < 0.5}]}


def at_once(*actions: Callable[[], T]) -> list[T]:
    """Return the answers of functions started at the same moment, in this order."""
    gate = Barrier(len(actions))

    def begin(action: Callable[[], T]) -> T:
        gate.wait()
        return action()

    with ThreadPoolExecutor(len(actions)) as threads:
        return list(threads.map(begin, actions))
