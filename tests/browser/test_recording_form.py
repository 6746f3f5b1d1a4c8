"""The recording page as a thumb meets it: few taps, big targets, nothing lost, nothing saved twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.test import override_settings
from playwright.sync_api import Locator, expect

from scoring.evenings import verbs as evening_verbs
from tests.support.browser.looks import WIDTH, seen
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.recording_form import (
    OUT_OF_SIGHT,
    PRESSED,
    house,
    last_record,
    scorer_at,
    table_of,
)
from tests.support.browser.scorer import Practised, Scorer
from tests.support.browser.tournament_table import look
from tests.support.scoring.house import House
from tests.support.scoring.tables import dreier, hand, rufer

__all__ = ["house"]

# The typical hands: how somebody taps them, how many taps they may take, and what is stored.
Hand = tuple[str, int, Callable[[Scorer], Scorer], dict[str, Any], str]


def premium(name: str, by: str, **facts: Any) -> dict[str, Any]:
    return {"premiums": [{"premium": name, "by": by, "made": True, **facts}]}


# With the letters of a keyboard, where a hand is as usual that a table plays it every evening.
TYPICAL: list[Hand] = [
    (
        "treffpunkt",
        5,
        lambda s: s.declarer("Anna").contract("Rufer").partner("Cilli").won(),
        rufer("Anna", "Cilli"),
        "1r3g",
    ),
    (
        "treffpunkt",
        6,
        lambda s: s.declarer("Anna").contract("Rufer").partner("Dora").kontra().lost(),
        hand("rufer", "Anna", partner="Dora", won=False, kontra="kontra"),
        "1r4kv",
    ),
    (
        "treffpunkt",
        6,
        lambda s: s.declarer("Anna").contract("Rufer").partner("Bert").premium("König ultimo", "made").won(),
        hand("rufer", "Anna", partner="Bert", won=True) | premium("koenig_ultimo", "Bert", announced=True),
        "1r2uug",
    ),
    (
        "treffpunkt",
        7,
        lambda s: (
            s.declarer("Dora").contract("Besserrufer").partner("Anna").bird("Uhu").bird_made("Uhu").won()
        ),
        hand("besserrufer", "Dora", partner="Anna", won=True) | premium("uhu", "Dora", announced=True),
        "4b1hwg",
    ),
    (
        "treffpunkt",
        10,
        lambda s: (
            s.declarer("Cilli")
            .contract("Solorufer")
            .partner("Dora")
            .kontra()
            .premium("König ultimo", "made", kontra="Kontra")
            .premium("Trull", others=True)
            .lost()
        ),
        hand("solorufer", "Cilli", partner="Dora", won=False, kontra="kontra")
        | {
            "premiums": [
                {
                    "premium": "koenig_ultimo",
                    "by": "Dora",
                    "announced": True,
                    "made": True,
                    "kontra": "kontra",
                },
                {"premium": "trull", "by": "Anna", "made": True},
            ]
        },
        "3s4kuunlev",
    ),
    (
        "treffpunkt",
        4,
        lambda s: s.declarer("Bert").contract("Dreier").lost(),
        dreier("Bert", won=False),
        "2dv",
    ),
    (
        "treffpunkt",
        5,
        lambda s: s.declarer("Anna").contract("Trischaken").most("Bert").second("Cilli"),
        hand("trischaken", "Anna", order=[["Bert"], ["Cilli"]]),
        "1t23",
    ),
    (
        "treffpunkt",
        11,
        lambda s: (
            s.declarer("Anna").contract("Rufer").partner("Cilli").premium("Trull", others=True).points("41/2")
        ),
        hand("rufer", "Anna", partner="Cilli", points="41/2") | premium("trull", "Bert"),
        "1r3leci412",
    ),
    (
        "standard",
        6,
        lambda s: s.declarer("Anna").contract("Rufer").king_in_talon().conceded(),
        hand("rufer", "Anna", king="talon", conceded=True),
        "",
    ),
    (
        "standard",
        4,
        lambda s: s.contract("Trischaken").most("Bert").jungfrau("Dora"),
        hand("trischaken", "Anna", order=[["Bert"]], jungfrau=["Dora"]),
        "",
    ),
    (
        "standard",
        10,
        lambda s: (
            s.declarer("Bert").contract("Piccolo").won().beside("Dora", "Piccolo").lost().kontra_by("Anna")
        ),
        {
            "games": [
                {"contract": "piccolo", "declarer": "Bert", "won": True},
                {"contract": "piccolo", "declarer": "Dora", "won": False, "kontras": {"Anna": "kontra"}},
            ]
        },
        "",
    ),
    (
        "treffpunkt",
        8,
        lambda s: s.declarer("Anna").contract("Rufer").partner("Cilli").renonce("Dora"),
        hand("rufer", "Anna", partner="Cilli") | {"revoke": {"by": "Dora"}},
        "",
    ),
    (
        "zwanzigerrufen",
        9,
        lambda s: s.declarer("Dora").contract("Normalspiel").partner("Anna").points("44").kontra(),
        hand("normalspiel", "Dora", partner="Anna", points=44, kontra="kontra"),
        "",
    ),
]


# Whether all of this lies above the bar, or in it, on the first screen.
IN_SIGHT = """target => {
    const [box, bar] = [target, document.querySelector('.save-bar')].map(one => one.getBoundingClientRect());
    const floor = target.closest('.save-bar') ? innerHeight : Math.min(innerHeight, bar.top);
    return scrollY === 0 && box.top >= 0 && box.bottom <= floor + 1;
}"""


class Measuring(Scorer):
    """Somebody who is watched: which hands needed scrolling?"""

    scrolled: frozenset[str] = frozenset()

    def tap(self, target: Locator) -> Scorer:
        target.wait_for()
        if not target.evaluate(IN_SIGHT):
            self.scrolled |= {self.page.url}
        return super().tap(target)


def test_typical_hands_take_few_taps_no_scrolling_or_few_keys_and_are_stored_as_said(
    page: OpenPage, house: House
) -> None:
    """On a phone of which a browser's bars have left 664 pixels; and by the letters of a keyboard."""
    usual, desk = Measuring(sign_in(page(390, 664))), sign_in(page(1280, 800))
    practised = Practised(usual.page)
    for rules, most, tapped, record, keys in TYPICAL:
        sheet = table_of(house, rules)
        scorer = usual if keys else practised
        tapped(scorer.open(f"/sheets/{sheet.pk}/record/")).save()
        assert last_record(sheet) == record
        assert scorer.taps <= most, record
        if keys:
            sheet = table_of(house, rules)
            Scorer(desk).open(f"/sheets/{sheet.pk}/record/")
            for key in [*keys, "Enter"]:
                desk.keyboard.press(key)
            expect(desk.locator("h1")).to_contain_text("Hand 2")
            assert last_record(sheet) == record
    assert len(usual.scrolled) <= 2


