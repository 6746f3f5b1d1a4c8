"""Phones that cannot send what is recorded on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scoring.models import Sheet
from scoring.table.pages.recording_form import words
from tests.support.browser.looks import complaints_by_day_and_night, seen
from tests.support.browser.pages import OpenPage, becomes, in_time
from tests.support.browser.people import founded, sign_in
from tests.support.browser.scorer import Routined, Scorer
from tests.support.scoring.house import House
from tests.support.scoring.tables import exchanged
from tests.support.stages import Stage

WORDS = words("de")
NewContext = Callable[..., BrowserContext]
STORING_IS_FORBIDDEN = """
    for (const name of ["getItem", "setItem", "removeItem", "key"]) {
        Storage.prototype[name] = () => { throw new DOMException("no", "SecurityError"); };
    }
"""


tarockrunde = Stage("tarockrunde", lambda: founded("Tarockrunde")).fixture()


@pytest.fixture
def house(tarockrunde: House) -> Iterator[House]:
    """At the end everything must stand as it follows from the entries."""
    yield tarockrunde
    call_command("verify")


@pytest.fixture
def phone(browser: Browser, shaky_page: OpenPage, live_server: LiveServer) -> Iterator[NewContext]:
    """Yield a function that opens phones, each a browser of its own, or one with stored contents."""
    contexts: list[BrowserContext] = []

    def switch_on(**how: Any) -> BrowserContext:
        if not how:
            return shaky_page(390, 844).context
        given: Any = {"base_url": live_server.url, "viewport": {"width": 390, "height": 844}}
        contexts.append(in_time(browser.new_context(**{**given, "service_workers": "block", **how})))
        return contexts[-1]

    yield switch_on
    for context in contexts:
        for page in context.pages:  # none where the browser was killed
            page.unroute_all(behavior="ignoreErrors")
        context.close()


def page_of(context: BrowserContext) -> Page:
    return context.pages[0] if context.pages else context.new_page()


def scorer_on(context: BrowserContext, sheet: Sheet) -> Scorer:
    return Routined(sign_in(page_of(context), "de")).open(address(sheet))


def scorer_offline(context: BrowserContext, sheet: Sheet) -> Scorer:
    """Open the form on a phone, and take its network away."""
    scorer = scorer_on(context, sheet)
    context.set_offline(True)
    return scorer


def address(sheet: Sheet) -> str:
    return reverse("scoring:record", args=[sheet.pk])


def waiting(scorer: Scorer) -> Locator:
    return scorer.page.locator(".waiting li")


def state(scorer: Scorer, word: str) -> None:
    """What the phone says about the hands that wait."""
    expect(scorer.page.locator(".waiting [role=status]")).to_contain_text(WORDS[word])


def keep(scorer: Scorer, count: int) -> None:
    """Saves a hand that stays on the phone, as one of so many; the form is free afterwards."""
    scorer.tap(scorer.save_button)
    expect(waiting(scorer)).to_have_count(count)
    expect(scorer.tidings).to_contain_text(WORDS["kept_here"].partition("{")[0])
    expect(scorer.page.locator(".blocks [aria-pressed=true]")).to_have_count(0)


def tap(scorer: Scorer, word: str) -> None:
    scorer.tap(scorer.page.get_by_role("button", name=scorer.words[word], exact=True))


def tap_at(scorer: Scorer, word: str, hand: str) -> None:
    """What can be done about one of the hands that wait."""
    item = waiting(scorer).filter(has_text=hand).last
    scorer.tap(item.get_by_role("button", name=scorer.words[word]))


def unfold(scorer: Scorer) -> None:
    """Shows which hands wait, and what can be done about them."""
    scorer.tap(scorer.page.locator("#waiting-title button"))


def play(scorer: Scorer, name: str) -> Scorer:
    return scorer.declarer(name).contract("Dreier").won()


def keep_hands(scorer: Scorer, *names: str) -> None:
    """Record a Dreier of each of them, while nothing is sent."""
    for count, name in enumerate(names, start=1):
        play(scorer, name)
        keep(scorer, count)


def they_are_two(scorer: Scorer) -> None:
    """Answer that two phones' different hands at one place are two deals."""
    expect(scorer.page.locator(".contradictions")).to_be_visible()
    unsaid = scorer.page.locator(".contradictions > li:not(:has([aria-pressed=true]))")
    while unsaid.count():
        scorer.tap(unsaid.first.get_by_role("button", name=WORDS["two_hands"]))
    tap(scorer, "put_together")


# In no list is what is open in the form, or goes into the history of another hand.
KEPT_FOR_THE_SERVER = """() => {
    const kept = globalThis.localStorage?.[`tarockclub waiting ${location.pathname}`];
    return kept ? JSON.parse(kept).what.deeds.length : 0;
}"""


def all_sent(scorer: Scorer) -> None:
    expect(scorer.page.locator(".recording h1")).to_be_visible()
    expect(waiting(scorer)).to_have_count(0)
    becomes(scorer.page, lambda: scorer.page.evaluate(KEPT_FOR_THE_SERVER), 0)


def send_all(scorer: Scorer) -> None:
    """Give the phone its network back, and wait until nothing waits."""
    scorer.page.context.set_offline(False)
    all_sent(scorer)


def stored(sheet: Sheet) -> list[Any]:
    """The entries that stand, with names in place of ids."""
    names = sheet.evening.names()
    return [exchanged(entry.record, names) for entry in sheet.entries.current().order_by("sort_key")]


def declarers(sheet: Sheet) -> list[str]:
    return [record["games"][0]["declarer"] for record in stored(sheet)]


def dealers(sheet: Sheet) -> list[str]:
    names = sheet.evening.names()
    return [names[row.dealer] for row in sheet.rows.order_by("sort_key")]


def playing(sheet: Sheet) -> list[list[str]]:
    names = sheet.evening.names()
    return [[names[player] for player in row.players] for row in sheet.rows.order_by("sort_key")]


def heading(scorer: Scorer, words: str) -> None:
    expect(scorer.page.get_by_role("heading", level=1)).to_contain_text(words)


def is_chosen(scorer: Scorer, block: str, name: str) -> None:
    expect(scorer.block(block).locator("[aria-pressed=true]").filter(has_text=name)).to_be_visible()


def lose_answers(scorer: Scorer) -> None:
    """The server writes; what it answers never arrives."""

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch()
            route.abort()
        else:
            route.continue_()

    scorer.page.route("**/record/", lose)


def nothing_is_lost_any_more(scorer: Scorer) -> None:
    """Let the server be reached again, and tell the phone, which need not wait for its next try."""
    scorer.page.unroute_all(behavior="wait")
    scorer.page.evaluate("dispatchEvent(new Event('online'))")


def lose_hands(scorer: Scorer) -> None:
    """What is sent never arrives; all else does."""
    scorer.page.route(
        "**/record/", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )


def look_closely(page: Page) -> None:
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("scrollTo(0, 0)")
        assert (complaints_by_day_and_night if width == 320 else seen)(page) == []
        assert seen(page, "too close") == []
