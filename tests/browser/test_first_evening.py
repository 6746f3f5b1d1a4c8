"""A first evening, from the set-up link to its end: taps and keys are counted up to the first hand."""

from __future__ import annotations

from playwright.sync_api import expect

from scoring.accounts import verbs as people
from scoring.evenings.pages.evening import people_of
from scoring.models import Evening
from tests.support.browser.evenings import tapped, type_name
from tests.support.browser.looks import seen
from tests.support.browser.pages import OpenPage
from tests.support.browser.scorer import Scorer

# At most, from the set-up link to the first hand that is saved: letters of names are not counted.
TAPS, KEYS = 9, 30
TO_EVERYBODYS_PHONE = 3  # taps from there: the sheet, who pays whom, share

# Counts what a thumb does, wherever it is done: the page that counts is left again and again.
COUNTING = """
const more = (what) => sessionStorage.setItem(what, Number(sessionStorage.getItem(what) ?? 0) + 1);
addEventListener("click", ({ detail }) => detail && more("taps"), true);
addEventListener("keydown", () => more("keys"), true);
"""
SHARE_SHEET = """
window.handed = [];
navigator.canShare = () => true;
navigator.share = what => {
  handed.push(what);
  document.documentElement.dataset.handed = handed.length;
  return Promise.resolve();
};
"""
NAMES = ("Anna", "Bert", "Cilli", "Dora")


def test_a_first_evening_from_the_set_up_link_to_its_end(page: OpenPage) -> None:
    phone = page(390, 844)
    phone.add_init_script(SHARE_SHEET)
    phone.add_init_script(COUNTING)
    scorer = Scorer(phone)
    phone.goto(f"/setup/{people.setup_code()}/")
    assert seen(phone) == []
    phone.keyboard.type("Anna")
    scorer.tap(phone.locator(".offered"))
    scorer.tap(phone.get_by_role("button", name="Einrichten", exact=True))
    expect(phone.get_by_role("heading", name="Ihr Passwort")).to_be_visible()
    assert seen(phone) == []
    scorer.tap(phone.get_by_role("link", name="Weiter"))
    expect(phone.get_by_role("heading", name="Spielen")).to_be_visible()
    expect(phone.locator("#newcomer")).to_be_focused()  # else the first letters go nowhere
    for name in NAMES[1:]:
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
    assert tapped(phone) == [*NAMES]
    assert seen(phone) == []
    scorer.tap(phone.get_by_role("button", name="Hand 1 schreiben"))
    phone.wait_for_url("**/record/")
    scorer.declarer("Anna").contract("Rufer").partner("Bert").won().save()
    expect(phone.get_by_role("heading", name="Hand 2")).to_be_visible()
    taps, keys = phone.evaluate("['taps', 'keys'].map(what => Number(sessionStorage.getItem(what)))")
    assert taps == scorer.taps
    assert taps <= TAPS
    assert keys - sum(map(len, NAMES)) <= KEYS

    # Emil comes, and Anna, who would deal next, leaves: the deal passes on.
    scorer.at_the_table("seating")
    type_name(phone, "Emil")
    scorer.tap(phone.get_by_role("button", name=scorer.words["seat_left"].format(name="Anna")))
    expect(phone.get_by_label(scorer.words["joins"])).to_be_checked()
    scorer.tap(phone.get_by_role("button", name=scorer.words["save_seats"]))
    expect(scorer.tidings).to_contain_text("Bert gibt")
    scorer.declarer("Emil").contract("Dreier").lost().save()

    before = scorer.taps
    scorer.tap(phone.get_by_role("link", name="Zettel"))
    scorer.tap(phone.locator(".back a"))
    expect(phone.get_by_role("heading", name="Wer zahlt wem")).to_be_visible()
    assert seen(phone) == []
    scorer.tap(phone.get_by_role("button", name="Teilen", exact=True))
    expect(phone.locator("html")).to_have_attribute("data-handed", "1")
    assert "Emil → Bert" in phone.evaluate("handed[0].text")
    assert scorer.taps - before <= TO_EVERYBODYS_PHONE

    evening = Evening.objects.get()
    phone.goto(evening.get_absolute_url())
    scorer.tap(phone.get_by_role("link", name="Abend abschließen"))
    scorer.tap(phone.get_by_role("button", name="Abend abschließen"))
    expect(phone.get_by_text("Der Abend ist abgeschlossen.")).to_be_visible()
    assert seen(phone) == []
    owed = phone.locator("#payments > .rows > li:not(.done)")
    ticks = owed.count()
    scorer.tap(owed.first.get_by_role("button"))
    expect(owed).to_have_count(ticks - 1)
    scorer.tap(phone.get_by_role("link", name="Abend teilen"))
    expect(phone.locator("html")).to_have_attribute("data-handed", "1")
    assert "Emil → Bert" in phone.evaluate("handed[0].text")
    found = people_of(evening, evening.sheets.all(), evening.names())
    totals = {person.name: person.total for person in found}
    assert totals == {"Anna": 1, "Bert": 6, "Cilli": 4, "Dora": 4, "Emil": -15}
    phone.close()  # what was added to it nobody can take away again
