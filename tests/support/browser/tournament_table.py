"""A tournament's phone at the table, the server's clock, a draw and a dispute in the browser."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from scoring import clock
from scoring.models import Sheet
from scoring.table.links import code_of
from tests.support.browser.looks import LONG
from tests.support.browser.people import sign_in
from tests.support.browser.scorer import Routined, Scorer
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import FOUR
from tests.support.stages import Stage, stage
from tests.support.tournaments.disputes import SEATS, appointed
from tests.support.tournaments.playing import Hands, Playing, address, code_of_card, hand, opened, playing
from tournaments.draw import verbs as draw
from tournaments.engine.terms import PLAY_MONEY, Terms

LOOKING = "document.dispatchEvent(new Event('visibilitychange'))"


class Watch(Hands):
    """The server's clock: only the test moves it on, however long a busy machine takes for a page."""

    def now(self) -> datetime.datetime:
        """Return the time, a little later than before: what is done after another thing is later."""
        return self.forward(milliseconds=1)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Some hours ahead of the phones."""
    found = Watch(clock.now() + datetime.timedelta(hours=5))
    monkeypatch.setattr(clock, "now", found.now)
    return found


def published(
    house: House,
    terms: Terms = PLAY_MONEY,
    tables: Sequence[Sequence[str]] = (FOUR,),
) -> Playing:
    """All but begun: from there on the time counts."""
    found = opened(house, rules="zwanzigerrufen", terms=terms)
    found.register([name for table in tables for name in table])
    found.publish_seats(tables=tables)
    return found


def seated_table(house: House) -> Playing:
    """One table, that may begin."""
    return published(house)


SEATED = Stage("seated", seated_table, on=HOUSE)
seated = SEATED.fixture()


def at_the_table(phone: Page, sheet: Sheet, language: str = "en") -> Scorer:
    """The phone that has scanned the code of the sheet."""
    scorer = Routined(phone, language)
    scorer.open(reverse("scoring:table_link", args=[code_of(sheet, "record")]) + f"?language={language}")
    phone.wait_for_url(f"**{reverse('scoring:record', args=[sheet.pk])}")
    return scorer


def at_the_desk(visitor: Page, playing: Playing, page: str, *further: object) -> Page:
    """The director, at a page of the tournament."""
    sign_in(visitor, "en", "Bert").goto(address(playing, page, *further))
    return visitor


def with_a_clock(phone: Page) -> Page:
    """Of its own, that the test moves on: what a page does now and then by itself, it does at once."""
    phone.clock.install(time=phone.evaluate("Date.now() / 1000"))
    return phone


def look(*phones: Page) -> None:
    """As if somebody had just taken them up."""
    for phone in phones:
        phone.evaluate(LOOKING)


def of_little_money(house: House) -> Playing:
    """Everybody has 3 and gets 5 more when that is gone; Emil, who does not play, rules."""
    found = published(house, replace(PLAY_MONEY, capital=3, replacement=5), SEATS)
    appointed(house, "Emil")
    return found


POOR = Stage("poor", of_little_money, on=HOUSE)
poor = POOR.fixture()


@pytest.fixture
def bust(poor: Playing) -> Playing:
    """After three hands Anna and Bert are."""
    poor.start()
    for _hand in range(3):
        poor.play(1, hand("Anna", "Bert", won=False))
    return poor


FIRST = (("Anna", "Bert", "Cilli", "Dora"), ("Gast 1", "Gast 2", "Gast 3", "Gast 4", LONG))
SECOND = (("Anna", "Bert", "Gast 1", "Gast 2"), ("Cilli", "Dora", "Gast 3", "Gast 4", LONG))


def card(playing: Playing) -> str:
    return f"/c/{code_of_card(playing.tournament.pk, 1)}/"


@stage(on=playing)
def nine(playing: Playing) -> Playing:
    """Nine people whose second round is drawn: a four and a five, who met before and who did not."""
    playing.register(["Gast 1", "Gast 2", "Gast 3", "Gast 4", LONG])
    playing.pass_round(tables=FIRST)
    playing.check_in(2)
    playing.draw(2)
    playing.seat(2, SECOND)
    ids = playing.ids()
    # So that the report is about these tables.
    playing.do(draw.swap_seats, round_=playing.round(2), one=ids["Anna"], other=ids["Bert"])
    return playing