def test_the_common_hand_fits_on_one_screen_and_nothing_moves_while_it_is_tapped(
    page: OpenPage, house: House
) -> None:
    sheet = table_of(house)
    scorer = scorer_at(page(390, 844), sheet)
    scorer.contract("Dreier").declarer("Bert").won().save()
    scorer.declarer("Bert").contract("Solorufer")
    places = (
        f"[...document.querySelectorAll('{BUTTONS}')].map(one => JSON.stringify(one.getBoundingClientRect()))"
    )
    before = scorer.page.evaluate(places)
    scorer.partner("Cilli")
    expect(scorer.page.locator("#ends-won")).to_have_accessible_name("gewonnen +2")
    assert scorer.page.evaluate(OUT_OF_SIGHT) == []
    assert scorer.page.evaluate("scrollY") == 0
    assert scorer.page.evaluate(places) == before
    scorer.page.set_viewport_size({"width": 320, "height": 640})
    scorer.page.evaluate("scrollTo(0, 0)")
    last = scorer.block("further").bounding_box()
    bar = scorer.page.locator(".save-bar").bounding_box()
    assert last is not None
    assert bar is not None
    assert last["y"] + last["height"] <= 2 * bar["y"]  # one swipe
    scorer.page.set_viewport_size({"width": 844, "height": 390})
    scorer.page.evaluate("scrollTo(0, 0)")
    assert scorer.page.evaluate(BESIDE)
    scorer.page.set_viewport_size({"width": 390, "height": 844})
    assert scorer.won().save().taps == 9


