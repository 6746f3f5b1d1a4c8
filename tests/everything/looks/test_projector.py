"""The screen in the hall, 1920 × 1080: big, in turn, by itself."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser.looks import LONG, axe
from tests.support.browser.pages import OpenPage
from tests.support.browser.scripts import script
from tests.support.browser.tournament_table import LOOKING, Watch, watch, with_a_clock
from tests.support.scoring.house import HOUSE, House, house
from tests.support.scoring.tables import FOUR
from tests.support.stages import Stage
from tests.support.tournaments.playing import Playing, hand, opened
from tests.support.tournaments.table_verbs import join_table
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Tournament

__all__ = ["house", "watch"]

EVERY = 3000  # milliseconds: between two questions of a page
WIDTH, HEIGHT = 1920, 1080
DIGITS, NAMES, CONTRAST = 300, 40, 7
IN_SIGHT = ".slide.shown"
CALM, AMBER, RED = "rgb(255, 255, 255)", "rgb(255, 217, 138)", "rgb(122, 20, 20)"
COME = "document.getAnimations().forEach(one => one.finish())"
SIZES = """part => [...document.querySelectorAll(part)].filter(one => one.getClientRects().length)
    .map(one => parseFloat(getComputedStyle(one).fontSize))"""
# How high a digit is painted.
PAINTED = """one => {
    const paper = document.createElement('canvas').getContext('2d');
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(one);
    paper.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = paper.measureText('8');
    return up + down;
}"""
OUTSIDE = """() => [...document.querySelectorAll('main :is(p, h1, h2, li, b, span, .time)')]
    .filter(one => one.getClientRects().length && !one.closest('.unseen'))
    .filter(one => {
        const box = one.getBoundingClientRect();
        return box.right > innerWidth || box.bottom > innerHeight || box.left < 0 || box.top < 0;
    }).map(one => `${one.tagName}: ${one.textContent.trim().slice(0, 40)}`)"""
CUT = """() => [...document.querySelectorAll('.slide.shown :is(.name, h2)')]
    .filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""
# of every text that is to be seen, against what is painted behind it
CONTRASTS = script("contrasts")


def shown_to_everybody(house: House) -> Playing:
    """Eight people who wait."""
    found = opened(house, *FOUR, "Änne", "Eva Huber", "Fritz", LONG, terms=PLAY_MONEY)
    Tournament.objects.update(public=True)
    return found


SHOWN = Stage("playing", shown_to_everybody, on=HOUSE)
playing = SHOWN.fixture()


def screen(page: OpenPage, playing: Playing, *, language: str = "en") -> Page:
    visitor = with_a_clock(page(WIDTH, HEIGHT))
    visitor.emulate_media(reduced_motion="no-preference")
    visitor.goto(f"/tournaments/{playing.tournament.code}/projector/?language={language}")
    expect(visitor.locator(IN_SIGHT)).to_be_visible()
    return visitor


def pause(visitor: Page) -> None:
    """Or it turns the page while it is looked at."""
    if visitor.locator("html").get_attribute("data-paused") == "no":
        visitor.keyboard.press("p")


def stop_the_clock(visitor: Page) -> None:
    """From here on it turns the page, and does whatever else it does by itself, when the test says so."""
    visitor.clock.pause_at(visitor.evaluate("Date.now() / 1000") + 60)


def turn_to(visitor: Page, wanted: str) -> None:
    for _slide in range(visitor.locator(".slide").count()):
        if kind(visitor) != wanted:
            visitor.keyboard.press("ArrowRight")
    assert kind(visitor) == wanted


def look_closely(visitor: Page) -> None:
    """At every slide, on light and on dark."""
    pause(visitor)
    for _theme in range(2):
        for _slide in range(visitor.locator(".slide").count()):
            visitor.keyboard.press("ArrowRight")
            where = visitor.locator(IN_SIGHT).get_attribute("id")
            visitor.evaluate(COME)
            assert visitor.evaluate(OUTSIDE) == [], where
            assert visitor.evaluate(CUT) == [], where
            assert min(visitor.evaluate(CONTRASTS)) >= CONTRAST, where
            names = visitor.evaluate(SIZES, f"{IN_SIGHT} .name")
            assert all(size >= NAMES for size in names), where
            if visitor.locator(IN_SIGHT).get_attribute("data-kind") == "clock":
                assert visitor.locator(".clock .time").evaluate(PAINTED) >= DIGITS
            assert visitor.evaluate("document.scrollingElement.scrollHeight") == HEIGHT
            assert visitor.evaluate("document.scrollingElement.scrollWidth") == WIDTH
        assert axe(visitor) == []
        visitor.keyboard.press("t")


