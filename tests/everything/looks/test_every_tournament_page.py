"""Every page of a tournament in every state that looks different: on a narrow phone, by day and by night.

Elsewhere a page is opened for what can be done on it; how it looks is only asked here, once for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.accounts.verbs import add_members
from scoring.models import Club, Evening, Participant
from tests.support.browser.looks import LONG, UNFOLD, WIDTH
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.tournament_standings import playing as ranked_twice
from tests.support.browser.tournament_standings import ranked
from tests.support.browser.tournament_table import at_the_table, bust, card, look, nine, poor, seated
from tests.support.browser.tournament_tour import HEIGHT, Tour, tour
from tests.support.scoring.house import House, house
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.access import TABLE, WHO, R, Scene, scene, tournament_scene
from tests.support.tournaments.disputes import called, ruled, the_hand
from tests.support.tournaments.playing import Hands, Playing, address, hand, opened, playing, watch
from tests.support.tournaments.repair import begun
from tests.support.tournaments.results_files import DEFECTS, KEPT, content, spoiled
from tests.support.tournaments.series import counted_in_a_series, with_a_final
from tournaments.cash import verbs as cash
from tournaments.corrections.disputes.verbs import Decision
from tournaments.engine.terms import CUP, PLAY_MONEY, Double
from tournaments.entrants.registration import verbs as registration
from tournaments.entrants.registration.codes import code_at_the_door
from tournaments.models import CashEntry, Finding, Opening, Ruling, Signup, Tournament
from tournaments.planning import verbs as planning

__all__ = [
    "begun",
    "bust",
    "house",
    "nine",
    "playing",
    "poor",
    "ranked",
    "ranked_twice",
    "scene",
    "seated",
    "tour",
    "tournament_scene",
    "watch",
]

TITLE = "Herbstturnier der Donaudampfschifffahrtsgesellschaft"
PLACE = "Gasthaus zur Post in Bad Schallerbach"
CLUB = "Donaudampfschifffahrtsgesellschafts-Tarockrunde"
TOO_WIDE = ("/rounds/4/people/", "/hands/")  # for letters of twice the size; so is the public page
STARTING = "?preset=spielgeld"  # the form behind the choice of presets

NO_PAGES = (
    "/now/",
    "/export/",
    "/pulse/",
    "/clock/",
    "/results/",
    ".json",
    ".zip",
    ".png",
)  # what scripts and spreadsheets read
OTHER_SCREENS = ("/projector/",)  # looked at in a size of its own: test_projector.py


def enter(visitor: Page, who: str, language: str) -> None:
    visitor.goto("about:blank")  # what is open asks for news, and would ask as nobody
    visitor.context.clear_cookies()
    sign_in(visitor, language, WHO[who])


def is_page(address: str) -> bool:
    return not any(part in f"/{address}" for part in (*NO_PAGES, *OTHER_SCREENS))


def pages_for(scene: Scene, who: str) -> list[str]:
    """What this visitor gets to see, by the table of who gets what."""
    place = list(WHO).index(who)
    found = [
        scene.path(address, row)
        for address, row in TABLE.items()
        if row.reading.split()[place] == "200" and is_page(address)
    ]
    return [*found, *(f"{path}{STARTING}" for path in found if path.endswith("/tournaments/new/"))]


@pytest.fixture
def wordy(scene: Scene) -> Scene:
    """Shown to everybody, a director may call a doubled round, and names hardly fit."""
    terms = replace(scene.playing.tournament.terms, double=Double.CALLED)
    Tournament.objects.update(kept_terms=terms.as_json(), public=True)
    Tournament.objects.filter(pk=scene.playing.tournament.pk).update(title=TITLE)
    Evening.objects.update(venue=PLACE)
    Club.objects.filter(pk=scene.house.club.pk).update(name=CLUB)
    Participant.objects.filter(guest="Kathi").update(guest=LONG, key=LONG.casefold())
    return scene


def test_nothing_is_wrong_with_any_page(tour: Tour, wordy: Scene) -> None:
    shown: set[str] = set()
    tournament = wordy.playing.tournament
    for who in ("director", "arbiter", "seated"):
        enter(tour.visitor, who, "de")
        for path in pages_for(wordy, who):
            if path not in shown or path.endswith(f"/tournaments/{tournament.pk}/"):
                too_wide = path.endswith(TOO_WIDE) or path == f"/tournaments/{tournament.code}/"
                if "certificates" not in path:  # test_certificates.py
                    tour.at(path, f"{who}, {path}", big=not too_wide)
                    assert tour.visitor.url.endswith(path)
            shown.add(path)
    tour.wrong += tour.kinds.complaints("tournaments")
    tour.ends()
    read = {wordy.path(address, row) for address, row in TABLE.items() if "200" in row.reading.split()}
    assert {path for path in read - shown if is_page(path)} == set()
    asked_first = [wordy.path(f"{R}{name}/", TABLE[f"{R}{name}/"]) for name in ("ring", "blank")]
    assert shown.issuperset(asked_first)


# States that the same pages have elsewhere


def series_pages(playing: Playing) -> Iterator[str]:
    """Of a series in which a round of a finished tournament counts; all others look as in the scene above."""
    series = with_a_final(playing, counted_in_a_series(playing))
    here = series.get_absolute_url()
    group, anna = series.counted.get(use="ranked").list_id, playing.house.member("Anna").pk
    yield from (here, f"{here}?group={group}", f"{here}people/m{anna}/")
    yield from (f"{here}events/", f"{here}certificates/?whose=first&first=3")
    yield here.replace(f"series/{series.pk}/", "series/years/")
    yield here.replace(f"series/{series.pk}/", f"lists/{group}/change/")


def test_setting_up(tour: Tour, house: House) -> None:
    over = opened(house, *FOUR, title="Cup", rules="cup", terms=CUP)
    over.level_round()
    over.do(planning.finish_tournament)
    new = f"{house.club.get_absolute_url()}tournaments/new/"
    visitor = sign_in(tour.visitor, "de", "Bert")
    for where in series_pages(over):
        tour.at(where)

    tour.go(f"{new}{STARTING}").evaluate(UNFOLD)
    visitor.locator("[name=overall][value=average]").check()
    tour.look("new, with overall standings")

    tour.go(f"{new}{STARTING}").locator("[name=rounds]").fill("0")
    visitor.locator("[name=in_money]").evaluate("(field) => { field.value = 'luck luck'; }")
    visitor.locator("[name=rounds]").press("Enter")
    expect(visitor.locator(".errorlist").first).to_be_visible()
    visitor.evaluate(UNFOLD)
    tour.look("new, gone wrong")
    tour.ends()


def test_people(tour: Tour, playing: Playing) -> None:
    playing.do(add_members, club=playing.house.club, names=[f"{LONG} B"[:40]])
    playing.register([LONG, "Gast 2", "Gast 3"])
    playing.check_in()
    playing.do(cash.pay, entrants=[playing.entrant("Anna").pk])
    visitor = sign_in(tour.visitor, "en", "Bert")
    tour.go(address(playing, "draw", 1)).get_by_role("button", name="Draw this round").click()
    expect(visitor.get_by_role("button", name="Draw anyway")).to_be_visible()
    tour.look("draw, asked about who has not paid")
    tour.go(address(playing, "people", 1)).get_by_text("members of the club are not registered").click()
    visitor.get_by_label("Name", exact=True).fill(f"{LONG}x")
    visitor.get_by_role("button", name="Present", exact=True).click()
    expect(visitor.get_by_role("button", name=f"the same person as {LONG}")).to_be_visible()
    tour.look("check-in with a question", big=False)
    playing.agree(sections=(LONG[:30], "B"), together=True)
    tour.at(address(playing, "sections"))
    playing.agree(sections=())
    tour.go(address(playing, "register"))
    visitor.get_by_label("Names, one on each line").fill(f"{LONG}x\n{'x' * 50}\nZita\n{LONG}\nHidla")
    visitor.get_by_role("button", name="Look at it").first.click()
    expect(visitor.get_by_role("heading", name="What becomes of the list")).to_be_visible()
    tour.look("import")
    tour.ends()


def test_registering(tour: Tour, house: House) -> None:
    """From the page to the table on one phone; the page follows by itself."""
    playing = opened(house, "Gerta", "Hans", "Ida", terms=PLAY_MONEY)
    asked = {"limit": 4, "opens_at": None, "closes_at": None, "word": "Pagat"}
    playing.do(registration.open_registration, **asked)
    code = playing.tournament.code
    phone, page = tour.visitor, f"/tournaments/{code}/registration/?language=en"
    tour.go(page).get_by_role("button", name="Register").click()
    expect(phone.locator(".errorlist").first).to_be_visible()
    tour.look("nothing written")
    for label, words in (("Your name", "Franz Huber"), ("Wishes", "Rauchertisch"), ("Secret word", "pagat")):
        phone.get_by_label(label).fill(words)
    phone.get_by_role("button", name="Register").click()
    expect(phone.locator(".felt h2")).to_have_text("You are registered, and there is a place for you.")
    mine = phone.url
    expect(tour.go(page).get_by_text("All places are taken, and 0 people are waiting.")).to_be_visible()
    tour.look("full, and registered on this phone")
    phone.get_by_role("link", name="Franz Huber").click()
    expect(phone).to_have_url(mine)
    signup = Signup.objects.get()
    playing.do(registration.take_in, names=[signup.name], whose=[(signup.pk, signup.name)])
    look(phone)
    expect(phone.locator(".felt h2")).to_have_text("You are on the list of players.")
    tour.look("taken in")
    tour.go(f"/tournaments/{code}/door/{code_at_the_door(Opening.objects.get())}/")
    tour.look("at the door")
    phone.get_by_role("button", name="I am here").click()
    expect(phone.locator(".felt h2")).to_have_text("You are checked in for round 1.")
    playing.publish_seats()
    look(phone)
    expect(phone.locator(".where")).to_contain_text("You play at table 1")
    tour.look("at the table")
    tour.ends()


def test_drawing(tour: Tour, nine: Playing, settings: Any) -> None:
    settings.PUBLIC_URL = "https://tarock.example.org"
    sign_in(tour.visitor, "de", "Bert")
    for where in (address(nine, "draw", 2), f"{address(nine, 'cards')}?tables=3", card(nine), "/c/1-1-x/"):
        tour.at(where)
    nine.publish(2)
    for where in (address(nine, "draw", 2), address(nine, "discard", 2), card(nine)):
        tour.at(where, f"published, {where}")
    tour.ends()


def test_standings_prizes_and_money(tour: Tour, ranked_twice: Playing) -> None:
    sign_in(tour.visitor, "en")
    here = ranked_twice.tournament.get_absolute_url()
    ranked_twice.do(cash.note_cash, kind=CashEntry.Kind.SPONSOR, name=TITLE, cents=10000)
    ranked_twice.do(cash.note_cash, kind=CashEntry.Kind.OUT, name="Saalmiete", cents=2500)
    for where in ("standings/", "rounds/1/standings/", "rounds/1/prizes/", "money/", "day/"):
        tour.go(f"{here}{where}").evaluate(UNFOLD)
        tour.look(where, everywhere=True)
    tour.ends()


def test_what_everybody_sees(tour: Tour, house: House) -> None:
    """While a round runs and after it; one that waits is looked at in the scene."""
    found = opened(house, *FOUR, "Änne", "Eva Huber", "Fritz", LONG, terms=PLAY_MONEY)
    Tournament.objects.update(public=True)
    here = f"/tournaments/{found.tournament.code}/"
    found.begin(tables=[FOUR, ("Änne", "Eva Huber", "Fritz", LONG)])
    found.play(1, hand("Bert", "Cilli"))
    for path in ("", "seating/", "standings/", f"?who={found.ids()[LONG]}", "?name=Zita"):
        tour.at(f"{here}{path}", f"running, {path}", big=False)
    found.close()
    for path in ("", "seating/", "standings/"):
        tour.at(f"{here}{path}", f"between, {path}")
    tour.ends()


def test_a_file_that_is_checked_as_soon_as_it_is_chosen(tour: Tour, house: House, tmp_path: Path) -> None:
    wrong = tmp_path / f"{LONG}.tarock.json"
    wrong.write_bytes(content(spoiled(DEFECTS["a wrong place"])))
    page = tour.go("/check/")
    for file, told in ((KEPT[0], "In Ordnung"), (wrong, DEFECTS["a wrong place"]["de"])):
        page.locator("input[type=file]").set_input_files(file)
        expect(page.locator(".found")).to_contain_text(told)
        tour.look(told, everywhere=True)
        page.evaluate("document.getElementById('checked').replaceChildren()")
        page.get_by_role("button", name="Prüfen").click()  # the file is still chosen
        expect(page.locator(".found")).to_contain_text(told)
    tour.ends()


def test_disputes(tour: Tour, bust: Playing) -> None:
    first = called(bust, "Hat Obergrubenwaldner bedient?")
    ruled(bust, first, Decision(Finding.STRUCK, the_hand(bust, 1)), reason="Vergeben")
    entry = Ruling.objects.get().written
    call = called(bust, "Wer war Spieler?")
    ruling = f"{address(bust, 'ruling', call.pk)}?hand={the_hand(bust, 1).pk}&finding="
    sheet = bust.sheet()
    emil = sign_in(tour.visitor, "en", "Emil")
    for where in (
        *(address(bust, "disputes"), address(bust, "disputes_log"), address(bust, "dispute", first.pk)),
        *(address(bust, "dispute", call.pk), f"{ruling}struck", f"{ruling}renonce"),
    ):
        tour.at(where)
    tour.at(reverse("scoring:hand", args=[sheet.pk, entry.pk]), big=False)
    tour.go(reverse("scoring:record", args=[sheet.pk]))
    expect(emil.get_by_role("button", name="Withdraw the call")).to_be_visible()
    tour.look("record")
    tour.ends()


def test_what_is_put_right(tour: Tour, begun: Playing) -> None:
    visitor = sign_in(tour.visitor, "en", "Bert")
    table = address(begun, "table", 1, 1)
    row = tour.go(table).get_by_role("listitem").filter(has_text="Cilli").first
    row.locator("summary").click()
    row.get_by_label("Somebody else sat there").select_option(label="Hans (table 2)")
    expect(visitor.locator("#review table")).to_have_count(2)
    tour.look("what would change")

    row = tour.go(table).get_by_role("listitem").filter(has_text="Anna").first
    row.locator("summary").click()
    row.get_by_label("Points, such as −10").fill("−10")
    row.get_by_label("Points, such as −10").blur()
    expect(visitor.get_by_role("heading", name="What this changes")).to_be_visible()
    visitor.get_by_label("Why?").fill("Karten des Nachbarn angesehen")
    tour.look("whom a penalty moves")
    visitor.get_by_role("button", name="Save", exact=True).click()
    expect(visitor.get_by_text("ruled: −10 points").first).to_be_visible()
    tour.look("a penalty", everywhere=True)

    tour.go(table).get_by_role("button", name="On paper from now on").click()
    visitor.get_by_role("link", name="Type the result").click()
    for balance in visitor.locator("[name^=balance-]").all():
        balance.fill("60")
    visitor.get_by_role("button", name="Save", exact=True).click()
    expect(visitor.locator(".results .error")).to_contain_text("40 too much")
    tour.look("a result that does not add up")
    tour.ends()


def test_the_signals_of_the_clock(page: OpenPage, seated: Playing, watch: Hands) -> None:
    seated.start()
    table, names = seated.table(), seated.ids()
    table.stored_results["hands"] = 1
    table.stored_results["players"][names["Anna"]].update(balance=41, replacement=50, busts=[[1, 3, -12, 50]])
    table.save()
    phone, desk = Tour(page(WIDTH, HEIGHT)), Tour(page(WIDTH, HEIGHT))
    sign_in(desk.visitor, "en")
    for minutes, signal in ((26, "five_minutes"), (5, "bell")):
        watch.forward(minutes=minutes)
        at_the_table(phone.visitor, seated.sheet())
        expect(phone.visitor.locator("#at-table .happened")).to_contain_text("Anna: 3 − 12 = −9")
        desk.go(address(seated, "round", 1))
        for one in (phone, desk):
            expect(one.visitor.locator(".clock")).to_have_attribute("data-signal", signal)
            one.look(signal, big=False, everywhere=signal == "bell")  # the longest, and in red
    phone.ends()
    desk.ends()
