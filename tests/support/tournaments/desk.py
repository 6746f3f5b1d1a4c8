"""The director at the pages of a tournament, and a phone at each table that scanned the card."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from typing import Any
from uuid import uuid4

from django.test import Client, override_settings
from django.urls import reverse

from scoring.models import Evening, Sheet
from tests.support.scoring.tables import Record
from tournaments.models import Round, Table, Tournament
from tournaments.standings.pages.standings import ShownStandings


@dataclass
class Desk:
    """Everything is pressed on pages; what is asked is read from the database."""

    client: Client
    slug: str
    pk: int = 0
    phones: dict[int, Client] = field(default_factory=dict)
    cards: dict[int, str] = field(default_factory=dict)

    @property
    def tournament(self) -> Tournament:
        return Tournament.whole(self.pk)

    @cached_property
    def evening(self) -> Evening:
        return self.tournament.evening

    def names(self) -> dict[str, str]:
        """Everybody by id, also who has come since."""
        return self.evening.names()

    @property
    def ids(self) -> dict[str, str]:
        return {name: key for key, name in self.names().items()}

    def round(self, number: int) -> Round:
        return Round.objects.get(tournament=self.pk, number=number)

    def table(self, number: int, table: int) -> Table:
        found = Table.objects.select_related("sheet", "round__tournament")
        return found.get(round__tournament=self.pk, round__number=number, number=table)

    def sheet(self, number: int, table: int) -> Sheet:
        found = self.table(number, table).sheet
        assert found is not None
        return found

    def seated(self, number: int) -> list[tuple[str, ...]]:
        """Who sits at the tables of a round now, by number."""
        names = self.names()
        tables = self.round(number).tables.select_related("sheet").order_by("number")
        return [tuple(names[player] for player in table.seated) for table in tables]

    def address(self, name: str, *further: object) -> str:
        return reverse(f"tournaments:{name}", args=[self.slug, self.pk, *further])

    def press(self, name: str, /, *further: object, **sent: object) -> None:
        """A button of which nothing is read but that it leads on."""
        answer = self.client.post(self.address(name, *further), {"deed": str(uuid4()), **sent})
        assert answer.status_code == 302, said(answer)

    def get(self, name: str, *further: object) -> Any:
        answer = self.client.get(self.address(name, *further))
        assert answer.status_code == 200
        return answer

    def ask(self, name: str, /, *further: object, **sent: object) -> str:
        """A button that first shows what it would do, or why not."""
        answer = self.client.post(self.address(name, *further), {"deed": str(uuid4()), **sent})
        assert answer.status_code == 200
        return said(answer)

    def post(self, name: str, /, *further: object, **sent: object) -> str:
        """A button of a page; what is said on the page it leads to."""
        answer = self.client.post(self.address(name, *further), {"deed": str(uuid4()), **sent}, follow=True)
        assert answer.status_code == 200
        assert answer.redirect_chain, said(answer)
        return said(answer)

    def print_cards(self, tables: int) -> None:
        with override_settings(PUBLIC_URL="https://tarock.example.org"):
            shown = said(self.get("cards"))
        codes = re.findall(r'<p class="address">tarock\.example\.org/c/(.*?)</p>', shown)
        self.cards = {int(code.split("-")[1]): code for code in codes}
        assert sorted(self.cards) == list(range(1, tables + 1))

    def scan(self, table: int) -> Any:
        """The same phone at the same table all day."""
        if table not in self.phones:
            self.phones[table] = Client()
            self.phones[table].cookies["language"] = "en"
        return self.phones[table].get(reverse("tournaments:card", args=[self.cards[table]]))

    def standings(self, *number: int) -> ShownStandings:
        found = self.get("round_standings" if number else "standings", *number).context["standings"]
        assert isinstance(found, ShownStandings)
        return found


def said(answer: Any) -> str:
    return unescape(answer.content.decode())


def send(phone: Client, sheet: Sheet, after: int, record: Record) -> Any:
    """What the recording page sends."""
    document = {"id": str(uuid4()), "after": after, "record": record, "ago": 0}
    address = reverse("scoring:record", args=[sheet.pk])
    return phone.post(address, document, content_type="application/json")
