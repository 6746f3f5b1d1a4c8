"""Hands that cannot be sent: kept on the phone, sent in order, there once, whatever happens in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Dialog, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scoring import people, recording
from scoring.models import Account, Sheet
from scoring.recording import Actor
from scoring.recording_page import waiting_words
from scoring.table_links import code_of
from tests.support.browser.chromium import ARGUMENTS, find_chromium
from tests.support.browser.looks import CUT_OFF, SMALL_TARGETS, TOO_CLOSE, complaints_by_day_and_night, seen
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import founded, sign_in
from tests.support.browser.recording_form import FOUR, LONG_NAMES, named, table_of
from tests.support.browser.scorer import Routined, Scorer
from tests.support.browser.tournament_table import look
from tests.support.scoring.house import PASSWORD, in_ids, now
from tests.support.scoring.tables import Record, dreier, rufer
from tests.support.stages import Stage

FIVE = (*FOUR, "Emil")
SIX = (*FIVE, "Fritz")
WORDS = waiting_words("de")
SOON = 20_000  # milliseconds: longer than any pause between two tries that these stories reach
STORING_IS_FORBIDDEN = """
    for (const name of ["getItem", "setItem", "removeItem", "key"]) {
        Storage.prototype[name] = () => { throw new DOMException("no", "SecurityError"); };
    }
