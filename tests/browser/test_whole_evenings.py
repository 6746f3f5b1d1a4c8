"""A whole evening, from setting up the club to the last total, played through the pages by hand.

What happens, and what has to be seen after each step, stands in tests/evenings. A phone that came in by the
table's link records, a screen looks on. The evenings under the other sheets are played through the verbs
(test_worked_evenings.py), as this one is, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import gettext, override
from playwright.sync_api import Locator, Page, expect

from scoring.accounts import verbs as people
from scoring.engine.result import Amount
from scoring.engine.rules import KONTRA_LABELS, Contract, Rules
from scoring.models import Sheet
from scoring.rules import published
from tests import evenings
from tests.evenings import (
    Change,
    Correct,
    Evening,
    Hand,
    Insert,
    Row,
    Schlussradl,
    Seating,
    Step,
    TakeOut,
    Undo,
    Void,
)
from tests.support.browser.evenings import in_order, tap
from tests.support.browser.looks import FITS
from tests.support.browser.pages import OpenPage
from tests.support.browser.scorer import Practised, Scorer
from tests.support.browser.scripts import script
from tests.support.scoring.house import PASSWORD
from tests.support.scoring.worked_evenings import Paper, added_up

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Dictation:
    """What one scorer is told, under the rules of their table."""

    scorer: Scorer
    rules: Rules
    language: str

    def label(self, contract: str) -> str:
        return self.rules.contracts[contract].label.in_language(self.language)

    def hand(self, record: Record, playing: Sequence[str]) -> None:
        """In the order of the page; `playing` are the four, Vorhand first."""
        first, *beside = record["games"]
        self.scorer.declarer(first["declarer"]).contract(self.label(first["contract"]))
        self._game(first, playing)
        for game in beside:
            self.scorer.beside(game["declarer"], self.label(game["contract"]))
            self._game(game, playing)
        if "revoke" in record:
            self.scorer.renonce(record["revoke"]["by"], record["revoke"].get("claims"))
        for premium in record.get("premiums", ()):
            self._premium(premium, first, revoked="revoke" in record)

    def void(self, record: Record) -> None:
        assert record["void"] == "redeal"
        self.scorer.redeal(record["reason"])

    def _game(self, game: Record, playing: Sequence[str]) -> None:
        scorer = self.scorer
        if "partner" in game:
            scorer.partner(game["partner"])
        elif game.get("king") == "talon":
            scorer.king_in_talon()
        elif game.get("king") == "self":
            scorer.self_called()
        self._result(game, playing)
        if "kontra" in game:
            scorer.kontra(KONTRA_LABELS[game["kontra"]])
        for name, level in game.get("kontras", {}).items():
            scorer.kontra_by(name, KONTRA_LABELS[level])

    def _result(self, game: Record, playing: Sequence[str]) -> None:
        scorer, points = self.scorer, game.get("points")
        if game.get("conceded"):
            scorer.conceded()
        elif "won" in game:
            scorer.won() if game["won"] else scorer.lost()
        elif "tricks" in game:
            scorer.tricks(game["tricks"])
        elif "order" in game:
            [most] = game["order"]
            scorer.most(*most)
            if game.get("buergermeister"):
                scorer.buergermeister()
        elif isinstance(points, Mapping):
            scorer.count([points[name] for name in playing[:-1]])  # the last has what is left
        elif points is not None:
            scorer.points(str(points))

    def _premium(self, premium: Record, game: Record, *, revoked: bool) -> None:
        contract, rule = self.rules.contracts[game["contract"]], self.rules.premiums[premium["premium"]]
        others = premium["by"] not in (game["declarer"], game.get("partner"))
        announced = premium.get("announced", False)
        if announced and not others and premium["premium"] in contract.birds:
            self._bird(premium, contract)
            return
        if not announced and rule.needs is not None and "points" in game:
            return  # the points prove it, and the page has ticked it
        state = "announced" if revoked else ("made" if premium["made"] else "missed")
        self.scorer.premium(
            rule.label.in_language(self.language),
            state if announced else "silent",
            others=others,
            kontra=KONTRA_LABELS[premium["kontra"]] if "kontra" in premium else "",
        )

    def _bird(self, premium: Record, contract: Contract) -> None:
        label = self.rules.premiums[premium["premium"]].label.in_language(self.language)
        if len(contract.birds) > 1:
            self.scorer.bird(label)
        if "made" in premium:
            self.scorer.bird_made(label, made=premium["made"])
        if "kontra" in premium:
            self.scorer.bird_kontra(KONTRA_LABELS[premium["kontra"]])


SLUG = "treffpunkt"  # a guest who comes later, a Schlussradl, a hand taken out, a Radl that is owed
BY_ITSELF = 2  # so many steps appear on the screen in its own time; for all others it asks at once
FOLLOWED = "seq => document.querySelector('#now')?.dataset.after === seq"


@dataclass(frozen=True)
class Person:
    """Somebody before a screen, who reads it in a language."""

    page: Page
    language: str

    def read(self, message: str, **named: object) -> str:
        """A text of the pages, as this person reads it."""
        with override(self.language):
            return gettext(message) % named

    def choose_language(self) -> None:
        if self.language == "en":
            self.page.get_by_role("link", name="English").click()

    def named(self, message: str) -> re.Pattern[str]:
        """A name that is this text; what it is about may follow for those who hear the page."""
        return re.compile(rf"^{re.escape(self.read(message))}\s*(:|$)")

    def follow(self, message: str) -> None:
        self.page.get_by_role("main").get_by_role("link", name=self.named(message)).click()

    def press(self, message: str) -> None:
        self.page.get_by_role("main").get_by_role("button", name=self.named(message)).click()

    def field(self, message: str) -> Locator:
        return self.page.get_by_label(self.read(message), exact=True)


def set_up(owner: Person, evening: Evening) -> None:
    """The club, everybody in it, and an evening with one table."""
    page = owner.page
    page.goto(f"/setup/{people.setup_code()}/")
    owner.choose_language()
    owner.field("Sign-in name").fill("Anna")
    owner.field("Password").fill(PASSWORD)
    owner.field("The password again").fill(PASSWORD)
    owner.field("Name of the club").fill("Tarockrunde")
    owner.field("Rules you usually play").select_option(evening.rules)
    owner.press("Set up")
    page.get_by_role("link", name="Tarockrunde", exact=True).click()
    owner.follow("Add members")
    members = [name for name in evening.everybody if name not in (*evening.guests, "Anna")]
    owner.field("Names, one on each line").fill("\n".join(members))
    owner.press("Add")
    page.get_by_role("link", name="Tarockrunde", exact=True).click()
    owner.follow("New evening")
    owner.field("Place").fill("Gasthaus Löwen")
    owner.press("Open the evening")
    owner.follow("Open a table")
    sit_down(owner, evening.players)
    page.get_by_role("radio", name=evening.high_card).check()
    owner.press("Open the table")
    page.wait_for_url("**/record/")
    page.goto(Sheet.objects.get().evening.get_absolute_url())
    expect(page.locator("article.table h3")).to_have_count(1)


def sit_down(visitor: Person, players: Sequence[str]) -> None:
    """Everybody in order of play; whoever cannot be tapped is a guest and is typed."""
    page = visitor.page
    expect(page.locator(".chip").first).to_be_visible()
    for name in set(in_order(page)) - set(players):
        tap(page, name)
    for name in players:
        if name in in_order(page):
            continue
        if page.locator(".chip", has_text=re.compile(rf"^\d?{name}")).count():
            tap(page, name)
        else:
            visitor.field("A guest").fill(name)
            visitor.field("A guest").press("Enter")
    for place, name in enumerate(players):
        while in_order(page).index(name) > place:
            page.get_by_role("button", name=visitor.read("{name} one place up").format(name=name)).click()
    assert in_order(page) == list(players)


# What a page shows

SETTLEMENT = script("shown_settlement")
SHEET = script("shown_sheet")
REVIEW = """() => ({
    totals: [...document.querySelectorAll('table.totals tbody tr')].map(row =>
        [...row.querySelectorAll('th, td')].map(cell => cell.textContent)),
    later: document.querySelectorAll('ul.later > li').length,
})"""

PARTS = {"⅙": "1/6", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "½": "1/2", "⅔": "2/3", "⅚": "5/6", "": "0"}


def amount(shown: str) -> Fraction:
    """
    >>> [str(amount(shown)) for shown in ("+4", "−2/3", "0", "−50⅔", "+½")]
    ['4', '-2/3', '0', '-152/3', '1/2']
    """
    sign, whole, part = re.fullmatch(r"([+−]?)([\d/]*)([⅙¼⅓½⅔¾⅚]?)", shown).groups()
    return (Fraction(whole or 0) + Fraction(PARTS[part])) * (-1 if sign == "−" else 1)


def amounts(names: Sequence[str], shown: Sequence[str]) -> dict[str, Amount]:
    return {name: amount(other) for name, other in zip(names, shown, strict=True)}


def lines(rows: Sequence[Row], names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The rows as the sheet shows them: beside every amount the total so far."""
    for count, row in enumerate(rows, 1):
        totals = added_up(tuple(rows[:count]))
        played = row.number is not None
        cells = [(row.pays[name], totals[name]) if played and name in row.pays else None for name in names]
        yield {
            "number": row.number,
            "dealer": row.dealer,
            "doubled": played and row.doubled,
            "cells": cells,
        }