def kind(visitor: Page) -> str | None:
    return visitor.locator(IN_SIGHT).get_attribute("data-kind")


def test_digits_and_names_are_big_enough_and_nothing_is_cut_off(page: OpenPage, playing: Playing) -> None:
    playing.register([f"Gast {number} von der Donau" for number in range(1, 33)])
    hall = screen(page, playing, language="de")  # whose words are longer
    playing.publish_seats()
    hall.evaluate(LOOKING)
    expect(hall.locator(".slide").nth(1)).to_be_attached()
    assert hall.locator(".slide").count() == 3  # the clock, and 40 seats on two
    look_closely(hall)
    playing.start()
    table = playing.table().seats
    there = playing.names()
    playing.play(1, hand(there[table[0]], there[table[1]]))
    hall.evaluate(LOOKING)
    expect(hall.locator(".for-ranks").first).to_be_attached()
    look_closely(hall)
    playing.close()
    hall.evaluate(LOOKING)
    expect(hall.locator(".deck")).to_have_attribute("data-kind", "between")
    look_closely(hall)


def test_it_follows_the_tournament_by_itself(page: OpenPage, playing: Playing, watch: Watch) -> None:
    hall = screen(page, playing)
    expect(hall.locator(IN_SIGHT)).to_contain_text("It has not begun yet.")
    playing.publish_seats()
    hall.clock.fast_forward(EVERY)
    expect(hall.locator(IN_SIGHT)).to_contain_text("Round 1 begins soon")
    expect(hall.locator(".clock .time")).to_have_text("30:00")
    playing.start()
    hall.clock.fast_forward(EVERY)
    expect(hall.locator(IN_SIGHT)).to_contain_text("Round 1 is running")
    playing.do(join_table, table=playing.table(2), name="Xaver")
    hall.clock.fast_forward(EVERY)
    expect(hall.locator(f"{IN_SIGHT}.for-moved")).to_contain_text("Xaver")
    expect(hall.locator(".news")).to_contain_text("these seats have changed Xaver 2")
    hall.evaluate(COME)
    assert min(hall.evaluate(CONTRASTS)) >= CONTRAST
    playing.close()
    hall.clock.fast_forward(EVERY)
    expect(hall.locator(IN_SIGHT)).to_contain_text("Round 1 is over.")
    expect(hall.locator(".clock")).to_be_hidden()


def test_signals_are_seen_and_read_and_nothing_else_is_shown_then(
    page: OpenPage, playing: Playing, watch: Watch
) -> None:
    playing.begin(tables=[FOUR, ("Änne", "Eva Huber", "Fritz", LONG)])
    playing.play(1, hand("Bert", "Cilli"))
    hall = screen(page, playing)
    pause(hall)
    turn_to(hall, "ranks")
    expect(hall.locator("body")).to_have_css("background-color", CALM)
    for minutes, said, signal, colour in (
        (25.5, "The last five minutes", "five_minutes", AMBER),
        (4, "The last minute", "one_minute", RED),
        (1, "The bell has rung.", "bell", RED),
    ):
        watch.forward(minutes=minutes)
        hall.evaluate(LOOKING)
        expect(hall.locator(".clock .signal")).to_contain_text(said)
        expect(hall.locator("html")).to_have_attribute("data-signal", signal)
        expect(hall.locator("body")).to_have_css("background-color", colour)
        assert kind(hall) == "clock"
        hall.evaluate(COME)
        assert min(hall.evaluate(CONTRASTS)) >= CONTRAST
        assert hall.evaluate(OUTSIDE) == []
    hall.keyboard.press("ArrowRight")
    assert kind(hall) == "clock"


