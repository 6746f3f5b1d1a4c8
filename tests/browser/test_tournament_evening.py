"""An evening with play money, from the preset to the last prize, worked out by hand beside it.

Thirteen people at 4 + 4 + 5 play three rounds of few hands. What is special happens on the pages: the bell, a
dispute, a house player, a table on paper, a lot, prizes. Ordinary hands are dictated to the verbs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.pages import OpenPage, unfold
from tests.support.browser.people import sign_in
from tests.support.browser.scorer import Routined, Scorer
from tests.support.browser.tournament_table import Watch, look, watch
from tests.support.pages import english_visitor
from tests.support.scoring.house import House, house
from tests.support.scoring.tables import Record, exchanged
from tests.support.scoring.tables import hand as game
from tests.support.scoring.verify import verified
from tests.support.tournaments.playing import Playing, code_of_card, hand
from tournaments.engine.terms import Overall
from tournaments.models import Lot, Prize, Stage, State, Table, Tournament

__all__ = ["house", "watch"]

EVERYBODY = (
    *("Anna", "Bert", "Cilli", "Dora", "Emil", "Frieda", "Georg"),
    *("Hermine", "Ignaz", "Jakob", "Klara", "Leni", "Max"),
)
FIRST = (
    ("Anna", "Bert", "Cilli", "Dora"),
    ("Emil", "Frieda", "Georg", "Hermine"),
    ("Ignaz", "Jakob", "Klara", "Leni", "Max"),
)
SECOND = (
    ("Klara", "Anna", "Emil", "Leni"),
    ("Ignaz", "Bert", "Frieda", "Max"),
    ("Jakob", "Cilli", "Georg", "Dora", "Hermine"),
)
THIRD = (
    ("Jakob", "Ignaz", "Klara", "Frieda"),
    ("Anna", "Emil", "Cilli", "Dora"),
    ("Georg", "Bert", "Hermine", "Leni", "Max"),
)

# On paper, everybody begins each round with 50. A plain game moves 1, a solo 4 from each, under kontra
# twice that; an announced Valat in a solo 24 from each. At the five whoever deals sits out, the last in order
# of play in the first hand, then the first, the second and so on.
#
# Round 1. Table 1: Anna and Bert win a plain game, then Anna and Cilli.
# Table 2: Emil and Frieda win and catch the Mond, 2 each: 52, 52, 48, 48; the next four hands count double.
# Emil loses a solo under kontra, 16 to each: 4, 68, 64, 64. Emil and Georg lose a plain game under kontra,
# 4 each: Emil 0, bust. The arbiters find that they have won it: 8, 64, 68, 60. Frieda and Hermine win a
# plain game, 2 each: 6, 66, 66, 62.
# Table 3: Leni loses an announced Valat, 72: 50 − 72 = −22, 50 more: 28; Ignaz, Jakob, Klara 74. Max loses
# one: 28; Jakob and Klara 98, Leni 52. Max loses another: 28 − 72 = −44, 50 more: 6; Ignaz 98, Klara 122,
# Leni 76. Ignaz and Jakob win a plain game: 99, 99; Leni 75, Max 5. Taken off what was replaced: Leni 25,
# Max −95.
ROUND_1 = [
    (1, "Klara", 122),
    (2, "Ignaz", 99),
    (2, "Jakob", 99),
    (4, "Frieda", 66),
    (4, "Georg", 66),
    (6, "Hermine", 62),
    (7, "Anna", 52),
    (8, "Bert", 50),
    (8, "Cilli", 50),
    (10, "Dora", 48),
    (11, "Emil", 6),
    (13, "Leni", 75),
    (13, "Max", 5),
]
# Round 2. Table 1: Klara and Anna win a plain game; Klara leaves with 51, Xaver begins with 50. He and Emil
# win: Anna and Emil 50, Leni 48. Table 2, on paper: 60, 44, 56, 40. Table 3: Jakob wins a solo, 12, without
# Hermine; Cilli and Dora win a plain game without Jakob: 62, 47, 45, 47, 49.
ROUND_2 = [
    (1, "Jakob", 62),
    (2, "Ignaz", 60),
    (3, "Frieda", 56),
    (4, "Klara", 51),
    (5, "Anna", 50),
    (5, "Emil", 50),
    (7, "Hermine", 49),
    (8, "Leni", 48),
    (9, "Cilli", 47),
    (9, "Dora", 47),
    (11, "Georg", 45),
    (12, "Bert", 44),
    (13, "Max", 40),
]
# Round 3. Table 1: Jakob and Klara win a plain game; after the bell Klara and Ignaz. Table 2: Anna wins a
# solo. Table 3: Bert and Leni win a plain game without Max, then Hermine and Max without Georg.
ROUND_3 = [
    (1, "Anna", 62),
    (2, "Klara", 52),
    (3, "Max", 51),
    (4, "Bert", 50),
    (4, "Hermine", 50),
    (4, "Ignaz", 50),
    (4, "Jakob", 50),
    (4, "Leni", 50),
    (9, "Georg", 49),
    (10, "Frieda", 48),
    (11, "Cilli", 46),
    (11, "Dora", 46),
    (11, "Emil", 46),
]
# The average of the three, replacement taken off: sums of 225, 211, 209, 170, 164, 161, 160, 144, 143, 141,
# 123, 102, and −95 + 40 + 51 = −4.
OVERALL = [
    (1, "Klara", "75"),
    (2, "Jakob", "70⅓"),
    (3, "Ignaz", "69⅔"),
    (4, "Frieda", "56⅔"),
    (5, "Anna", "54⅔"),
    (6, "Hermine", "53⅔"),
    (7, "Georg", "53⅓"),
    (8, "Bert", "48"),
    (9, "Cilli", "47⅔"),
    (10, "Dora", "47"),
    (11, "Leni", "41"),
    (12, "Emil", "34"),
    (13, "Max", "−1⅓"),
]


def valat_lost(declarer: str) -> Record:
    missed = {"premium": "valat", "by": declarer, "announced": True, "made": False}
    return {**game("solo", declarer, won=False), "premiums": [missed]}


def with_mondfang(record: Record, by: str) -> Record:
    return {**record, "premiums": [{"premium": "mondfang", "by": by, "made": True}]}


def under_kontra(record: Record) -> Record:
    (one,) = record["games"]
    return {**record, "games": [{**one, "kontra": "kontra"}]}


@dataclass
class Evening:
    """Bert's screen at the desk, and what the phones at the tables need."""

    desk: Page
    club: House
    watch: Watch
    found: Playing | None = None

    @property
    def playing(self) -> Playing:
        assert self.found is not None
        return self.found

    def goto(self, name: str, *further: object) -> None:
        tournament = self.playing.tournament
        self.desk.goto(reverse(f"tournaments:{name}", args=[tournament.club.slug, tournament.pk, *further]))

    def follow(self, name: str | re.Pattern[str]) -> None:
        self.desk.get_by_role("main").get_by_role("link", name=name).first.click()

    def press(self, name: str, *, exact: bool = True) -> None:
        self.desk.get_by_role("main").get_by_role("button", name=name, exact=exact).first.click()

    def expect_said(self, words: str) -> None:
        expect(self.desk.get_by_role("main").get_by_text(words).first).to_be_visible()

    # before a round

    def open(self) -> None:
        """From the preset, with overall standings and three prizes a round."""
        self.desk.goto(reverse("tournaments:new_tournament", args=[self.club.club.slug]))
        self.follow(re.compile("^Play money, 30 minutes"))
        self.desk.get_by_label("Name of the tournament").fill("Herbstturnier")
        self.desk.get_by_label("Date").fill("2026-11-21")
        unfold(self.desk, "Overall")
        self.desk.get_by_text("by the average of the rounds").click()
        unfold(self.desk, "Day ticket and prizes")
        self.desk.get_by_label("Prizes of each round, one on each line").fill("Schinken\nWein\nKaffee")
        self.press("Open the tournament")
        expect(self.desk.get_by_role("heading", name="Herbstturnier", exact=True)).to_be_visible()
        self.found = Playing(self.club, Tournament.objects.whole().get())
        terms = self.playing.tournament.terms
        assert (terms.overall, terms.prizes) == (Overall.AVERAGE, ("Schinken", "Wein", "Kaffee"))

    def register(self, names: Sequence[str]) -> None:
        self.goto("register")
        self.desk.get_by_label("Names, one on each line").fill("\n".join(names))
        self.press("Look at it")
        self.press("Register those who are clear")
        self.expect_said("13 are registered.")

    def gather(self, number: int) -> None:
        """Each taps in, later all with one tap."""
        self.goto("check_in", number)
        if number == 2:
            self.press("All 13 from the last round are back")
        elif number > 2:  # Klara left in the round before, and comes back all the same
            self.press("All 12 from the last round are back")
            expect(self.desk.locator("button.there[aria-pressed=true]")).to_have_count(12)
            self.desk.locator("li[data-name='Klara'] button.there").click()
        else:
            for name in EVERYBODY:
                there = self.desk.locator(f"li[data-name='{name}'] button.there")
                there.click()
                expect(there).to_have_attribute("aria-pressed", "true")
        expect(self.desk.locator("button.there[aria-pressed=true]")).to_have_count(13)

    def seat(self, number: int, tables: Sequence[Sequence[str]]) -> None:
        """Drawn on the page; then they sit as the paper has them, and it is published."""
        self.goto("draw", number)
        self.desk.get_by_label("Seed").first.fill(f"Abend {number}")
        self.press("Draw this round")
        self.press("Draw anyway")  # nobody has paid yet
        self.expect_said(f"Round {number} is drawn.")
        drawn = Table.objects.filter(round=self.playing.round(number)).order_by("number")
        assert [len(table.seats) for table in drawn] == [4, 4, 5]
        self.playing.seat(number, tables)
        self.press("Publish")
        self.expect_said("Published: everybody can now find their table.")
        self.follow("To the round")
        self.press("Start the round")
        self.expect_said(f"Round {number} has begun.")

    # a round

    def play(self, number: int, table: int, *records: Record) -> None:
        for record in records:
            self.watch.forward(minutes=1)
            self.playing.play(table, record, round_=number)

    def card(self, table: int) -> str:
        return f"/c/{code_of_card(self.playing.tournament.pk, table)}/"

    def scan(self, phone: Page, number: int, table: int) -> Scorer:
        phone.goto(f"{self.card(table)}?language=en")
        phone.wait_for_url(f"**/sheets/{self.playing.sheet(table, round_=number).pk}/record/")
        expect(phone.locator(".seats .total").first).to_be_visible()
        return Routined(phone, "en")

    def balances(self, number: int, table: int) -> dict[str, int]:
        names = self.playing.names()
        lines = self.playing.table(table, round_=number).results["players"]
        return {names[other]: line["balance"] for other, line in lines.items()}

    def close(self, number: int, phone: Page) -> None:
        phone.goto("about:blank")  # put away: it would ask for a sheet that its card opens no longer
        self.goto("close_round", number)
        self.press("Close the round")
        self.expect_said(f"Round {number} is closed.")
        assert self.playing.round(number).stage == Stage.CLOSED

    # afterwards

    def expect_standings(self, number: int, expected: Sequence[tuple[int, str, int]]) -> None:
        """Rank, name and balance of everybody, as the page shows them."""
        self.goto("round_standings", number)
        assert places(self.desk) == [(rank, name, str(amount)) for rank, name, amount in expected]

    def prize(self, name: str) -> Locator:
        return self.desk.locator(".given li", has_text=name)


