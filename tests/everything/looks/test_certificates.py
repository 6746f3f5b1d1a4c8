"""Certificates in a real browser: one page of A4 across for each person, and looked at on a phone before."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from playwright.sync_api import expect

from scoring.models import Club, Evening
from tests.support.browser.looks import DESK, WIDTH, axe, axe_of_colours, seen
from tests.support.browser.pages import OpenPage
from tests.support.browser.paper import A4_ACROSS, Wanted, as_printed, complaints_about, paper_of
from tests.support.browser.people import founded, sign_in
from tests.support.scoring.season import play
from tests.support.scoring.tables import dreier
from tests.support.stages import Stage
from tests.support.tournaments.playing import Playing, opened
from tests.support.tournaments.standings import STEEP, lost_solo, normal
from tournaments.engine.criteria import MONEY_AVERAGE
from tournaments.engine.terms import Overall
from tournaments.models import Tournament
from tournaments.planning import verbs as planning
from tournaments.prizes import verbs

LONG = "Maximilian Obergschwandtner-Huber"
LONGEST = (  # 40 letters each
    "Donaudampfschifffahrtskapitänswitwerhans",
    "Maximiliane-Alexandra von und zu Hinterw",
    "WMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWM",
    "Wilhelmine MMMMMMMMMMMMMM WWWWWWWWWWWWWW",
)
TWO_LINES = "Anna-Maria Obermayr"  # in the largest letters
NAMES = ("Anna", LONG, TWO_LINES, "Cilli", *LONGEST)
LOGO = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle cx="4" cy="4" r="4"/></svg>'
EIGHTY = "Großes Mühlviertler Zwanzigerrufen-Gedächtnisturnier der Vereinigten Wirtsleute "
# How many lines a name has, and how far the last line of each page is from its lower edge, in millimetres.
LINES = """() => [...document.querySelectorAll('.name')].map(one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map(rect => Math.round(rect.top))).size;
})"""
HEIGHTS = """() => [...document.querySelectorAll('.certificate')]
    .map(one => Math.round(one.getBoundingClientRect().height / 96 * 254) / 10)"""
SIGNING = """() => [...document.querySelectorAll('.certificate')].map(one => Math.round(
    (one.getBoundingClientRect().bottom - one.querySelector('.signing').getBoundingClientRect().bottom)
    / 96 * 25.4))"""
MEASURES = f"() => [{LINES}, {HEIGHTS}, {SIGNING}].map(measure => measure())"


def finished() -> Playing:
    """A finished tournament of two tables, with names and a title as long as they can be."""
    house = founded()
    house.accounts["Bert"] = house["Anna"]
    found = replace(
        STEEP, overall=Overall.AVERAGE, overall_rounds=1, overall_criteria=MONEY_AVERAGE, prizes=("Schinken",)
    )
    playing = opened(house, *NAMES, terms=found)
    playing.begin(tables=[NAMES[:4], NAMES[4:]])
    playing.play(1, lost_solo("Anna"))
    playing.play(2, normal(*LONGEST[:2]))
    playing.close()
    playing.do(planning.finish_tournament)
    playing.do(verbs.add_prize, round_=None, name="Ein Korb vom Bauernmarkt", cents=98700)
    playing.do(verbs.give_prize, round_=None, position=1, player=playing.ids()[LONG])
    return playing


FINISHED = Stage("playing", finished)
playing = FINISHED.fixture()


BLACK_ON_WHITE = """() => [...document.querySelectorAll('.certificate')].map(one => getComputedStyle(one))
    .every(style => style.color === 'rgb(0, 0, 0)' && style.backgroundColor === 'rgb(255, 255, 255)')"""
SAID = ("URKUNDE", "8. Platz", "Geteilter 1. Platz", "Schnitt 70", "Preis: Ein Korb", "21. November 2026")


def test_everybody_has_one_page_with_a_name_in_two_lines_at_most(
    page: OpenPage, playing: Playing, tmp_path: Path
) -> None:
    """Club, title, place and names are as long as they can be."""
    visitor = sign_in(page(390, 844, dark=True))
    where = f"{playing.tournament.get_absolute_url()}certificates/?whose=everybody&line={'m' * 80}"
    Club.objects.update(name=EIGHTY[:80])
    Tournament.objects.update(title=EIGHTY[:80])
    Evening.objects.update(venue=EIGHTY[:80])
    paper = paper_of(visitor, where, tmp_path)
    complaints = complaints_about(paper, Wanted(A4_ACROSS, 9, len(NAMES), (*SAID, *NAMES)))
    assert len(complaints.pop("misnumbered")) == len(NAMES), "nobody wants a page number on the wall"
    assert not complaints
    assert len(paper.leaves) == len(NAMES)
    assert paper.lacks(["Gedruckt"])
    assert "987" not in paper.text
    lines, heights, signing = as_printed(visitor, MEASURES, A4_ACROSS[0])
    assert max(lines) <= 2
    assert set(heights) == {184.5}
    assert min(signing) >= 9


def test_on_a_screen_they_are_paper_and_nothing_is_wrong(page: OpenPage, playing: Playing) -> None:
    play(playing.house, date(2025, 3, 7), dreier("Anna"), names=("Anna", LONG, "Karl", "Lena"))
    visitor = sign_in(page(WIDTH, 844))
    here = f"{playing.tournament.get_absolute_url()}certificates/"
    season = f"/clubs/{playing.house.club.slug}/season/certificates/?period=2025&guests=on&whose=everybody"
    for where in (f"{here}?whose=everybody", season):
        visitor.goto(where)
        for width in (DESK, WIDTH):
            visitor.set_viewport_size({"width": width, "height": 844})
            assert seen(visitor, "cut off", "small target") == []
        wrong = axe(visitor)
        visitor.emulate_media(color_scheme="dark")
        wrong += axe_of_colours(visitor)
        assert visitor.evaluate(BLACK_ON_WHITE)
        visitor.emulate_media(color_scheme="light")
        assert wrong == [], where
    visitor.goto(f"{here}?language=en")
    assert seen(visitor, "cut off", "small target") == []
    visitor.get_by_label("How many places").fill("1")
    visitor.get_by_label("A line of your own").fill("Mit Dank an die Wirtsleute")
    visitor.get_by_role("button", name="Show these certificates").click()
    expect(visitor.locator(".certificate")).to_have_count(3)
    expect(visitor.get_by_role("button", name="Print", exact=True)).to_be_visible()
    expect(visitor.locator(".certificate .own").first).to_have_text("Mit Dank an die Wirtsleute")
    logo = {"name": "logo.svg", "mimeType": "image/svg+xml", "buffer": LOGO}
    expect(visitor.locator(".certificate .logo").first).to_be_hidden()
    visitor.get_by_label("The club's logo").set_input_files([logo])
    for place in range(3):
        expect(visitor.locator(".certificate .logo").nth(place)).to_be_visible()
    visitor.get_by_label("The club's logo").set_input_files([{**logo, "buffer": bytes(4_000_001)}])
    expect(visitor.get_by_text("The picture is too big: 4 MB at most.")).to_be_visible()
    expect(visitor.locator(".certificate .logo").first).to_be_hidden()