# On its side: the bar stands beside the seats, and what is scrolled is the form.
BESIDE = """() => {
    const [bar, seats, form] = ['.save-bar', '.seat-row', '.blocks']
        .map(part => document.querySelector(part).getBoundingClientRect());
    return bar.left >= form.right && bar.bottom <= innerHeight && seats.bottom <= innerHeight;
}"""
BUTTONS = "#declarer-0 button, #contract-0 button, #premiums button, .outcomes button, #save"


def test_one_row_of_seats_says_who_plays_and_with_whom_and_takes_it_back(
    page: OpenPage, house: House
) -> None:
    sheet = table_of(house)
    scorer = scorer_at(page(390, 844), sheet)
    row, hint = scorer.block("declarer-0"), scorer.hint
    heights = "[...document.querySelectorAll('#declarer-0 button')].map(one => one.offsetHeight)"
    before = scorer.page.evaluate(heights)

    def names() -> list[str]:
        return [text.split()[0] for text in row.get_by_role("button", pressed=True).all_inner_texts()]

    expect(row).to_have_accessible_name("Wer spielt, und mit wem?")
    row.get_by_role("button", name="Bert").dblclick()  # a thumb that trembles says it once
    scorer.contract("Solorufer")
    expect(hint).to_have_text("Wer ist der Partner?")
    expect(row.get_by_role("button", pressed=True)).to_have_accessible_name(re.compile("Bert 0 .*spielt"))
    scorer.partner("Cilli")
    expect(row.get_by_role("button", name="Cilli 0 Partner", pressed=True)).to_be_visible()
    scorer.partner("Dora")
    assert names() == ["Bert", "Dora"]
    scorer.declarer("Bert")  # taken back: it was Anna
    expect(hint).to_have_text("Wer spielt?")
    scorer.declarer("Anna")
    assert names() == ["Anna", "Dora"]
    scorer.king_in_talon()
    assert names() == ["Anna"]
    scorer.partner("Cilli")
    assert scorer.block("partner-0").locator("[aria-pressed=true]").count() == 0
    assert scorer.page.evaluate(heights) == before
    scorer.contract("Dreier")  # nobody goes along there, and a tap by chance changes nothing
    scorer.declarer("Bert")
    assert names() == ["Anna"]
    expect(hint).to_contain_text("Es spielt Anna. War es jemand anderer? Zuerst Anna antippen.")
    scorer.declarer("Anna").declarer("Cilli").declarer("Bert")  # but right after another one
    assert names() == ["Bert"]
    expect(hint).not_to_contain_text("Es spielt")
    scorer.won().save()
    assert last_record(sheet)["games"] == [{"contract": "dreier", "declarer": "Bert", "won": True}]
    # Said before the game, whoever of the two may play it plays it: here only the Vorhand.
    scorer.declarer("Cilli").declarer("Bert").contract("Rufer").won().save()
    assert last_record(sheet) == rufer("Bert", "Cilli")


def test_the_page_says_who_gets_what_before_it_is_saved_and_tells_it_again_afterwards(
    page: OpenPage, house: House
) -> None:
    sheet = table_of(house)
    scorer = scorer_at(page(390, 844), sheet)
    scorer.declarer("Anna").contract("Rufer")
    expect(scorer.hint).to_have_text("Wer ist der Partner?")
    assert scorer.page.locator(".wrong").count() == 0  # what nobody has touched is a question, no mistake
    scorer.tap(scorer.save_button)
    expect(scorer.block("declarer-0").locator(".wrong")).to_be_visible()
    assert scorer.page.evaluate("document.activeElement.closest('fieldset').id") == "declarer-0"
    assert not sheet.entries.exists()
    scorer.partner("Cilli")
    expect(scorer.settlement).to_contain_text("Rufer gewonnen: 1")
    expect(scorer.settlement).to_contain_text("Rufer verloren: 1")
    expect(scorer.page.locator("#ends-won")).to_have_accessible_name("gewonnen +1")
    expect(scorer.page.locator("#ends-lost")).to_have_accessible_name("verloren −1")
    scorer.won()
    expect(scorer.page.locator(".reckoned dd")).to_have_text(["+1", "−1", "+1", "−1"])
    expect(scorer.settlement).not_to_contain_text("Rufer verloren: 1")
    scorer.save()
    expect(scorer.page.locator(".got b")).to_have_text(["+1", "−1", "+1", "−1"])
    expect(scorer.block("declarer-0").locator(".total")).to_have_text(["+1", "−1", "+1", "−1"])
    expect(scorer.page.get_by_role("button", name=scorer.words["undo"], exact=True)).to_be_in_viewport()
    expect(scorer.tidings).to_contain_text("Hand 1: Anna: Rufer mit Cilli, gewonnen.")
    expect(scorer.page.get_by_role("heading", level=1)).to_contain_text("Hand 2")
    assert scorer.page.locator("[aria-pressed=true]").count() == 0
    scorer.tap(scorer.save_button)
    expect(scorer.hint).to_have_text("Wer spielt?")
    assert sheet.entries.count() == 1


