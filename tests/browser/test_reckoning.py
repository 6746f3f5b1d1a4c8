"""An evening without network on a phone that settles by itself: amounts, totals, dealer, Radl and pot."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from scoring.engine.phone import answered
from scoring.engine.rules import PagatkassaTerms
from scoring.evenings.seals import kept
from scoring.models import Account, Club, Evening, ProgramMistake, Sheet
from tests.support.browser.no_network import (
    FIVE,
    WORDS,
    NewContext,
    all_sent,
    anna,
    dealers,
    heading,
    keep,
    page_of,
    phone,
    play,
    scorer_on,
    secretary,
    tap,
    unfold,
    waiting,
)
from tests.support.browser.phone_engine import built_parts
from tests.support.browser.reckoning import prepare
from tests.support.browser.recording_form import FOUR, table_of
from tests.support.browser.scorer import Scorer
from tests.support.browser.tournament_table import Watch, at_the_table, seated, watch
from tests.support.tournaments.playing import Playing

__all__ = ["anna", "phone", "seated", "secretary", "watch"]


def seat(scorer: Scorer, name: str) -> Locator:
    return scorer.block("declarer-0").get_by_role("button").filter(has_text=name)


def totals(scorer: Scorer, **expected: str) -> None:
    for name, total in expected.items():
        expect(seat(scorer, name).locator(".total")).to_have_text(total)


def table_with_pot(secretary: Account, names: tuple[str, ...]) -> Sheet:
    sheet = table_of(secretary, "standard", names)
    Evening.objects.filter(pk=sheet.evening_id).update(pagatkassa=kept(PagatkassaTerms(stake=10)))
    return sheet


def unsaved(scorer: Scorer) -> Locator:
    return scorer.block("declarer-0").locator(".unsaved")


def test_hands_without_network_have_amounts_totals_dealer_radl_and_pot(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_with_pot(secretary, FIVE)
    context = phone(service_workers="block")
    prepare(context)
    scorer = scorer_on(context, sheet)
    expect(unsaved(scorer)).to_have_count(0)
    context.set_offline(True)
    play(scorer, "Bert")
    keep(scorer, 1)
    expect(unsaved(scorer)).to_have_text(WORDS["reckoned"])
    totals(scorer, Anna="−5", Bert="+15", Cilli="−5", Dora="−5", Emil="0")
    expect(seat(scorer, "Bert")).to_contain_text("Vorh.")
    expect(seat(scorer, "Anna")).to_be_disabled()
    expect(scorer.block("declarer-0").locator(".pot")).to_contain_text("0,10 €")
    scorer.declarer("Bert").contract("Trischaken").most("Cilli")
    keep(scorer, 2)
    heading(scorer, "doppelt, noch 5")
    play(scorer, "Cilli")
    expect(scorer.settlement).to_contain_text("Radl")
    expect(scorer.page.locator("#save-won")).to_contain_text("+30")
    keep(scorer, 3)
    unfold(scorer)
    expect(waiting(scorer).first).to_contain_text(
        "Hand 1: Bert: Dreier, gewonnen. Bert +15 · Anna, Cilli, Dora −5"
    )
    expect(waiting(scorer).last).to_contain_text("Cilli +30")
    expect(waiting(scorer).last.locator(".doubled")).to_have_text(WORDS["doubled"])
    heading(scorer, "doppelt, noch 4")
    tap(scorer, "undo")
    heading(scorer, "doppelt, noch 5")
    shown = {name: seat(scorer, name).locator(".total").inner_text() for name in FIVE}
    context.set_offline(False)
    all_sent(scorer)
    expect(unsaved(scorer)).to_have_count(0)
    totals(scorer, **shown)
    heading(scorer, "doppelt, noch 5")
    assert dealers(sheet) == ["Emil", "Anna"]


def test_what_is_typed_is_settled_by_the_phone_while_the_server_does_not_answer(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    context = phone(service_workers="block")
    prepare(context)
    scorer = scorer_on(context, sheet)
    context.set_offline(True)
    scorer.declarer("Anna").contract("Rufer").partner("Cilli")
    expect(scorer.page.locator("#save-won")).to_contain_text("+1")
    expect(scorer.page.locator(".settling")).not_to_contain_text(WORDS["no_preview"])


def test_hands_that_wait_have_their_amounts_again_after_a_reload(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    context = phone(service_workers="block")
    prepare(context)
    scorer = scorer_on(context, sheet)
    scorer.page.route(
        "**/record/", lambda route: route.abort() if route.request.method == "POST" else route.fallback()
    )
    play(scorer, "Anna").save_button.click()
    expect(waiting(scorer)).to_have_count(1)
    totals(scorer, Anna="+15", Bert="−5")
    scorer.page.reload()
    totals(scorer, Anna="+15", Bert="−5")
    expect(unsaved(scorer)).to_have_text(WORDS["reckoned"])
    scorer.page.unroute("**/record/")


def test_a_hand_that_the_server_takes_at_once_is_none_of_the_phones_business(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary, names=FOUR)
    context = phone(service_workers="block")
    questions = prepare(context)
    scorer = scorer_on(context, sheet)
    context.set_offline(True)
    for name in ("Anna", "Bert"):
        play(scorer, name)
        keep(scorer, waiting(scorer).count() + 1)
    totals(scorer, Anna="+10", Bert="+10")
    context.set_offline(False)
    all_sent(scorer)
    asked = len(questions)
    play(scorer, "Cilli").save()
    totals(scorer, Cilli="+5")
    assert len(questions) == asked


def test_a_phone_that_was_not_made_ready_asks_nothing_until_it_is(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    context = phone(service_workers="block")
    questions = prepare(context, ready=False)
    scorer = scorer_on(context, sheet)
    context.set_offline(True)
    play(scorer, "Anna")
    keep(scorer, 1)
    expect(seat(scorer, "Anna").locator(".total")).to_have_text("…")
    expect(scorer.page.locator(".notices")).to_contain_text(WORDS["radl_later"])
    assert questions == []
    context.set_offline(False)
    all_sent(scorer)
    scorer.page.get_by_text("Dieses Telefon", exact=True).click()
    scorer.page.get_by_role("button", name="Für Abende ohne Netz bereit machen").click()
    expect(scorer.page.locator("#device [data-state=ready]")).to_be_visible()
    context.set_offline(True)
    play(scorer, "Bert")
    keep(scorer, 1)
    totals(scorer, Anna="+10", Bert="+10")


@pytest.mark.parametrize("saves_data", [False, True])
def test_where_the_club_has_it_so_a_phone_gets_ready_by_itself_after_the_first_hand(
    phone: NewContext, secretary: Account, saves_data: bool
) -> None:
    built_parts()
    Club.objects.update(phones_ready=True)
    context = phone(service_workers="block")
    context.add_init_script(
        "Object.defineProperty(navigator, 'connection', { value: "
        f"{{ saveData: {str(saves_data).lower()} }} }})"
    )
    prepare(context, ready=False)
    scorer = scorer_on(context, table_of(secretary))
    scorer.page.get_by_text("Dieses Telefon", exact=True).click()
    expect(scorer.page.locator("#device [data-state=offered]")).to_be_visible()
    play(scorer, "Anna").save()
    heading(scorer, "Hand 2")
    state = "offered" if saves_data else "ready"
    expect(scorer.page.locator(f"#device [data-state={state}]")).not_to_have_attribute("hidden", "")


def test_a_phone_that_had_shown_another_price_says_so_and_whoever_runs_the_server_is_told(
    phone: NewContext, secretary: Account
) -> None:
    sheet = table_of(secretary)
    context = phone(service_workers="block")
    prepare(context, answer=lambda question: answered(question).replace("+15", "+18").replace("−5", "−6"))
    scorer = scorer_on(context, sheet)
    context.set_offline(True)
    play(scorer, "Anna")
    keep(scorer, 1)
    totals(scorer, Anna="+18", Bert="−6")
    context.set_offline(False)
    all_sent(scorer)
    totals(scorer, Anna="+15", Bert="−5")
    expect(scorer.tidings.locator(".problems")).to_contain_text("andere Beträge")
    [mistake] = ProgramMistake.objects.all()
    assert mistake.kind == "PhoneDiffers"


def test_the_engine_in_the_worker_settles_what_waits_also_after_a_reload_without_network(
    phone: NewContext, secretary: Account
) -> None:
    built_parts()
    sheet = table_of(secretary)
    context = phone(service_workers="allow")
    scorer = scorer_on(context, sheet)
    scorer.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    scorer.page.reload()
    scorer.page.get_by_text("Dieses Telefon", exact=True).click()
    scorer.page.get_by_role("button", name="Für Abende ohne Netz bereit machen").click()
    expect(scorer.page.locator("#device [data-state=ready]")).to_be_visible()
    context.set_offline(True)
    for name, number in (("Anna", 1), ("Bert", 2)):
        play(scorer, name)
        keep(scorer, number)
    totals(scorer, Anna="+10", Bert="+10", Cilli="−10", Dora="−10")
    scorer.page.reload()
    totals(scorer, Anna="+10", Bert="+10", Cilli="−10", Dora="−10")
    expect(unsaved(scorer)).to_have_text(WORDS["reckoned"])
    context.set_offline(False)
    all_sent(scorer)
    totals(scorer, Anna="+10", Bert="+10", Cilli="−10", Dora="−10")
    assert not ProgramMistake.objects.exists()


def test_at_a_tournament_the_money_at_the_seats_is_what_the_server_said_last(
    phone: NewContext, seated: Playing, watch: Watch
) -> None:
    seated.start()
    context = phone(service_workers="block")
    prepare(context)
    scorer = at_the_table(page_of(context), seated.sheet(), "de")
    scorer.page.reload()  # a redirect goes past the engine of the test
    before = seat(scorer, "Anna").locator(".total").inner_text()
    context.set_offline(True)
    scorer.declarer("Anna").contract("Solo").points("45")
    keep(scorer, 1)
    expect(unsaved(scorer)).to_have_text(WORDS["reckoned_without_amounts"])
    totals(scorer, Anna=before)
    expect(seat(scorer, "Bert")).to_contain_text("Vorh")
    context.set_offline(False)
    all_sent(scorer)
