"""A tournament's phone at the table, and the server's clock."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from scoring import clock
from scoring.models import Sheet
from scoring.table.links import code_of
from tests.support.browser.scorer import Routined, Scorer
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import FOUR
from tests.support.stages import Stage
from tests.support.tournaments.playing import Playing, opened
from tournaments.engine.terms import PLAY_MONEY, Terms

LOOKING = "document.dispatchEvent(new Event('visibilitychange'))"


class Watch:
    """The server's clock: only the test moves it on, however long a busy machine takes for a page."""

    def __init__(self) -> None:
        self.moment = datetime.datetime.now(datetime.UTC)

    def now(self) -> datetime.datetime:
        """Return the time, a little later than before: what is done after another thing is later."""
        self.forward(milliseconds=1)
        return self.moment

    def forward(self, **further: float) -> None:
        self.moment += datetime.timedelta(**further)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Some hours ahead of the phones."""
    found = Watch()
    found.forward(hours=5)
    monkeypatch.setattr(clock, "now", found.now)
    return found


def published(
    house: House,
    terms: Terms = PLAY_MONEY,
    tables: Sequence[Sequence[str]] = (FOUR,),
    rules: str = "zwanzigerrufen",
) -> Playing:
    """All but begun: from there on the time counts."""
    found = opened(house, rules=rules, terms=terms)
    found.register([name for table in tables for name in table])
    found.check_in()
    found.draw()
    found.seat(1, tables)
    found.publish()
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


def with_a_clock(phone: Page) -> Page:
    """Of its own, that the test moves on: what a page does now and then by itself, it does at once."""
    phone.clock.install()
    return phone


def look(*phones: Page) -> None:
    """As if somebody had just taken them up."""
    for phone in phones:
        phone.evaluate(LOOKING)