def test_on_a_tablet_the_sheet_stands_beside_the_form_and_goes_along(page: OpenPage, house: House) -> None:
    sheet = table_of(house)
    scorer = scorer_at(page(1024, 768), sheet)
    paper = scorer.page.locator("#paper")
    expect(paper).to_be_visible()
    scorer.declarer("Bert").contract("Dreier").won().save()
    row = paper.locator("tr.hand")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("+15")
    expect(row).to_be_in_viewport()
    assert scorer.page.evaluate(APART) == []
    expect(row.locator("a")).to_have_attribute("href", f"/sheets/{sheet.pk}/hands/{sheet.entries.get().pk}/")
    assert seen(scorer.page) == []
    scorer.page.set_viewport_size({"width": 390, "height": 844})
    expect(paper).to_be_hidden()


# Whatever of the form lies under the sheet, or the other way round.
APART = """() => {
    const left = one => one.getBoundingClientRect().left;
    return [...document.querySelectorAll('.blocks, .save-bar, .answers')]
        .filter(one => one.getBoundingClientRect().right > left(document.querySelector('.along')))
        .map(one => one.className);
}"""


def test_what_the_points_prove_is_ticked_and_said_in_sight_and_can_be_unticked(
    page: OpenPage, house: House
) -> None:
    sheet = table_of(house)
    scorer = scorer_at(page(390, 844), sheet)
    scorer.declarer("Anna").contract("Rufer").partner("Cilli")
    scorer.keypad()
    for key in ("1", "0", "/2"):
        expect(scorer.page.locator(".keypad").get_by_role("button", name=key, exact=True)).to_be_in_viewport()
    scorer.points("45/2")
    expect(scorer.row("1. Sack")).to_contain_text("45/2 erreicht")
    expect(scorer.block("contract-0")).to_contain_text("45/2")
    expect(scorer.settlement).to_contain_text("1. Sack still")
    scorer.untick("1. Sack")
    expect(scorer.settlement).not_to_contain_text("1. Sack")
    scorer.premium("Trull")
    expect(scorer.hint).to_have_text("Rufer gewonnen: 1 · Trull still: 1")
    expect(scorer.hint).to_be_in_viewport()
    scorer.save()
    assert [one["premium"] for one in last_record(sheet)["premiums"]] == ["trull"]
    scorer.declarer("Bert").contract("Solorufer").partner("Cilli").points("45/2")
    scorer.premium("1. Sack", "made", kontra="Kontra").save()  # it may have been announced
    [sack] = last_record(sheet)["premiums"]
    assert sack == {"premium": "sack1", "by": "Bert", "announced": True, "made": True, "kontra": "kontra"}


def test_redeal_struck_and_schlussradl_are_entered_with_few_taps(page: OpenPage, house: House) -> None:
    called = house.sheet(evening=house.evening(radl_start="called"))
    scorer = scorer_at(page(390, 844), called)
    scorer.double_round().save()
    assert last_record(called) == {"event": "radl"}
    expect(scorer.page.get_by_role("heading", level=1)).to_contain_text("×2, noch 4")
    sheet = table_of(house)
    scorer = scorer_at(scorer.page, sheet)
    scorer.at_the_table("redeal")
    expect(scorer.tidings).to_contain_text("Neu gegeben.")
    assert scorer.taps == 2
    assert last_record(sheet) == {"void": "redeal"}
    scorer.redeal().save()
    assert last_record(sheet) == {"void": "redeal"}
    expect(scorer.tidings).to_contain_text("Neu gegeben: Vergeben.")
    scorer.struck("Der Zettel ist nass geworden").save()
    assert last_record(sheet) == {"void": "struck"}
    scorer.schlussradl().save()
    assert last_record(sheet) == {"event": "schlussradl"}
    expect(scorer.page.get_by_role("heading", level=1)).to_contain_text("doppelt")