def places(page: Page) -> list[tuple[int, str, str]]:
    """The rows of the ranked table: rank, name, and the amount that ranks."""
    rows = page.locator("table.standings").first.locator("tbody tr")
    found = rows.evaluate_all(
        """rows => rows.map(row => [
            row.querySelector('td').firstChild.textContent,
            row.querySelector('th').firstChild.textContent,
            row.querySelectorAll('td')[1].textContent,
        ].map(text => text.trim()))"""
    )
    return [(int(rank), name, amount) for rank, name, amount in found]


@pytest.fixture
def evening(page: OpenPage, house: House, watch: Watch) -> Evening:
    return Evening(sign_in(page(1280, 900), "en", "Bert"), house, watch)


def test_an_evening_with_play_money_ends_as_worked_out_by_hand(page: OpenPage, evening: Evening) -> None:
    evening.open()
    evening.register(EVERYBODY)
    dora = sign_in(page(390, 844), "en", "Dora")
    phone = page(390, 844)

    evening.gather(1)
    evening.seat(1, FIRST)
    a_round_with_busts_and_a_dispute(evening, phone, dora)
    evening.expect_standings(1, ROUND_1)
    a_tie_a_lot_and_prizes(evening)

    evening.gather(2)
    evening.seat(2, SECOND)
    a_round_with_a_house_player_and_a_table_on_paper(evening, phone)
    evening.expect_standings(2, ROUND_2)
    who_is_marked_and_who_is_not_ranked(evening)

    evening.gather(3)
    evening.seat(3, THIRD)
    a_round_with_a_pause_and_the_bell(evening, phone)
    evening.expect_standings(3, ROUND_3)

    evening.goto("finish")
    evening.press("Finish the tournament")
    evening.expect_said("The tournament is finished.")
    assert Tournament.objects.get().state == State.FINISHED
    evening.goto("standings")
    assert places(evening.desk) == OVERALL
    assert verified() == (0, ["9 sheets, 19 hands, 1 tournament: no difference."])


