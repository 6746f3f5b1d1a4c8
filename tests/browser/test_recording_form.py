"""The recording page as a thumb meets it: few taps, big targets, nothing lost, nothing saved twice."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from scoring.engine import facts
from scoring.engine.answers import answer
from scoring.engine.preview import impossible_premiums
from scoring.engine.record import read_entry
from scoring.engine.rules import Rules
from scoring.evenings import verbs as evening_verbs
from scoring.models import Sheet
from scoring.rules import SLUGS, published
from scoring.table.pages.recording_form import form_facts
from scoring.table.pages.recording_form import words as form_words
from tests.support.browser.looks import DESK, LOOKS, PHONE, WIDTH, seen
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import founded, sign_in
from tests.support.browser.recording_form import KEPT, LONG_NAMES, own_sheet, table_of
from tests.support.browser.scorer import Practised, Scorer
from tests.support.browser.scripts import script
from tests.support.browser.tournament_table import look
from tests.support.clubs.clubs import club_data
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR, dreier, exchanged, hand, rufer, trischaken
from tests.support.scripts import under_node
from tests.support.stages import Stage

SMALL_TEXT = """() => [...document.querySelectorAll('#record *')]
    .filter(one => one.offsetWidth)
    .filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .filter(one => !one.closest('.unseen, .settlement .shrunk'))
    .filter(one => parseFloat(getComputedStyle(one).fontSize) < 18)
    .map(one => one.textContent.trim())"""

house = Stage("house", lambda: founded("Tarockrunde")).fixture()


def scorer_at(visitor: Page, sheet: Sheet, language: str = "de") -> Scorer:
    return Scorer(sign_in(visitor, language), language).open(f"/sheets/{sheet.pk}/record/")


def last_record(sheet: Sheet) -> dict[str, Any]:
    """What was stored last, with names in place of ids."""
    entry = sheet.entries.order_by("-seq").first()
    assert entry is not None
    return exchanged(entry.record, sheet.evening.names())


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


OUT_OF_SIGHT = script("out_of_sight")


# Each letter that a button has now, with what it stands for; and all that is chosen.
LETTERS = """() => [...document.querySelectorAll('[data-key][data-letter]')]
    .map(({ dataset }) => [dataset.key, dataset.letter])"""
CHOSEN = "[...document.querySelectorAll('[aria-pressed=true]')].map(one => one.dataset.act).join()"
MOST_LEVELS = 4  # of a kontra


def test_a_letter_means_one_thing_on_a_page_and_repeated_it_undoes_itself(
    page: OpenPage, house: House
) -> None:
    for language in ("de", "en"):
        scorer = scorer_at(page(1280, 1400), table_of(house), language)
        visitor, meanings = scorer.page, {}
        for game in "rbstdp":
            visitor.keyboard.press("1")
            meanings |= dict(visitor.evaluate(LETTERS))
            visitor.keyboard.press(game)
            visitor.keyboard.press("2")  # the partner, where the game has one
            now_chosen = visitor.evaluate(CHOSEN)
            for letter, meaning in visitor.evaluate(LETTERS):
                assert meanings.setdefault(letter, meaning) == meaning
                if letter == game.upper():
                    continue
                for _time in range(MOST_LEVELS + 1):
                    visitor.keyboard.press(letter)
                    if visitor.evaluate(CHOSEN) == now_chosen:
                        break
                assert visitor.evaluate(CHOSEN) == now_chosen, (game, letter)
            visitor.keyboard.press(game)
            expect(scorer.block("contract-0").locator(PRESSED)).to_have_count(0)
            visitor.reload()
            scorer.start_over()
        assert {"premium trull", "premium pagat", "contract trischaken"} <= set(meanings.values())


def test_letters_are_off_in_a_field_and_where_somebody_switched_them_off(
    page: OpenPage, house: House
) -> None:
    scorer = scorer_at(page(1280, 800), table_of(house))
    visitor, chosen = scorer.page, scorer.page.locator(PRESSED)
    expect(visitor.locator("[data-key]")).to_have_count(0)
    visitor.keyboard.press("1")
    expect(chosen).to_have_count(1)
    expect(scorer.block("contract-0").get_by_role("button", name="Rufer 1", exact=True)).to_have_attribute(
        "data-key", "R"
    )
    scorer.tap(scorer.block("contract-0").locator(".after [aria-expanded=false]"))
    visitor.get_by_label("Spiel suchen").press_sequentially("rd")
    expect(chosen).to_have_count(1)
    visitor.get_by_label("Spiel suchen").fill("")
    visitor.get_by_text("Auch ohne Netz", exact=True).click()
    visitor.get_by_label("Mit den Buchstaben einer Tastatur").uncheck()
    visitor.get_by_label("Mit den Buchstaben einer Tastatur").blur()
    visitor.keyboard.press("r")
    expect(visitor.locator(".lettered")).to_have_count(0)
    expect(chosen).to_have_count(1)


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


# How many seats stand in each row.
ROWS = """() => Object.values(Object.groupBy(
    document.querySelectorAll('.seat-row button'), one => one.offsetTop)).map(row => row.length)"""
CUT = "[...document.querySelectorAll('.seat-row .cut')].map(one => one.textContent)"


TEN_LETTERS = ("Wilhelmine", "Friederike", "Maximilian", "Leopoldine", "Margarethe", "Hildegunde")


def test_six_fit_the_screen_and_nothing_moves_whatever_is_told(page: OpenPage, house: House) -> None:
    _anna, bert, cilli, dora, *_others = names = TEN_LETTERS
    sheet = table_of(house, "standard", names)
    scorer, other = scorer_at(page(390, 844), sheet), scorer_at(page(390, 844), sheet)
    before = scorer.page.evaluate(KEPT)
    assert scorer.page.evaluate(ROWS) == [3, 3]
    assert scorer.page.evaluate(CUT) == []
    scorer.contract("Trischaken").most(bert).save()
    expect(scorer.page.locator("h1")).to_have_text(re.compile("Hand 2.*doppelt, noch"))
    assert scorer.page.evaluate(OUT_OF_SIGHT) == []
    assert scorer.page.evaluate(KEPT) == before
    told = scorer.page.locator("#banner, h1, .news").get_by_text(re.compile("doppelt|Radl"))
    told = told.filter(visible=True)
    expect(told).to_have_count(1)  # once
    scorer.declarer(cilli).declarer(dora).contract("Solorufer")
    look(other.page)
    expect(other.page.locator("h1")).to_contain_text("Hand 2")
    other.declarer(cilli).contract("Dreier").won().save()
    look(scorer.page)
    expect(scorer.hint).to_contain_text("Ist es dieselbe Hand?")
    assert scorer.page.evaluate(KEPT)[:3] == before[:3]
    scorer.tap(scorer.page.get_by_role("button", name="Meine ist eine andere Hand"))
    assert scorer.page.evaluate(OUT_OF_SIGHT) == []
    assert scorer.page.evaluate(KEPT) == before
    scorer.won().save()
    assert sheet.entries.count() == 3


BROKEN = script("broken_names")


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
    scorer.contract("Dreier")  # nobody goes along there: a tap says who plays
    assert names() == ["Anna"]
    scorer.declarer("Bert")
    assert names() == ["Bert"]
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


LOOK_OF_ROWS = """() => [...document.querySelectorAll('#paper tr.hand, #paper .game')].map(one => {
    const { backgroundColor, borderRadius, boxShadow, fontSize, padding } = getComputedStyle(one);
    return [one.className, backgroundColor, borderRadius, boxShadow, fontSize, padding];
})"""


def test_a_doubled_hand_looks_beside_the_form_as_on_its_sheet(page: OpenPage, house: House) -> None:
    sheet = table_of(house, "standard")
    for record in (trischaken("Anna"), dreier("Dora")):
        house.play(sheet, record)
    scorer = scorer_at(page(1280, 800), sheet)
    rows = scorer.page.locator("#paper tr.doubled")
    expect(rows).to_have_count(1)
    beside = scorer.page.evaluate(LOOK_OF_ROWS)
    scorer.page.goto(sheet.get_absolute_url())
    expect(rows).to_have_count(1)
    assert beside == scorer.page.evaluate(LOOK_OF_ROWS) != []


# Whatever of the form lies under the sheet, or the other way round.
APART = """() => {
    const left = one => one.getBoundingClientRect().left;
    return [...document.querySelectorAll('.blocks, .save-bar, .answers')]
        .filter(one => one.getBoundingClientRect().right > left(document.querySelector('.along')))
        .map(one => one.className);
}"""


def test_what_a_player_may_not_play_is_not_offered(page: OpenPage, house: House) -> None:
    sheet = table_of(house, "cup", (*FOUR, "Emil"))
    scorer = scorer_at(page(390, 844), sheet, "en")
    out = scorer.block("declarer-0").get_by_role("button", name="Emil")
    expect(out).to_be_disabled()
    expect(out).to_contain_text("sits out")
    scorer.tap(scorer.block("contract-0").locator(".after [aria-expanded=false]"))
    everything = scorer.block("contract-0").locator("button:has(.value) .name").all_inner_texts()
    assert everything == [contract.label.en for contract in published()["cup"].contracts.values()]
    scorer.declarer("Anna")
    offered = scorer.block("contract-0").locator("button:has(.value):enabled .name")
    labels = offered.all_inner_texts()
    assert labels == [
        contract.label.en
        for contract in published()["cup"].contracts.values()
        if contract.who.value != "never_vorhand"
    ]
    scorer.declarer("Anna").declarer("Bert")
    labels = offered.all_inner_texts()
    assert "Rufer" not in labels
    assert "Falscher Sechser" in labels


def test_a_game_is_found_by_any_name_that_the_sheet_prints(page: OpenPage, house: House) -> None:
    sheet = table_of(house)
    scorer = scorer_at(page(390, 844), sheet)
    scorer.declarer("Anna")
    expect(scorer.page.get_by_label("Spiel suchen")).to_have_count(0)
    scorer.tap(scorer.block("contract-0").locator(".after [aria-expanded=false]"))
    field, games = (
        scorer.page.get_by_label("Spiel suchen"),
        scorer.block("contract-0").locator("button:has(.value) .name"),
    )
    field.fill("eigen")
    expect(games).to_have_text(["Dreier"])
    field.fill("maus")
    expect(games).to_have_text(["Besserrufer", "Solobesser"])
    expect(scorer.block("contract-0")).to_contain_text("Prämie: Kakadu (Maus)")
    field.fill("Schnapsen")
    expect(scorer.block("contract-0")).to_contain_text("So heißt nach diesen Regeln nichts.")
    field.fill("fahren")
    expect(field).to_be_focused()
    scorer.tap(scorer.block("contract-0").get_by_role("button", name="Trischaken"))
    expect(field).to_have_count(0)
    expect(games).to_have_text(["Trischaken"])


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


def test_cards_can_be_counted_one_by_one(page: OpenPage, house: House) -> None:
    scorer = scorer_at(page(390, 844), table_of(house))
    scorer.declarer("Anna").contract("Rufer").partner("Cilli")
    scorer.keypad().tap(scorer.page.get_by_role("button", name="Karten zählen"))
    cards = scorer.page.locator(".cards")
    for card in ("König", "Dame", "Cavall", "Bub", "Trullstück", "Leere", "Leere"):
        scorer.tap(cards.get_by_role("button", name=re.compile(f"^{card}: .*dazu")))
    expect(scorer.page.locator(".typed")).to_have_text("16/1")
    scorer.tap(scorer.page.get_by_role("button", name="Leere: eine weniger"))
    expect(scorer.page.locator(".typed")).to_have_text("16/0")
    expect(scorer.page.locator(".rest")).to_contain_text("54/0")


def test_redeal_struck_and_schlussradl_are_entered_with_few_taps(page: OpenPage, house: House) -> None:
    called = house.sheet(evening=house.evening(radl_start="called"))
    scorer = scorer_at(page(390, 844), called)
    scorer.double_round().save()
    assert last_record(called) == {"event": "radl"}
    expect(scorer.page.get_by_role("heading", level=1)).to_contain_text("4 doppelt")
    sheet = table_of(house)
    scorer = scorer_at(scorer.page, sheet)
    scorer.tap(scorer.page.get_by_role("button", name="Neu geben", exact=True))
    expect(scorer.tidings).to_contain_text("Neu gegeben.")
    assert scorer.taps == 1
    assert last_record(sheet) == {"void": "redeal"}
    scorer.redeal().save()
    assert last_record(sheet) == {"void": "redeal"}
    expect(scorer.tidings).to_contain_text("Neu gegeben: Vergeben.")
    scorer.struck("Der Zettel ist nass geworden").save()
    assert last_record(sheet) == {"void": "struck"}
    scorer.schlussradl().save()
    assert last_record(sheet) == {"event": "schlussradl"}
    expect(scorer.page.get_by_role("heading", level=1)).to_contain_text("doppelt")


# Saved means saved


PRESSED = "[aria-pressed=true]"


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


def test_nothing_moves_under_a_finger_until_it_is_lifted(page: OpenPage, house: House) -> None:
    scorer = scorer_at(page(390, 844), table_of(house)).declarer("Anna")
    held: dict[str, Route] = {}
    scorer.page.route("**/preview/", lambda route: held.update(preview=route), times=1)
    with scorer.page.expect_request("**/preview/"):
        scorer.contract("Dreier")
    scorer.block("kontra-0").get_by_role("button", name="Kontra", exact=True).hover()
    scorer.page.mouse.down()
    with scorer.page.expect_response("**/preview/"):
        held["preview"].continue_()
    settlement = scorer.page.locator(".settling table")
    scorer.page.evaluate("new Promise(requestAnimationFrame)")
    expect(settlement).to_have_count(0)
    scorer.page.mouse.up()
    expect(settlement.first).to_be_visible()
    expect(scorer.page.locator(PRESSED)).to_have_count(3)


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


def test_the_page_is_made_of_few_files_that_are_asked_for_at_once(page: OpenPage, house: House) -> None:
    scorer = scorer_at(page(390, 844), table_of(house))
    expect(scorer.page.locator(".without-scripts")).to_have_count(0)
    named = scorer.page.locator("head script[src]").evaluate_all("parts => parts.map(part => part.src)")
    asked = scorer.page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    scripts = {name for name in asked if name.endswith(".js")}
    assert scripts == set(named)
    assert len(asked) <= 9
    weight = sum(len(gzip.compress(scorer.page.request.get(address).body())) for address in asked)
    weight += scorer.page.evaluate("performance.getEntriesByType('navigation')[0].transferSize")
    assert weight <= 120_000  # with fonts and signs


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


def test_what_both_sides_announced_is_tapped_and_saved_for_each_of_them(page: OpenPage, house: House) -> None:
    sheet = table_of(house)
    scorer = scorer_at(page(390, 844), sheet)
    scorer.declarer("Anna").contract("Rufer").partner("Cilli").premium("Könige", "missed")
    scorer.premium("Könige", "made", others=True, kontra="Kontra")
    ours, theirs = scorer.row("Könige").first, scorer.row("Könige").last
    expect(theirs.get_by_role("button", name="still")).to_have_count(0)
    scorer.tap(ours.locator(".name"))
    made = ours.get_by_role("button", name="gewonnen")
    expect(made).to_be_disabled()
    expect(made).to_contain_text("nicht bei Könige (Bert + Dora)")
    scorer.won().save()
    assert last_record(sheet)["premiums"] == [
        {"premium": "koenige", "by": "Anna", "announced": True, "made": False},
        {"premium": "koenige", "by": "Bert", "announced": True, "made": True, "kontra": "kontra"},
    ]


TAPPED = script("tapped_at_random")


def test_whatever_can_be_tapped_is_accepted_by_the_rules_or_grey_in_the_preview() -> None:
    players = [{"id": name, "name": name} for name in FOUR]
    at_the_table = {"words": {}, "players": players, "seats": players, "schlussradl": False}
    accepted, greyed = 0, 0
    for slug in SLUGS:
        words = {key: key for key in form_words("en")}
        facts = form_facts(published()[slug], language="en") | at_the_table | {"words": words}
        beside = {"players": list(FOUR), "rules": slug}
        needing = [key for key, rule in published()[slug].premiums.items() if rule.opponents_need_kontra]
        asked = {"facts": facts, "rounds": 300, "needing_kontra": needing}
        for one in under_node(TAPPED, asked):
            settled = answer(one["record"] | beside, published(), language="en")
            if "problems" in settled:  # greyed by the preview, which this page does not ask
                assert is_grey_in_the_preview(one["record"], published()[slug]), (slug, one, settled)
                greyed += 1
            else:
                accepted += 1
            assert one["missing"] == [], (slug, one)
            assert one["again"] == one["record"], slug
    assert greyed > 100
    assert accepted > 5 * greyed


def is_grey_in_the_preview(record: dict[str, Any], rules: Rules) -> bool:
    """Return whether one of the premiums would have been grey once all the others were tapped."""
    for premium in record["premiums"]:
        others = [other for other in record["premiums"] if other is not premium]
        hand = read_entry(record | {"premiums": others}, rules)
        assert isinstance(hand, facts.Hand)
        tapped = (premium["premium"], premium.get("announced", False), premium["made"])
        for choice in impossible_premiums(replace(hand, players=FOUR), rules):
            if (choice.premium, choice.announced, choice.made) == tapped:
                return True
    return False


def test_what_the_cards_exclude_is_grey_with_its_reason_before_it_is_tapped(
    page: OpenPage, house: House
) -> None:
    """With five points the declarer's side had neither the Trull nor four kings."""
    sheet = table_of(house, "treffpunkt")
    scorer = scorer_at(page(), sheet)
    scorer.declarer("Anna").contract("Rufer").partner("Cilli").points("5/0")
    trull = scorer.row("Trull")
    expect(scorer.page.locator(".reckoned")).to_be_visible()
    scorer.tap(trull.get_by_role("button", name="Trull still"))  # so it was the others'
    expect(trull.get_by_role("button", name="Gegner")).to_have_attribute("aria-pressed", "true")
    expect(trull.get_by_role("button", name="Gegner")).to_contain_text("nicht bei 5/0")
    expect(trull.get_by_role("button", name="Gegner")).to_be_disabled()
    scorer.save()
    assert {"premium": "trull", "by": "Bert", "made": True} in last_record(sheet)["premiums"]


