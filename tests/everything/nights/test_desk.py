"""Two helpers and a phone fill eight rows, while a director closes, corrects and reopens the round."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html import unescape
from threading import Event, Semaphore
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client

from scoring.deeds import Refused
from scoring.table.writing import Closed, Stale
from tests.support.scoring.house import House, house
from tests.support.tournaments.playing import NAMES, Playing, address, hand, opened
from tournaments.corrections import verbs as repair
from tournaments.corrections.verbs import PaperLine
from tournaments.duties import give_duty
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Duty, PaperResult, Stage

__all__ = ["house"]  # the fixture

pytestmark = pytest.mark.django_db(transaction=True)

TABLES, ON_A_PHONE = 8, 8
Balances = dict[str, str]  # by participant


@dataclass
class Page:
    """The desk in one helper's browser: what is typed stays until the server's row shows it as stored."""

    client: Client
    url: str
    typed: dict[int, Balances] = field(default_factory=dict)
    shown: dict[int, str] = field(default_factory=dict)
    acknowledged: dict[int, Balances] = field(default_factory=dict)

    def load(self) -> None:
        html = self.client.get(self.url).content.decode()
        self.deed = re.findall(r'name="deed" value="([^"]+)"', html)[0]
        self.shown = {number: shown for number, (shown, _row) in rows_in(html).items()}

    def send(self, number: int) -> None:
        sent = {f"balance-{player}": amount for player, amount in self.typed[number].items()}
        sent |= {"deed": self.deed, "row": str(number), f"shown-{number}": self.shown.get(number, "")}
        html = self.client.post(self.url, sent).content.decode()
        found = rows_in(html)[number] if f'id="t{number}"' in html else ("", "")
        self.shown[number], row = found
        stored = 'data-stored=""' not in row and "data-stored=" in row
        if stored and all(shows(row, player, amount) for player, amount in self.typed[number].items()):
            self.acknowledged[number] = self.typed.pop(number)


def rows_in(html: str) -> dict[int, tuple[str, str]]:
    found = {}
    for row in re.findall(r'<li\s+id="t\d+".*?</li>', html, re.DOTALL):
        [number] = re.findall(r'<li\s+id="t(\d+)"', row)
        shown = re.findall(r'name="shown-\d+"\s+value="([^"]*)"', row)
        found[int(number)] = (unescape(shown[0]) if shown else "", row)
    return found


def shows(row: str, player: str, amount: str) -> bool:
    typed = rf'name="balance-{player}" value="{amount}"'
    read = rf'data-field="balance-{player}">\s*{amount}<'
    return re.search(f"{typed}|{read}", row) is not None


@pytest.fixture
def eight(house: House) -> Playing:
    playing = opened(house, *NAMES[: 4 * TABLES], terms=PLAY_MONEY)
    playing.begin()
    playing.do(repair.all_on_paper, paper=True)
    playing.do(repair.play_on_paper, table=playing.table(ON_A_PHONE), paper=False)
    for name in ("Cilli", "Emil"):
        playing.do(give_duty, name=name, kind=Duty.Kind.HELPER)
    return playing


def balances(playing: Playing, number: int, *amounts: int) -> Balances:
    return dict(zip(playing.table(number).seats, map(str, amounts), strict=True))


def test_every_number_is_acknowledged_or_still_in_a_page(eight: Playing) -> None:
    """Both type the odd tables, each with other numbers, and the even ones are shared between them."""
    url, over, is_open, sent = address(eight, "paper_results", 1), Event(), Event(), Semaphore(0)
    is_open.set()
    pages = [Page(eight.client(name), url) for name in ("Cilli", "Emil")]
    for place, page in enumerate(pages):
        for number in range(1, TABLES):
            if number % 2 or number % 4 == 2 * place:
                page.typed[number] = balances(eight, number, 50 + place, 50 - place, 50, 50)
    everything = [dict(page.typed) for page in pages]
    closed: list[int] = []
    seats = [eight.names()[seat] for seat in eight.table(ON_A_PHONE).seats]
    played: list[Any] = [eight.play(ON_A_PHONE, hand(seats[0], seats[1])).entry.pk]

    def type_all(page: Page, order: Callable[[list[int]], list[int]]) -> None:
        page.load()
        for number in order(list(page.typed)):
            page.send(number)
            sent.release()

    def record() -> None:
        while not over.is_set():
            try:
                played.append(eight.play(ON_A_PHONE, hand(seats[0], seats[1])).entry.pk)
            except (Refused, Stale, Closed, PermissionDenied):  # the card does not open a closed round
                is_open.wait()

    def direct() -> None:
        while not over.is_set():
            sent.acquire()
            is_open.clear()
            eight.close()
            closed.append(1)
            last = PaperResult.objects.order_by("-at").first()
            if last is not None:
                lines = {player: PaperLine(50) for player in last.lines}
                eight.do(repair.enter_result, table=last.table, lines=lines, reason="vom Blatt")
            sent.acquire()
            eight.do(repair.reopen_round, reason="es fehlt noch etwas")
            is_open.set()

    def apart(act: Callable[..., None], *about: Any) -> None:
        try:
            act(*about)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        others = [pool.submit(apart, record), pool.submit(apart, direct)]
        helpers = [
            pool.submit(apart, type_all, pages[0], list),
            pool.submit(apart, type_all, pages[1], lambda rows: rows[::-1]),
        ]
        try:
            for helper in helpers:
                helper.result(timeout=300)
        finally:
            over.set()
            is_open.set()
            sent.release(2)  # who directs opens the round once more, and is done
        for other in others:
            other.result(timeout=60)
    kept: dict[int, list[Balances]] = {}
    for result in PaperResult.objects.filter(table__round=eight.round()).select_related("table"):
        lines = {player: line["balance"] for player, line in result.lines.items()}
        kept.setdefault(result.table.number, []).append({one: str(amount) for one, amount in lines.items()})
    for page, typed in zip(pages, everything, strict=True):
        assert page.acknowledged | page.typed == typed
        assert not page.acknowledged.keys() & page.typed.keys()
        for number, amounts in page.acknowledged.items():
            assert amounts in kept[number], f"table {number} was acknowledged and is nowhere"
    one, other = (set(page.acknowledged) for page in pages)
    assert {number for number in range(1, TABLES) if number % 2 == 0} <= one | other | set(pages[0].typed)
    assert one
    assert other
    stands = set(eight.sheet(ON_A_PHONE).entries.current().values_list("pk", flat=True))
    assert set(played) <= stands
    assert closed
    if eight.round().stage == Stage.RUNNING:
        eight.close()