def a_round_with_busts_and_a_dispute(evening: Evening, phone: Page, dora: Page) -> None:
    evening.play(1, 1, hand("Anna", "Bert"), hand("Cilli", "Anna"))
    assert evening.balances(1, 1) == {"Anna": 52, "Bert": 50, "Cilli": 50, "Dora": 48}

    scorer = evening.scan(phone, 1, 2)
    evening.play(1, 2, with_mondfang(hand("Emil", "Frieda"), "Emil"))
    assert evening.balances(1, 2) == {"Emil": 52, "Frieda": 52, "Georg": 48, "Hermine": 48}
    look(phone)
    expect(phone.locator("h1 .doubled")).to_be_visible()
    evening.play(1, 2, under_kontra(game("solo", "Emil", won=False)))
    assert evening.balances(1, 2) == {"Emil": 4, "Frieda": 68, "Georg": 64, "Hermine": 64}
    look(phone)
    expect(phone.locator(".seats .total")).to_have_text(["4 −48", "68 +16", "64 +16", "64 +16"])
    scorer.declarer("Emil").contract("Normalspiel").partner("Georg").points("40").kontra().save()
    expect(phone.locator("#at-table .happened")).to_have_text(
        "Emil: 4 − 4 = 0, replacement capital 50, now 50, is ranked last"
    )
    the_arbiters_are_called_and_rule(evening, phone, dora)
    expect(phone.locator("h1 .doubled")).to_be_visible()
    evening.play(1, 2, hand("Frieda", "Hermine"))
    assert evening.balances(1, 2) == {"Emil": 6, "Frieda": 66, "Georg": 66, "Hermine": 62}

    evening.play(1, 3, valat_lost("Leni"), valat_lost("Max"), valat_lost("Max"), hand("Ignaz", "Jakob"))
    assert evening.balances(1, 3) == {"Ignaz": 99, "Jakob": 99, "Klara": 122, "Leni": 75, "Max": 5}
    evening.goto("board", 1)
    seats = evening.desk.locator("#table-3 .seats li")
    expect(seats.filter(has_text="Leni")).to_have_text(re.compile(r"Leni\s+bust\s+75"))
    expect(seats.filter(has_text="Max")).to_have_text(re.compile(r"Max\s+bust ×2\s+5"))
    expect(evening.desk.locator("#table-2")).not_to_contain_text("bust")
    evening.close(1, phone)