def lines_shown(rows: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for row in rows:
        cells = [None if None in cell else tuple(map(amount, cell)) for cell in row["cells"]]
        yield {**row, "cells": cells}


# The table


@dataclass
class Table:
    """Somebody records, and somebody looks; `paper` is kept beside, without the program."""

    evening: Evening
    scribe: Person
    onlooker: Person
    paper: Paper = field(default_factory=Paper)
    seated: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.seated = self.evening.players
        self.scorer = Practised(self.page, self.evening.language)
        rules = published()[self.evening.rules]
        self.dictation = Dictation(self.scorer, rules, self.evening.language)

    @property
    def page(self) -> Page:
        return self.scribe.page

    def play(self, step: Step) -> None:
        before = self.paper.rows
        totals = dict(self.paper.totals)
        self.paper.write(step)
        if isinstance(step, Change):
            self.change(step, before, totals)
        else:
            DOING[type(step)](self, step)
        self.compare(step)

    # one thing after the other

    def record(self, step: Hand) -> None:
        self.to_the_recording()
        self.expect_deal(step)
        expect(self.title).to_contain_text(self.scorer.words["hand"].format(number=step.number))
        playing = self.playing(step.dealer)
        self.dictation.hand(step.record, playing)
        self.expect_settlement(step, playing)
        self.scorer.save()
        expect(self.scorer.tidings).to_contain_text(self.scorer.words["hand"].format(number=step.number))

    def void(self, step: Void) -> None:
        self.to_the_recording()
        self.expect_deal(step)
        self.dictation.void(step.record)
        self.scorer.save()
        expect(self.scorer.tidings).to_contain_text(step.reason)

    def schlussradl(self, step: Schlussradl) -> None:
        self.to_the_recording()
        self.scorer.schlussradl().save()
        expect(self.title.locator(".doubled")).to_be_visible()

    def seat(self, step: Seating) -> None:
        self.to_the_seats()
        sit_down(self.scribe, step.players)
        self.seated = step.players
        self.deal(step.dealer)

    def undo(self, step: Undo) -> None:
        if self.page.get_by_role("button", name=self.scorer.words["undo"], exact=True).is_visible():
            self.scorer.undo()
        else:
            self.to_the_sheet()
            self.scribe.press("Take back")

    def deal(self, dealer: str) -> None:
        self.page.get_by_role("radio", name=dealer, exact=True).check()
        self.scribe.press("Save")
        self.page.wait_for_url("**/record/")

    def change(self, step: Change, before: tuple[Row, ...], totals: Mapping[str, Amount]) -> None:
        self.to_the_sheet()
        self.page.locator("#paper tr.hand a").nth(step.first - 1).click()
        expect(self.title).to_contain_text(self.scorer.words["hand"].format(number=step.first))
        CHANGING[type(step)](self, step)
        if step.keep_deal:
            dealer = next(row.dealer for row in before if row.number == step.first)
            if isinstance(step, TakeOut):
                dealer = before[[row.number for row in before].index(step.first) + 1].dealer
            still = self.scribe.read("Still %(dealer)s, as written", dealer=dealer)
            self.page.get_by_role("radio", name=still, exact=True).check()
            self.scribe.press("Work it out like this")
            expect(self.page.get_by_role("radio", name=still, exact=True)).to_be_checked()
        self.expect_review(step, before, totals)
        self.scribe.field("Why?").fill(step.reason)
        self.scribe.press(APPLIED[type(step)])
        self.page.wait_for_url(re.compile(r"/sheets/\d+/$"))

    def correct(self, step: Correct) -> None:
        self.scribe.follow("Correct it")
        self.scorer.contract("Rufer").partner("Bert").lost()
        self.to_the_review()

    def insert(self, step: Insert) -> None:
        self.scribe.follow("A hand is missing before it")
        self.dictation.hand(step.record, self.playing(step.rows[0].dealer))
        self.to_the_review()

    def take_out(self, step: TakeOut) -> None:
        self.scribe.follow("It never happened: remove it")

    # where to go

    def is_at(self, place: str) -> bool:
        return re.fullmatch(rf"/sheets/\d+/{place}", urlsplit(self.page.url).path) is not None

    def to_the_recording(self) -> None:
        if not self.is_at("record/"):
            self.scribe.follow("Record a hand")
            self.page.wait_for_url("**/record/")

    def to_the_sheet(self) -> None:
        if not self.is_at(""):
            self.page.locator(".crumbs a").last.click()
            self.page.wait_for_url(re.compile(r"/sheets/\d+/$"))

    def to_the_seats(self) -> None:
        self.to_the_sheet()
        self.scribe.follow("Seats and dealer")

    def to_the_review(self) -> None:
        expect(self.scorer.save_button).to_have_text(self.scorer.words["review"])
        self.scorer.tap(self.scorer.save_button)
        expect(self.page.locator("form.review")).to_be_visible()

    # what has to be seen

    @property
    def title(self) -> Locator:
        return self.page.get_by_role("heading", level=1)

    def playing(self, dealer: str) -> tuple[str, ...]:
        first = self.seated.index(dealer) + 1
        return (self.seated[first:] + self.seated[:first])[:4]

    def expect_deal(self, step: Hand | Void) -> None:
        expect(self.page.locator("#banner b")).to_have_text([step.dealer, step.vorhand])
        expect(self.title.locator(".doubled")).to_have_count(int(step.doubled))

    def expect_settlement(self, step: Hand, playing: Sequence[str]) -> None:
        """Before anything is saved."""
        assert self.page.evaluate(FITS)
        who = " · ".join(
            f"{', '.join(name for name in playing if step.pays[name] == pay)} {written(pay)}"
            for pay in sorted(set(step.pays.values()), reverse=True)
        )
        words, outcome = self.scorer.words, self.scorer.outcome
        own = written(step.pays[step.record["games"][0]["declarer"]])
        said = f"{words[outcome]} {own}" if outcome else words["save_names"].format(who=who)
        expect(self.scorer.save_button).to_have_text(said)
        shown = self.scorer.settlement.evaluate(SETTLEMENT)
        assert amounts(shown["names"], shown["kassa"]) == step.pays
        assert amounts(shown["names"], shown["schrift"] or shown["kassa"]) == (step.schrift or step.pays)
        assert shown["triggers"] == len(step.triggers)

    def expect_review(self, step: Change, before: tuple[Row, ...], totals: Mapping[str, Amount]) -> None:
        """Every later hand that changes, and everybody's total before and after."""
        shown = self.page.evaluate(REVIEW)
        assert {name: amount(one) for name, one, _ in shown["totals"]} == totals
        assert {name: amount(one) for name, _, one in shown["totals"]} == self.paper.totals
        assert shown["later"] == sum(old != new for old, new in later_hands(step, before, self.paper.rows))

    def compare(self, step: Step, *, again: bool = False) -> None:
        """Look at the whole sheet after whatever changes what stood there, and after every third hand.

        The rows of the hands between, with their totals, are seen then.
        """
        page, seq = self.onlooker.page, Sheet.objects.get().seq
        plain = isinstance(step, Hand | Void) and step.owed is None and step.schrift_totals is None
        if plain and not again and seq > BY_ITSELF and len(self.paper.rows) % 3:
            return
        if seq > BY_ITSELF:
            page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_function(FOLLOWED, arg=str(seq))
        self.compare_with(page, step)

    def compare_with(self, page: Page, step: Step) -> None:
        """The whole sheet, to the last total."""
        assert page.evaluate(FITS)
        shown = page.evaluate(SHEET)
        names = shown["names"]
        assert list(lines_shown(shown["rows"])) == list(lines(self.paper.rows, names))
        totals = dict(self.paper.totals) or dict.fromkeys(names, 0)
        assert amounts(names, shown["totals"]) == totals
        assert not self.paper.rows or amounts(names, shown["last"]) == totals
        if step.schrift_totals is not None:
            assert amounts(names, shown["schrift"] or shown["totals"]) == step.schrift_totals
        if step.owed is not None:
            assert (re.findall(r"\d+", shown["radl"] or "0")[0]) == str(step.owed)


def written(one: Amount) -> str:
    whole, part = divmod(abs(Fraction(one)), 1)
    glyph = next(shown for shown, said in PARTS.items() if Fraction(said) == part)
    return f"{'−' if one < 0 else '+' if one else ''}{whole if whole or not part else ''}{glyph}"


def later_hands(
    step: Change, before: tuple[Row, ...], after: tuple[Row, ...]
) -> Iterator[tuple[tuple[object, ...], tuple[object, ...]]]:
    """Every row after the one that is changed, as it was and as it will be."""
    place = [row.number for row in before].index(step.first)
    old = before[place + (not isinstance(step, Insert)) :]
    new = after[place + (not isinstance(step, TakeOut)) :]
    for was, will in zip(old, new, strict=True):
        yield tuple(
            (row.number, row.dealer, row.doubled, dict(row.pays) if row.number else None)
            for row in (was, will)
        )


DOING: Mapping[type[Step], Callable[[Table, Any], None]] = {
    Hand: Table.record,
    Void: Table.void,
    Schlussradl: Table.schlussradl,
    Seating: Table.seat,
    Undo: Table.undo,
}
CHANGING: Mapping[type[Change], Callable[[Table, Any], None]] = {
    Correct: Table.correct,
    Insert: Table.insert,
    TakeOut: Table.take_out,
}
APPLIED: Mapping[type[Change], str] = {
    Correct: "Save the correction",
    Insert: "Insert it",
    TakeOut: "Remove it",
}


@contextmanager
def noted(count: int, step: Step) -> Iterator[None]:
    """Whatever fails says at which step of the file."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"step {count}: {step}")
        raise


def test_a_whole_evening_is_played_through_the_pages(page: OpenPage) -> None:
    evening = evenings.evening(SLUG)
    owner = Person(page(1280, 900, dark=True), evening.language)
    set_up(owner, evening)
    table = Table(evening, phone_at_the_table(page, owner, evening), onlooker=owner)
    for count, step in enumerate(evening.steps, 1):
        with noted(count, step):
            table.play(step)
    table.compare(evening.steps[-1], again=True)
    close(owner, evening)


def phone_at_the_table(page: OpenPage, owner: Person, evening: Evening) -> Person:
    """Signed in nowhere; the owner looks on at the sheet."""
    owner.follow("The sheet")
    owner.follow("Links and codes")
    link = owner.page.locator(".link a").first.inner_text()
    owner.page.locator(".crumbs a").last.click()
    width, height = evening.viewport
    phone = Person(page(width, height, dark=evening.theme == "dark"), evening.language)
    phone.page.goto(link)
    phone.choose_language()
    return phone


def close(owner: Person, evening: Evening) -> None:
    """Everybody goes home with the points that the paper says."""
    page = owner.page
    page.locator(".crumbs a").last.click()
    owner.follow("Close the evening")
    owner.press("Close the evening")
    shown = page.locator("ul.totals.wide li")
    expect(shown).to_have_count(len(evening.everybody))
    totals = [line.rsplit(maxsplit=1) for line in shown.all_inner_texts()]
    assert {name: amount(total) for name, total in totals} == evening.final.totals
