"""Hands that wait beside another phone, after a refusal, where nothing is stored, and by a wrong clock."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import Dialog, expect

from scoring import clock
from tests.support.browser.no_network import (
    STORING_IS_FORBIDDEN,
    WORDS,
    NewContext,
    all_sent,
    declarers,
    heading,
    house,
    keep,
    keep_hands,
    look_closely,
    lose_answers,
    nothing_is_lost_any_more,
    phone,
    play,
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
from tests.support.browser.recording_form import table_of
from tests.support.scoring.house import House
from tests.support.scoring.tables import dreier

__all__ = ["house", "phone", "tarockrunde"]


def test_one_deal_with_another_player_or_game_on_each_phone_is_one_until_somebody_says_otherwise(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    house.play(sheet, dreier("Dora"))
    ours = phone()
    scorer = scorer_offline(ours, sheet)
    keep_hands(scorer, "Anna", "Bert")
    scorer.declarer("Cilli").contract("Solorufer").partner("Dora").won()
    keep(scorer, 3)
    theirs = (dreier("Anna"), dreier("Cilli"), dreier("Cilli", won=False))
    for record in theirs:
        house.play(sheet, record)
    ours.set_offline(False)
    differing = scorer.page.locator(".contradictions > li")
    expect(differing).to_have_count(2)
    expect(differing.locator("[aria-pressed=true]")).to_have_count(0)
    for place, number in enumerate((3, 4)):
        sides = differing.nth(place).get_by_role("button", name=f"Hand {number}:")
        expect(sides).to_have_count(2)  # on the sheet and on this phone
    expect(scorer.page.locator(".both li").filter(has_text="Hand 2: Anna: Dreier")).to_have_count(2)
    look_closely(scorer.page)
    tap(scorer, "put_together")
    expect(scorer.page.locator(".together")).to_contain_text(WORDS["decide_first"])
    assert sheet.entries.count() == 4
    scorer.tap(differing.nth(0).get_by_role("button", name=WORDS["on_this_phone"]))
    scorer.tap(differing.nth(1).get_by_role("button", name=WORDS["on_the_sheet"]))
    tap(scorer, "put_together")
    all_sent(scorer)
    assert declarers(sheet) == ["Dora", "Anna", "Bert", "Cilli"]
    assert [record["games"][0]["contract"] for record in stored(sheet)] == ["dreier"] * 4


@pytest.mark.parametrize(("way", "behind"), [("throw_away", 22), ("send_all_the_same", 1), ("open_it", 0)])
def test_a_refused_hand_blinds_no_phone_and_is_mended_sent_or_dropped_in_one_tap(
    phone: NewContext, house: House, way: str, behind: int
) -> None:
    sheet = table_of(house)
    context = phone()
    scorer = scorer_offline(context, sheet)
    scorer.declarer("Anna").contract("Rufer").partner("Cilli").won()
    keep(scorer, 1)
    for count in range(2, behind + 2):
        play(scorer, "Bert")
        keep(scorer, count)
    house.play(sheet, dreier("Dora"))
    context.set_offline(False)
    they_are_two(scorer)
    reason = "Rufer spielt nur die Vorhand"
    expect(scorer.block("declarer-0")).to_contain_text(reason)
    for _others_go_on in range(3):  # until Anna is Vorhand again
        house.play(sheet, dreier("Cilli"))
    cilli = scorer.block("declarer-0").get_by_role("button").filter(has_text="Cilli").locator(".total")
    expect(cilli).to_have_text("+40")
    tap(scorer, "keep")
    tap(scorer, "leave_it")
    scorer.page.reload()
    expect(cilli).to_have_text("+40")
    expect(waiting(scorer)).to_have_count(behind + 1)
    first = waiting(scorer).first
    expect(first.locator(".wrong")).to_contain_text(reason)
    for word in ("throw_away", "send_all_the_same", "open_it"):
        button = first.get_by_role("button", name=WORDS[word])
        expect(button).to_be_in_viewport(ratio=1)
    look_closely(scorer.page)
    tap_at(scorer, way, "Anna: Rufer")
    if way == "open_it":
        expect(scorer.block("declarer-0")).to_contain_text(reason)
        scorer.contract("Dreier").tap(scorer.save_button)
    if behind:  # nobody has said yet what these are beside the three
        they_are_two(scorer)
    all_sent(scorer)
    anna = [] if way == "throw_away" else ["Anna"]
    assert declarers(sheet) == ["Dora", *["Cilli"] * 3, *anna, *["Bert"] * behind]


def test_whoever_directs_stores_anyway_a_hand_that_no_cards_can_give(phone: NewContext, house: House) -> None:
    sheet = table_of(house)
    context = phone()
    scorer = scorer_offline(context, sheet)
    scorer.declarer("Bert").contract("Dreier").premium("Trull").points("14/0")
    keep(scorer, 1)
    context.set_offline(False)
    expect(scorer.page.locator(".wrong").filter(has_text="mit Trull sind es mindestens 14/1")).to_be_visible()
    why = scorer.page.get_by_label(WORDS["why_anyway"])
    tap(scorer, "store_anyway")
    expect(why).to_be_focused()
    look_closely(scorer.page)
    context.set_offline(True)
    why.fill("Doppelt gezählt")
    tap(scorer, "store_anyway")
    expect(scorer.tidings).to_contain_text(WORDS["kept_here"].partition("{")[0])
    unfold(scorer)
    tap_at(scorer, "change_it", "Bert: Dreier")
    context.set_offline(False)
    expect(why).to_have_value("Doppelt gezählt")
    tap(scorer, "store_anyway")
    all_sent(scorer)
    [entry] = sheet.entries.all()
    assert (entry.record["games"][0]["points"], entry.reason.text) == ("14/0", "Doppelt gezählt")


def test_a_hand_that_somebody_may_have_sent_is_changed_by_further_entries(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    scorer = scorer_on(phone(), sheet)
    lose_answers(scorer)
    keep_hands(scorer, "Anna", "Bert")
    unfold(scorer)
    tap_at(scorer, "change_it", "Anna: Dreier")
    heading(scorer, "Hand 1")
    scorer.lost().tap(scorer.save_button)
    heading(scorer, "Hand 3")
    unfold(scorer)
    tap_at(scorer, "insert_before", "Bert: Dreier")
    scorer.page.reload()  # whoever inserts a hand is where they were
    heading(scorer, "Hand 2")
    play(scorer, "Dora").tap(scorer.save_button)
    heading(scorer, "Hand 4")
    nothing_is_lost_any_more(scorer)
    all_sent(scorer)
    assert declarers(sheet) == ["Anna", "Dora", "Bert"]
    assert [record["games"][0]["won"] for record in stored(sheet)] == [False, True, True]
    assert sheet.entries.count() == 5  # sent, taken back, changed; and the others


def test_where_storing_is_forbidden_the_page_keeps_the_hands_and_warns(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    context = phone(service_workers="block")  # its own: nobody can take such a script away again
    context.add_init_script(STORING_IS_FORBIDDEN)
    scorer = scorer_offline(context, sheet)
    keep_hands(scorer, "Anna", "Bert")
    state(scorer, "waiting_in_page")
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    scorer.page.once("dialog", stay)
    scorer.page.close(run_before_unload=True)
    expect(waiting(scorer)).to_have_count(2)
    send_all(scorer)
    assert asked == ["beforeunload"]
    assert declarers(sheet) == ["Anna", "Bert"]


def test_a_phone_whose_clock_is_wrong_says_when_a_hand_was_entered_all_the_same(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    context = phone(service_workers="block")
    context.add_init_script("const right = Date.now; Date.now = () => right() + 3 * 24 * 60 * 60 * 1000;")
    scorer = scorer_offline(context, sheet)
    begun = clock.now()
    keep_hands(scorer, "Anna")
    kept = clock.now()
    send_all(scorer)
    assert begun <= sheet.entries.get().entered_at <= kept + timedelta(seconds=1)
