"""An evening without network on a phone that settles by itself: amounts, totals, dealer, Radl and pot."""

from __future__ import annotations

import json
import re

from django.urls import reverse
from playwright.sync_api import BrowserContext, Locator, expect

from scoring import clock
from scoring.accounts.verbs import ClubTerms, add_members, change_club
from scoring.engine.rules import PagatkassaTerms
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.evenings.verbs import close_sheet
from scoring.models import Club, Evening, ProgramMistake, Sheet
from scoring.phone_chart import answered
from tests.support.browser.evenings import in_order, mark, type_name
from tests.support.browser.evenings import tap as chips
from tests.support.browser.looks import complaints_by_day_and_night
from tests.support.browser.no_network import (
    STORING_IS_FORBIDDEN,
    WORDS,
    NewContext,
    address,
    all_sent,
    dealers,
    declarers,
    heading,
    house,
    keep,
    keep_hands,
    page_of,
    phone,
    play,
    scorer_offline,
    scorer_on,
    send_all,
    stored,
    tap,
    tarockrunde,
    they_are_two,
    unfold,
    waiting,
)
from tests.support.browser.people import sign_in
from tests.support.browser.phone_engine import PREPARED, built_parts, prepare
from tests.support.browser.recording_form import KEPT, table_of
from tests.support.browser.scorer import Routined, Scorer
from tests.support.browser.tournament_table import Watch, at_the_table, poor, watch
from tests.support.scoring.house import House, now
from tests.support.scoring.tables import FIVE, FOUR, dreier
from tests.support.tournaments.playing import Playing

__all__ = ["house", "phone", "poor", "tarockrunde", "watch"]


def seat(scorer: Scorer, name: str) -> Locator:
    return scorer.block("declarer-0").get_by_role("button").filter(has_text=name)


def totals(scorer: Scorer, **expected: str) -> None:
    for name, total in expected.items():
        expect(seat(scorer, name).locator(".total")).to_have_text(total)


def played(sheet: Sheet) -> list[str]:
    """The declarers of all hands, where seats have changed between them."""
    return [record["games"][0]["declarer"] for record in stored(sheet) if "games" in record]


def table_with_pot(house: House, names: tuple[str, ...]) -> Sheet:
    return house.sheet(names, evening=house.evening(pagatkassa=PagatkassaTerms(stake=10)))


def unsaved(scorer: Scorer) -> Locator:
    return scorer.page.locator(".waiting .unsaved")


def test_hands_without_network_have_amounts_totals_dealer_radl_and_pot(
    phone: NewContext, house: House
) -> None:
    sheet = table_with_pot(house, FIVE)
    context = phone(service_workers="block")
    prepare(context)
    scorer = scorer_on(context, sheet)
    expect(unsaved(scorer)).to_have_count(0)
    before = scorer.page.evaluate(KEPT)
    context.set_offline(True)
    keep_hands(scorer, "Bert")
    expect(unsaved(scorer)).to_have_text(WORDS["reckoned"])
    assert scorer.page.evaluate(KEPT) == before
    totals(scorer, Anna="−5", Bert="+15", Cilli="−5", Dora="−5", Emil="0")
    expect(seat(scorer, "Bert")).to_contain_text("Vorh.")
    expect(seat(scorer, "Anna")).to_be_disabled()
    expect(scorer.block("declarer-0").locator(".pot")).to_contain_text("0,10 €")
    scorer.declarer("Bert").contract("Trischaken").most("Cilli")
    keep(scorer, 2)
    heading(scorer, "×2, noch 5")
    play(scorer, "Cilli")
    expect(scorer.settlement).to_contain_text("Radl")
    expect(scorer.page.locator("#ends-won")).to_contain_text("+30")
    keep(scorer, 3)
    expect(scorer.page.locator(".got")).to_have_text("Anna−10Cilli+30Dora−10Emil−10")
    unfold(scorer)
    expect(waiting(scorer).first).to_contain_text(
        "Hand 1: Bert: Dreier, gewonnen. Bert +15 · Anna, Cilli, Dora −5"
    )
    expect(waiting(scorer).last).to_contain_text("Cilli +30")
    expect(waiting(scorer).last.locator(".is-doubled")).to_have_text(WORDS["doubled"])
    heading(scorer, "×2, noch 4")
    unfold(scorer)
    tap(scorer, "undo")  # also where nothing is unfolded
    heading(scorer, "×2, noch 5")
    shown = {name: seat(scorer, name).locator(".total").inner_text() for name in FIVE}
    send_all(scorer)
    expect(unsaved(scorer)).to_have_count(0)
    totals(scorer, **shown)
    heading(scorer, "×2, noch 5")
    assert dealers(sheet) == ["Emil", "Anna"]


