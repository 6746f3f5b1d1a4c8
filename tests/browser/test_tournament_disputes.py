"""A dispute in the browser: called with one tap, ruled on, read at the table."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.support.browser.pages import OpenPage, printed
from tests.support.browser.people import sign_in
from tests.support.browser.scorer import Routined
from tests.support.browser.tournament_table import address, at_the_table, bust, look, poor
from tests.support.tournaments.disputes import called, standing, the_hand, withdrawn
from tests.support.tournaments.playing import Playing
from tournaments.models import Call, Ruling

__all__ = ["bust", "poor"]


def test_a_call_a_correction_on_the_recording_page_and_the_table_goes_on(
    page: OpenPage, bust: Playing
) -> None:
    emil = sign_in(page(390, 844), "en", "Emil")
    emil.goto(address(bust, "disputes"))
    expect(emil.get_by_text("No table waits for the arbiters.")).to_be_visible()

    phone = at_the_table(page(390, 844), bust.sheet()).page
    calling = phone.locator(".calling")
    calling.get_by_role("button", name="with a few words").click()
    calling.get_by_label("What is it about?").fill("Anna sagt, gewonnen")
    calling.get_by_role("button", name="Call the arbiters").click()
    expect(calling.get_by_text("The arbiters have been called at")).to_be_visible()
    expect(calling.get_by_text("“Anna sagt, gewonnen”")).to_be_visible()
    expect(phone.locator(".clock")).to_have_attribute("data-phase", "stopped")

    look(emil)
    expect(emil.get_by_text("1 table waits.")).to_be_visible()
    expect(emil.locator(".calls").get_by_text("“Anna sagt, gewonnen”")).to_be_visible()
    emil.locator(".calls").get_by_role("link", name=re.compile("^Rule")).click()
    emil.get_by_label("What becomes of it?").select_option("corrected")
    emil.get_by_role("button", name="Go on").click()
    scorer = Routined(emil, "en")
    erase = scorer.block("result-0").get_by_role("button", name=scorer.words["erase"])
    for _digit in "30":
        scorer.tap(erase)
    scorer.points("45")
    emil.locator("#save").click()
    expect(emil.get_by_role("heading", name="Play money")).to_be_visible()
    expect(emil.get_by_role("row", name="Anna 5 bust 2")).to_be_visible()
    emil.get_by_label("The ruling in words").fill("Die Stiche sind gezählt: 45 Punkte")
    emil.get_by_role("button", name="Make this ruling").click()
    expect(emil.get_by_text("The ruling is recorded. The table goes on.")).to_be_visible()

    assert standing(bust)["Anna"] == (2, 0, 0)
    assert Ruling.objects.get().written == the_hand(bust, 3)
    look(phone)
    expect(calling.get_by_role("button", name="Call the arbiters")).to_be_visible()
    phone.goto(bust.sheet().get_absolute_url())
    expect(phone.get_by_text("“Die Stiche sind gezählt: 45 Punkte”")).to_be_visible()


def test_one_tap_calls_and_a_tap_withdraws(page: OpenPage, bust: Playing) -> None:
    phone = at_the_table(page(320, 640), bust.sheet()).page
    phone.locator(".calling").get_by_role("button", name="Call the arbiters").click()
    phone.locator(".calling").get_by_role("button", name="Withdraw the call").click()
    expect(phone.locator(".calling").get_by_role("button", name="Call the arbiters")).to_be_visible()
    assert Call.objects.get().withdrawn_at is not None


def test_six_calls_print_on_one_page(page: OpenPage, bust: Playing, tmp_path: Path) -> None:
    for _times in range(6):
        withdrawn(bust, called(bust, "Irrtum"))
    bert = sign_in(page(390, 844), "en", "Bert")
    bert.goto(address(bust, "disputes_log"))
    leaves = printed(bert, tmp_path)
    assert len(leaves) == 1
    assert leaves[0].count("“Irrtum”") == 6
    assert "Calls and rulings" not in leaves[0]  # the way back is not printed
