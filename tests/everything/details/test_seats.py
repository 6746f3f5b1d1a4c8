"""Seats that are changed: a double tap, a reload, another phone that was quicker."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.browser.evenings import house, in_order, mark, played, type_name
from tests.support.browser.no_network import NewContext, phone
from tests.support.browser.people import sign_in
from tests.support.browser.scorer import Scorer
from tests.support.scoring.house import House, now

__all__ = ["house", "phone"]


def test_seats_stay_as_they_were_chosen_whatever_happens(phone: NewContext, house: House) -> None:
    """A double tap, a reload, another phone that was quicker, a name that cannot be."""
    sheet = played(house).sheets.get(name="Tisch 1")
    one, other = phone().new_page(), phone().new_page()
    for visitor in (one, other):
        sign_in(visitor, "en").goto(f"/sheets/{sheet.pk}/record/#seats")
    one.get_by_role("button", name="Karl leaves the table").dblclick()
    assert in_order(one) == ["Anna", "Bert", "Cilli", "Dora"]
    one.locator(".pick", has_text="Emil").dblclick()
    expect(one.get_by_text("Emil is still sitting at “Tisch 2”.")).to_be_visible()
    type_name(one, "Maximilian")
    room = "name => name.textContent === 'Maximilian' && name.scrollWidth <= name.clientWidth"
    for width in (320, 390):
        one.set_viewport_size({"width": width, "height": 700})
        expect(one.locator(".seated .name").last).to_have_text("Maximilian")
        assert one.locator(".seated .name").last.evaluate(room), width
    one.locator("#newcomer").fill("Emil")
    one.reload()
    assert in_order(one) == ["Anna", "Bert", "Cilli", "Dora", "Emil", "Maximilian"]
    expect(one.locator("#newcomer")).to_have_value("Emil")
    finger = Scorer(one, "en")
    finger.tap(one.get_by_role("button", name="Sit like this"))
    expect(one.get_by_text("Emil is already seated.")).to_be_visible()
    one.locator("#newcomer").fill("")

    mark(other, "Cilli")
    other.get_by_role("button", name="Sit like this").click()
    expect(other.locator(".tidings")).to_contain_text("Cilli deals")
    finger.tap(one.get_by_role("button", name="Sit like this"))
    quicker = re.compile("Somebody has entered something|Cilli deals[.] [(]by Anna")
    expect(one.get_by_text(quicker)).to_be_visible()
    expect(one.locator(".dealing")).to_have_text("Cilli deals, Dora is Vorhand. Sitting out: Bert, Cilli")
    finger.tap(one.get_by_role("button", name="Sit like this"))
    expect(one.locator(".tidings")).to_contain_text("Maximilian")
    names = sheet.evening.names()
    assert [names[player] for player in now(sheet).state.players][4:] == ["Emil", "Maximilian"]