def the_arbiters_are_called_and_rule(evening: Evening, phone: Page, dora: Page) -> None:
    """Emil and Georg say that they have won; Dora, who plays elsewhere, has the tricks counted once more."""
    calling = phone.locator(".calling")
    calling.get_by_role("button", name="with a few words").click()
    calling.get_by_label("What is it about?").fill("Falsch gezählt")
    calling.get_by_role("button", name="Call the arbiters").click()
    expect(phone.locator(".clock")).to_have_attribute("data-phase", "stopped")
    evening.goto("close_round", 1)
    evening.press("Close the round")
    evening.expect_said("The arbiters are still called to table 2.")

    tournament = evening.playing.tournament
    dora.goto(reverse("tournaments:disputes", args=[tournament.club.slug, tournament.pk]))
    expect(dora.locator(".calls").get_by_text("“Falsch gezählt”")).to_be_visible()
    dora.locator(".calls").get_by_role("link", name=re.compile("^Rule")).click()
    dora.get_by_label("What becomes of it?").select_option("corrected")
    dora.get_by_role("button", name="Go on").click()
    scorer = Routined(dora, "en")
    erase = scorer.block("result-0").get_by_role("button", name=scorer.words["erase"])
    for _digit in "40":
        scorer.tap(erase)
    scorer.points("48").tap(scorer.save_button)
    expect(dora.get_by_role("row", name="Emil 50 bust 8")).to_be_visible()
    dora.get_by_label("The ruling in words").fill("Noch einmal gezählt: 48 Punkte")
    dora.get_by_role("button", name="Make this ruling").click()
    expect(dora.get_by_text("The ruling is recorded. The table goes on.")).to_be_visible()
    assert evening.balances(1, 2) == {"Emil": 8, "Frieda": 64, "Georg": 68, "Hermine": 60}
    look(phone)
    expect(calling.get_by_role("button", name="Call the arbiters")).to_be_visible()
    expect(phone.locator("#at-table .happened")).to_be_empty()
    evening.desk.goto(evening.playing.sheet(2).get_absolute_url())
    evening.expect_said("“Noch einmal gezählt: 48 Punkte”")


