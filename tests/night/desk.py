"""People of a tournament day who press the buttons of pages, over a line that fails as the seed says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

from tests.night.network import drawn
from tests.night.phones import Played
from tests.support.phones import HOST, NoAnswer, PhoneAnswer, as_sent, sent
from tests.support.phones import Phone as Card
from tests.support.stored_forms import FormOnPage, FormParser, Pair

FATES = {"arrives": 56, "lost": 10, "answer lost": 14, "twice": 12, "late": 8}
MOST_TRIES = 4  # with the same form; then it arrives
MOST_READINGS = 12  # of a page that does not come
MOST_REDIRECTS = 5
DRAWN_ALREADY = "Diese Runde ist bereits ausgelost."

T = TypeVar("T")
Say = Callable[[str], None]


class Page(FormParser):
    """What somebody reads of a page: its forms, its tables, what is refused, and all its text."""

    def __init__(self, path: str, status: int, body: str) -> None:
        super().__init__()
        self.path, self.status = path, status
        self.tables: list[list[list[str]]] = []
        self.problems: list[str] = []
        self.addresses: list[str] = []
        self.lines: list[str] = []
        self._cell: list[str] | None = None
        self._alert = ""  # the element that holds one
        self.feed(body)
        for form in self.forms:
            form.action = form.action or path

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        given = {name: value or "" for name, value in attrs}
        if given.get("role") == "alert":
            self._alert = self._alert or tag
        if tag == "a":
            self.addresses.append(given.get("href", ""))
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        elif tag in ("td", "th") and self.tables:
            self._cell = []

    def handle_data(self, data: str) -> None:
        super().handle_data(data)
        text = " ".join(data.split())
        if not text:
            return
        self.lines.append(text)
        if self._cell is not None:
            self._cell.append(text)
        if self._alert:
            self.problems.append(text)

    def handle_endtag(self, tag: str) -> None:
        super().handle_endtag(tag)
        if tag == self._alert:
            self._alert = ""
        if tag in ("td", "th") and self._cell is not None:
            self.tables[-1][-1].append(" ".join(self._cell))
            self._cell = None

    def form(self, end: str, button: Pair | None = None) -> FormOnPage | None:
        """Return the form whose address ends like this, or of this name, and that has this button."""
        for form in self.forms:
            is_it = form.name == end or urlsplit(form.action).path.endswith(end)
            if is_it and (button is None or button in form.buttons):
                return form
        return None


@dataclass(frozen=True)
class Deed:
    """What somebody asked for by a form, or at a table, and what they were told about it."""

    by: str
    what: str
    id: str
    outcome: str  # accepted, refused, unknown, or overtaken by somebody who drew first
    where: str = ""
    about: tuple[tuple[str, str], ...] = ()

    @property
    def kind(self) -> str:
        """Return what was asked for, without numbers."""
        return " ".join(word for word in self.what.split() if not word.isdigit())


@dataclass
class Wire:
    """What happens between somebody and the server; everything that was asked over it."""

    seed: str
    say: Say
    faulty: bool = True
    revive: Callable[[], None] = lambda: None  # starts servers that have died
    sendings: Counter[str] = field(default_factory=Counter)
    deeds: list[Deed] = field(default_factory=list)
    late: list[Callable[[], PhoneAnswer]] = field(default_factory=list)
    fates: Counter[str] = field(default_factory=Counter)
    failed: int = 0  # so often the server could not do it: its log says why
    requests: int = 0

    def carry(self, by: str, what: str, made: str, ask: Callable[[], PhoneAnswer]) -> PhoneAnswer | None:
        """Send it until it is answered; None where somebody gives up, and it is still on its way."""
        for again in range(MOST_TRIES):
            fate = self._fate(by) if again + 1 < MOST_TRIES else "arrives"
            self.fates[fate] += 1
            self.say(f"{by}: {what} {made[:8]}: {fate}")
            if fate == "late":
                self.late.append(ask)
                return None
            if fate == "lost":
                continue
            answer = self.answered(ask)
            if fate == "twice":
                answer = self.answered(ask)
            if fate != "answer lost" and answer is not None:
                return answer
        return None

    def deliver_what_is_late(self) -> None:
        """Let everything arrive that was on its way; nobody hears of the answers."""
        late, self.late = self.late, []
        for ask in late:
            self.say("something that was late arrives")
            self.answered(ask)

    def answered(self, ask: Callable[[], PhoneAnswer]) -> PhoneAnswer | None:
        """Return the answer; None if the server dies, which then starts again, or cannot do it."""
        try:
            answer = ask()
        except (NoAnswer, TimeoutError):
            self.revive()
            return None
        if answer.status >= 500:
            self.failed += 1
            self.revive()
            return None
        return answer

    def read(self, ask: Callable[[], PhoneAnswer]) -> PhoneAnswer:
        """Return the answer to what is only read, and is asked for again by itself."""
        for _again in range(MOST_READINGS):
            if answer := self.answered(ask):
                return answer
        raise NoAnswer

    def _fate(self, by: str) -> str:
        """Return the same fate for the same sending of somebody, whatever others send meanwhile."""
        self.sendings[by] += 1
        return drawn(f"{self.seed} {by} {self.sendings[by]}", FATES) if self.faulty else "arrives"


class Person:
    """Somebody who is signed in, or nobody in particular."""

    def __init__(self, name: str, port: int, wire: Wire, cookies: Mapping[str, str]) -> None:
        self.name, self.port, self.wire = name, port, wire
        self.cookies: SimpleCookie = SimpleCookie()
        for cooky, value in cookies.items():
            self.cookies[cooky] = value

    def look(self, path: str) -> Page:
        """Open a page; what is only read is asked for again by itself."""
        return self._page(path, self._get(path))

    def read(self, path: str) -> bytes:
        """Return a file."""
        answer = self._get(path)
        assert answer.status == 200, (path, answer.status)
        return answer.body

    def tag(self, path: str) -> str:
        """Return what tells this state of a page from others."""
        return self._get(path).headers["ETag"] or ""

    def press(
        self, form: FormOnPage, button: Pair | None = None, entered: Mapping[str, str] | None = None
    ) -> tuple[str, Page | None]:
        """Send a form by this button, again while no answer comes; return what was told, and the page."""
        known, entered = dict(form.fields), entered or {}
        made = known.get("deed") or known.get("id") or ""  # by which the server knows it again
        kept = [pair for pair in form.fields if pair[0] not in entered]
        pairs = [*kept, *entered.items(), *([button] if button else [])]
        what = " ".join([urlsplit(form.action).path.rstrip("/").rpartition("/")[2], *(button or ())[:2]])
        answer = self.wire.carry(self.name, what, made, lambda: self._ask("POST", form.action, pairs))
        page = None if answer is None else self._page(form.action, answer)
        outcome = "unknown"
        if page is not None:
            outcome = "refused" if page.problems or page.status >= 400 else "accepted"
            if outcome == "refused":
                self.wire.say(f"{self.name}: is refused: {' '.join(page.problems) or page.status}")
            elif any(line.startswith(DRAWN_ALREADY) for line in page.lines):
                outcome = "overtaken"
        self.wire.deeds.append(Deed(self.name, what, made, outcome, form.action, tuple(pairs)))
        return outcome, page

    def _page(self, path: str, answer: PhoneAnswer) -> Page:
        for _ in range(MOST_REDIRECTS):
            if answer.status not in (301, 302, 303):
                break
            path = answer.headers["Location"]
            answer = self._get(path)
        return Page(path, answer.status, answer.body.decode())

    def _get(self, path: str) -> PhoneAnswer:
        return self.wire.read(lambda: self._ask("GET", path))

    def _ask(self, method: str, path: str, pairs: list[Pair] | None = None) -> PhoneAnswer:
        self.wire.requests += 1
        here = urlsplit(path)._replace(scheme="", netloc="", fragment="").geturl()
        headers = {"Cookie": as_sent(self.cookies)} if self.cookies else {}
        body = None
        if pairs is not None:
            body = urlencode(pairs)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        answer = sent(f"{HOST}:{self.port}", method, here, body, headers)
        for cooky in answer.headers.get_all("Set-Cookie", ()):
            self.cookies.load(cooky)
        return answer


class CardPhone:
    """A plain phone at a table, which has scanned its card: it records, calls, and answers at the bell."""

    def __init__(self, name: str, port: int, code: str, wire: Wire) -> None:
        self.name, self.wire = name, wire
        self.card: Card = self._come_in(lambda: Card(port, code, door="c", headers={"Accept-Language": "de"}))
        self.sent: dict[str, Played] = {}
        self.saved: list[str] = []
        self.after_the_bell: list[str] = []
        self.has_rung = False

    @property
    def is_at_a_table(self) -> bool:
        return bool(self.card.table)

    @property
    def players(self) -> dict[str, str]:
        """Return who plays now, by name."""
        return {player["name"]: player["id"] for player in self.card.table["players"]}

    def sit_down(self) -> None:
        """Scan the card: a new round is another sheet."""
        self.card.table, self.has_rung = {}, False
        self._come_in(self.card.sit_down)

    def _come_in(self, scan: Callable[[], T]) -> T:
        for _again in range(MOST_READINGS):
            try:
                return scan()
            except (NoAnswer, AssertionError):  # or what came is no page of a table
                self.wire.revive()
        raise NoAnswer

    def look(self) -> None:
        answer = self.wire.read(lambda: self.card.ask("GET", self.card.table["urls"]["live"]))
        if answer.status == 200:
            self.card.table = answer["table"]

    def record(self, hand: Played) -> str:
        """Save a hand, behind what has been written meanwhile; return what came of it."""
        made = str(uuid4())
        self.sent[made] = hand
        game = {"contract": "solo", "declarer": self.players[hand.declarer], "points": int(hand.points)}
        if hand.kontra:
            game["kontra"] = "kontra"
        url = self.card.table["urls"]["save"]
        outcome = self._post("record", url, made, record={"games": [game]})
        if outcome == "accepted":
            self.saved.append(made)
            if self.has_rung:
                self.after_the_bell.append(made)
        return outcome

    def say_dealt(self, *, dealt: bool) -> str:
        return self._at_the_bell("say_dealt", dealt=dealt)

    def hand_in(self) -> str:
        return self._at_the_bell("hand_in")

    def call(self) -> str:
        """Call the arbiters."""
        return self._post("call", self.card.table["occasion"]["call"]["urls"]["call"], str(uuid4()))

    def withdraw(self) -> str:
        return self._post("withdraw", self.card.table["occasion"]["call"]["urls"]["withdraw"], str(uuid4()))

    @property
    def open_call(self) -> str:
        """Return the id of the call that waits."""
        waiting = ((self.card.table.get("occasion") or {}).get("call") or {}).get("open") or {}
        return str(waiting.get("id", ""))

    @property
    def may_call(self) -> bool:
        return "call" in ((self.card.table.get("occasion") or {}).get("call") or {}).get("urls", {})

    def _at_the_bell(self, name: str, **further: Any) -> str:
        return self._post(name, self.card.table["occasion"]["urls"][name], str(uuid4()), **further)

    def _post(self, what: str, path: str, made: str, **further: Any) -> str:
        def ask() -> PhoneAnswer:
            document = {"id": made, **further} | ({"after": self.card.known_seq} if what == "record" else {})
            answer = self.card.ask("POST", path, document)
            if answer.status == 409 and what == "record":
                self.card.table = answer["table"]
                answer = self.card.ask("POST", path, document | {"after": self.card.known_seq})
            return answer

        answer = self.wire.carry(self.name, what, made, ask)
        outcome = "unknown"
        if answer is not None:
            outcome = "accepted" if answer.status == 200 else "refused"
            if answer.status in (200, 400, 409) and b'"table"' in answer.body:
                self.card.table = answer["table"]
            if outcome == "refused":
                self.wire.say(f"{self.name}: is refused: {answer.status} {_problems(answer)}")
        self.wire.deeds.append(Deed(self.name, what, made, outcome))
        return outcome


def _problems(answer: PhoneAnswer) -> str:
    try:
        return "; ".join(problem["text"] for problem in answer["problems"])
    except (KeyError, ValueError):
        return ""


def standings_on(page: Page) -> Iterator[tuple[str, list[str]]]:
    """Yield everybody in the tables of a page, with the whole row."""
    for table in page.tables:
        for row in table[1:]:
            yield " ".join(row[1:2]), row