def test_the_sheet_of_what_waits_stands_on_the_page_with_seats_that_change(
    phone: NewContext, house: House
) -> None:
    Club.objects.update(cents_per_point=10)
    sheet = table_of(house, names=FIVE)
    context = phone(service_workers="block")
    prepare(context)
    scorer = scorer_offline(context, sheet)
    keep_hands(scorer, "Anna")
    scorer.at_the_table("seating")
    named = {"name": "Emil"}
    scorer.tap(scorer.page.get_by_role("button", name=WORDS["seat_left"].format(**named)))
    mark(scorer.page, "Anna")
    tap(scorer, "save_seats")
    expect(waiting(scorer)).to_have_count(2)
    expect(scorer.block("declarer-0").get_by_role("button").filter(has_text="Emil")).to_have_count(0)
    expect(seat(scorer, "Bert")).to_contain_text("Vorh")
    scorer.at_the_table("seating")  # whoever has left can come back
    chips(scorer.page, "Emil")
    scorer.tap(scorer.page.get_by_role("button", name=WORDS["seat_up"].format(**named)))
    tap(scorer, "seats_as_they_are")
    play(scorer, "Bert")
    keep(scorer, 3)
    shown = full_page(scorer)
    expect(scorer.page.locator(".save-bar")).to_be_hidden()
    expect(shown).to_contain_text("1. Anna: Dreier, gewonnen.")
    expect(shown).to_contain_text("2. Bert: Dreier, gewonnen.")
    expect(shown.locator("tbody tr").last).to_have_text("+10+10−10−100")
    full_page(scorer, "page_course")
    expect(shown.locator("svg")).to_be_visible()
    full_page(scorer, "page_settling")
    expect(shown).to_contain_text("Cilli zahlt Anna 1,00\xa0€.")
    assert complaints_by_day_and_night(scorer.page) == []
    scorer.page.go_back()
    expect(shown.locator("svg")).to_be_visible()
    shown.get_by_role("link", name=WORDS["back_to_recording"]).click()
    send_all(scorer)
    totals(scorer, Anna="+10", Bert="+10", Cilli="−10", Dora="−10")
    assert dealers(sheet) == ["Emil", "Anna"]


def test_newcomers_take_a_seat_without_network_and_play(phone: NewContext, house: House) -> None:
    sheet = table_of(house)
    house.do(add_members, by="Anna", club=house.club, names=["Greta"])
    context = phone(service_workers="block")
    prepare(context)
    scorer = scorer_offline(context, sheet)
    scorer.at_the_table("seating")  # before anything waits
    tap(scorer, "seats_as_they_are")
    keep_hands(scorer, "Anna")
    scorer.at_the_table("seating")
    expect(scorer.page.locator(".pick")).to_have_text(["Greta"])
    for newcomer in ("greta", "anna", "Franz"):  # Anna sits there already
        type_name(scorer.page, newcomer)
    assert complaints_by_day_and_night(scorer.page) == []
    assert in_order(scorer.page) == [*FOUR, "Greta", "Franz"]
    mark(scorer.page, "Dora")
    tap(scorer, "save_seats")
    play(scorer, "Greta")
    keep(scorer, 3)
    play(scorer, "Franz")
    keep(scorer, 4)
    totals(scorer, Anna="+5", Greta="+15", Franz="+10")
    send_all(scorer)
    assert played(sheet) == ["Anna", "Greta", "Franz"]
    assert dealers(sheet) == ["Dora", "Dora", "Greta"]
    evening = now(sheet).evening
    joined = evening.participants.filter(member__in=house.club.members.filter(name="Franz"))
    assert joined.count() == 1, "asked on the phone, done once it is sent"
    totals(scorer, Greta="+15", Franz="+10")