def a_tie_a_lot_and_prizes(evening: Evening) -> None:
    """Klara chooses first; a lot decides between Ignaz and Jakob, who go on sharing the rank."""
    desk = evening.desk
    evening.follow("Prizes")
    expect(desk.locator(".turn strong")).to_have_text("Klara")
    evening.prize("Wein").get_by_role("button", name="Klara takes it").click()
    expect(desk.locator(".turn")).to_have_count(0)
    evening.follow("Draw lots")
    expect(desk.get_by_role("heading", name="Ignaz, Jakob")).to_be_visible()
    desk.get_by_text("Drawn by hand: record the order").click()
    desk.get_by_label("Ignaz").fill("2")
    desk.get_by_label("Jakob").fill("1")
    evening.press("Record the order")
    evening.expect_said("Drawn: Jakob, Ignaz.")
    evening.follow("To the prizes")
    expect(desk.locator(".turn strong")).to_have_text("Jakob")
    evening.prize("Schinken").get_by_role("button", name="Jakob takes it").click()
    evening.prize("Kaffee").locator("summary").click()
    evening.prize("Kaffee").get_by_label("Who gets “Kaffee”").select_option("Max")
    evening.prize("Kaffee").get_by_role("button", name="Give", exact=True).click()
    expect(evening.prize("Kaffee")).to_contain_text("Max")
    names = evening.playing.names()
    taken = Prize.objects.filter(round__number=1).select_related("taken_by")
    assert {
        one.name: (names[str(one.taken_by.participant_id)], one.chosen) for one in taken if one.taken_by
    } == {
        "Wein": ("Klara", True),
        "Schinken": ("Jakob", True),
        "Kaffee": ("Max", False),
    }
    lot = Lot.objects.get()
    assert (lot.about, [names[player] for player in lot.order]) == (Lot.About.CHOICE, ["Jakob", "Ignaz"])
    evening.expect_standings(1, ROUND_1)  # who has drawn the lot still shares the rank


def a_round_with_a_house_player_and_a_table_on_paper(evening: Evening, phone: Page) -> None:
    desk = evening.desk
    evening.play(2, 1, hand("Klara", "Anna"))
    evening.goto("repair_table", 2, 1)
    evening.follow("Somebody leaves")
    desk.get_by_label("Who leaves", exact=True).select_option(label="Klara")
    desk.get_by_label("Or a new house player").fill("Xaver")
    evening.press("Save")
    evening.expect_said("Klara has left. Xaver plays from the next hand on.")
    scorer = evening.scan(phone, 2, 1)
    scorer.declarer("Xaver").contract("Normalspiel").partner("Emil").points("45").save()
    assert evening.balances(2, 1) == {"Anna": 50, "Emil": 50, "Klara": 51, "Leni": 48, "Xaver": 51}

    evening.goto("repair_table", 2, 2)
    evening.press("On paper from now on")
    type_the_result(evening, {"Ignaz": 61, "Bert": 44, "Frieda": 56, "Max": 40})
    expect(desk.locator(".results .error").first).to_contain_text("1 too much")
    fill_in(evening, {"Ignaz": 60})
    evening.press("Save")
    expect(desk.locator("li.typed .tag").first).to_have_text("saved")
    assert evening.balances(2, 2) == {"Ignaz": 60, "Bert": 44, "Frieda": 56, "Max": 40}

    evening.play(2, 3, game("solo", "Jakob", won=True), hand("Cilli", "Dora"))
    assert evening.balances(2, 3) == {"Jakob": 62, "Cilli": 47, "Georg": 45, "Dora": 47, "Hermine": 49}
    evening.close(2, phone)


