"""Details of the recording form: letters, names of games, cards that exclude one another, six long names."""

from __future__ import annotations

import gzip
import re

from playwright.sync_api import Locator, Route, expect

from scoring.rules import published
from tests.support.browser.looks import DESK, LOOKS, PHONE, WIDTH, seen
from tests.support.browser.pages import OpenPage
from tests.support.browser.recording_form import (
    KEPT,
    LONG_NAMES,
    OUT_OF_SIGHT,
    PRESSED,
    house,
    last_record,
    own_sheet,
    scorer_at,
    table_of,
)
from tests.support.browser.scorer import Scorer
from tests.support.browser.scripts import script
from tests.support.browser.tournament_table import look
from tests.support.clubs.clubs import club_data
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR, dreier, trischaken

__all__ = ["house"]

# Of the form: the sheet beside it, which comes later, has the letters of its own page.
SMALL_TEXT = """() => [...document.querySelectorAll('#record *')]
    .filter(one => one.offsetWidth)
    .filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .filter(one => !one.closest('.unseen, .settlement .shrunk, .beside'))
    .filter(one => parseFloat(getComputedStyle(one).fontSize) < 18)
    .map(one => one.textContent.trim())"""


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
    visitor.locator("#device > summary").click()
    visitor.get_by_label("Mit den Buchstaben einer Tastatur").uncheck()
    visitor.get_by_label("Mit den Buchstaben einer Tastatur").blur()
    visitor.keyboard.press("r")
    expect(visitor.locator(".lettered")).to_have_count(0)
    expect(chosen).to_have_count(1)


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
    expect(scorer.page.locator("h1")).to_have_text(re.compile("Hand 2.*×2, noch"))
    assert scorer.page.evaluate(OUT_OF_SIGHT) == []
    assert scorer.page.evaluate(KEPT) == before
    told = scorer.page.locator("#banner, h1, .news").get_by_text(re.compile("×2|Radl"))
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


def test_the_page_is_made_of_few_files_that_are_asked_for_at_once(page: OpenPage, house: House) -> None:
    scorer = scorer_at(page(390, 844), table_of(house))
    expect(scorer.page.locator(".without-scripts")).to_have_count(0)
    named = scorer.page.locator("head script[src]").evaluate_all("parts => parts.map(part => part.src)")
    resources = scorer.page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    # A slow machine has asked for news by now, and has shown what is there for browsers without scripts.
    files = {name.partition("#")[0] for name in resources}  # not each sign of the file of signs
    asked = {name for name in files if not name.endswith(("/live/", "/alegreya.woff2"))}
    scripts = {name for name in asked if name.endswith(".js")}
    assert scripts == set(named)
    assert len(asked) <= 9
    weight = sum(len(gzip.compress(scorer.page.request.get(address).body())) for address in asked)
    weight += scorer.page.evaluate("performance.getEntriesByType('navigation')[0].transferSize")
    assert weight <= 119_000  # with fonts and signs


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


BROKEN = script("broken_names")
# Looks at each frame until the page has the new size of the window, and returns what stays too small. The
# page's own policy refuses `wait_for_function`, which evaluates.
STAYS_SMALL = f"""() => new Promise(done => {{
    const look = left => {{
        const small = ({SMALL_TEXT})();
        if (small.length && left) requestAnimationFrame(() => look(left - 1)); else done(small);
    }};
    look(300);
}})"""


def fill_in_everything(scorer: Scorer, names: tuple[str, ...]) -> None:
    """A Besserrufer with all there is to be seen at once."""
    scorer.declarer(names[1]).contract("Besserrufer").partner(names[3]).points("45/2").kontra("Re", void=True)
    scorer.bird("Uhu").bird_made("Uhu", made=False).bird_kontra()
    scorer.premium("Pagat", "made", kontra="Kontra").premium("Trull", "missed", others=True)
    scorer.further().keypad().tap(scorer.page.get_by_role("button", name=scorer.words["cards"]))
    scorer.further()
    expect(scorer.settlement.locator("table")).to_be_visible()


def test_everything_is_whole_and_big_enough(page: OpenPage, house: House) -> None:
    """With all of it at once; test_every_page.py looks at the form in each state."""
    scorer = scorer_at(page(WIDTH, 844), table_of(house, names=(*LONG_NAMES, "Emil")))
    assert scorer.page.evaluate(BROKEN) == []
    fill_in_everything(scorer, LONG_NAMES)
    for width in (PHONE, DESK, WIDTH):
        scorer.page.set_viewport_size({"width": width, "height": 844})
        assert seen(scorer.page, *LOOKS, "too close") == [], width
        assert scorer.page.evaluate(STAYS_SMALL) == [], width
    heads = scorer.settlement.locator("thead th")
    assert len({head["y"] for head in map(Locator.bounding_box, heads.all()) if head}) <= 2  # won and lost
    cut = scorer.settlement.locator(".cut").first
    full = cut.get_attribute("data-full")
    assert full in LONG_NAMES
    cut.click()
    expect(scorer.settlement.locator(f"[data-full='{full}']").first).to_have_text(full)


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


def test_a_correction_that_no_cards_can_give_is_stored_anyway_and_adds_no_hand(
    page: OpenPage, house: House
) -> None:
    sheet = table_of(house)
    house.play(sheet, dreier("Bert"))
    entry = house.play(sheet, dreier("Dora")).entry
    scorer = scorer_at(page(390, 844), sheet)
    scorer.page.clock.install()
    scorer.open(f"/sheets/{sheet.pk}/hands/{entry.pk}/correct/")
    scorer.premium("Trull").points("14/0")
    expect(scorer.page.locator(".wrong").filter(has_text="mit Trull sind es mindestens 14/1")).to_be_visible()
    asked: list[str] = []  # while the reason is typed, the hand is the one that was judged
    scorer.page.on("request", lambda request: asked.append(request.url))
    scorer.page.get_by_label(scorer.words["why_anyway"]).fill("Doppelt gezählt")
    scorer.page.clock.fast_forward(3000)
    assert not [url for url in asked if url.endswith("/preview/")]
    scorer.tap(scorer.page.get_by_role("button", name=scorer.words["store_anyway"]))
    expect(scorer.page.get_by_label("Warum?")).to_have_value("Doppelt gezählt")
    scorer.page.get_by_role("button", name="Korrektur speichern").click()
    expect(scorer.page.get_by_role("main")).to_contain_text("Korrigiert.")
    corrected = sheet.entries.get(supersedes=entry)
    assert (corrected.record["games"][0]["points"], corrected.reason.text) == ("14/0", "Doppelt gezählt")
    assert sheet.rows.filter(number__isnull=False).count() == 2
