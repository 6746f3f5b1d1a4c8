"""A hand that is half filled: it is there again, whatever becomes of the phone meanwhile."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser.no_network import (
    WORDS,
    NewContext,
    address,
    house,
    is_chosen,
    phone,
    scorer_on,
    stored,
    tarockrunde,
)
from tests.support.browser.recording_form import table_of
from tests.support.browser.scorer import Routined
from tests.support.scoring.house import House

__all__ = ["house", "phone", "tarockrunde"]


def test_a_hand_that_is_half_filled_is_there_when_the_table_is_opened_anew(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    context = phone()
    scorer = scorer_on(context, sheet)
    scorer.declarer("Anna").contract("Besserrufer").partner("Cilli").bird("Pagat")
    scorer.premium("Trull", "missed").kontra()
    context.pages[0].close()
    scorer = Routined(context.new_page()).open(address(sheet))
    expect(scorer.tidings).to_contain_text(WORDS["resumed"])
    is_chosen(scorer, "declarer-0", "Anna")
    trull = scorer.row("Trull").get_by_role("button", name=scorer.words["bird_made"], exact=True)
    scorer.bird_made("Pagat").tap(trull).won()
    scorer.save()
    (record,) = stored(sheet)
    assert record["games"][0]["kontra"] == "kontra"
    assert {premium["premium"]: premium["made"] for premium in record["premiums"]} == {
        "pagat": True,
        "trull": True,
    }
