"""Hands that cannot be sent: kept on the phone, sent in order, there once, whatever happens in between."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Any

from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from scoring.models import OtherVersion, Sheet
from tests.support.browser.chromium import ARGUMENTS, find_chromium
from tests.support.browser.looks import seen
from tests.support.browser.no_network import (
    WORDS,
    NewContext,
    address,
    all_sent,
    dealers,
    declarers,
    heading,
    house,
    is_chosen,
    keep,
    keep_hands,
    page_of,
    phone,
    play,
    playing,
    scorer_offline,
    scorer_on,
    send_all,
    state,
    stored,
    tap,
    tap_at,
    tarockrunde,
    they_are_two,
    unfold,
    waiting,
)
from tests.support.browser.pages import in_time
from tests.support.browser.people import sign_in
from tests.support.browser.recording_form import table_of
from tests.support.browser.scorer import Routined, Scorer
from tests.support.scoring.house import House
from tests.support.scoring.tables import FIVE, FOUR, dreier

__all__ = ["house", "phone", "tarockrunde"]

NOT_POSSIBLE = {"problems": [{"where": "", "text": "Das geht nicht."}]}
SAID_BY_THE_SERVER = """document.querySelector("main").insertAdjacentHTML(
    "afterbegin", '<p class="said" role="status">Emil gibt, sagt der Server</p>'
)"""


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


def test_the_phone_moves_the_table_on_by_itself(phone: NewContext, house: House) -> None:
    sheet = table_of(house, names=FIVE)
    scorer = scorer_offline(phone(), sheet)
    sits_out = scorer.block("declarer-0").locator("button:disabled")
    expect(sits_out).to_contain_text("Emil")
    scorer.page.evaluate(SAID_BY_THE_SERVER)  # as after a change of seats
    scorer.redeal()
    keep(scorer, 1)
    expect(scorer.page.get_by_text("Emil gibt, sagt der Server")).to_have_count(0)
    expect(sits_out).to_contain_text("Emil")
    scorer.struck("Verzählt")
    keep(scorer, 2)
    expect(sits_out).to_contain_text("Anna")
    play(scorer, "Bert")
    keep(scorer, 3)
    expect(sits_out).to_contain_text("Bert")
    heading(scorer, "Hand 2")
    expect(scorer.page.locator(".notices")).to_contain_text(WORDS["radl_later"])
    play(scorer, "Cilli")
    expect(scorer.page.locator(".settling")).to_contain_text(WORDS["settlement_later"])
    keep(scorer, 4)
    send_all(scorer)
    assert dealers(sheet) == ["Emil", "Emil", "Anna", "Bert"]
    expect(scorer.page.locator(".notices")).not_to_contain_text(WORDS["radl_later"])


def test_on_plain_http_in_the_room_it_works_the_same(
    browser: Browser, live_server: LiveServer, house: House, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["tisch.test", "localhost"]
    sheet = table_of(house)
    rules = "--host-resolver-rules=MAP tisch.test 127.0.0.1"
    own = browser.browser_type.launch(executable_path=find_chromium(), args=[*ARGUMENTS, rules])
    with closing(own):
        port = live_server.url.rpartition(":")[2]
        context = in_time(own.new_context(base_url=f"http://tisch.test:{port}"))
        known = sign_in(page_of(context), "de").context.cookies()
        context.add_cookies([{**cookie, "domain": "tisch.test"} for cookie in known])
        scorer = Routined(page_of(context)).open(address(sheet))
        assert scorer.page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
        context.set_offline(True)
        three_hands_without_network(scorer, sheet, FOUR)
        tap(scorer, "show_picture")
        expect(scorer.page.locator("dialog.picture svg")).to_be_visible()
        tap(scorer, "picture_away")
        context.set_offline(False)
        scorer.page.reload()
        three_hands_arrive(scorer, sheet, FOUR)
        context.close()


def test_two_pages_of_one_sheet_send_a_hand_once(phone: NewContext, house: House) -> None:
    sheet = table_of(house)
    context = phone()
    scorer = scorer_on(context, sheet)
    context.route(
        "**/record/", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    keep_hands(scorer, "Anna")
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


# Other phones


def test_where_two_phones_contradict_each_other_nothing_is_preset_and_it_is_said(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    ours, theirs = phone(), phone(service_workers="block")
    scorer = scorer_offline(ours, sheet)
    keep_hands(scorer, "Anna")
    scorer.declarer("Bert").contract("Dreier").premium("Pagat").lost()
    keep(scorer, 2)
    for count, declarer in enumerate(("Cilli", "Dora"), start=3):
        play(scorer, declarer)
        keep(scorer, count)
    other = scorer_on(theirs, sheet)
    other.declarer("Anna").contract("Dreier").lost().save()
    other.declarer("Bert").contract("Dreier").lost().save()
    other.declarer("Cilli").contract("Dreier").kontra().won().save()
    other.declarer("Dora").contract("Dreier").won().save()
    ours.set_offline(False)
    differing = scorer.page.locator(".contradictions > li")
    expect(differing.locator(".wrong")).to_have_text(
        [
            "Verschieden: verloren −15 / gewonnen +15",
            "Verschieden: verloren −15 / verloren, Pagat (Bert) still −12",
            "Verschieden: gewonnen, Kontra +30 / gewonnen +15",
        ]
    )
    expect(differing.locator("[aria-pressed=true]")).to_have_count(0)
    tap(scorer, "put_together")  # nothing happens before somebody has decided
    expect(scorer.page.locator(".together")).to_contain_text(WORDS["decide_first"])
    for place, word in enumerate(("on_the_sheet", "on_this_phone", "two_hands")):
        scorer.tap(differing.nth(place).get_by_role("button", name=WORDS[word]))
    expect(differing.locator("[aria-pressed=true]")).to_have_count(3)
    tap(scorer, "put_together")
    all_sent(scorer)
    assert declarers(sheet) == ["Anna", "Bert", "Cilli", "Dora", "Cilli"]
    assert [len(record.get("premiums", ())) for record in stored(sheet)] == [0, 1, 0, 0, 0]
    first = sheet.rows.get(number=1).entry
    assert [version.record["games"][0]["won"] for version in first.other_versions.all()] == [True]


def test_a_hand_that_two_phones_save_at_one_moment_is_compared_and_none_is_lost(
    phone: NewContext, house: House
) -> None:
    """Both have network; the second one hears of the first only when it saves."""
    sheet = table_of(house)
    scorer = scorer_on(phone(service_workers="block"), sheet)
    scorer.page.route("**/live/", lambda route: route.abort())
    scorer.declarer("Anna").contract("Dreier").won()
    house.play(sheet, dreier("Anna", won=False))
    scorer.tap(scorer.save_button)
    differing = scorer.page.locator(".contradictions > li")
    expect(differing).to_contain_text("Verschieden: verloren −15 / gewonnen +15")
    scorer.page.reload()  # it is kept
    expect(differing).to_contain_text("Verschieden: verloren −15 / gewonnen +15")
    scorer.tap(differing.get_by_role("button", name=WORDS["on_the_sheet"]))
    tap(scorer, "put_together")
    all_sent(scorer)
    heading(scorer, "Hand 2")
    [entry] = sheet.entries.all()
    assert entry.other_versions.count() == 1
    # What cannot take its place after all stays in its history.
    scorer.page.route("**/version/", lambda route: route.fulfill(status=400, json=NOT_POSSIBLE))
    scorer.declarer("Cilli").contract("Dreier").won()
    written = house.play(sheet, dreier("Cilli", won=False)).entry
    scorer.tap(scorer.save_button)
    scorer.tap(differing.get_by_role("button", name=WORDS["on_this_phone"]))
    tap(scorer, "put_together")
    expect(waiting(scorer)).to_contain_text("Das geht nicht.")
    scorer.page.unroute("**/version/")
    tap(scorer, "on_the_sheet")
    all_sent(scorer)
    assert written.other_versions.count() == 1
    # Another player at the same place: what is not taken stays in the history of that one.
    scorer.declarer("Dora").contract("Dreier").won()
    house.play(sheet, dreier("Anna"))
    scorer.tap(scorer.save_button)
    scorer.tap(differing.get_by_role("button", name=WORDS["on_the_sheet"]))
    tap(scorer, "put_together")
    all_sent(scorer)
    assert OtherVersion.objects.count() == 3
    scorer.page.goto(OtherVersion.objects.latest("at").entry.get_absolute_url())
    expect(scorer.page.locator("ol.log")).to_contain_text("Dora: Dreier, gewonnen.")
    expect(scorer.page.locator("ol.log")).to_contain_text("nicht genommen")
    assert seen(scorer.page) == []


def test_a_hand_that_is_refused_opens_in_the_form_and_the_others_wait(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house, names=FIVE)
    context = phone()
    scorer = scorer_offline(context, sheet)
    keep_hands(scorer, "Anna", "Cilli")
    house.play(sheet, dreier("Dora"))  # Anna deals the next hand and sits out
    context.set_offline(False)
    they_are_two(scorer)
    expect(scorer.block("declarer-0").locator(".wrong")).to_be_visible()
    expect(waiting(scorer)).to_have_count(1)
    state(scorer, "waiting_behind")
    heading(scorer, "Hand 2")
    scorer.page.reload()
    expect(waiting(scorer)).to_have_count(1)
    scorer.declarer("Emil")
    scorer.tap(scorer.save_button)  # and the other one follows at once
    all_sent(scorer)
    expect(scorer.tidings).to_contain_text("Hand 3: Cilli")
    assert declarers(sheet) == ["Dora", "Emil", "Cilli"]


def test_any_hand_that_waits_is_changed_thrown_away_or_has_a_forgotten_one_before_it(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    scorer = scorer_offline(phone(), sheet)
    keep_hands(scorer, "Anna", "Bert", "Cilli")
    scorer.declarer("Dora")  # begun, and put aside
    unfold(scorer)
    tap_at(scorer, "change_it", "Anna: Dreier")
    heading(scorer, "Hand 1")
    expect(scorer.page.locator("#waiting-list")).to_be_hidden()  # the hand is in sight
    scorer.lost().tap(scorer.save_button)
    expect(waiting(scorer).first).to_contain_text("Hand 1: Anna: Dreier, verloren")
    is_chosen(scorer, "declarer-0", "Dora")
    scorer.page.locator(".back a").last.click()  # the sheet, though the server cannot be asked for it
    expect(scorer.page.locator(".full-page li").first).to_contain_text("Hand 1: Anna: Dreier, verloren")
    scorer.page.go_back()
    is_chosen(scorer, "declarer-0", "Dora")
    unfold(scorer)
    tap_at(scorer, "insert_before", "Bert: Dreier")
    heading(scorer, "Hand 2")
    expect(waiting(scorer)).to_have_count(3)
    play(scorer, "Dora").tap(scorer.save_button)
    expect(waiting(scorer)).to_have_count(4)
    expect(waiting(scorer).nth(3)).to_contain_text("Hand 4: Cilli")
    unfold(scorer)
    tap_at(scorer, "throw_away", "Bert: Dreier")
    expect(waiting(scorer)).to_have_count(3)
    heading(scorer, "Hand 4")
    tap(scorer, "bring_back")
    expect(waiting(scorer).nth(2)).to_contain_text("Hand 3: Bert")
    tap_at(scorer, "insert_before", "Cilli: Dreier")
    tap(scorer, "leave_it")
    heading(scorer, "Hand 5")
    assert not sheet.entries.exists()
    send_all(scorer)
    assert declarers(sheet) == ["Anna", "Dora", "Bert", "Cilli"]
    assert [record["games"][0]["won"] for record in stored(sheet)] == [False, True, True, True]


# For everybody
