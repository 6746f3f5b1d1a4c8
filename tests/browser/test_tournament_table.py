"""A tournament's table in the browser: the time beside the hand, the bell, play money; and the board."""

from __future__ import annotations

import datetime
import re
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring import clock
from scoring.models import Sheet
from scoring.table_links import code_of
from tests.browser.scorer import Scorer
from tests.browser.test_people import AXE, SMALL_TARGETS
from tests.browser.test_recording_form import sign_in
from tests.conftest import OpenPage
from tests.scoring.conftest import House, _founded, now
from tests.scoring.tables import FOUR
from tests.tournaments.conftest import Playing, opened
from tests.tournaments.hands import hand
from tournaments.engine.terms import PLAY_MONEY
from tournaments.running import timing

LOOKING = "document.dispatchEvent(new Event('visibilitychange'))"


class Watch:
    """The server's clock: it runs, and the test moves it on."""

    def __init__(self) -> None:
        self.ahead = datetime.timedelta()

    def now(self) -> datetime.datetime:
        return datetime.datetime.now(datetime.UTC) + self.ahead

    def forward(self, **further: float) -> None:
        self.ahead += datetime.timedelta(**further)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Some hours ahead of the phones."""
    found = Watch()
    found.forward(hours=5)
    monkeypatch.setattr(clock, "now", found.now)
    return found


@pytest.fixture
def house(transactional_db: None, watch: Watch) -> House:
    return _founded()


@pytest.fixture
def playing(house: House) -> Playing:
    found = opened(house, terms=PLAY_MONEY)
    found.register(FOUR)
    found.begin(tables=[FOUR])
    return found


def at_the_table(phone: Page, sheet: Sheet, language: str = "en") -> Scorer:
    """The phone that has scanned the card."""
    phone.goto(reverse("scoring:table_link", args=[code_of(sheet, "record")]) + f"?language={language}")
    return Scorer(phone, language).open(reverse("scoring:record", args=[sheet.pk]))


def look(*phones: Page) -> None:
    """As if somebody had just taken them up."""
    for phone in phones:
        phone.evaluate(LOOKING)


def test_the_time_runs_beside_the_hand_by_the_servers_clock(
    page: OpenPage, playing: Playing, watch: Watch
) -> None:
    phone = at_the_table(page(390, 844), playing.sheet()).page
    face, said = phone.locator(".clock .time"), phone.locator(".clock .signal")
    expect(face).to_have_text(re.compile(r"^(30:00|29:5\d)$"))
    phone.wait_for_timeout(1500)
    expect(face).to_have_text(re.compile(r"^29:5[0-8]$"))
    expect(said).to_be_empty()
    for minutes, shown, words, signal in (
        (25, r"^4:5\d$", "The last five minutes", "five_minutes"),
        (4, r"^0:5\d$", "The last minute", "one_minute"),
        (1, r"^0:00$", "The bell has rung.", "bell"),
    ):
        watch.forward(minutes=minutes)
        look(phone)
        expect(face).to_have_text(re.compile(shown))
        expect(said).to_have_text(words)
        expect(phone.locator(".clock")).to_have_attribute("data-signal", signal)


def test_a_pause_stops_the_clock_of_the_page_and_added_minutes_move_it(
    page: OpenPage, playing: Playing, watch: Watch
) -> None:
    phone = at_the_table(page(390, 844), playing.sheet()).page
    face = phone.locator(".clock .time")
    watch.forward(minutes=10)
    timing.pause(actor=playing.director, deed=uuid4(), round_=playing.round())
    look(phone)
    expect(phone.locator(".clock .signal")).to_have_text("Clock stopped")
    expect(face).to_have_text(re.compile(r"^(20:00|19:5\d)$"))
    stood = face.inner_text()
    phone.wait_for_timeout(2200)
    expect(face).to_have_text(stood)
    timing.resume(actor=playing.director, deed=uuid4(), round_=playing.round())
    timing.add_time(actor=playing.director, deed=uuid4(), round_=playing.round(), seconds=180)
    look(phone)
    expect(face).to_have_text(re.compile(r"^22:5\d$|^23:00$"))
    expect(phone.locator(".clock .signal")).to_be_empty()


def test_the_bell_rings_by_itself_and_asks_whether_cards_are_dealt(
    page: OpenPage, playing: Playing, watch: Watch
) -> None:
    watch.forward(minutes=29, seconds=54)
    first = at_the_table(page(390, 844), playing.sheet())
    other = at_the_table(page(320, 640), playing.sheet()).page
    phone = first.page
    expect(phone.locator(".clock .signal")).to_have_text("The last minute")
    question = "The bell has rung. Have the cards been dealt already?"
    for one in (phone, other):
        expect(one.get_by_role("heading", name=question)).to_be_visible(timeout=15_000)
    phone.get_by_role("button", name="Yes: we finish this hand").click()
    expect(phone.locator("#at-table .bell")).to_contain_text(
        "The bell has rung: one more hand may be entered."
    )
    look(other)
    expect(other.locator("#at-table .bell")).to_contain_text(
        "The bell has rung: one more hand may be entered."
    )

    first.declarer("Anna").contract("Normalspiel").partner("Bert").points("45").save()
    expect(phone.locator("#at-table .bell")).to_contain_text("no more hand")
    phone.get_by_role("button", name="Hand in the sheet").click()
    expect(phone.locator("#at-table")).to_contain_text("The sheet is handed in.")
    assert not now(playing.sheet()).is_open
    assert playing.sheet().standing["hands"] == 1


def test_no_closes_the_sheet_on_all_phones(page: OpenPage, playing: Playing, watch: Watch) -> None:
    watch.forward(minutes=31)
    phone = at_the_table(page(390, 844), playing.sheet()).page
    other = at_the_table(page(390, 844), playing.sheet()).page
    phone.get_by_role("button", name="No: hand in the sheet").click()
    look(other)
    for one in (phone, other):
        expect(one.locator("#at-table")).to_contain_text("The sheet is handed in.")
        expect(one.locator("#save")).to_have_count(0)


def test_a_page_is_silent_until_sound_is_tapped_and_then_rings(
    page: OpenPage, playing: Playing, watch: Watch
) -> None:
    phone = at_the_table(page(390, 844), playing.sheet()).page
    phone.evaluate("""() => {
        window.heard = [];
        document.addEventListener('sounded', ({ detail }) => window.heard.push(detail));
    }""")
    expect(phone.locator(".clock .sound")).to_contain_text("This page is silent.")
    watch.forward(minutes=26)
    look(phone)
    expect(phone.locator(".clock")).to_have_attribute("data-signal", "five_minutes")
    assert phone.evaluate("window.heard") == []
    phone.get_by_role("button", name="Silent: sound on").click()
    expect(phone.locator(".clock .sound")).to_contain_text("This page sounds")
    watch.forward(minutes=5)
    look(phone)
    expect(phone.locator(".clock")).to_have_attribute("data-signal", "bell")
    assert phone.evaluate("window.heard") == ["test", "bell"]


def test_everybodys_play_money_after_every_hand_and_who_goes_bust(page: OpenPage, playing: Playing) -> None:
    phone = at_the_table(page(390, 844), playing.sheet()).page
    money = phone.locator(".accounts")
    expect(money).to_have_text("Anna50Bert50Cilli50Dora50")
    playing.play(1, hand("Bert", "Cilli"))
    look(phone)
    expect(money).to_have_text("Anna49−1Bert51+1Cilli51+1Dora49−1")


def board_of(playing: Playing) -> str:
    tournament = playing.tournament
    return reverse("tournaments:board", args=[tournament.club.slug, tournament.pk, 1])


def test_the_board_follows_the_tables_by_itself(page: OpenPage, playing: Playing, watch: Watch) -> None:
    desk = sign_in(page(1280, 900), "en")
    desk.goto(board_of(playing))
    table = desk.locator("#table-1")
    expect(table).to_contain_text("Hands: 0")
    playing.play(1, hand("Bert", "Cilli"))
    expect(table).to_contain_text("Hands: 1", timeout=15_000)
    expect(table.locator(".seats")).to_contain_text("Bert 51")
    watch.forward(minutes=31)
    look(desk)
    expect(desk.locator(".clock .signal")).to_have_text("The bell has rung.")
    expect(table).to_contain_text("still open: has not said whether cards are dealt")


def test_what_the_director_is_typing_stays_when_the_board_changes(page: OpenPage, playing: Playing) -> None:
    desk = sign_in(page(1280, 900), "en")
    desk.goto(board_of(playing))
    desk.get_by_label("Minutes more for everybody").fill("12")
    playing.play(1, hand("Bert", "Cilli"))
    expect(desk.locator("#table-1")).to_contain_text("Hands: 1", timeout=15_000)
    expect(desk.get_by_label("Minutes more for everybody")).to_have_value("12")
    desk.get_by_role("button", name="Add").click()
    expect(desk.get_by_text("Everybody has 12 minutes more.")).to_be_visible()
    expect(desk.locator(".clock .time")).to_have_text(re.compile(r"^41:5\d$|^42:00$"))


def test_the_director_runs_a_round_with_the_buttons_of_the_board(
    page: OpenPage, playing: Playing, watch: Watch
) -> None:
    desk = sign_in(page(390, 844), "en")
    desk.goto(board_of(playing))
    phone = at_the_table(page(390, 844), playing.sheet()).page
    desk.get_by_role("button", name="Pause").click()
    look(phone)
    expect(phone.locator(".clock .signal")).to_have_text("Clock stopped")
    desk.get_by_role("button", name="Go on").click()
    desk.get_by_role("link", name="Ring the bell now").click()
    desk.get_by_role("button", name="Ring the bell now").click()
    look(phone)
    phone.get_by_role("button", name="No: hand in the sheet").click()
    expect(desk.locator("#table-1")).to_contain_text("handed in", timeout=15_000)
    desk.get_by_role("link", name="Close the round").click()
    expect(desk.get_by_text("All sheets are handed in.")).to_be_visible()
    desk.get_by_role("button", name="Close the round").click()
    expect(desk.get_by_text("Round 1 is closed.")).to_be_visible()


def test_a_phone_that_slept_is_right_again_at_once(page: OpenPage, playing: Playing, watch: Watch) -> None:
    asleep = page(390, 844)
    asleep.clock.install()
    phone = at_the_table(asleep, playing.sheet()).page
    expect(phone.locator(".clock .time")).to_have_text(re.compile(r"^(30:00|29:5\d)$"))
    watch.forward(minutes=10)
    phone.clock.fast_forward("10:00")
    assert re.match(r"^(20:00|19:5\d)$", phone.locator(".clock .time").inner_text())


def test_when_the_round_is_closed_the_phone_says_so(
    browser: Browser, live_server: LiveServer, playing: Playing
) -> None:
    context = browser.new_context(base_url=live_server.url, service_workers="block")
    phone = at_the_table(context.new_page(), playing.sheet()).page
    expect(phone.locator(".accounts")).to_be_visible()
    playing.close()
    look(phone)
    expect(phone.locator("#at-table")).to_contain_text("The round is closed.")
    expect(phone.locator("#at-table")).to_contain_text("please scan the card on the table again")
    expect(phone.locator("#save")).to_have_count(0)
    context.close()


def test_while_hands_wait_on_the_phone_the_sheet_is_not_handed_in(
    browser: Browser, live_server: LiveServer, playing: Playing, watch: Watch
) -> None:
    watch.forward(minutes=29, seconds=30)
    context = browser.new_context(
        base_url=live_server.url, viewport={"width": 390, "height": 844}, service_workers="block"
    )
    phone = context.new_page()
    phone.clock.install()
    scorer = at_the_table(phone, playing.sheet())
    phone.route(
        "**/record/", lambda route: route.abort() if route.request.method == "POST" else route.fallback()
    )
    scorer.declarer("Anna").contract("Normalspiel").partner("Bert").points("45").tap(scorer.save_button)
    expect(phone.locator(".waiting li")).to_have_count(1)
    watch.forward(minutes=2)
    phone.clock.fast_forward("02:00")
    no = phone.get_by_role("button", name="No: hand in the sheet")
    expect(no).to_be_disabled()
    expect(phone.locator("#bell")).to_contain_text("First the hands that wait on this phone have to be sent.")
    phone.unroute("**/record/")
    look(phone)
    expect(phone.locator(".waiting li")).to_have_count(0, timeout=20_000)
    no.click()
    expect(phone.locator("#at-table")).to_contain_text("The sheet is handed in.")
    context.close()
    assert playing.sheet().standing["hands"] == 1


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_table_and_board_are_accessible_and_fit(
    page: OpenPage, playing: Playing, watch: Watch, *, width: int, dark: bool
) -> None:
    found = playing.table()
    ids = {name: one for one, name in playing.names().items()}
    found.results["hands"] = 1
    found.results["players"][ids["Anna"]].update(balance=41, replacement=50, busts=[[1, 3, -12, 50]])
    found.save()
    for minutes in (26, 5):
        watch.forward(minutes=minutes)
        phone = at_the_table(page(width, 700, dark=dark), playing.sheet()).page
        expect(phone.locator("#at-table .happened")).to_contain_text("Anna: 3 − 12 = −9")
        desk = sign_in(page(width, 900, dark=dark), "en")
        desk.goto(board_of(playing))
        for one in (phone, desk):
            expect(one.locator(".clock")).to_have_attribute("data-signal", re.compile("five|bell"))
            assert one.evaluate(SMALL_TARGETS) == []
            assert one.evaluate("document.documentElement.scrollWidth") <= width
            violations = Axe().run(one, options=AXE).response["violations"]
            assert [each["id"] for each in violations] == []
