"""The calculator in a real browser: a hand is tapped in, and its link shows it to others."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from tests.support.browser.calculator import Asked, asked
from tests.support.browser.pages import OpenPage
from tests.support.browser.scorer import Scorer

__all__ = ["asked"]


def test_a_hand_is_tapped_in_its_link_shows_the_same_elsewhere_and_the_next_one_makes_a_table(
    asked: Asked,
) -> None:
    here = asked()
    here.page.goto("/")
    here.page.locator("main a[href='/calculator/']").click()
    here.page.get_by_role("link", name=re.compile("^Treffpunkt Tarock")).first.click()
    here.names("Anna", "", "Ćilli", "Dora")
    here.declarer("Spieler 2").contract("Besserrufer").partner("Dora").points("41/2").kontra()
    here.bird("Pagat").bird_made("Pagat")
    assert here.amounts() == ["−6", "+6", "−6", "+6"]
    expect(here.result).to_contain_text("Spieler 2, Dora +6")
    link = here.page.locator(".share .link a")
    assert urlsplit(link.inner_text()).query == urlsplit(here.page.url).query

    there = asked(320, dark=True).at(link.inner_text())
    assert there.amounts() == ["−6", "+6", "−6", "+6"]
    assert there.pressed() == here.pressed()
    assert there.address == here.address
    assert not Session.objects.exists()
    for visitor in (here, there):
        assert [cookie["name"] for cookie in visitor.page.context.cookies()] == []
        assert visitor.page.evaluate("localStorage.length + sessionStorage.length") == 0
    here.tap(here.page.locator(".next-hand button"))
    paper = here.page.locator("#record")
    expect(paper).to_contain_text("Hand 1: Spieler 2: Besserrufer")
    here.declarer("Anna").contract("Dreier").won().save()
    expect(paper).to_contain_text("Hand 2: Anna: Dreier, gewonnen")


def test_a_stranger_records_at_a_table_that_is_kept_nowhere(page: OpenPage) -> None:
    visitor = page(390, 844)
    visitor.goto("/?language=de")
    visitor.get_by_role("link", name="An einem Tisch mitschreiben").click()
    expect(visitor.locator(".tried")).to_contain_text("nichts davon wird aufgehoben")
    scorer = Scorer(visitor)
    expect(scorer.hint).to_have_text("Wer spielt?")
    scorer.declarer("Anna").contract("Rufer").partner("Cilli").won().save()
    expect(visitor.locator(".got b")).to_have_text(["+1", "−1", "+1", "−1"])
    sheet = visitor.locator(".beside")
    expect(sheet).to_contain_text("Hand 1: Anna: Rufer mit Cilli, gewonnen.")
    scorer.tap(visitor.get_by_role("button", name=scorer.words["undo"], exact=True))
    expect(sheet).to_have_text("")
    scorer.tap(visitor.get_by_role("button", name=scorer.words["redo"], exact=True))
    expect(sheet).to_contain_text("Hand 1")
    scorer.declarer("Bert")
    assert visitor.evaluate("localStorage.length") == 0
    visitor.reload()
    expect(scorer.hint).to_have_text("Wer spielt?")
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Hand 1")