ANNOUNCERS = script("announcers")


def test_what_only_the_holder_of_the_king_announces_is_the_partners() -> None:
    players = [{"id": name, "name": name} for name in FOUR]
    at_the_table = {"words": {}, "players": players, "seats": players, "schlussradl": False}
    game = {"contract": "rufer", "declarer": "Anna", "partner": "Cilli", "won": True}
    silent = {"premium": "koenig_ultimo", "by": "Anna", "made": True}
    records = {
        "silent": {"games": [game], "premiums": [silent]},
        "announced": {"games": [game], "premiums": [silent | {"announced": True, "by": "Cilli"}]},
    }
    facts = form_facts(published()["treffpunkt"], language="de") | at_the_table
    assert under_node(ANNOUNCERS, {"facts": facts, **records}) == {
        "before_the_partner_is_known": "Anna",
        "with_cilli": "Cilli",
        "with_dora": "Dora",
        "corrected": "Cilli",
        "self_called": "Anna",
        "silent_opens": "Anna",
        "said_after_all": "Cilli",
        "announced_opens": "Cilli",
    }


FOCUSED = "(document.activeElement.querySelector('.name') ?? document.activeElement).textContent"


# How it looks


def fill_in_everything(scorer: Scorer, names: tuple[str, ...]) -> None:
    """A Besserrufer with all there is to be seen at once."""
    scorer.declarer(names[1]).contract("Besserrufer").partner(names[3]).points("45/2").kontra("Re", void=True)
    scorer.bird("Uhu").bird_made("Uhu", made=False).bird_kontra()
    scorer.premium("Pagat", "made", kontra="Kontra").premium("Trull", "missed", others=True)
    scorer.further().keypad().tap(scorer.page.get_by_role("button", name=scorer.words["cards"]))
    scorer.further().tap(scorer.page.locator("#special-opener"))
    expect(scorer.settlement.locator("table")).to_be_visible()


