"""A tournament's pages on paper: wall, tables, door, till; for thirteen people and for 160."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.paper import A4_ACROSS, all_is_well, printed
from tests.browser.test_sheet import sign_in
from tests.browser.test_tournament_standings import playing
from tests.conftest import OpenPage
from tests.tournaments.conftest import Playing, opened
from tests.tournaments.hands import hand
from tournaments.cards import codes_of
from tournaments.engine.terms import PLAY_MONEY

__all__ = ["playing"]

# Letters in points: what is on the wall is read from a step and a half away.
WALL = """() => Math.min(...[...document.querySelectorAll('.by-name li span, .by-name li b')]
    .map(one => parseFloat(getComputedStyle(one).fontSize) * 0.75))"""


def of(playing: Playing, count: int) -> Playing:
    """Another tournament of the same club, with so many people of usual names; drawn and published."""
    if playing.round(2).closed_at is None:
        playing.close(2)
    big = opened(playing.house, title="Herbstturnier am See", terms=PLAY_MONEY)
    big.register([f"Maximilian Obergruber {number:03}" for number in range(1, count + 1)])
    big.check_in()
    big.draw()
    big.publish()
    return big


@pytest.fixture(params=[13, 160])
def big(request: pytest.FixtureRequest, playing: Playing) -> Playing:
    return of(playing, request.param)


def size(big: Playing) -> int:
    return big.tournament.entrants.count()


def test_the_seating_hangs_on_the_wall_by_name_and_by_table(
    page: OpenPage, big: Playing, tmp_path: Path
) -> None:
    visitor = sign_in(page(390, 844, dark=True))
    visitor.goto(f"{big.tournament.get_absolute_url()}rounds/1/seating/?language=en")
    paper = printed(visitor, tmp_path)
    all_is_well(paper, smallest=9)
    assert len(paper.leaves) <= (2 if size(big) == 13 else 9)
    assert paper.text.count("Maximilian") == 2 * size(big)
    visitor.emulate_media(media="print")
    assert visitor.evaluate(WALL) >= 15


def test_the_cards_are_cut_into_four_with_a_huge_number_and_a_code(
    page: OpenPage, playing: Playing, tmp_path: Path, settings: Any
) -> None:
    settings.PUBLIC_URL = "https://tarock.example.org"
    visitor = sign_in(page(390, 844, dark=True))
    codes = codes_of(playing.tournament.pk, range(1, 6))
    for each, pages in ((4, 2), (1, 5)):
        visitor.goto(f"{playing.tournament.get_absolute_url()}cards/?tables=5&page={each}&language=en")
        paper = printed(visitor, tmp_path)
        all_is_well(paper, smallest=9)
        assert len(paper.leaves) == pages
        assert paper.lacks(codes.values()) == []
        numbers = [word for word in paper.words if word.text in "12345" and word.bottom - word.top > 60]
        assert [word.text for word in numbers] == ["1", "2", "3", "4", "5"]
        visitor.emulate_media(media="print")
        codes_wide = visitor.evaluate(
            "() => [...document.querySelectorAll('.qr')].map(one => one.clientWidth / 96 * 25.4)"
        )
        assert min(codes_wide) >= 60
        visitor.emulate_media(media="null")


def test_the_score_sheets_of_all_tables_come_one_on_a_page(
    page: OpenPage, big: Playing, tmp_path: Path
) -> None:
    visitor = sign_in(page(dark=True))
    visitor.goto(f"{big.tournament.get_absolute_url()}rounds/1/blank/?language=en")
    paper = printed(visitor, tmp_path)
    all_is_well(paper, size=A4_ACROSS)
    tables = big.round().tables.count()
    assert len(paper.leaves) == tables
    for number, leaf in enumerate(paper.leaves, 1):
        assert f"table {number}" in leaf
        seats = 5 if size(big) == 13 and number == tables else 4
        assert len(re.findall(r"\b50\b", leaf)) >= seats, "everybody's capital"
    assert paper.lacks(["Capital", "Repl.", "Solo 4"]) == []


def test_the_standings_repeat_their_head_and_say_how_it_is_ranked(
    page: OpenPage, big: Playing, tmp_path: Path
) -> None:
    big.start()
    names = [big.names()[one] for one in big.table(1).seats]
    big.play(1, hand(names[0], names[1]))
    visitor = sign_in(page(390, 844, dark=True))
    where = f"{big.tournament.get_absolute_url()}rounds/1/standings/?language=en"
    visitor.goto(where)
    paper = printed(visitor, tmp_path)
    all_is_well(paper, smallest=9)
    assert len(paper.leaves) <= (1 if size(big) == 13 else 8)
    ranked = [leaf for leaf in paper.leaves if "Maximilian" in leaf]
    assert all("Rank" in leaf and "Balance" in leaf for leaf in ranked)
    assert paper.lacks(["Interim standings", "How it is ranked", "Herbstturnier am See"]) == []
    visitor.goto(where)
    assert printed(visitor, tmp_path, signed=True).torn() == []


def test_overall_prizes_and_money_are_printed_without_forms(
    page: OpenPage, playing: Playing, tmp_path: Path
) -> None:
    visitor = sign_in(page(390, 844, dark=True))
    here = playing.tournament.get_absolute_url()
    for where, wanted in (
        ("standings/", ["Average", "How it is ranked", "Mühlviertler Runde"]),
        ("rounds/1/prizes/", ["Schinken", "Bargeld · €12.50", "Gerti"]),
        ("money/", ["Entry fees of 5 people", "€15.00", "Signature", "Cash in hand", "Mühlviertler Runde"]),
        ("disputes/log/", ["Nobody has called yet.", "Mühlviertler Runde"]),
    ):
        visitor.goto(f"{here}{where}?language=en")
        paper = printed(visitor, tmp_path)
        all_is_well(paper, smallest=9)
        assert len(paper.leaves) == 1
        assert paper.lacks(wanted) == []
        assert not {"Add", "Give", "Change", "Take"} & {word.text for word in paper.words}


def test_whoever_prints_the_standings_is_not_marked(page: OpenPage, playing: Playing, tmp_path: Path) -> None:
    visitor = sign_in(page())
    visitor.goto(f"{playing.tournament.get_absolute_url()}rounds/1/standings/?language=en")
    assert visitor.get_by_text("(you)").count() == 1
    paper = printed(visitor, tmp_path)
    assert paper.lacks(["Anna", "received replacement capital"]) == []
    assert "(you)" not in paper.text


def test_the_list_at_the_door_has_a_box_for_everybody(page: OpenPage, big: Playing, tmp_path: Path) -> None:
    visitor = sign_in(page(390, 844, dark=True))
    here = big.tournament.get_absolute_url()
    for where, most in (("people/", 4), ("rounds/1/people/", 6)):
        visitor.goto(f"{here}{where}?language=en")
        paper = printed(visitor, tmp_path)
        all_is_well(paper, smallest=8.4)
        assert len(paper.leaves) <= (1 if size(big) == 13 else most)
        assert paper.lacks(f"Maximilian Obergruber {number:03}" for number in range(1, size(big) + 1)) == []
    visitor.emulate_media(media="print")
    boxes = visitor.evaluate(
        "() => [...document.querySelectorAll('.there')]"
        ".map(one => parseFloat(getComputedStyle(one, '::before').width))"
    )
    assert len(boxes) == size(big)
    assert min(boxes) > 10


def test_before_the_draw_the_boxes_are_still_to_be_ticked(
    page: OpenPage, playing: Playing, tmp_path: Path
) -> None:
    waiting = opened(playing.house, title="Sommerturnier", terms=PLAY_MONEY)
    waiting.register(["Xaver Neuhuber"])
    visitor = sign_in(page())
    visitor.goto(f"{waiting.tournament.get_absolute_url()}rounds/1/people/?language=en")
    paper = printed(visitor, tmp_path)
    assert paper.lacks(["Xaver Neuhuber"]) == []
    assert "×" not in paper.text
