"""A tournament's pages on paper: wall, tables, door, till; for thirteen people and for 160."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.support.browser.pages import OpenPage
from tests.support.browser.paper import A4_ACROSS, all_is_well, as_printed, paper_of, printed
from tests.support.browser.people import sign_in
from tests.support.browser.tournament_standings import RANKED, playing, ranked
from tests.support.stages import Stage
from tests.support.tournaments.playing import Playing, hand, opened
from tests.support.tournaments.year import people_of_the_year, series_of_the_year, tournaments_of_the_year
from tournaments.draw.cards import codes_of
from tournaments.engine.terms import PLAY_MONEY
from tournaments.prizes import verbs as prizes

__all__ = ["playing", "ranked"]

FEW, MANY = 13, 160
ON_BUTTONS = {"Hinzufügen", "Vergeben", "Ändern", "Nehmen"}
# Letters in points: what is on the wall is read from a step and a half away.
WALL = """() => Math.min(...[...document.querySelectorAll('.by-name li span, .by-name li b')]
    .map(one => parseFloat(getComputedStyle(one).fontSize) * 0.75))"""


def crowded(ranked: Playing) -> dict[int, Playing]:
    """Two more tournaments of the same club, with so many people of usual names; drawn and published."""
    ranked.start(2)
    ranked.close(2)
    return {count: of(ranked, count) for count in (FEW, MANY)}


def of(ranked: Playing, count: int) -> Playing:
    big = opened(ranked.house, title="Herbstturnier am See", terms=PLAY_MONEY)
    big.register([f"Maximilian Obergruber {number:03}" for number in range(1, count + 1)])
    big.publish_seats()
    return big


CROWDS = Stage("crowds", crowded, on=RANKED)
crowds = CROWDS.fixture()


TO_SORT_OR_SIGNED = re.compile(r"[↑↓]|\+\d")  # arrows and plus signs: neither is on paper


def test_the_seating_hangs_on_the_wall_by_name_and_by_table(
    page: OpenPage, crowds: dict[int, Playing], tmp_path: Path
) -> None:
    big = crowds[MANY]
    visitor = sign_in(page(390, 844, dark=True))
    paper = paper_of(visitor, f"{big.tournament.get_absolute_url()}rounds/1/seating/", tmp_path)
    said = ["Sitzordnung von Runde 1", "Nach Namen", "Nach Tischen", "Tisch 3"]
    all_is_well(paper, smallest=9, most=9, texts=said)
    assert paper.text.count("Maximilian") == 2 * MANY
    assert not TO_SORT_OR_SIGNED.search(paper.text)
    assert as_printed(visitor, WALL) >= 15


def test_the_cards_are_cut_into_four_with_a_huge_number_and_a_code(
    page: OpenPage, playing: Playing, tmp_path: Path, settings: Any
) -> None:
    settings.PUBLIC_URL = "https://tarock.example.org"
    visitor = sign_in(page(390, 844, dark=True))
    codes = codes_of(playing.tournament.pk, range(1, 6))
    for each, pages in ((4, 2), (1, 5)):
        where = f"{playing.tournament.get_absolute_url()}cards/?tables=5&page={each}"
        paper = paper_of(visitor, where, tmp_path)
        all_is_well(paper, smallest=9, texts=[*codes.values(), "Scannen und an diesem Tisch eintragen"])
        assert len(paper.leaves) == pages
        numbers = [word for word in paper.words if word.text in "12345" and word.bottom - word.top > 60]
        assert [word.text for word in numbers] == ["1", "2", "3", "4", "5"]
        codes_wide = as_printed(
            visitor, "() => [...document.querySelectorAll('.qr')].map(one => one.clientWidth / 96 * 25.4)"
        )
        assert min(codes_wide) >= 60


def test_the_score_sheets_of_all_tables_come_one_on_a_page(
    page: OpenPage, crowds: dict[int, Playing], tmp_path: Path
) -> None:
    big = crowds[FEW]
    visitor = sign_in(page(dark=True))
    tables = big.round().tables.count()
    paper = paper_of(visitor, f"{big.tournament.get_absolute_url()}rounds/1/blank/", tmp_path)
    all_is_well(paper, size=A4_ACROSS, texts=["Startkapital", "Ersatz", "Solo 4"])
    assert len(paper.leaves) == tables
    assert "Ersatz" in {word.text for word in paper.words}, "a head cut in two"
    assert paper.text.count("Summe ohne Ersatz") == paper.text.count("Unterschriften") == tables
    for number, leaf in enumerate(paper.leaves, 1):
        assert f"Tisch {number}" in leaf
        seats = 5 if number == tables else 4
        assert len(re.findall(r"\b50\b", leaf)) >= seats, "everybody's capital"


def test_the_standings_repeat_their_head_and_say_how_it_is_ranked(
    page: OpenPage, crowds: dict[int, Playing], tmp_path: Path
) -> None:
    big = crowds[MANY]
    big.start()
    names = big.names()
    first, second, *_others = big.table().seats
    big.play(1, hand(names[first], names[second]))
    visitor = sign_in(page(390, 844, dark=True))
    where = f"{big.tournament.get_absolute_url()}rounds/1/standings/"
    paper = paper_of(visitor, where, tmp_path)
    said = ["Zwischenstand", "So wird gereiht", "Herbstturnier am See"]
    all_is_well(paper, smallest=9, most=4, texts=said)
    assert not TO_SORT_OR_SIGNED.search(paper.text)
    ranked = [leaf for leaf in paper.leaves if "Maximilian" in leaf]
    assert ranked[0].count("Maximilian") >= 40, "64 people do not stand on two leaves"
    assert all(head in leaf for leaf in ranked for head in ("Rang", "Endstand"))
    signed = printed(visitor, tmp_path, signed=True)
    assert signed.torn() == []
    assert signed.alone() == []


def test_the_first_of_a_long_series_are_one_page_for_the_newsletter(
    page: OpenPage, playing: Playing, tmp_path: Path
) -> None:
    """The series itself prints its first hundred; all of it only where somebody asks for that."""
    club = playing.house.club
    people_of_it = people_of_the_year(club, 120)
    held = tournaments_of_the_year(club, people_of_it, numbers=range(1, 3), players=120)
    series = series_of_the_year(club, held)["Schrift"]
    visitor = sign_in(page(1280, 800))
    visitor.goto(f"{club.get_absolute_url()}tournaments/series/{series.pk}/?language=de")
    visitor.locator(".ways summary").click()
    visitor.get_by_label("Für die Klubzeitung").fill("40")
    visitor.locator(".ways").get_by_role("button", name="Anzeigen").click()
    rows = visitor.locator(".standings tbody tr")
    expect(rows).to_have_count(41)  # two share the last place
    paper = printed(visitor, tmp_path)
    all_is_well(paper, smallest=9, most=1, texts=["Schrift", "Die ersten 40 Plätze"])
    assert not TO_SORT_OR_SIGNED.search(paper.text)
    visitor.get_by_role("link", name="Alle zeigen").click()
    standings = visitor.locator(".standings").first
    expect(standings.locator("tbody tr")).to_have_count(100)
    all_is_well(printed(visitor, tmp_path), most=4, texts=["Zeilen 1 bis 100 von 120"])
    visitor.get_by_role("link", name="Alle Zeilen").click()
    expect(standings.locator("tbody tr")).to_have_count(120)
    whole = printed(visitor, tmp_path)
    assert whole.lacks(one.name for one in people_of_it) == []
    assert "Zeilen 1 bis" not in whole.text
    assert not TO_SORT_OR_SIGNED.search(whole.text)


def test_overall_prizes_and_money_are_printed_without_forms(
    page: OpenPage, playing: Playing, tmp_path: Path
) -> None:
    playing.do(prizes.add_prize, round_=playing.round(), name="Reise", cents=100000)
    visitor = sign_in(page(390, 844, dark=True))
    here = playing.tournament.get_absolute_url()
    club = "Mühlviertler Runde"
    for where, wanted in (
        ("standings/", ["Schnitt", "So wird gereiht", club]),
        ("rounds/1/prizes/", ["Schinken", "Bargeld · 12,50 €", "Reise · 1.000,00 €", "Gerti"]),
        ("money/", ["Nenngeld: 5 × 3,00 €", "15,00 €", "Unterschrift", "Bargeld in der Kassa", club]),
        ("disputes/log/", ["Noch hat niemand gerufen.", club]),
    ):
        paper = paper_of(visitor, f"{here}{where}", tmp_path)
        all_is_well(paper, smallest=9, most=1, texts=wanted)
        assert not ON_BUTTONS & {word.text for word in paper.words}


def test_whoever_prints_the_standings_is_not_marked(page: OpenPage, playing: Playing, tmp_path: Path) -> None:
    visitor = sign_in(page())
    paper = paper_of(visitor, f"{playing.tournament.get_absolute_url()}rounds/1/standings/", tmp_path)
    assert visitor.locator(".rows > .mine").get_by_text("ich", exact=True).count() == 1
    assert paper.lacks(["Anna", "Ersatzkapital erhalten"]) == []
    assert "ich" not in {word.text for word in paper.words}


def test_the_list_at_the_door_has_a_box_for_everybody(
    page: OpenPage, crowds: dict[int, Playing], tmp_path: Path
) -> None:
    visitor = sign_in(page(390, 844, dark=True))
    here = crowds[MANY].tournament.get_absolute_url()
    everybody = [f"Obergruber Maximilian {number:03}" for number in range(1, MANY + 1)]
    for where, most in (("people/", 4), ("rounds/1/people/", 6)):
        paper = paper_of(visitor, f"{here}{where}", tmp_path)
        all_is_well(paper, smallest=8.4, most=most, texts=everybody)
    boxes = as_printed(
        visitor,
        "() => [...document.querySelectorAll('.there .tick > i')]"
        ".map(one => parseFloat(getComputedStyle(one).width))",
    )
    assert len(boxes) == MANY
    assert min(boxes) > 10
