"""The standings over many rounds: twelve people on a phone, and every round on paper."""

from dataclasses import replace
from pathlib import Path

from tests.support.browser.pages import OpenPage
from tests.support.browser.paper import A4_ACROSS, all_is_well, printed
from tests.support.browser.tournament_table import Watch, watch
from tests.support.scoring.house import House, house
from tests.support.tournaments.playing import opened
from tournaments.engine.terms import CUP
from tournaments.models import Tournament

__all__ = ["house", "watch"]

PEOPLE = [f"{first} {last}" for last in ("Abel", "Bauer", "Kern-Oberhuber", "Moser") for first in "ABC"]
ROUNDS = 9
IN_SIGHT = """() => [...document.querySelectorAll('main .rows > li')]
    .filter(one => one.offsetHeight && one.getBoundingClientRect().bottom <= innerHeight).length"""


def test_twelve_people_stand_on_a_phone_and_every_round_on_paper(
    page: OpenPage, house: House, watch: Watch, tmp_path: Path
) -> None:
    """Of few rounds they stand upright: test_paper_of_tournaments.py."""
    playing = opened(house, *PEOPLE, rules="cup", terms=replace(CUP, rounds=ROUNDS))
    Tournament.objects.update(public=True)
    for number in range(1, ROUNDS + 1):
        playing.level_round(number)
    phone = page(390, 844)
    phone.goto(f"/tournaments/{playing.tournament.code}/standings/?language=en")
    assert phone.evaluate(IN_SIGHT) >= 12
    paper = printed(phone, tmp_path)
    all_is_well(paper, size=A4_ACROSS)
    assert paper.lacks(f"Round {number}" for number in range(1, ROUNDS + 1)) == []
