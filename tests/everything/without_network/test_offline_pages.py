"""Pages that a worker keeps on the phone: they open without network, and go with whoever they were for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import ANY

from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.models import Sheet
from scoring.table.links import code_of
from tests.support.browser.looks import complaints_by_day_and_night
from tests.support.browser.no_network import (
    WORDS,
    NewContext,
    address,
    all_sent,
    declarers,
    heading,
    house,
    keep_hands,
    phone,
    play,
    scorer_on,
    send_all,
    tarockrunde,
    waiting,
)
from tests.support.browser.pages import becomes
from tests.support.browser.people import sign_out
from tests.support.browser.phone_engine import BEGIN, PATIENCE, PREPARED, built_parts, trouble
from tests.support.browser.recording_form import table_of
from tests.support.browser.scorer import Scorer
from tests.support.scoring.house import House

__all__ = ["house", "phone", "tarockrunde"]


POST = """address => {
    const form = Object.assign(document.createElement("form"), { method: "post", action: address });
    document.body.append(form);
    form.submit();
}"""

DAMAGE = """async (address) => {
    const cache = await caches.open("engine");
    const bytes = new Uint8Array(await (await cache.match(address)).arrayBuffer());
    await cache.put(address, new Response(bytes.fill(0, bytes.length / 4)));
}"""


KEPT_LINK = "link => caches.match(link).then((kept) => (kept ? 1 : 0))"


def kept_pages(page: Page) -> Any:
    return page.evaluate("""async () => {
        const found = [];
        for (const name of await caches.keys()) {
            for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
        }
        return found.filter((path) => path === "/" || /^\\/(sheets|rules|clubs)\\//.test(path));
    }""")


def kept_parts(page: Page) -> Any:
    """What the phone keeps of the engine; null where it has none."""
    return page.evaluate("""async () => {
        if (!(await caches.has("engine"))) return null;
        return (await (await caches.open("engine")).keys()).map(({ url }) => new URL(url).pathname);
    }""")


def until_kept(page: Page, *paths: str, kept: Callable[[Page], Any] = kept_pages) -> None:
    """Waits until the worker keeps exactly these pages, or parts."""
    becomes(page, lambda: sorted(kept(page) or ()), sorted(paths))


def today(sheet: Sheet) -> str:
    """Where the members of its club begin."""
    return sheet.evening.club.get_absolute_url()


def kept_at_a_table(phone: NewContext, house: House) -> tuple[Sheet, Scorer]:
    """A table, and the form on a phone that has kept it."""
    sheet = table_of(house)
    scorer = scorer_on(phone(service_workers="allow"), sheet)
    until_kept(scorer.page, today(sheet), address(sheet))
    return sheet, scorer


def test_the_page_opens_without_network_where_the_browser_lets_it(phone: NewContext, house: House) -> None:
    sheet, scorer = kept_at_a_table(phone, house)
    play(scorer, "Anna").save()
    scorer.page.context.set_offline(True)
    scorer.page.reload()
    expect(scorer.tidings).to_contain_text(WORDS["from_phone"])
    heading(scorer, "Hand 2")
    keep_hands(scorer, "Bert")
    scorer.page.reload()
    expect(waiting(scorer)).to_have_count(1)
    heading(scorer, "Hand 3")
    link = reverse("scoring:table_link", args=[code_of(sheet, "record")])
    becomes(scorer.page, lambda: scorer.page.evaluate(KEPT_LINK, link), 1)
    scorer.page.goto("/")
    assert scorer.page.url.endswith(today(sheet))
    box = scorer.page.locator("#waiting-anywhere")
    expect(box).to_contain_text("Kein Netz: Diese Seite ist so, wie dieses Telefon sie zuletzt kannte.")
    expect(box.get_by_role("link", name="Bert: Dreier, gewonnen")).to_be_visible()
    scorer.page.goto(link)  # scanned once more from the card on the table
    heading(scorer, "Hand 3")
    assert scorer.page.url.endswith(address(sheet))
    send_all(scorer)
    expect(scorer.tidings).not_to_contain_text(WORDS["from_phone"])
    assert declarers(sheet) == ["Anna", "Bert"]


def test_an_engine_that_was_wanted_once_stays_on_the_phone_and_is_renewed(
    phone: NewContext, house: House, settings: Any
) -> None:
    parts = built_parts()
    scripts = ["/static/scoring/engine/engine.js", "/static/scoring/engine/worker.js"]
    page = kept_at_a_table(phone, house)[1].page
    page.reload()
    assert kept_parts(page) is None  # nothing for whoever does not want it
    assert page.evaluate(BEGIN, [parts, PATIENCE])
    until_kept(page, *scripts, *parts["files"], parts["memory"], kept=kept_parts)
    page.context.set_offline(True)
    page.evaluate(DAMAGE, parts["engine"])  # it is in the memory
    page.reload()
    assert page.evaluate(BEGIN, [parts, PATIENCE]), trouble(page)
    assert page.evaluate("engine.ask({})") == {"wrong": "question", "text": ANY}
    page.context.set_offline(False)
    page.reload()
    page.evaluate(DAMAGE, parts["memory"])
    page.evaluate("engine => caches.open('engine').then(cache => cache.delete(engine))", parts["engine"])
    assert page.evaluate(BEGIN, [parts, PATIENCE]), trouble(page)
    assert page.evaluate("memory => caches.match(memory).then(kept => kept.status)", parts["memory"]) == 204
    engine = settings.PHONE_ENGINE()
    newer = replace(engine, engine=f"{engine.runtime}/pyodide.mjs")
    settings.PHONE_ENGINE = lambda: newer
    page.reload()
    until_kept(page, *scripts, *newer.addresses("/static/")["files"][:-1], kept=kept_parts)
    page.evaluate(PREPARED)
    page.reload()
    page.locator("#device > summary").click()
    page.get_by_label("Auch ohne Netz").uncheck()
    until_kept(page, kept=kept_parts)


def test_what_was_kept_for_one_account_is_gone_with_it(phone: NewContext, house: House) -> None:
    sheet, scorer = kept_at_a_table(phone, house)
    scorer.page.goto(sheet.get_absolute_url())
    until_kept(scorer.page, today(sheet), address(sheet), sheet.get_absolute_url())
    sign_out(scorer.page)
    scorer.page.wait_for_url("**/")
    until_kept(scorer.page, "/")  # as everybody sees it
    scorer.page.goto(address(sheet))  # nobody may see it, and nothing of the refusal is kept
    assert kept_pages(scorer.page) == ["/"]


def test_where_no_worker_is_wanted_it_leaves(phone: NewContext, house: House, settings: Any) -> None:
    _sheet, scorer = kept_at_a_table(phone, house)
    settings.OFFLINE_PAGES = False
    scorer.page.reload()
    scorer.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one?.update())")
    workers = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    becomes(scorer.page, lambda: scorer.page.evaluate(workers), 0)
    assert kept_pages(scorer.page) == []


def test_pages_beside_the_table_open_without_network_and_any_other_is_told_as_ours(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    context = phone(service_workers="allow")
    context.add_init_script(PREPARED)
    scorer = scorer_on(context, sheet)
    page = scorer.page
    beside = [
        f"/sheets/{sheet.pk}/rules/",
        "/rules/treffpunkt/",
        "/rules/treffpunkt/examples/",
        f"{sheet.evening.club.get_absolute_url()}play/away/",
    ]
    until_kept(page, today(sheet), address(sheet), sheet.get_absolute_url(), *beside)
    context.set_offline(True)
    for path, title in (
        (sheet.get_absolute_url(), sheet.name),
        (f"/sheets/{sheet.pk}/rules/", "Treffpunkt Tarock"),
        ("/rules/treffpunkt/", "Treffpunkt Tarock"),
        ("/rules/treffpunkt/examples/", "Durchgerechnete Beispiele"),
    ):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    expect(page.get_by_role("heading", name=re.compile(r"^Solorufer \d"))).to_be_visible()
    scorer.open(address(sheet))
    keep_hands(scorer, "Anna")
    page.locator(".top .tool").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Diese Seite braucht Netz")
    expect(page.locator("#waiting-anywhere")).to_contain_text("Anna: Dreier, gewonnen")
    assert complaints_by_day_and_night(page) == []
    page.get_by_role("link", name="Zurück").click()
    expect(waiting(scorer)).to_have_count(1)
    page.goto("/")
    page.locator("#waiting-anywhere").get_by_role("link", name="Spielen", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Spielen")
    expect(page.get_by_role("button", name="Noch 4 dazu")).to_be_visible()
    away = page.url
    for of in (sheet.evening.club, sheet.evening):  # the pages with network lead there
        page.goto(f"{of.get_absolute_url()}play/")
        expect(page).to_have_url(away)
    page.goto(sheet.get_absolute_url())
    page.evaluate(POST, f"{sheet.get_absolute_url()}seating/")  # nothing is sent, and nothing is lost
    expect(page.get_by_role("heading", level=1)).to_have_text("Diese Seite braucht Netz")
    context.set_offline(False)
    page.get_by_role("link", name="Noch einmal versuchen").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Diese Seite braucht Netz")
    scorer.open(address(sheet))
    all_sent(scorer)
    assert declarers(sheet) == ["Anna"]
    page.goto("/")
    expect(page.locator("#waiting-anywhere")).to_be_hidden()
