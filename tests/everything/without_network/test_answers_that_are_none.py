"""Answers that say nothing about a hand: of a portal, of a broken server, of one that asks who is there."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.models import Session
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.evenings import verbs as evening_verbs
from scoring.table import links as table_links
from scoring.table.links import code_of
from tests.support.browser.no_network import (
    WORDS,
    NewContext,
    address,
    all_sent,
    declarers,
    house,
    is_chosen,
    keep,
    keep_hands,
    lose_hands,
    nothing_is_lost_any_more,
    page_of,
    phone,
    play,
    scorer_on,
    state,
    tap,
    tarockrunde,
    unfold,
    waiting,
)
from tests.support.browser.people import sign_out
from tests.support.browser.recording_form import table_of
from tests.support.browser.scorer import Routined, Scorer
from tests.support.scoring.house import PASSWORD, House, now

__all__ = ["house", "phone", "tarockrunde"]


# What a portal or a broken server answers to everything.
FALSE_ANSWERS: dict[str, dict[str, Any]] = {
    "a portal": {"status": 200, "content_type": "text/html", "body": "<h1>Willkommen im WLAN</h1>"},
    "one that speaks JSON": {"status": 200, "content_type": "application/json", "body": "{}"},
    "one that leads on": {"status": 302, "headers": {"Location": "http://portal.test/"}},
    **{f"{status}": {"status": status, "body": "<p>No</p>"} for status in (403, 404, 502)},
}


def test_no_answer_of_a_portal_or_a_broken_server_is_believed(phone: NewContext, house: House) -> None:
    sheet = table_of(house)
    scorer = scorer_on(phone(), sheet)
    for number, (name, answer) in enumerate(FALSE_ANSWERS.items(), start=1):
        answer_everything(scorer, answer)
        keep_hands(scorer, "Anna")
        if number == 1:
            unfold(scorer)
            tap(scorer, "try_now")
        state(scorer, "waiting_no_answer")
        assert sheet.entries.count() == number - 1, name
        if number == 2:  # after a while it is tried by itself
            scorer.page.unroute_all(behavior="wait")
        else:
            nothing_is_lost_any_more(scorer)
        all_sent(scorer)
        assert declarers(sheet) == number * ["Anna"], name


def answer_everything(scorer: Scorer, answer: dict[str, Any]) -> None:
    scorer.page.route("**/*", lambda route: route.fulfill(**answer))


def test_after_an_expired_sign_in_everything_goes_on(phone: NewContext, house: House) -> None:
    sheet = table_of(house)
    scorer = scorer_on(phone(), sheet)
    Session.objects.all().delete()
    keep_hands(scorer, "Anna")
    state(scorer, "waiting_signed_out")
    play(scorer, "Bert")
    keep(scorer, 2)
    scorer.declarer("Cilli").contract("Rufer")
    scorer.page.reload()  # nothing is here for whoever is not signed in
    expect(scorer.page.locator("#waiting-here li")).to_have_count(2)
    scorer.page.get_by_role("link", name="Anmelden").last.click()
    sign_in_by_hand(scorer.page)
    all_sent(scorer)
    assert declarers(sheet) == ["Anna", "Bert"]
    is_chosen(scorer, "declarer-0", "Cilli")
    scorer.partner("Anna").won().save()
    assert declarers(sheet) == ["Anna", "Bert", "Cilli"]
    Session.objects.all().delete()
    keep_hands(scorer, "Dora")
    scorer.page.get_by_role("link", name=WORDS["sign_in_again"]).click()
    sign_in_by_hand(scorer.page)
    scorer.page.wait_for_url(f"**{address(sheet)}")
    all_sent(scorer)
    assert declarers(sheet) == ["Anna", "Bert", "Cilli", "Dora"]


def sign_in_by_hand(page: Page, name: str = "Anna") -> None:
    page.get_by_label("Anmeldename").fill(name)
    page.get_by_label("Passwort").fill(PASSWORD)
    page.get_by_role("button", name="Anmelden").click()


def test_somebody_elses_hands_are_sent_only_when_somebody_says_so(phone: NewContext, house: House) -> None:
    sheet = table_of(house)
    context = phone()
    scorer = scorer_on(context, sheet)
    lose_hands(scorer)
    keep_hands(scorer, "Anna")
    house.enter("Bert", house.member("Bert"), by=house["Anna"])
    other = context.new_page()
    other.goto("/rules/")
    sign_out(other)
    other.goto("/sign-in/")
    sign_in_by_hand(other, "Bert")
    nothing_is_lost_any_more(scorer)
    state(scorer, "waiting_other_account")
    scorer.page.reload()
    expect(waiting(scorer)).to_contain_text(WORDS["stopped_other_account"])
    assert not sheet.entries.exists()
    tap(scorer, "send_all_the_same")
    all_sent(scorer)
    assert sheet.entries.get().by.name == "Bert"


def test_a_phone_whose_link_was_renewed_keeps_everything_until_the_new_code_is_scanned(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    page = page_of(phone())
    page.goto(reverse("scoring:table_link", args=[code_of(sheet, "record")]))
    scorer = Routined(page)
    house.do(table_links.renew_link, by="Anna", sheet=sheet, kind="record")
    scorer.declarer("Anna").contract("Rufer").partner("Cilli").won()
    keep(scorer, 1)
    state(scorer, "waiting_refused")
    expect(waiting(scorer)).to_contain_text("Hand 1: Anna: Rufer + Cilli, gewonnen")
    page.reload()
    expect(page.locator("#waiting-here")).to_contain_text("Hand 1: Anna: Rufer + Cilli, gewonnen")
    page.goto(reverse("scoring:table_link", args=[code_of(now(sheet), "record")]))
    all_sent(scorer)
    assert declarers(sheet) == ["Anna"]


def test_a_table_that_was_closed_meanwhile_gets_its_hands_when_it_is_opened_again(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    scorer = scorer_on(phone(), sheet)
    play(scorer, "Anna").save()
    scorer.page.goto(sheet.get_absolute_url())
    expect(scorer.page.locator("#waiting-here")).to_be_hidden()
    scorer.open(address(sheet))
    lose_hands(scorer)
    keep_hands(scorer, "Bert")
    house.do(evening_verbs.close_sheet, by="Anna", sheet=now(sheet))
    nothing_is_lost_any_more(scorer)
    state(scorer, "waiting_closed")
    scorer.page.goto(sheet.get_absolute_url())
    expect(scorer.page.locator("#waiting-here")).to_contain_text("Hand 2: Bert: Dreier")
    house.do(evening_verbs.reopen_sheet, by="Anna", sheet=now(sheet), reason="ging weiter")
    scorer.page.reload()
    scorer.page.locator("#waiting-here a").click()
    all_sent(scorer)
    assert declarers(sheet) == ["Anna", "Bert"]
