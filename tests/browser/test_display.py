"""Light or dark and the size of letters, as chosen in one browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser.pages import OpenPage

GROUND = "getComputedStyle(document.documentElement).backgroundColor"
SIZE = "getComputedStyle(document.documentElement).fontSize"


@pytest.mark.django_db(transaction=True)
def test_what_is_chosen_holds_at_once_and_on_every_page(page: OpenPage) -> None:
    visitor = page(390, 844)
    visitor.goto("/display/?language=en")
    expect(visitor.get_by_label("Same as the device")).to_be_checked()
    expect(visitor.get_by_label("Usual")).to_be_checked()
    light = visitor.evaluate(GROUND)
    visitor.get_by_label("Dark").check()
    dark = visitor.evaluate(GROUND)
    assert dark != light
    visitor.get_by_label("Larger").check()
    assert visitor.evaluate(SIZE) == "24px"
    visitor.goto("/rules/")
    assert (visitor.evaluate(GROUND), visitor.evaluate(SIZE)) == (dark, "24px")
    visitor.goto("/display/")
    expect(visitor.get_by_label("Dark")).to_be_checked()
    visitor.get_by_label("Same as the device").check()
    visitor.get_by_label("Usual").check()
    visitor.goto("/rules/")
    assert (visitor.evaluate(GROUND), visitor.evaluate(SIZE)) == (light, "18px")
