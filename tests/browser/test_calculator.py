"""The calculator in a real browser: a hand is tapped in, and its link shows it to others."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.sessions.models import Session
from django.test import override_settings
from playwright.sync_api import Locator, Page, Route, expect

from scoring.calculator.hands import in_seats, read, written
from scoring.engine.answers import answer
from scoring.rules import SLUGS, published
from scoring.table.pages.recording_form import form_facts
from tests.support.browser.looks import complaints
from tests.support.browser.pages import OpenPage
from tests.support.browser.paper import printed
from tests.support.browser.scorer import Scorer
from tests.support.engine.rulebook import rulebook
from tests.support.scripts import under_node

CALCULATOR = "/calculator/"
FOUR = ["Anna", "Bert", "Cilli", "Dora"]

Record = dict[str, Any]


class Calculator(Scorer):
    """Somebody who works out a hand and keeps nothing."""

    def at(self, address: str) -> Calculator:
        self.page.goto(address)
        expect(self.page.locator(".result-bar")).to_be_visible()
        return self

    def sheet(self, slug: str) -> Calculator:
        return self.at(f"{CALCULATOR}?rules={slug}&language={self.language}")

    def hand(self, record: Record) -> Calculator:
        return self.at(f"{CALCULATOR}?hand={written(record)}&language={self.language}")

    def __init__(self, page: Page, language: str = "de") -> None:
        super().__init__(page, language)
        self.language = language

    @property
    def result(self) -> Locator:
        return self.page.locator(".result-bar")

    @property
    def problems(self) -> Locator:
        return self.page.locator("main > .problems")

    def unfold(self, what: str) -> Locator:
        self.page.locator(f"#{what}-opener").click()
        return self.block(what)

    def names(self, *names: str) -> Calculator:
        block = self.unfold("names")
        for seat, name in enumerate(names):
            block.locator(f"#name-{seat}").fill(name)
        self.unfold("names")
        return self

    def agreed(self, matter: str, choice: str) -> Calculator:
        block = self.unfold("agreements")
        block.get_by_role("group", name=matter).get_by_role("button", name=choice).click()
        self.unfold("agreements")
        return self

    @property
    def address(self) -> str:
        """The hand that the address carries."""
        return self.page.url.partition("?hand=")[2]

    def amounts(self) -> list[str]:
        """The last line of the settlement, once it is of the hand that the page shows."""
        expect(self.settlement.locator("table")).to_be_visible()
        expect(self.settlement.locator("[aria-busy=true]")).to_have_count(0)
        return self.settlement.locator("table tr").last.locator("td").all_inner_texts()

    def pressed(self) -> list[str]:
        texts = self.page.locator("#calculator [aria-pressed=true]").all_inner_texts()
        return [text.splitlines()[0].strip("✓ ") for text in texts]


@pytest.fixture
def asked(page: OpenPage) -> Callable[..., Calculator]:
    def calculator(width: int = 390, *, dark: bool = False, language: str = "de") -> Calculator:
        return Calculator(page(width, 844, dark=dark), language)

    return calculator


Asked = Callable[..., Calculator]


# The story: a dispute at the table, and a link to somebody at home


def test_a_hand_is_tapped_in_and_its_link_shows_the_same_elsewhere(asked: Asked) -> None:
    here = asked()
    here.page.goto("/")
    here.page.locator("main a[href='/calculator/']").click()
    here.page.get_by_role("link", name=re.compile("^Treffpunkt Tarock")).first.click()
    here.names("Anna", "", "Ćilli", "Dora")
    here.declarer("Spieler 2").contract("Besserrufer").partner("Dora").points("41/2").kontra()
    here.bird("Pagat").bird_made("Pagat")
    assert here.amounts() == ["−6", "+6", "−6", "+6"]
    expect(here.result).to_contain_text("Spieler 2, Dora +6")
    link = here.page.locator(".share .link a")
    assert urlsplit(link.inner_text()).query == urlsplit(here.page.url).query

    there = asked(320, dark=True).at(link.inner_text())
    assert there.amounts() == ["−6", "+6", "−6", "+6"]
    assert there.pressed() == here.pressed()
    assert there.address == here.address
    assert not Session.objects.exists()
    for visitor in (here, there):
        assert [cookie["name"] for cookie in visitor.page.context.cookies()] == []
        assert visitor.page.evaluate("localStorage.length + sessionStorage.length") == 0


def test_the_address_keeps_up_with_every_tap_and_another_hand_keeps_names_and_agreements(
    asked: Asked,
) -> None:
    here = asked().sheet("standard").names(*FOUR)
    here.page.reload()
    here.declarer("Anna")
    here.page.reload()
    assert here.pressed() == ["Anna"]
    here.contract("Rufer").partner("Cilli")
    here.page.reload()
    assert here.pressed() == ["Anna", "Cilli", "Rufer 1"]
    here.won()
    here.tap(here.page.get_by_role("button", name=re.compile("^Radl")))
    here.agreed("Im Radl zählt doppelt", "nur Spiel und Angesagtes")
    assert here.amounts() == ["+2", "−2", "+2", "−2"]
    here.page.reload()
    assert here.amounts() == ["+2", "−2", "+2", "−2"]
    record = read(here.address).record
    assert record["options"] == {"radl_doubles": "announced"}
    assert record["radl"] is True
    here.tap(here.page.locator("[data-order=anew]"))  # another hand, of the same people
    expect(here.page.locator("section.try")).to_be_visible()
    expect(here.settlement.locator("table")).to_have_count(0)
    assert read(here.address).record == {
        "rules": "standard",
        "players": FOUR,
        "games": [],
        "options": record["options"],
    }


# One hand after the other


def test_the_next_hand_makes_it_a_table_where_the_first_one_counts(asked: Asked) -> None:
    here = asked().sheet("standard").names("Anna", "Bert", "Cilli", "Dora")
    here.declarer("Anna").contract("Dreier").won()
    here.amounts()
    here.tap(here.page.locator(".next-hand button"))
    paper = here.page.locator("#record")
    expect(paper).to_contain_text("Hand 1: Anna: Dreier, gewonnen")
    here.declarer("Bert").contract("Dreier").won().save()
    expect(paper).to_contain_text("Hand 2: Bert: Dreier, gewonnen")


# Another sheet


# Names


def test_a_hostile_name_is_a_name(asked: Asked) -> None:
    names = ("Bert", "<img src=x onerror=alert(1)>", "__proto__", "{name}")
    here = asked().sheet("standard")
    block = here.unfold("names")
    block.locator("#name-0").fill("Anna")
    block.locator("#name-2").fill(" Anna ")
    expect(block.locator(".wrong")).to_contain_text("Anna")
    here.sheet("standard").names(*names)
    here.declarer("Bert").contract("Bettler")
    for name in names[1:]:
        here.kontra_by(name)
    assert len(here.lost().amounts()) == 4
    heads = here.settlement.locator("thead th")
    expect(heads).to_have_text([re.compile(f"{re.escape(name)}$") for name in names])  # behind a cut one
    record = read(here.address).record
    assert record["players"] == list(names)
    assert record["games"][0]["kontras"] == dict.fromkeys(names[1:], "kontra")


# The form carries whatever the rulebook knows

ROUND_TRIP = """async ({ facts, cases }) => {
    const here = new URL('/static/scoring/', location);
    const { handOf } = await import(new URL('record/record.js', here));
    const { missing } = await import(new URL('record/hand.js', here));
    const { handRecord, written } = await import(new URL('calculator/link.js', here));
    return cases.map(({ rules, players, record, radl }) => {
        const table = { ...facts[rules], rules, players, seats: players };
        const state = handOf(record, table);
        return [written(handRecord({ state, table, radl })), missing(state, table).map(one => one.word)];
    });
}"""


def test_every_worked_example_goes_through_link_form_and_link_with_the_same_settlement() -> None:
    documents: list[Record] = []
    cases: list[Record] = []
    beside = {"words": {}, "schlussradl": False}
    for slug in SLUGS:
        for document in (
            {"rules": slug} | example.document
            for example in rulebook(slug).all_examples
            if not example.refused
        ):
            found = read(written(document))
            names = enumerate(document["players"], 1)
            players = [{"id": f"seat-{seat}", "name": name} for seat, name in names]
            documents.append(document)
            case = {"rules": slug, "players": players, "record": in_seats(found), "radl": found.hand.radl}
            cases.append(case)
    facts = {slug: form_facts(published()[slug], language="de") | beside for slug in SLUGS}
    found_again = under_node(ROUND_TRIP, {"facts": facts, "cases": cases})
    for document, (link, missing) in zip(documents, found_again, strict=True):
        back = read(link).record
        assert missing == [], document
        assert back == document or answer(back, published()) == answer(document, published()), document


# Links that are broken, and a server that does not answer


def test_without_an_answer_the_page_says_so_and_keeps_the_hand(asked: Asked) -> None:
    here = asked().sheet("standard")

    def no_answer(route: Route) -> None:
        route.fulfill(status=200, content_type="text/html", body="<h1>Willkommen im WLAN</h1>")

    here.page.route("**/calculator/settlement/*", no_answer)
    here.declarer("Spieler 1").contract("Dreier").won()
    expect(here.result.locator(".wrong")).to_be_visible()
    here.page.unroute("**/calculator/settlement/*")
    here.lost()
    assert here.amounts() == ["−15", "+5", "+5", "+5"]
    expect(here.result.locator(".wrong")).to_have_count(0)


# Handing it on


def test_a_hand_is_handed_on_as_link_as_code_and_in_the_other_language(asked: Asked) -> None:
    with override_settings(PUBLIC_URL="http://tarock.example.org"):
        here = asked().sheet("standard")
        here.page.locator(".code summary").click()
        here.declarer("Spieler 1").contract("Dreier").won()
        image = here.page.locator(".code img")
        expect(image).to_have_attribute("src", f"/calculator/code/?hand={here.address}")
        link = f"http://tarock.example.org/calculator/?hand={here.address}"
        expect(here.page.locator(".share .link a")).to_have_text(link)
        here.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        here.page.locator("button[data-copied]").click()
        expect(here.page.locator(".share [role=status]")).not_to_be_empty()
        assert here.page.evaluate("getSelection().toString()").replace("\n", "") == link
        here.page.get_by_role("link", name="English").click()
        expect(here.settlement.locator("th").first).to_have_text("Player 1")


def test_on_paper_there_is_the_settlement_and_no_button(asked: Asked, tmp_path: Path) -> None:
    example = next(example for example in rulebook("standard").all_examples if len(example.lines) > 2)
    here = asked(1280).hand({"rules": "standard"} | example.document)
    here.amounts()
    [text] = printed(here.page, tmp_path).leaves
    words = " ".join(text.split())
    for line, _ in example.lines:
        assert line in words
    for unwanted in ("Wer spielt?", "English", "kopieren", "Drucken"):
        assert unwanted not in words


# The table to try


def test_a_stranger_records_at_a_table_that_is_kept_nowhere(page: OpenPage) -> None:
    visitor = page(390, 844)
    visitor.goto("/?language=de")
    visitor.get_by_role("link", name="An einem Tisch mitschreiben").click()
    expect(visitor.locator(".tried")).to_contain_text("nichts davon wird aufgehoben")
    scorer = Scorer(visitor)
    expect(scorer.hint).to_have_text("Wer spielt?")
    scorer.declarer("Anna").contract("Rufer").partner("Cilli").won().save()
    expect(visitor.locator(".got b")).to_have_text(["+1", "−1", "+1", "−1"])
    sheet = visitor.locator(".beside")
    expect(sheet).to_contain_text("Hand 1: Anna: Rufer mit Cilli, gewonnen.")
    assert complaints(visitor) == []
    scorer.tap(visitor.get_by_role("button", name=scorer.words["undo"], exact=True))
    expect(sheet).to_have_text("")
    scorer.tap(visitor.get_by_role("button", name=scorer.words["redo"], exact=True))
    expect(sheet).to_contain_text("Hand 1")
    scorer.declarer("Bert")
    assert visitor.evaluate("localStorage.length") == 0
    visitor.reload()
    expect(scorer.hint).to_have_text("Wer spielt?")
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Hand 1")