def test_a_phone_that_was_not_made_ready_asks_nothing_until_it_is(phone: NewContext, house: House) -> None:
    """Nor afterwards where the server takes a hand at once."""
    sheet = table_of(house)
    context = phone(service_workers="block")
    questions = prepare(context, ready=False)
    scorer = scorer_offline(context, sheet)
    keep_hands(scorer, "Anna")
    expect(seat(scorer, "Anna").locator(".total")).to_have_text("…")
    expect(scorer.page.locator(".notices")).to_contain_text(WORDS["radl_later"])
    assert questions == []
    send_all(scorer)
    make_ready(scorer)
    context.set_offline(True)
    keep_hands(scorer, "Bert")
    totals(scorer, Anna="+10", Bert="+10")
    send_all(scorer)
    asked = len(questions)
    play(scorer, "Cilli").save()
    totals(scorer, Cilli="+5")
    assert len(questions) == asked


def test_where_the_club_has_it_so_a_phone_gets_ready_by_itself_after_the_first_hand(
    phone: NewContext, house: House
) -> None:
    built_parts()
    now = {name: getattr(house.club, name) for name in ClubTerms._fields}
    house.do(change_club, by="Anna", club=house.club, terms=ClubTerms(**now | {"phones_ready": True}))
    context = phone(service_workers="block")
    prepare(context, ready=False)
    scorer = scorer_on(context, table_of(house))
    scorer.page.locator("#device > summary").click()
    switch = scorer.page.get_by_label("Auch ohne Netz")
    expect(switch).not_to_be_checked()
    play(scorer, "Anna").save()
    heading(scorer, "Hand 2")
    expect(scorer.page.locator("#device [data-state=ready]")).to_be_visible()
    switch.uncheck()
    scorer.page.reload()
    play(scorer, "Bert").save()
    heading(scorer, "Hand 3")
    expect(switch).not_to_be_checked()  # whoever switched it off does not get it again