def test_everything_is_whole_and_big_enough(page: OpenPage, house: House) -> None:
    """With all of it at once; test_every_page.py looks at the form in each state."""
    scorer = scorer_at(page(WIDTH, 844), table_of(house, names=(*LONG_NAMES, "Emil")))
    assert scorer.page.evaluate(BROKEN) == []
    fill_in_everything(scorer, LONG_NAMES)
    for width in (PHONE, DESK, WIDTH):
        scorer.page.set_viewport_size({"width": width, "height": 844})
        assert seen(scorer.page, *LOOKS, "too close") == [], width
        assert scorer.page.evaluate(SMALL_TEXT) == [], width
    heads = scorer.settlement.locator("thead th")
    assert len({head["y"] for head in map(Locator.bounding_box, heads.all()) if head}) <= 2  # won and lost
    cut = scorer.settlement.locator(".cut").first
    full = cut.get_attribute("data-full")
    assert full in LONG_NAMES
    cut.click()
    expect(scorer.settlement.locator(f"[data-full='{full}']").first).to_have_text(full)


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


def test_what_only_two_settle_asks_with_whom(page: OpenPage, house: House) -> None:
    sheet = table_of(house, own_sheet(house, club_data("donnerstag")))
    scorer = scorer_at(page(WIDTH, 844), sheet)
    scorer.declarer("Anna").contract("Rufer").partner("Cilli").premium("Mondfang", "silent", others=True)
    mondfang = scorer.row("Mondfang")
    whose, whom = (
        mondfang.get_by_role("group", name=scorer.words[word].format(label="Mondfang"))
        for word in ("ask_by", "ask_against")
    )
    scorer.tap(whose.get_by_role("button", name="Dora")).tap(whom.get_by_role("button", name="Bert"))
    expect(whom.get_by_role("button")).to_have_text(["Anna", "Bert", "Cilli"])
    scorer.page.set_viewport_size({"width": WIDTH, "height": 4500})
    scorer.page.evaluate("scrollTo(0, 0)")  # nothing lies under the bar
    assert not seen(scorer.page)
    scorer.won().save()
    assert last_record(sheet)["premiums"] == [
        {"premium": "mondfang", "by": "Dora", "against": "Bert", "made": True}
    ]