"""
NewContext = Callable[..., BrowserContext]


def founder() -> Account:
    """Anna, who has founded the club."""
    return founded("Tarockrunde")


FOUNDER = Stage("anna", founder)
anna = FOUNDER.fixture()


@pytest.fixture
def secretary(anna: Account) -> Iterator[Account]:
    """At the end everything must stand as it follows from the entries."""
    yield anna
    call_command("verify")


@pytest.fixture
def phone(browser: Browser, shaky_page: OpenPage, live_server: LiveServer) -> Iterator[NewContext]:
    """Phones, each with a browser of its own; `storage_state` is what an earlier one left behind."""
    contexts: list[BrowserContext] = []

    def switch_on(**how: Any) -> BrowserContext:
        if not how:
            return shaky_page(390, 844).context
        given: Any = {"base_url": live_server.url, "viewport": {"width": 390, "height": 844}}
        contexts.append(browser.new_context(**{**given, "service_workers": "block", **how}))
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


def address(sheet: Sheet) -> str:
    return reverse("scoring:record", args=[sheet.pk])


def waiting(scorer: Scorer) -> Locator:
    return scorer.page.locator(".waiting li")


def state(scorer: Scorer, word: str) -> None:
    """What the phone says about the hands that wait."""
    expect(scorer.page.locator(".waiting [role=status]")).to_contain_text(WORDS[word], timeout=SOON)


def keep(scorer: Scorer, count: int) -> None:
    """Saves a hand that stays on the phone, as one of so many; the form is free afterwards."""
    scorer.tap(scorer.save_button)
    expect(waiting(scorer)).to_have_count(count)
    expect(scorer.tidings).to_contain_text(WORDS["kept_here"].partition("{")[0])
    expect(scorer.page.locator(".blocks [aria-pressed=true]")).to_have_count(0)


def tap(scorer: Scorer, word: str) -> None:
    scorer.tap(scorer.page.get_by_role("button", name=scorer.words[word], exact=True))


def unfold(scorer: Scorer) -> None:
    """Shows which hands wait, and what can be done about them."""
    scorer.tap(scorer.page.locator("#waiting-title button"))


def play(scorer: Scorer, name: str) -> Scorer:
    return scorer.declarer(name).contract("Dreier").won()


def all_sent(scorer: Scorer) -> None:
    expect(scorer.page.locator(".recording h1")).to_be_visible()
    expect(waiting(scorer)).to_have_count(0, timeout=SOON)


def elsewhere(secretary: Account, sheet: Sheet, record: Record) -> None:
    """Another phone records this."""
    sheet = now(sheet)
    recording.add(
        actor=Actor(secretary), entry=uuid4(), sheet=sheet, after=sheet.seq, record=in_ids(sheet, record)
    )


def stored(sheet: Sheet) -> list[Any]:
    """The entries that stand, with names in place of ids."""
    names = sheet.evening.names()
    return [named(entry.record, names) for entry in sheet.entries.standing().order_by("place")]


def declarers(sheet: Sheet) -> list[str]:
    return [record["games"][0]["declarer"] for record in stored(sheet)]


def dealers(sheet: Sheet) -> list[str]:
    names = sheet.evening.names()
    return [names[row.dealer] for row in sheet.rows.order_by("place")]


def playing(sheet: Sheet) -> list[list[str]]:
    names = sheet.evening.names()
    return [[names[one] for one in row.players] for row in sheet.rows.order_by("place")]


def heading(scorer: Scorer, words: str) -> None:
    expect(scorer.page.get_by_role("heading", level=1)).to_contain_text(words)


def is_chosen(scorer: Scorer, block: str, name: str) -> None:
    expect(scorer.block(block).locator("[aria-pressed=true]")).to_contain_text(name)


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
    """And the phone hears of it: it need not wait for its next try."""
    scorer.page.unroute_all(behavior="wait")
    scorer.page.evaluate("dispatchEvent(new Event('online'))")


def lose_hands(scorer: Scorer) -> None:
    """What is sent never arrives; all else does."""
    scorer.page.route(
        "**/record/", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )


# Without network


def test_three_hands_without_network_are_there_once_and_in_order(
    phone: NewContext, secretary: Account
) -> None:
    context = phone()
    for names in (FOUR, FIVE, SIX):
        sheet = table_of(secretary, names=names)
        scorer = scorer_on(context, sheet)
        context.set_offline(True)
        three_hands_without_network(scorer, sheet, names)
        context.set_offline(False)
        scorer.page.reload()
        three_hands_arrive(scorer, sheet, names)


def three_hands_without_network(scorer: Scorer, sheet: Sheet, names: Sequence[str]) -> None:
    for number, declarer in enumerate(names[:3], start=1):
        heading(scorer, f"Hand {number}")
        play(scorer, declarer)
        keep(scorer, number)
        expect(waiting(scorer).last).to_contain_text(f"Hand {number}: {declarer}: Dreier")
    heading(scorer, "Hand 4")
    vorhand = scorer.block("declarer-0").get_by_role("button").filter(has_text="Vorhand")
    expect(vorhand).to_contain_text(names[3])
    assert not sheet.entries.exists()


def three_hands_arrive(scorer: Scorer, sheet: Sheet, names: Sequence[str]) -> None:
    all_sent(scorer)
    heading(scorer, "Hand 4")
    assert declarers(sheet) == list(names[:3])
    assert dealers(sheet) == [names[-1], *names[:2]]
    assert playing(sheet) == [[*names[place:], *names[:place]][:4] for place in range(3)]
    assert sheet.entries.count() == 3


def test_the_phone_moves_the_table_on_by_itself(phone: NewContext, secretary: Account) -> None:
    sheet = table_of(secretary, names=FIVE)
    context = phone()
    scorer = scorer_on(context, sheet)
    context.set_offline(True)
    sits_out = scorer.block("declarer-0").locator("button:disabled")
    for word, reason in (("Emil", "redeal"), ("Emil", "struck"), ("Anna", "")):
        expect(sits_out).to_contain_text(word)
        if reason:
            getattr(scorer, reason)()
        else:
            play(scorer, "Bert")
        keep(scorer, waiting(scorer).count() + 1)
    expect(sits_out).to_contain_text("Bert")
    heading(scorer, "Hand 2")
    expect(scorer.page.locator("#banner")).to_contain_text(WORDS["radl_later"])
    play(scorer, "Cilli")
    expect(scorer.settlement).to_contain_text(WORDS["settlement_later"])
    keep(scorer, 4)
    context.set_offline(False)
    all_sent(scorer)
    assert dealers(sheet) == ["Emil", "Emil", "Anna", "Bert"]
    expect(scorer.page.locator("#banner")).not_to_contain_text(WORDS["radl_later"])


def test_on_plain_http_in_the_room_it_works_the_same(
    browser: Browser, live_server: LiveServer, secretary: Account, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["tisch.test", "localhost"]
    sheet = table_of(secretary)
    rules = "--host-resolver-rules=MAP tisch.test 127.0.0.1"
    own = browser.browser_type.launch(executable_path=find_chromium(), args=[*ARGUMENTS, rules])
    with closing(own):
        port = live_server.url.rpartition(":")[2]
        context = own.new_context(base_url=f"http://tisch.test:{port}")
        known = sign_in(page_of(context), "de").context.cookies()
        context.add_cookies([{**cookie, "domain": "tisch.test"} for cookie in known])
        scorer = Routined(page_of(context)).open(address(sheet))
        assert scorer.page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
        context.set_offline(True)
        three_hands_without_network(scorer, sheet, FOUR)
        context.set_offline(False)
        scorer.page.reload()
        three_hands_arrive(scorer, sheet, FOUR)
        context.close()


def test_hands_that_wait_go_out_by_themselves_or_at_once_when_asked(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    scorer = scorer_on(phone(), sheet)
    lose_hands(scorer)
    play(scorer, "Anna")
    keep(scorer, 1)
    state(scorer, "waiting_no_answer")
    scorer.page.unroute_all(behavior="wait")
    unfold(scorer)
    tap(scorer, "try_now")
    all_sent(scorer)
    expect(scorer.tidings).to_contain_text("Gespeichert: Hand 1: Anna: Dreier")
    lose_hands(scorer)
    play(scorer, "Bert")
    keep(scorer, 1)
    scorer.page.unroute_all(behavior="wait")
    all_sent(scorer)
    assert declarers(sheet) == ["Anna", "Bert"]


def test_a_lost_answer_and_a_killed_browser_make_no_second_hand(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    context = phone()
    scorer = scorer_on(context, sheet)
    lose_answers(scorer)
    play(scorer, "Anna")
    keep(scorer, 1)
    play(scorer, "Bert")
    keep(scorer, 2)
    assert sheet.entries.count() == 1
    left_behind = context.storage_state()
    scorer.page.unroute_all(behavior="ignoreErrors")  # what is on its way dies with the browser
    context.close()
    again = Routined(phone(storage_state=left_behind).new_page()).open(address(sheet))
    all_sent(again)
    assert declarers(sheet) == ["Anna", "Bert"]
    assert sheet.entries.count() == 2


def test_two_pages_of_one_sheet_send_a_hand_once(phone: NewContext, secretary: Account) -> None:
    sheet = table_of(secretary)
    context = phone()
    scorer = scorer_on(context, sheet)
    context.route(
        "**/record/", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    play(scorer, "Anna")
    keep(scorer, 1)
    other = Routined(context.new_page()).open(address(sheet))
    expect(waiting(other)).to_have_count(1)
    play(other, "Bert")
    keep(other, 2)
    expect(waiting(scorer)).to_have_count(2)
    context.unroute("**/record/")
    for each in (scorer, other):
        each.page.evaluate("dispatchEvent(new Event('online'))")
    for each in (scorer, other):
        all_sent(each)
        heading(each, "Hand 3")
    assert declarers(sheet) == ["Anna", "Bert"]


# Answers that are none


@pytest.mark.parametrize("kind", ["text/html", "application/json"])
def test_a_portal_that_says_200_to_everything_is_not_believed(
    phone: NewContext, secretary: Account, kind: str
) -> None:
    body = {"text/html": "<h1>Willkommen im WLAN</h1>", "application/json": "{}"}[kind]
    sheet = table_of(secretary)
    scorer = scorer_on(phone(), sheet)
    scorer.page.route("**/*", lambda route: route.fulfill(status=200, content_type=kind, body=body))
    play(scorer, "Anna")
    keep(scorer, 1)
    play(scorer, "Bert")
    keep(scorer, 2)
    unfold(scorer)
    tap(scorer, "try_now")
    state(scorer, "waiting_no_answer")
    expect(waiting(scorer)).to_have_count(2)
    assert not sheet.entries.exists()
    nothing_is_lost_any_more(scorer)
    all_sent(scorer)
    assert declarers(sheet) == ["Anna", "Bert"]


def test_no_other_answer_of_a_portal_or_a_broken_server_is_believed(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    scorer = scorer_on(phone(), sheet)
    for number, status in enumerate((302, 403, 404, 500, 503), start=1):
        answer_everything(scorer, status)
        play(scorer, "Anna")
        keep(scorer, 1)
        state(scorer, "waiting_no_answer")
        assert sheet.entries.count() == number - 1, status
        nothing_is_lost_any_more(scorer)
        all_sent(scorer)
        assert declarers(sheet) == number * ["Anna"], status


def answer_everything(scorer: Scorer, status: int) -> None:
    headers = {"Location": "http://portal.test/"} if status == 302 else {}
    scorer.page.route("**/*", lambda route: route.fulfill(status=status, headers=headers, body="<p>No</p>"))


def test_after_an_expired_sign_in_everything_goes_on(phone: NewContext, secretary: Account) -> None:
    sheet = table_of(secretary)
    scorer = scorer_on(phone(), sheet)
    Session.objects.all().delete()
    play(scorer, "Anna")
    keep(scorer, 1)
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


def sign_in_by_hand(page: Page, name: str = "Anna") -> None:
    page.get_by_label("Anmeldename").fill(name)
    page.get_by_label("Passwort").fill(PASSWORD)
    page.get_by_role("button", name="Anmelden").click()


def test_the_link_to_sign_in_leads_back_to_the_page(phone: NewContext, secretary: Account) -> None:
    sheet = table_of(secretary)
    scorer = scorer_on(phone(), sheet)
    Session.objects.all().delete()
    play(scorer, "Anna")
    keep(scorer, 1)
    scorer.page.get_by_role("link", name=WORDS["sign_in_again"]).click()
    sign_in_by_hand(scorer.page)
    scorer.page.wait_for_url(f"**{address(sheet)}")
    all_sent(scorer)
    assert declarers(sheet) == ["Anna"]


def test_whoever_signs_in_on_another_page_need_not_load_this_one_again(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    context = phone()
    scorer = scorer_on(context, sheet)
    Session.objects.all().delete()
    play(scorer, "Anna")
    keep(scorer, 1)
    other = context.new_page()
    other.goto("/sign-in/")
    sign_in_by_hand(other)
    other.wait_for_url("**/clubs/*/")
    look(scorer.page)
    all_sent(scorer)
    assert declarers(sheet) == ["Anna"]


def test_somebody_elses_hands_are_sent_only_when_somebody_says_so(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    context = phone()
    scorer = scorer_on(context, sheet)
    lose_hands(scorer)
    play(scorer, "Anna")
    keep(scorer, 1)
    token = people.invite(
        actor=secretary, deed=uuid4(), member=secretary.memberships.get().club.members.get(name="Bert")
    )
    people.accept_invitation(deed=uuid4(), token=token, name="Bert", password=PASSWORD)
    other = context.new_page()
    other.goto("/rules/")
    other.get_by_role("button", name="Abmelden").click()
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
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    page = page_of(phone())
    page.goto(reverse("scoring:table_link", args=[code_of(sheet, "record")]))
    scorer = Routined(page)
    recording.renew_link(actor=secretary, deed=uuid4(), sheet=sheet, kind="record")
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
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    scorer = scorer_on(phone(), sheet)
    play(scorer, "Anna").save()
    lose_hands(scorer)
    play(scorer, "Bert")
    keep(scorer, 1)
    recording.close_sheet(actor=secretary, deed=uuid4(), sheet=now(sheet))
    nothing_is_lost_any_more(scorer)
    state(scorer, "waiting_closed")
    scorer.page.goto(sheet.get_absolute_url())
    expect(scorer.page.locator("#waiting-here")).to_contain_text("Hand 2: Bert: Dreier")
    recording.reopen_sheet(actor=secretary, deed=uuid4(), sheet=now(sheet), reason="ging weiter")
    scorer.page.reload()
    scorer.page.locator("#waiting-here a").click()
    all_sent(scorer)
    assert declarers(sheet) == ["Anna", "Bert"]


# Other phones


def test_what_another_phone_entered_stops_the_queue_and_is_asked_about_hand_by_hand(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    context = phone()
    scorer = scorer_on(context, sheet)
    context.set_offline(True)
    for number, name in enumerate(("Anna", "Bert", "Cilli"), start=1):
        play(scorer, name)
        keep(scorer, number)
    elsewhere(secretary, sheet, dreier("Anna"))
    context.set_offline(False)
    first = waiting(scorer).first
    expect(first).to_contain_text("Hand 1: Anna: Dreier", timeout=SOON)
    expect(first).to_contain_text(WORDS["stopped_conflict"])
    tap(scorer, "throw_away")  # it is the same hand
    tap(scorer, "bring_back")  # no, or is it?
    expect(waiting(scorer)).to_have_count(3)
    tap(scorer, "throw_away")
    expect(first).to_contain_text(WORDS["stopped_conflict"])
    assert declarers(sheet) == ["Anna"]
    tap(scorer, "save_after")
    expect(waiting(scorer)).to_have_count(1)
    expect(first).to_contain_text(WORDS["stopped_conflict"])
    tap(scorer, "open_it")
    is_chosen(scorer, "declarer-0", "Cilli")
    scorer.lost().save()
    all_sent(scorer)
    assert declarers(sheet) == ["Anna", "Bert", "Cilli"]
    assert stored(sheet)[2]["games"][0]["won"] is False


def test_a_hand_that_is_refused_opens_in_the_form_and_the_others_wait(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary, names=FIVE)
    context = phone()
    scorer = scorer_on(context, sheet)
    context.set_offline(True)
    play(scorer, "Anna")
    keep(scorer, 1)
    play(scorer, "Bert")
    keep(scorer, 2)
    elsewhere(secretary, sheet, dreier("Dora"))  # Anna deals the next hand and sits out
    context.set_offline(False)
    expect(waiting(scorer).first).to_contain_text(WORDS["stopped_conflict"], timeout=SOON)
    tap(scorer, "save_after")
    expect(scorer.block("declarer-0").locator(".wrong")).to_be_visible()
    expect(waiting(scorer)).to_have_count(1)
    heading(scorer, "Hand 2")
    scorer.page.reload()
    expect(waiting(scorer)).to_have_count(1)
    scorer.declarer("Emil").save()
    expect(waiting(scorer)).to_contain_text(WORDS["stopped_conflict"])
    heading(scorer, "Hand 4")
    tap(scorer, "throw_away")
    all_sent(scorer)
    assert declarers(sheet) == ["Dora", "Emil"]


def test_what_waits_is_changed_or_taken_back_before_it_is_sent(phone: NewContext, secretary: Account) -> None:
    sheet = table_of(secretary)
    context = phone()
    scorer = scorer_on(context, sheet)
    context.set_offline(True)
    play(scorer, "Anna")
    keep(scorer, 1)
    play(scorer, "Bert")
    keep(scorer, 2)
    scorer.declarer("Dora")  # begun, and put aside
    unfold(scorer)
    tap(scorer, "change_it")
    heading(scorer, "Hand 2")
    scorer.lost().tap(scorer.save_button)
    expect(waiting(scorer)).to_have_count(2)
    is_chosen(scorer, "declarer-0", "Dora")
    tap(scorer, "undo")
    expect(waiting(scorer)).to_have_count(1)
    tap(scorer, "bring_back")
    expect(waiting(scorer)).to_have_count(2)
    context.set_offline(False)
    all_sent(scorer)
    assert [record["games"][0]["won"] for record in stored(sheet)] == [True, False]
    is_chosen(scorer, "declarer-0", "Dora")


def test_what_was_perhaps_sent_is_sent_first_and_taken_back_then(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    scorer = scorer_on(phone(), sheet)
    lose_answers(scorer)
    play(scorer, "Anna")
    keep(scorer, 1)
    unfold(scorer)
    tap(scorer, "undo")
    expect(waiting(scorer)).to_have_count(2)
    heading(scorer, "Hand 1")
    nothing_is_lost_any_more(scorer)
    all_sent(scorer)
    heading(scorer, "Hand 1")
    assert stored(sheet) == []
    assert sheet.entries.count() == 2
    scorer.redo()
    assert declarers(sheet) == ["Anna"]


# The half-filled hand


def test_a_hand_that_is_half_filled_survives_the_death_of_the_phone(
    browser: Browser, live_server: LiveServer, secretary: Account, tmp_path: Path
) -> None:
    sheet = table_of(secretary)
    how: Any = {
        "user_data_dir": tmp_path / "phone",
        "executable_path": find_chromium(),
        "args": ARGUMENTS,
        "base_url": live_server.url,
        "service_workers": "block",
    }
    with closing(browser.browser_type.launch_persistent_context(**how)) as context:
        scorer = scorer_on(context, sheet)
        scorer.declarer("Anna").contract("Besserrufer").partner("Cilli").bird("Pagat")
        scorer.premium("Trull", "announced_open").kontra()
    with closing(browser.browser_type.launch_persistent_context(**how)) as context:
        scorer = scorer_on(context, sheet)
        expect(scorer.tidings).to_contain_text(WORDS["resumed"])
        is_chosen(scorer, "declarer-0", "Anna")
        trull = scorer.block("premiums-declarer").get_by_role("group", name="Trull", exact=True)
        scorer.won().bird_made("Pagat").tap(
            trull.get_by_role("button", name=scorer.words["made"], exact=True)
        )
        scorer.save()
    (record,) = stored(sheet)
    assert record["games"][0]["kontra"] == "kontra"
    assert {premium["premium"]: premium["made"] for premium in record["premiums"]} == {
        "pagat": True,
        "trull": True,
    }


def test_what_was_begun_is_thrown_away_with_one_tap_and_brought_back_with_another(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    scorer = scorer_on(phone(), sheet)
    scorer.struck("Karten vertauscht")
    scorer.page.reload()
    expect(scorer.page.get_by_label(scorer.words["reason"], exact=True)).to_have_value("Karten vertauscht")
    scorer.start_over()
    expect(scorer.block("declarer-0")).to_be_visible()
    tap(scorer, "bring_back")
    expect(scorer.page.get_by_label(scorer.words["reason"], exact=True)).to_have_value("Karten vertauscht")
    scorer.start_over()
    scorer.page.reload()
    expect(scorer.hint).to_have_text("Wer spielt?")
    expect(scorer.tidings).to_have_text("")
    play(scorer, "Anna").save()
    scorer.page.reload()
    expect(scorer.tidings).to_have_text("")


def test_what_was_begun_before_others_entered_something_is_asked_about(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary, names=FIVE)
    context = phone()
    scorer = scorer_on(context, sheet)
    scorer.declarer("Bert").contract("Besserrufer").partner("Cilli").bird("Pagat")
    context.pages[0].close()
    elsewhere(secretary, sheet, rufer("Anna", "Bert"))
    sitting = {"event": "seating", "players": ["Anna", "Bert", "Dora", "Emil"], "dealer": "Anna"}
    elsewhere(secretary, sheet, sitting)
    scorer = Routined(context.new_page()).open(address(sheet))
    expect(scorer.tidings).to_contain_text(WORDS["moved_on"])
    expect(scorer.tidings).to_contain_text("Cilli")
    is_chosen(scorer, "declarer-0", "Bert")
    scorer.tap(scorer.save_button)
    assert sheet.entries.count() == 2
    tap(scorer, "keep")
    scorer.partner("Dora").won().bird_made("Pagat").save()
    assert sheet.entries.count() == 3


def test_a_correction_that_was_begun_is_there_again(phone: NewContext, secretary: Account) -> None:
    sheet = table_of(secretary)
    scorer = scorer_on(phone(), sheet)
    play(scorer, "Anna").save()
    entry = sheet.entries.get()
    scorer.open(reverse("scoring:correct", args=[sheet.pk, entry.pk]))
    scorer.declarer("Bert")
    scorer.page.reload()
    is_chosen(scorer, "declarer-0", "Bert")
    scorer.tap(scorer.save_button)
    scorer.page.get_by_label("Warum?").fill("verschrieben")
    scorer.page.get_by_role("button", name="Korrektur speichern").click()
    assert declarers(sheet) == ["Bert"]
    scorer.open(address(sheet))
    expect(scorer.hint).to_have_text("Wer spielt?")


LEFT_BEHIND = (
    "kein JSON",
    "null",
    "[]",
    '{"version": 99, "at": 1, "what": {}}',
    '{"version": 1, "what": 7}',
    '{"version": 1, "what": {"id": "x", "after": 0, "names": {}, "state": {"games": []}}}',
    '{"version": 1, "what": {"deeds": 7, "after": "x"}}',
)


def test_what_an_older_program_left_behind_is_dropped(phone: NewContext, secretary: Account) -> None:
    sheet = table_of(secretary)
    scorer = scorer_on(phone(), sheet)
    for number, left in enumerate(LEFT_BEHIND, start=1):
        for kind in ("hand", "waiting"):
            scorer.page.evaluate(
                "([key, left]) => localStorage.setItem(key, left)",
                [f"tarockclub {kind} {address(sheet)}", left],
            )
        scorer.page.reload()
        play(scorer, "Anna").save()
        assert declarers(sheet) == number * ["Anna"], left


def test_hands_that_nobody_came_back_to_for_a_week_are_tidied_up(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    scorer = scorer_on(phone(), sheet)
    scorer.declarer("Anna")
    week = """() => {
        for (const key of Object.keys(localStorage)) {
            const box = JSON.parse(localStorage.getItem(key));
            localStorage.setItem(key, JSON.stringify({ ...box, at: box.at - 8 * 24 * 3600 * 1000 }));
        }
    }"""
    scorer.page.evaluate(week)
    scorer.page.reload()
    expect(scorer.hint).to_have_text("Wer spielt?")


# Where storing is forbidden


def test_where_storing_is_forbidden_the_page_keeps_the_hands_and_warns(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    context = phone(service_workers="block")  # its own: nobody can take such a script away again
    context.add_init_script(STORING_IS_FORBIDDEN)
    scorer = scorer_on(context, sheet)
    context.set_offline(True)
    play(scorer, "Anna")
    keep(scorer, 1)
    play(scorer, "Bert")
    keep(scorer, 2)
    state(scorer, "waiting_in_page")
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    scorer.page.once("dialog", stay)
    scorer.page.close(run_before_unload=True)
    expect(waiting(scorer)).to_have_count(2)
    context.set_offline(False)
    all_sent(scorer)
    assert asked == ["beforeunload"]
    assert declarers(sheet) == ["Anna", "Bert"]


# The sheet beside it


def test_the_sheet_says_what_is_only_on_this_phone(phone: NewContext, secretary: Account) -> None:
    sheet = table_of(secretary)
    scorer = scorer_on(phone(), sheet)
    scorer.page.goto(sheet.get_absolute_url())
    expect(scorer.page.locator("#waiting-here")).to_be_hidden()
    scorer.open(address(sheet))
    lose_hands(scorer)
    play(scorer, "Anna")
    keep(scorer, 1)
    scorer.page.goto(sheet.get_absolute_url())
    expect(scorer.page.locator("#waiting-here")).to_be_visible()
    nothing_is_lost_any_more(scorer)
    scorer.page.locator("#waiting-here a").click()
    all_sent(scorer)
    assert declarers(sheet) == ["Anna"]


# With a worker: the page opens without network


def kept_pages(page: Page) -> Any:
    return page.evaluate("""async () => {
        const found = [];
        for (const name of await caches.keys()) {
            for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
        }
        return found.filter((path) => path.startsWith("/sheets/"));
    }""")


def until_kept(page: Page, *paths: str) -> None:
    """Waits until the worker keeps exactly these pages."""
    for _ in range(100):
        if sorted(kept_pages(page)) == sorted(paths):
            return
        page.wait_for_timeout(100)
    assert sorted(kept_pages(page)) == sorted(paths)


def test_the_page_opens_without_network_where_the_browser_lets_it(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    context = phone(service_workers="allow")
    scorer = scorer_on(context, sheet)
    until_kept(scorer.page, address(sheet))
    play(scorer, "Anna").save()
    context.set_offline(True)
    scorer.page.reload()
    expect(scorer.tidings).to_contain_text(WORDS["from_phone"])
    heading(scorer, "Hand 2")
    play(scorer, "Bert")
    keep(scorer, 1)
    scorer.page.reload()
    expect(waiting(scorer)).to_have_count(1)
    heading(scorer, "Hand 3")
    context.set_offline(False)
    all_sent(scorer)
    expect(scorer.tidings).not_to_contain_text(WORDS["from_phone"])
    assert declarers(sheet) == ["Anna", "Bert"]


def test_what_was_kept_for_one_account_is_gone_with_it(phone: NewContext, secretary: Account) -> None:
    sheet = table_of(secretary)
    context = phone(service_workers="allow")
    scorer = scorer_on(context, sheet)
    until_kept(scorer.page, address(sheet))
    scorer.page.goto(sheet.get_absolute_url())
    until_kept(scorer.page, address(sheet), sheet.get_absolute_url())
    scorer.page.get_by_role("button", name="Abmelden").click()
    scorer.page.wait_for_url("**/")
    until_kept(scorer.page)
    scorer.page.goto(address(sheet))  # nobody may see it, and nothing of the refusal is kept
    assert kept_pages(scorer.page) == []


def test_where_no_worker_is_wanted_it_leaves(phone: NewContext, secretary: Account, settings: Any) -> None:
    sheet = table_of(secretary)
    scorer = scorer_on(phone(service_workers="allow"), sheet)
    until_kept(scorer.page, address(sheet))
    settings.OFFLINE_PAGES = False
    scorer.page.reload()
    scorer.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one?.update())")
    for _ in range(100):
        if not scorer.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)"):
            break
        scorer.page.wait_for_timeout(100)
    assert scorer.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    assert kept_pages(scorer.page) == []


# For everybody


def test_axe_finds_nothing_in_what_waits(phone: NewContext, secretary: Account) -> None:
    sheet = table_of(secretary, names=LONG_NAMES)
    context = phone()
    scorer = scorer_on(context, sheet)
    context.set_offline(True)
    for number, name in enumerate(LONG_NAMES[:2], start=1):
        play(scorer, name)
        keep(scorer, number)
    unfold(scorer)
    look_closely(scorer.page)
    elsewhere(secretary, sheet, dreier(LONG_NAMES[0]))
    context.set_offline(False)
    expect(waiting(scorer).first).to_contain_text(WORDS["stopped_conflict"], timeout=SOON)
    look_closely(scorer.page)


def look_closely(page: Page) -> None:
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("scrollTo(0, 0)")
        assert (complaints_by_day_and_night if width == 320 else seen)(page) == []
        assert page.evaluate(CUT_OFF) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALL_TARGETS) == []
        assert page.evaluate(TOO_CLOSE) == []