def test_a_phone_that_had_shown_another_price_says_so_and_whoever_runs_the_server_is_told(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    context = phone(service_workers="block")
    prepare(context, answer=lambda question: answered(question).replace("+15", "+18").replace("−5", "−6"))
    scorer = scorer_offline(context, sheet)
    keep_hands(scorer, "Anna")
    totals(scorer, Anna="+18", Bert="−6")
    send_all(scorer)
    totals(scorer, Anna="+15", Bert="−5")
    expect(scorer.tidings.locator(".problems")).to_contain_text("andere Beträge")
    [mistake] = ProgramMistake.objects.all()
    assert mistake.kind == "PhoneDiffers"


def full_page(scorer: Scorer, word: str = "") -> Locator:
    """Open the sheet of what waits, or another of its pages."""
    shown = scorer.page.locator(".full-page")
    if word:
        shown.get_by_role("link", name=WORDS[word], exact=True).click()
    else:
        scorer.page.locator(".waiting-line a").click()
    expect(shown.get_by_role("heading", level=1)).to_have_text(WORDS[word or "page_sheet"])
    return shown


def begin_away(context: BrowserContext, *names: str, guest: str = "") -> Scorer:
    """A table that is opened without network."""
    page = sign_in(page_of(context), "de")
    page.goto(reverse("scoring:table_away", args=[Club.objects.get().slug]))
    context.set_offline(True)
    busy = page.locator("[data-order=busy]:visible")
    if busy.count():
        busy.click()
    chips(page, *(name for name in names if name != guest))
    if guest:
        type_name(page, guest)
    page.locator(".dock button").dblclick(force=True)  # once is enough
    return Routined(page)


NO_ROOM = """
    const put = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, text) {
        const isOfATable = /^tarockclub (away|waiting) /.test(key);
        if (window.isFull && isOfATable) throw new DOMException("", "QuotaExceededError");
        return put.call(this, key, text);
    };
    window.isFull = location.pathname.endsWith("/away/");
"""


def test_a_table_that_is_opened_without_network_becomes_one_of_the_club(
    phone: NewContext, house: House
) -> None:
    house.do(add_members, by="Anna", club=house.club, names=list(FOUR[1:3]))
    context = phone(service_workers="block")
    prepare(context)
    context.add_init_script(NO_ROOM)
    scorer = begin_away(context, *FOUR, guest="Dora")
    expect(scorer.page.locator("#away .problems")).to_contain_text("Der Speicher dieses Browsers ist voll")
    scorer.page.evaluate("window.isFull = false")  # nothing has to be said anew
    scorer.page.get_by_role("button", name="Hand 1 schreiben").click()
    keep_hands(scorer, "Anna", "Bert")
    totals(scorer, Anna="+10", Bert="+10", Cilli="−10", Dora="−10")
    tap(scorer, "show_picture")
    expect(scorer.page.get_by_role("dialog")).to_contain_text(WORDS["no_picture"])
    tap(scorer, "picture_none_away")
    assert complaints_by_day_and_night(scorer.page) == []
    scorer.at_the_table("seating")
    type_name(scorer.page, "Gustl")
    tap(scorer, "save_seats")
    play(scorer, "Gustl")
    keep(scorer, 4)
    assert not Sheet.objects.exists()
    context.set_offline(False)
    scorer.page.wait_for_url("**/record/")
    all_sent(scorer)
    sheet = Sheet.objects.get()
    assert played(sheet) == ["Anna", "Bert", "Gustl"]
    assert sheet.evening.date == clock.today()
    totals(scorer, Gustl="+15")
    assert not ProgramMistake.objects.exists()


def test_a_table_of_two_people_is_refused_with_what_to_do_and_is_forgotten_once_it_plays(
    phone: NewContext, house: House
) -> None:
    house.do(add_members, by="Anna", club=house.club, names=list(FOUR[1:]))
    context = phone(service_workers="block")
    prepare(context)
    scorer = begin_away(context, *FOUR[:2])
    problems = scorer.page.locator("#away .problems[role=alert]")
    expect(scorer.page.get_by_role("button", name="Noch 2 dazu")).to_be_visible()
    chips(scorer.page, *FOUR[2:])
    scorer.page.get_by_role("button", name="Hand 1 schreiben").click()
    keep_hands(scorer, "Anna")
    expect(problems).to_be_hidden()


def test_two_phones_that_began_the_same_table_see_both_and_choose(phone: NewContext, house: House) -> None:
    sheet = table_of(house)
    house.play(sheet, dreier("Dora"))
    for choice, played in (("own", ["Anna"]), ("same", ["Dora", "Anna"])):
        context = phone(service_workers="block")
        prepare(context)
        scorer = begin_away(context, *FOUR)
        keep_hands(scorer, "Anna")
        context.set_offline(False)
        same = scorer.page.locator("#away .same")
        expect(same).to_contain_text(f"„{sheet.name}“, Hände: 1")
        expect(same).to_contain_text("Auf diesem Telefon, Hände: 1")
        same.locator(f"[data-choice={choice}]").click()
        scorer.page.wait_for_url("**/record/")
        if choice == "same":
            expect(waiting(scorer)).to_contain_text("Anna: Dreier, gewonnen")
            they_are_two(scorer)
        all_sent(scorer)
        there = Sheet.objects.latest("pk") if choice == "own" else sheet
        assert declarers(there) == played
        for further in Sheet.objects.exclude(pk=sheet.pk).filter(closed_at=None):
            house.do(close_sheet, by="Anna", sheet=further)


def test_a_phone_with_an_older_engine_or_other_rules_shows_nothing_as_final_and_says_why(
    phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    context = phone(service_workers="block")
    told = {"wrong": "program", "text": "Das Telefon rechnet mit einem anderen Programm als der Server."}
    questions = prepare(context, answer=lambda question: json.dumps(told))
    scorer = scorer_offline(context, sheet)
    keep_hands(scorer, "Anna")
    state = scorer.page.locator(".waiting [role=status]")
    expect(state).to_contain_text(told["text"])
    expect(state).to_contain_text(WORDS["no_engine"])
    expect(unsaved(scorer)).to_have_count(0)
    expect(seat(scorer, "Anna").locator(".total")).to_have_text("…")
    assert len(questions) < 20  # it is not asked again and again
    send_all(scorer)
    totals(scorer, Anna="+15")


def test_a_phone_that_is_too_old_is_told_so_and_asked_nothing_again(phone: NewContext, house: House) -> None:
    built_parts()
    context = phone(service_workers="block")
    context.add_init_script("delete globalThis.WebAssembly")
    scorer = scorer_on(context, table_of(house))
    make_ready(scorer, "old")
    expect(scorer.page.locator("#device [data-state=old]")).to_contain_text("Dieses Telefon ist zu alt dafür")
    expect(scorer.page.get_by_label("Auch ohne Netz")).to_be_disabled()
    assert complaints_by_day_and_night(scorer.page) == []


NO_WORKERS = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });"
LITTLE_ROOM = "StorageManager.prototype.estimate = async () => ({ quota: 30_000_000 });"
NO_PROMISE = "StorageManager.prototype.persisted = async () => false;"
PROMISE = "StorageManager.prototype.persisted = async () => true;"


