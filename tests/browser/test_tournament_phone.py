"""What a table's phone is told and what it does not offer: rulings, the director's changes, the last hand."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.support.browser.no_network import lose_hands
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.scorer import Routined, Scorer
from tests.support.browser.tournament_table import (
    LOOKING,
    Watch,
    at_the_table,
    look,
    published,
    watch,
    with_a_clock,
)
from tests.support.scoring.house import HOUSE, House, now
from tests.support.stages import Stage
from tests.support.tournaments.disputes import appointed, called, ruled, the_hand, withdrawn
from tests.support.tournaments.playing import Playing, address, code_of_card, hand
from tests.support.tournaments.table_verbs import exchange_people
from tournaments.corrections.disputes.verbs import Decision
from tournaments.engine.terms import PLAY_MONEY, Double
from tournaments.models import Call, Finding
from tournaments.rounds.verbs import rounds

__all__ = ["watch"]

ANOTHER = "Mine is another hand"


def ready_for_doubled_rounds(house: House) -> Playing:
    """The director may call one."""
    return published(house, replace(PLAY_MONEY, double=Double.CALLED))


READY = Stage("ready", ready_for_doubled_rounds, on=HOUSE)
ready = READY.fixture()


@pytest.fixture
def playing(ready: Playing, watch: Watch) -> Playing:
    """Has just begun."""
    ready.start()
    return ready


@pytest.fixture
def phone(shaky_page: OpenPage) -> Page:
    """One that may be told no: the console names every answer that is an error."""
    return shaky_page(390, 844)


@pytest.fixture
def arbitrated(playing: Playing) -> Playing:
    """Emil, who does not play, rules."""
    appointed(playing.house, "Emil")
    return playing


def typing(scorer: Scorer) -> Scorer:
    """A hand that is begun and not saved."""
    return scorer.declarer("Anna").contract("Normalspiel")


def is_still_typed(scorer: Scorer) -> None:
    expect(scorer.block("contract-0").get_by_role("button", name=re.compile("Normalspiel"))).to_be_visible()


# What others did


def test_a_ruling_is_read_at_the_table_with_its_words(page: OpenPage, arbitrated: Playing) -> None:
    arbitrated.play(1, hand("Bert", "Cilli"))
    scorer = at_the_table(page(390, 844), arbitrated.sheet())
    phone = scorer.page
    typing(scorer)
    call = called(arbitrated)
    ruled(
        arbitrated, call, Decision(Finding.STRUCK, the_hand(arbitrated, 1)), reason="Die Karten lagen offen"
    )
    look(phone)
    ruling = phone.locator("#at-table .ruled")
    expect(ruling).to_contain_text("The arbiters have ruled: struck")
    expect(ruling).to_contain_text("“Die Karten lagen offen”")
    expect(ruling).to_contain_text("Emil")
    expect(phone.get_by_text("Another phone has entered")).to_have_count(0)
    expect(phone.get_by_role("button", name=ANOTHER)).to_have_count(0)
    is_still_typed(scorer)
    scorer.partner("Bert").points("45").save()
    expect(ruling).to_have_count(0)


def test_arbiters_put_a_hand_right_in_the_form_of_the_table(page: OpenPage, arbitrated: Playing) -> None:
    arbitrated.play(1, hand("Bert", "Cilli"))
    called(arbitrated, "Falsch gezählt")
    emil = sign_in(page(390, 844), "en", "Emil")
    emil.goto(address(arbitrated, "disputes"))
    expect(emil.locator("#disputes .grid").get_by_text("“Falsch gezählt”")).to_be_visible()
    emil.locator("#disputes .grid").get_by_role("link", name=re.compile("^Rule")).click()
    emil.get_by_label("What becomes of it?").select_option("corrected")
    emil.get_by_role("button", name="Go on").click()
    scorer = Routined(emil, "en")
    scorer.partner("Dora").tap(scorer.save_button)
    emil.get_by_label("The ruling in words").fill("Dora hat den König gehabt")
    emil.get_by_role("button", name="Make this ruling").click()
    expect(emil.get_by_text("The ruling is recorded. The table goes on.")).to_be_visible()
    assert arbitrated.balances() == {"Anna": 49, "Bert": 51, "Cilli": 49, "Dora": 51}


def test_what_the_director_changes_is_said_and_is_not_taken_for_the_same_hand(
    page: OpenPage, playing: Playing
) -> None:
    scorer = at_the_table(page(390, 844), playing.sheet())
    phone = scorer.page
    typing(scorer)
    playing.play(
        1, {"event": "seating", "players": ["Bert", "Anna", "Cilli", "Dora"], "dealer": "Dora"}, by="Bert"
    )
    look(phone)
    said = "The director has changed who sits here. Now: Bert, Anna, Cilli, Dora."
    expect(scorer.tidings).to_contain_text(said)
    playing.do(rounds.double_round)
    look(phone)
    expect(scorer.tidings).to_contain_text("The director has called a doubled round.")
    for name in (ANOTHER, "Take back the last entry"):  # which was the director's
        expect(phone.get_by_role("button", name=name)).to_have_count(0)
    is_still_typed(scorer)
    playing.play(1, hand("Bert", "Cilli"))  # which may be the same hand
    look(phone)
    expect(scorer.tidings).to_contain_text("Another phone has entered: Hand 1: Bert: Normalspiel")
    scorer.tap(phone.get_by_role("button", name=ANOTHER))
    scorer.partner("Bert").points("45").save()


# What is not offered


def test_a_hand_saved_before_the_phone_heard_of_the_director_is_saved_with_the_next_tap(
    phone: Page, playing: Playing
) -> None:
    scorer = at_the_table(phone, playing.sheet())
    typing(scorer).partner("Bert").points("45")
    playing.do(rounds.double_round)
    scorer.tap(scorer.save_button)
    expect(scorer.tidings).to_contain_text("The director has called a doubled round.")
    expect(scorer.page.get_by_role("button", name=ANOTHER)).to_have_count(0)
    scorer.save()
    assert playing.sheet().state.hands == 1


def test_while_the_arbiters_are_called_nothing_is_offered_and_what_was_typed_is_kept(
    page: OpenPage, playing: Playing
) -> None:
    playing.play(1, hand("Bert", "Cilli"))
    scorer = at_the_table(page(390, 844), playing.sheet())
    phone = scorer.page
    undo = phone.get_by_role("button", name="Take back the last entry")
    expect(undo).to_be_visible()
    expect(phone.get_by_role("link", name="Seats and dealer")).to_have_count(0)
    typing(scorer)
    call = called(playing)
    look(phone)
    expect(phone.get_by_text("Recording goes on after their ruling.")).to_be_visible()
    expect(phone.get_by_text("The hand you started is kept")).to_be_visible()
    expect(phone.get_by_role("button", name="Withdraw the call")).to_be_visible()
    expect(phone.locator("#save, .block")).to_have_count(0)
    expect(undo).to_have_count(0)
    withdrawn(playing, call)
    look(phone)
    is_still_typed(scorer)
    scorer.partner("Bert").points("45").save()


def test_one_tap_calls_the_arbiters_and_a_tap_withdraws_it(page: OpenPage, playing: Playing) -> None:
    phone = at_the_table(page(320, 640), playing.sheet()).page
    calling = phone.locator(".calling")
    calling.get_by_role("button", name="Call the arbiters").click()
    calling.get_by_role("button", name="Withdraw the call").click()
    expect(calling.get_by_role("button", name="Call the arbiters")).to_be_visible()
    assert Call.objects.get().withdrawn_at is not None
    calling.get_by_role("button", name="with a few words").click()
    calling.get_by_label("What is it about?").fill("Falsch gezählt")
    calling.get_by_role("button", name="Call the arbiters").click()
    expect(phone.locator(".clock")).to_have_attribute("data-phase", "stopped")
    assert [str(call.words) for call in Call.objects.filter(withdrawn_at=None)] == ["Falsch gezählt"]


# The bell

TO_THE_END = "scrollTo(0, document.body.scrollHeight)"


def test_the_question_of_the_bell_is_in_sight_wherever_the_page_is_scrolled(
    page: OpenPage, playing: Playing, watch: Watch
) -> None:
    scorer = at_the_table(page(320, 640), playing.sheet())
    phone = scorer.page
    typing(scorer).partner("Bert")
    phone.evaluate(TO_THE_END)
    focused = phone.evaluate("document.activeElement.dataset.act")
    watch.forward(minutes=31)
    look(phone)
    for height in (640, 844):
        phone.set_viewport_size({"width": 320, "height": height})
        phone.evaluate(TO_THE_END)
        for name in ("Yes: we finish this hand", "No: hand in the sheet"):
            expect(phone.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    expect(phone.locator("[role=alert]:has(#bell-title)")).to_have_count(1)
    assert phone.evaluate("document.activeElement.dataset.act") == focused
    scorer.won()
    expect(scorer.save_button).to_be_disabled()
    expect(scorer.hint).to_contain_text("Please say first whether the cards had been dealt.")
    phone.get_by_role("button", name="Yes: we finish this hand").click()
    expect(scorer.save_button).to_be_enabled()
    is_still_typed(scorer)


def test_whoever_may_play_one_more_hand_can_hand_in_without_it(
    page: OpenPage, playing: Playing, watch: Watch
) -> None:
    watch.forward(minutes=31)
    phone = at_the_table(page(390, 844), playing.sheet()).page
    phone.get_by_role("button", name="Yes: we finish this hand").click()
    quiet = phone.get_by_role("button", name="No further hand: hand in the sheet")
    quiet.click()
    expect(phone.get_by_text("After that nothing more can be entered.")).to_be_visible()
    phone.get_by_role("button", name="Cancel").click()
    assert now(playing.sheet()).is_open
    quiet.click()
    phone.get_by_role("button", name="Hand in the sheet", exact=True).click()
    expect(phone.locator("#at-table")).to_contain_text("The sheet has been handed in.")
    assert not now(playing.sheet()).is_open


# To the next round


def test_after_the_round_the_phone_follows_its_card_into_the_next_sheet(
    phone: Page, playing: Playing
) -> None:
    card = reverse("tournaments:card", args=[code_of_card(playing.tournament.pk, 1)])
    with phone.expect_response("**/live/"):  # once the round is closed that is not answered any more
        with_a_clock(phone).goto(f"{card}?language=en")
    expect(phone).to_have_url(re.compile(reverse("scoring:record", args=[playing.sheet().pk])))
    playing.close()
    look(phone)
    expect(phone.locator("#at-table")).to_contain_text("The round is closed.")
    expect(phone.get_by_role("link", name="Who plays here next")).to_have_attribute("href", card)
    for _time in range(3):  # it stays so, however often the phone asks
        with phone.expect_response("**/pulse/"):
            phone.clock.fast_forward(3000)
    expect(phone.locator("#at-table")).to_contain_text("The round is closed.")
    playing.publish_seats(2, tables=[("Dora", "Cilli", "Bert", "Anna")])
    phone.clock.fast_forward(3000)
    expect(phone).to_have_url(re.compile(card))
    expect(phone.locator("#card ol")).to_have_text("Dora Cilli Bert Anna")
    playing.start(2)
    phone.evaluate(LOOKING)
    second = playing.sheet(round_=2)
    expect(phone).to_have_url(re.compile(reverse("scoring:record", args=[second.pk])))
    expect(phone.locator(".seat-row :is(.name, .total)")).to_have_text(
        ["Dora", "50", "Cilli", "50", "Bert", "50", "Anna", "50"]
    )


def test_hands_that_wait_keep_the_phone_at_the_closed_round(phone: Page, playing: Playing) -> None:
    scorer = by_card(with_a_clock(phone), playing)
    lose_hands(scorer)
    typing(scorer).partner("Bert").points("45").tap(scorer.save_button)
    expect(phone.locator(".waiting li")).to_have_count(1)
    playing.close()
    look(phone)
    expect(phone.locator("#at-table")).to_contain_text("Please show this phone to the director.")
    expect(phone.locator(".waiting li")).to_have_count(1)
    playing.publish_seats(2)
    with phone.expect_response("**/c/*/now/"):
        phone.clock.fast_forward(3000)
    phone.clock.fast_forward(3000)
    expect(phone).to_have_url(re.compile(reverse("scoring:record", args=[playing.sheet().pk])))
    expect(phone.locator(".waiting li")).to_have_count(1)


# How it looks


# Who was really who


def exchange(playing: Playing, one: str, other: str) -> None:
    """Whoever was called `one` was really `other`, and the other way round."""
    ids = playing.ids()
    playing.do(exchange_people, one=ids[one], other=ids[other], reason="Verwechselt")


def by_card(phone: Page, playing: Playing) -> Scorer:
    phone.goto(reverse("tournaments:card", args=[code_of_card(playing.tournament.pk, 1)]) + "?language=en")
    expect(phone.locator(".seat-row .total").first).to_be_visible()
    return Routined(phone, "en")


@pytest.mark.database
def test_what_is_half_typed_and_all_that_waits_is_of_who_was_really_there(
    phone: Page, playing: Playing
) -> None:
    """Anna wins 12 from each, and was Bert; Bert and then Anna do so while nothing comes through."""
    scorer = by_card(phone, playing)
    scorer.declarer("Anna").contract("Solo").points("45").save()
    lose_hands(scorer)
    scorer.declarer("Bert").contract("Solo").points("45").tap(scorer.save_button)
    expect(phone.locator(".waiting li")).to_have_count(1)
    scorer.declarer("Anna").contract("Solo").points("45").tap(scorer.save_button)
    expect(phone.locator(".waiting li")).to_have_count(2)
    scorer.declarer("Anna").contract("Normalspiel")  # half typed
    address = phone.url
    exchange(playing, "Anna", "Bert")
    phone.unroute("**/record/")
    look(phone)
    expect(phone.locator(".waiting li")).to_have_count(0)
    expect(scorer.tidings).to_contain_text("Anna was really Bert")
    declarer = scorer.block("declarer-0").get_by_role("button", pressed=True)
    expect(declarer).to_contain_text("Bert")  # whoever was meant
    assert phone.url == address
    assert playing.balances() == {"Anna": 54, "Bert": 70, "Cilli": 38, "Dora": 38}