def background(hall: Page) -> str:
    return str(hall.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_it_turns_its_pages_pauses_and_goes_on(page: OpenPage, playing: Playing) -> None:
    playing.begin(tables=[FOUR, ("Änne", "Eva Huber", "Fritz", LONG)])
    playing.play(1, hand("Bert", "Cilli"))
    hall = screen(page, playing)
    stop_the_clock(hall)
    turn_to(hall, "clock")
    let_it_turn(hall)
    expect(hall.locator(f"{IN_SIGHT}.for-ranks")).to_be_visible()
    hall.keyboard.press("p")
    let_it_turn(hall)
    expect(hall.locator(f"{IN_SIGHT}.for-ranks")).to_be_visible()
    hall.get_by_role("button", name="Go on").click()
    let_it_turn(hall)
    expect(hall.locator(f"{IN_SIGHT}.for-seats")).to_be_visible()
    let_it_turn(hall)
    expect(hall.locator(f"{IN_SIGHT}.for-clock")).to_be_visible()
    hall.keyboard.press("p")
    hall.mouse.click(900, 500)  # a tap turns the page, and a button switches light and dark
    assert kind(hall) == "ranks"
    light = background(hall)
    hall.mouse.move(400, 400)
    expect(hall.locator("html")).to_have_attribute("data-idle", "no")
    hall.get_by_role("button", name="Light or dark").click()
    assert kind(hall) == "ranks"
    assert background(hall) != light
    hall.clock.fast_forward(3000)
    expect(hall.locator("html")).to_have_attribute("data-idle", "yes")
    assert hall.locator("main").evaluate("one => getComputedStyle(one).cursor") == "none"
    assert hall.locator(IN_SIGHT).evaluate("one => getComputedStyle(one).animationName") == "come"
    hall.emulate_media(reduced_motion="reduce")
    assert hall.evaluate("document.getAnimations().length") == 0
    assert hall.locator(IN_SIGHT).evaluate("one => getComputedStyle(one).animationName") == "none"
    hall.reload()
    assert background(hall) != light


def let_it_turn(hall: Page) -> None:
    """Goes by as much time as the slide in sight is given."""
    seconds = hall.locator(IN_SIGHT).get_attribute("data-seconds")
    assert seconds is not None
    hall.clock.fast_forward(int(seconds) * 1000)


# Several screens


BIG = """() => Math.min(...[...document.querySelectorAll('.slide.shown .name')]
    .map(one => parseFloat(getComputedStyle(one).fontSize)))"""
PEOPLE = (
    *("Abel", "Bauer", "Eder", "Fink", "Gruber", "Huber"),
    *("Kern", "Lang", "Maier", "Moser", "Reiter", "Wimmer"),
)


def at(hall: Page, playing: Playing, query: str) -> None:
    hall.goto(f"/tournaments/{playing.tournament.code}/projector/{query}")
    expect(hall.locator(IN_SIGHT)).to_be_visible()


def test_each_screen_has_its_own_content_and_twelve_names_are_bigger_than_sixty(
    page: OpenPage, house: House, watch: Watch
) -> None:
    playing = opened(house, *(f"Anna {name}" for name in PEOPLE), terms=PLAY_MONEY)
    Tournament.objects.update(public=True)
    playing.publish_seats()
    hall = screen(page, playing)
    at(hall, playing, "?show=seats")
    pause(hall)
    twelve = hall.evaluate(BIG)
    first = hall.locator(f"{IN_SIGHT} .name").all_text_contents()
    assert first == [f"{name} Anna" for name in PEOPLE]
    playing.start()
    playing.close()
    playing.register([f"{first} {name}" for name in PEOPLE for first in ("Bert", "Cilli", "Dora", "Emil")])
    playing.begin(2)
    at(hall, playing, "?show=seats")
    pause(hall)
    look_closely(hall)
    sixty = hall.evaluate(BIG)
    assert twelve > 1.4 * sixty, (twelve, sixty)
    assert sixty >= HEIGHT / 24
    by_letter = {}
    for query in ("?show=seats&letters=a-h", "?show=seats&letters=k-z"):
        at(hall, playing, query)
        pause(hall)
        assert {kind(hall)} == {"seats"}
        by_letter[query] = {name.split()[0][0] for name in hall.locator(".slide .name").all_text_contents()}
    assert list(by_letter.values()) == [set("ABEFGH"), set("KLMRW")]
    hall.keyboard.press("1")
    hall.wait_for_url("**/projector/?show=clock")
    expect(hall.locator(f"{IN_SIGHT}.for-clock")).to_be_visible()
    assert hall.locator(".slide").count() == 1
    hall.keyboard.press("5")
    hall.wait_for_url("**/projector/?show=standings")
    expect(hall.locator(IN_SIGHT)).to_contain_text("Round 2 is running")
    table = playing.table(round_=2).seats
    there = playing.names()
    playing.play(1, hand(there[table[0]], there[table[1]]), round_=2)
    hall.clock.fast_forward(EVERY)
    expect(hall.locator(".for-ranks").first).to_be_attached()
    assert hall.locator(".slide:not(.for-ranks)").count() == 0
    hall.keyboard.press("0")
    hall.wait_for_url("**/projector/")
    expect(hall.locator(".slide.for-clock").first).to_be_attached()
    listed = playing.client().get(f"{playing.tournament.get_absolute_url()}screens/").content.decode()
    assert 'projector/?show=seats&amp;letters=a-h"' in listed
    assert listed.count('class="qr"') in (0, 7), "none where the address leads nowhere else"