def test_what_a_private_window_does_not_keep_is_said_on_the_page(phone: NewContext, house: House) -> None:
    """Of all that stands against it the worst is said."""
    built_parts()
    context = phone(service_workers="block")
    scorer, sheet = Routined(sign_in(page_of(context), "de")), table_of(house)
    said = scorer.page.locator("#device [data-keeping]:visible")
    for window, keeping in (
        (NO_PROMISE, None),  # there is nothing yet to be kept
        (PREPARED + PROMISE, None),
        (NO_PROMISE, "unsure"),
        (LITTLE_ROOM, "little"),
        (NO_WORKERS, "page"),
        (STORING_IS_FORBIDDEN, "nothing"),
    ):
        context.add_init_script(window)  # beside those before
        scorer.open(address(sheet)).page.locator("#device > summary").click()
        expect(said).to_have_count(0 if keeping is None else 1)
        if keeping is not None:
            expect(said).to_have_attribute("data-keeping", keeping)
    assert complaints_by_day_and_night(scorer.page) == []  # with the longest of these sentences


# It is looked for again and again, here at once; what asks the server goes on as usual.
# It is looked for again and again, here at once; what asks the server goes on as usual.
AT_ONCE = """() => {
    const later = setTimeout;
    window.setTimeout = (then, wait) => later(then, wait === 250 ? 0 : wait);
}"""


def test_a_phone_whose_storage_is_full_does_not_say_that_it_is_ready(phone: NewContext, house: House) -> None:
    built_parts()
    sheet = table_of(house)
    scorer = scorer_on(phone(service_workers="allow"), sheet)
    scorer.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    scorer.page.reload()
    scorer.page.evaluate("() => { caches.match = () => Promise.resolve(undefined); }")
    scorer.page.evaluate(AT_ONCE)
    make_ready(scorer, "failed")


def make_ready(scorer: Scorer, state: str = "ready") -> None:
    if not scorer.page.locator("#device[open]").count():
        scorer.page.locator("#device > summary").click()
    scorer.page.get_by_label("Auch ohne Netz").click()
    expect(scorer.page.locator(f"#device [data-state={state}]")).to_be_visible()


def vorhand(scorer: Scorer) -> str:
    found = re.search(r"(\w+) ist Vorhand", scorer.page.locator("#banner").inner_text())
    assert found is not None
    return found[1]