def test_what_is_looked_for_at_the_table_is_behind_one_button_and_the_hand_stays(
    page: OpenPage, house: House
) -> None:
    with override_settings(PUBLIC_URL="http://tarock.example.org"):
        scorer = scorer_at(page(390, 844), table_of(house))
        visitor, menu = scorer.page, scorer.page.get_by_role("dialog")
        for number in range(1, 5):
            scorer.contract("Trischaken").most("Bert").second("Cilli").save()
            expect(visitor.get_by_role("heading", level=1)).to_contain_text(f"Hand {number + 1}")
        scorer.tap(visitor.get_by_role("button", name="×2"))
        expect(visitor.locator(".reason-of-radl")).to_contain_text("nach Trischaken (Hand 4)")
        assert seen(visitor) == []
        scorer.declarer("Bert").contract("Dreier")
        expect(visitor.locator(".reason-of-radl")).to_have_count(0)
        scorer.tap(visitor.locator("#more"))
        expect(menu.locator("tbody .number")).to_contain_text(["4", "3", "2"])
        assert seen(visitor) == []
        expect(menu.get_by_role("button", name="Neu geben", exact=True)).to_have_count(0)  # one is begun
        expect(menu.get_by_role("button", name="Wer sitzt, wer gibt")).to_be_disabled()
        scorer.tap(menu.get_by_role("button", name="Mitschauen"))
        expect(menu.get_by_role("img", name="Der Link als QR-Code")).to_be_visible()
        expect(menu.locator(".link")).to_contain_text("http://tarock.example.org/r/")
        scorer.tap(menu.get_by_role("button", name="Schließen"))
        expect(visitor.locator(PRESSED)).to_contain_text(["Bert", "Dreier"])
        scorer.tap(visitor.locator("#more"))
        scorer.tap(menu.get_by_role("link", name="Abend beenden"))
        expect(visitor.get_by_role("heading", name="Wer zahlt wem")).to_be_visible()


# Saved means saved