def type_the_result(evening: Evening, amounts: Mapping[str, int]) -> None:
    evening.follow("Type the result")
    expect(evening.desk.locator(".rows li:not(.typed) input:not([type=hidden])").first).to_be_focused()
    fill_in(evening, amounts)
    evening.press("Save")


def fill_in(evening: Evening, amounts: Mapping[str, int]) -> None:
    ids = {name: other for other, name in evening.playing.names().items()}
    for name, amount in amounts.items():
        evening.desk.locator(f"[name=balance-{ids[name]}]").fill(str(amount))


def who_is_marked_and_who_is_not_ranked(evening: Evening) -> None:
    ranked, apart = evening.desk.locator("table.standings").all()
    expect(ranked.get_by_role("row", name="Klara")).to_contain_text("left")
    for name in SECOND[1]:
        expect(ranked.get_by_role("row", name=name)).to_contain_text("from paper")
    expect(apart.locator("tbody tr")).to_have_count(1)
    expect(apart.get_by_role("row", name="Xaver")).to_contain_text("house player")


def a_round_with_a_pause_and_the_bell(evening: Evening, phone: Page) -> None:
    desk, watch = evening.desk, evening.watch
    scorer = evening.scan(phone, 3, 1)
    face = phone.locator(".clock .time")
    evening.play(3, 1, hand("Jakob", "Klara"))
    evening.play(3, 2, game("solo", "Anna", won=True))
    evening.play(3, 3, hand("Bert", "Leni"))
    watch.forward(minutes=7)  # ten of the thirty are over
    evening.goto("board", 3)
    evening.press("Pause")
    evening.expect_said("The clock is stopped for everybody.")
    watch.forward(minutes=25)
    look(phone)
    expect(phone.locator(".clock .signal")).to_have_text("Clock stopped")
    expect(face).to_have_text(re.compile(r"^(20:00|19:[345]\d)$"))
    evening.press("Go on")
    evening.expect_said("The clock goes on.")
    evening.play(3, 3, hand("Hermine", "Max"))
    assert evening.balances(3, 3) == {"Georg": 49, "Bert": 50, "Hermine": 50, "Leni": 50, "Max": 51}
    watch.forward(minutes=16)
    look(phone)
    expect(phone.locator(".clock .signal")).to_have_text("The last five minutes")

    watch.forward(minutes=4)
    look(phone)
    expect(phone.get_by_role("heading", name="Have the cards been dealt already?")).to_be_visible()
    phone.get_by_role("button", name="Yes: we finish this hand").click()
    bell = phone.locator("#at-table .bell")
    expect(bell).to_contain_text("The bell has rung: one more hand may be entered.")
    scorer.declarer("Klara").contract("Normalspiel").partner("Ignaz").points("45").save()
    expect(bell).to_contain_text("no more hand")
    assert (
        another_hand(evening, 1)
        == "The last hand after the bell has been played. Only the director can allow another."
    )
    phone.get_by_role("button", name="Hand in the sheet").click()
    expect(phone.locator("#at-table")).to_contain_text("The sheet has been handed in.")
    assert evening.balances(3, 1) == {"Jakob": 50, "Ignaz": 50, "Klara": 52, "Frieda": 48}

    evening.scan(phone, 3, 2)
    phone.get_by_role("button", name="No: hand in the sheet").click()
    expect(phone.locator("#at-table")).to_contain_text("The sheet has been handed in.")
    look(desk)
    evening.goto("close_round", 3)
    expect(desk.locator("ol.board li h2")).to_have_text(["Table 3"])
    evening.close(3, phone)


def another_hand(evening: Evening, table: int) -> str:
    """A second phone at the table tries it; what it is told."""
    other = english_visitor()
    sheet = evening.playing.sheet(table, round_=3)
    other.get(evening.card(table))
    ids = {name: other for other, name in evening.playing.names().items()}
    record = exchanged(hand("Klara", "Ignaz"), ids)
    document: dict[str, Any] = {"id": str(uuid4()), "after": sheet.seq, "record": record, "ago": 0}
    address = reverse("scoring:record", args=[sheet.pk])
    answer = other.post(address, document, content_type="application/json")
    assert answer.status_code == 400
    assert evening.playing.sheet(table, round_=3).seq == sheet.seq
    (problem,) = answer.json()["problems"]
    return str(problem["text"])