def test_an_hour_in_a_cellar(phone: NewContext, house: House) -> None:
    """Twelve hands, corrections, a change of seats, a reload; the worker settles them as the server does."""
    parts = built_parts()
    Club.objects.update(cents_per_point=10)
    sheet = table_with_pot(house, FIVE)
    context = phone(service_workers="allow")
    scorer = scorer_on(context, sheet)
    scorer.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    scorer.page.reload()
    make_ready(scorer)
    assert scorer.page.evaluate("memory => caches.match(memory).then(Boolean)", parts["memory"])
    context.set_offline(True)
    waits = 0
    for hand in range(1, 12):
        if hand == 5:
            scorer.at_the_table("seating")
            scorer.tap(scorer.page.get_by_role("button", name=WORDS["seat_left"].format(name="Emil")))
            tap(scorer, "save_seats")
            waits += 1
        if hand == 7:
            scorer.page.reload()
            expect(unsaved(scorer)).to_have_text(WORDS["reckoned"])
        heading(scorer, f"Hand {hand}")
        scorer.declarer(vorhand(scorer))
        if hand % 5 == 0:
            scorer.contract("Trischaken").most("Anna" if hand < 10 else "Bert")
        else:
            scorer.contract("Dreier")
            scorer.won() if hand % 3 else scorer.lost()
        waits += 1
        scorer.tap(scorer.save_button)
        expect(waiting(scorer)).to_have_count(waits)
    unfold(scorer)
    scorer.tap(waiting(scorer).nth(2).get_by_role("button", name=WORDS["change_it"]))
    heading(scorer, "Hand 3")
    scorer.lost().tap(scorer.save_button)
    unfold(scorer)
    scorer.tap(waiting(scorer).nth(11).get_by_role("button", name=WORDS["insert_before"]))  # behind the seats
    heading(scorer, "Hand 11")
    play(scorer, vorhand(scorer)).tap(scorer.save_button)
    heading(scorer, "Hand 13")
    scorer.redeal()
    scorer.tap(scorer.page.locator("#save"))
    heading(scorer, "Hand 13")
    expect(full_page(scorer)).to_contain_text("12. ")
    shown = full_page(scorer, "page_settling")
    expect(shown.locator("li").first).to_be_visible()
    said = shown.locator("li").all_inner_texts()
    assert said
    scorer.page.reload()
    expect(shown.locator("li")).to_have_text(said)
    shown.get_by_role("link", name=WORDS["back_to_recording"]).click()
    left = {name: seat(scorer, name).locator(".total").inner_text() for name in FOUR}
    context.set_offline(False)
    expect(waiting(scorer)).to_have_count(0, timeout=120_000)
    totals(scorer, **left)
    sheet.refresh_from_db()
    assert sheet.state.hands == 12
    assert sheet.entries.count() == 14  # a change of seats and a redeal among them
    evening = Evening.objects.get()
    settled = settling_of(evening, sheets_of(evening), "de")
    paid = [f"{payment.payer} zahlt {payment.payee} {payment.money}." for payment in settled.payments]
    assert said == paid
    assert not ProgramMistake.objects.exists()


def test_at_a_tournament_the_phone_knows_play_money_busts_and_replacement_capital(
    phone: NewContext, poor: Playing, watch: Watch
) -> None:
    poor.start()
    context = phone(service_workers="block")
    prepare(context)
    scorer = at_the_table(page_of(context), poor.sheet(), "de")
    scorer.page.reload()  # a redirect goes past the engine of the test
    context.set_offline(True)
    for count in (1, 2):
        scorer.declarer("Anna").contract("Solo").points("45")
        keep(scorer, count)
        expect(unsaved(scorer)).to_have_text(WORDS["reckoned"])
        expect(seat(scorer, "Anna").locator(".total .gets")).to_be_visible()
    expect(scorer.page.locator(".total.bust")).to_have_count(3)
    expect(scorer.page.locator(".notices")).to_contain_text("Ersatzkapital")
    shown = {name: seat(scorer, name).locator(".total").inner_text() for name in FOUR}
    send_all(scorer)
    totals(scorer, **shown)