def test_a_double_tap_a_reload_and_going_back_save_nothing_further(page: OpenPage, house: House) -> None:
    sheet = table_of(house)
    scorer = scorer_at(page(390, 844), sheet)
    scorer.declarer("Anna").contract("Rufer").partner("Cilli").won()
    scorer.save_button.dblclick()
    expect(scorer.page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    assert sheet.entries.count() == 1
    scorer.page.reload()
    scorer.page.goto("/clubs/")
    scorer.page.go_back()
    expect(scorer.page.get_by_role("heading", level=1)).to_contain_text("Hand 2")
    assert sheet.entries.count() == 1
    scorer.declarer("Bert")
    scorer.block("contract-0").get_by_role("button", name=re.compile("^Dreier")).dblclick()
    pressed = scorer.page.locator(PRESSED).all_inner_texts()  # nothing that moved under the finger
    assert [text.splitlines()[0] for text in pressed] == ["Bert", "Dreier 5"]


def test_the_second_phone_is_told_what_the_first_one_entered(shaky_page: OpenPage, house: House) -> None:
    sheet = table_of(house)
    first, second = (scorer_at(shaky_page(WIDTH, 844), sheet) for _ in range(2))
    second.page.route("**/live/", lambda route: route.abort())  # it has heard nothing yet
    for scorer in (first, second):
        scorer.declarer("Anna").contract("Rufer").partner("Cilli").won()
    first.save()
    second.tap(second.save_button)
    expect(second.tidings).to_contain_text("Hand 1: Anna: Rufer mit Cilli, gewonnen.")
    expect(second.block("declarer-0").locator("[aria-pressed=true]").last).to_contain_text("Cilli")
    second.tap(second.save_button)  # somebody who is in a hurry and does not read
    expect(second.page.get_by_role("button", name="Meine verwerfen")).to_be_focused()
    second.tap(second.page.get_by_role("button", name="Meine verwerfen"))
    expect(second.page.locator("[aria-pressed=true]")).to_have_count(0)
    assert sheet.entries.count() == 1
    sheet.refresh_from_db()
    house.do(evening_verbs.close_sheet, by="Anna", sheet=sheet)
    second.page.unroute("**/live/")
    look(second.page)
    expect(second.hint).to_contain_text("Der Tisch ist abgeschlossen.")
    expect(second.save_button).to_be_disabled()


def test_correcting_opens_the_form_filled_in_and_goes_on_to_what_changes(
    page: OpenPage, house: House
) -> None:
    sheet = table_of(house)
    scorer = scorer_at(page(390, 844), sheet)
    scorer.declarer("Anna").contract("Rufer").partner("Cilli").won().save()
    entry = sheet.entries.get()
    scorer.open(f"/sheets/{sheet.pk}/hands/{entry.pk}/correct/")
    pressed = scorer.page.locator(PRESSED).all_inner_texts()
    assert [text.splitlines()[0] for text in pressed] == ["Anna", "Cilli", "Rufer 1", "gewonnen"]
    scorer.lost().tap(scorer.save_button)
    expect(scorer.page.get_by_role("heading", level=1)).not_to_have_text("Hand korrigieren")
    expect(scorer.page.get_by_role("main")).to_contain_text("Anna: Rufer mit Cilli, verloren.")
    assert sheet.entries.count() == 1
    scorer.page.get_by_role("button", name="Zurück zum Formular").click()
    expect(scorer.page.locator(".outcomes [aria-pressed=true]")).to_contain_text("verloren")
    scorer.start_over()
    expect(scorer.page.locator(".outcomes [aria-pressed=true]")).to_contain_text("gewonnen")
    scorer.partner("Dora").tap(scorer.save_button)
    expect(scorer.page.get_by_role("heading", level=1)).not_to_have_text("Hand korrigieren")
    scorer.page.wait_for_load_state()
    scorer.page.get_by_role("button", name="Falscher Spieler").click()
    expect(scorer.page.get_by_label("Warum?")).to_have_value("Falscher Spieler")
    scorer.page.get_by_role("button", name="Korrektur speichern").click()
    expect(scorer.page.get_by_role("main")).to_contain_text("Korrigiert.")
    assert [entry.reason.text for entry in sheet.entries.all() if entry.reason] == ["Falscher Spieler"]


FOCUSED = "(document.activeElement.querySelector('.name') ?? document.activeElement).textContent"


# How it looks


def test_a_hand_can_be_recorded_with_the_keyboard_alone(page: OpenPage, house: House) -> None:
    sheet = table_of(house)
    scorer = scorer_at(page(), sheet)
    keyboard = scorer.page.keyboard
    scorer.block("declarer-0").get_by_role("button").first.focus()
    keyboard.press("Enter")
    assert scorer.page.evaluate("document.activeElement.textContent").startswith("Anna")
    for key, name in (("Tab", "Rufer"), ("Shift+Tab", "Cilli")):
        for _ in range(40):
            keyboard.press(key)
            if scorer.page.evaluate(FOCUSED) == name:
                break
        keyboard.press("Enter")
    pagat = scorer.won().row("Pagat").get_by_role("button", name="Pagat angesagt")
    pagat.focus()
    keyboard.press("Enter")
    expect(pagat).to_be_focused()
    expect(pagat).to_have_attribute("aria-pressed", "true")
    keyboard.press("Enter")
    scorer.save_button.focus()
    keyboard.press("Enter")
    expect(scorer.page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    assert sheet.entries.count() == 1
    keyboard.press("n")  # dealt again, from behind the button beside the title
    expect(scorer.tidings).to_contain_text("Gespeichert: Neu gegeben.")
    keyboard.press("z")
    expect(scorer.tidings).to_contain_text("Zurückgenommen")
    assert [entry.record for entry in sheet.entries.order_by("seq")][1:] == [{"void": "redeal"}, None]
    scorer.page.mouse.click(5, 5)
    expect(scorer.page.get_by_text("Tab zeigt die Buchstaben")).to_be_visible()
    keyboard.press("Tab")
    expect(scorer.page.get_by_text("Tab zeigt die Buchstaben")).to_be_hidden()
