"""The bar of a tournament leads from each of its pages to the others, by what one may do there."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.support.pages import bar_on, html_at
from tests.support.scoring.house import House
from tests.support.tournaments.playing import Playing, opened
from tournaments.duties import give_duty
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Duty


@pytest.fixture
def planned(house: House) -> Playing:
    return opened(house, terms=PLAY_MONEY)


def words_at(playing: Playing, name: str, rest: str = "") -> tuple[list[str], list[str]]:
    """Return the words of the bar, and those that are marked."""
    text = html_at(playing.house.client(name), f"{playing.tournament.get_absolute_url()}{rest}")
    bar = bar_on(text, "subject")
    return [words for _, _, words in bar], [words for _, current, words in bar if current]


def test_who_directs_gets_everything_on_every_page_and_the_current_one_is_marked(planned: Playing) -> None:
    for rest, marked in (
        ("", "Übersicht"),
        ("settings/", "Übersicht"),
        ("people/", "Leute"),
        ("people/register/", "Leute"),
        ("rounds/1/people/", "Leute"),
        ("rounds/", "Runden"),
        ("rounds/1/draw/", "Runden"),
        ("standings/", "Wertung"),
        ("money/", "Kassa"),
    ):
        everything = ["Übersicht", "Leute", "Runden", "Wertung", "Kassa", "Anzeige"]
        assert words_at(planned, "Bert", rest) == (everything, [marked]), rest


def test_who_may_not_see_the_till_is_not_led_there(planned: Playing) -> None:
    assert words_at(planned, "Emil")[0] == ["Übersicht", "Runden", "Wertung"]
    bert = {"actor": planned.director, "deed": uuid4()}
    give_duty(**bert, tournament=planned.tournament, name="Emil", kind=Duty.Kind.CASHIER)
    assert words_at(planned, "Emil")[0] == ["Übersicht", "Runden", "Wertung", "Kassa"]


def test_every_way_in_the_bar_opens(planned: Playing) -> None:
    for name in ("Bert", "Emil"):
        text = html_at(planned.house.client(name), planned.tournament.get_absolute_url())
        for address, _, words in bar_on(text, "subject"):
            assert planned.house.client(name).get(address).status_code == 200, words
