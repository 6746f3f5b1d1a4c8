"""A hand that is half filled, while others enter something, or that nobody comes back to."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser.no_network import (
    WORDS,
    NewContext,
    address,
    declarers,
    house,
    is_chosen,
    phone,
    play,
    scorer_on,
    tap,
    tarockrunde,
    waiting,
)
from tests.support.browser.recording_form import table_of
from tests.support.browser.scorer import Routined
from tests.support.scoring.house import House
from tests.support.scoring.tables import FIVE, rufer

__all__ = ["house", "phone", "tarockrunde"]


def test_what_was_begun_before_others_entered_something_is_asked_about(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house, names=FIVE)
    context = phone()
    scorer = scorer_on(context, sheet)
    scorer.declarer("Bert").contract("Besserrufer").partner("Cilli").bird("Pagat")
    context.pages[0].close()
    house.play(sheet, rufer("Anna", "Bert"))
    sitting = {"event": "seating", "players": ["Anna", "Bert", "Dora", "Emil"], "dealer": "Anna"}
    house.play(sheet, sitting)
    scorer = Routined(context.new_page()).open(address(sheet))
    expect(scorer.tidings).to_contain_text(WORDS["moved_on"])
    expect(scorer.tidings).to_contain_text("Cilli")
    is_chosen(scorer, "declarer-0", "Bert")
    scorer.tap(scorer.save_button)
    assert sheet.entries.count() == 2
    tap(scorer, "keep")
    scorer.partner("Dora").won().bird_made("Pagat").save()
    assert sheet.entries.count() == 3


LEFT_BEHIND = (
    "kein JSON",
    '{"version": 99, "at": 1, "what": {}}',
    '{"version": 1, "what": {"id": "x", "after": 0, "names": {}, "state": {"games": []}}}',
    '{"version": 1, "what": {"deeds": 7, "after": "x"}}',
)


A_WEEK_LATER = """() => {
    for (const key of Object.keys(localStorage)) {
        const box = JSON.parse(localStorage.getItem(key));
        localStorage.setItem(key, JSON.stringify({ ...box, at: box.at - 8 * 24 * 3600 * 1000 }));
    }
}"""


def test_what_an_older_program_left_behind_or_nobody_came_back_to_is_dropped(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    scorer = scorer_on(phone(), sheet)
    for left in LEFT_BEHIND:
        for kind in ("hand", "waiting"):
            scorer.page.evaluate(
                "([key, left]) => localStorage.setItem(key, left)",
                [f"tarockclub {kind} {address(sheet)}", left],
            )
        scorer.page.reload()
        expect(scorer.hint).to_have_text("Wer spielt?")
        expect(waiting(scorer)).to_have_count(0)
    scorer.declarer("Anna")
    scorer.page.evaluate(A_WEEK_LATER)
    scorer.page.reload()
    expect(scorer.hint).to_have_text("Wer spielt?")
    play(scorer, "Anna").save()
    assert declarers(sheet) == ["Anna"]
