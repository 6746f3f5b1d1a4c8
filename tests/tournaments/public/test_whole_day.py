"""The whole tournament on one page, and its result in words to be quoted at an address that stays."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from tests.support.tournaments.people import address, english, entrant, words
from tests.support.tournaments.playing import Hands, Playing
from tournaments.engine.terms import Showing
from tournaments.planning.verbs import finish_tournament, show_tournament
from tournaments.prizes import verbs as prizes

pytestmark = pytest.mark.usefixtures("watch")


def read(playing: Playing, *, by: str = "Emil") -> str:
    return words(english(playing.house, by).get(address(playing, "whole_day")).content)


def result(playing: Playing, client: Client | None = None) -> str:
    client = client or Client()
    client.cookies["language"] = "en"
    answer = client.get(f"/tournaments/{playing.tournament.code}/result/")
    assert answer.status_code == 200
    return words(answer.content)


def over(playing: Playing, *, public: bool = True) -> None:
    asked = {"actor": playing.director, "tournament": playing.tournament}
    finish_tournament(**asked, deed=uuid4())
    show_tournament(**asked, deed=uuid4(), public=public)


def test_the_whole_day_has_standings_tables_with_results_and_prizes_of_every_round(
    two_tables: Playing, watch: Hands
) -> None:
    two_tables.close()
    about = {"actor": two_tables.director, "tournament": two_tables.tournament, "round_": two_tables.round()}
    prizes.add_prize(**about, deed=uuid4(), name="Speck")
    prizes.give_prize(
        **about, deed=uuid4(), position=1, player=str(entrant(two_tables, "Fritz").participant_id)
    )
    text = read(two_tables)
    assert "Herbstturnier Mühlviertler Runde, 21 Nov 2026, Gasthaus" in text
    assert "Rank Name Balance Replacement Table Hands 1. Anna" in text
    assert "Prizes Speck : Fritz" in text
    assert "Table 1 Anna 50 Bert 50 Cilli 50 Dora 50 Table 2 Eva 50" in text
    desk = words(english(two_tables.house).get(address(two_tables, "tournament")).content)
    assert "The whole day on paper" in desk


def test_what_is_hidden_until_the_end_is_not_on_the_page_of_the_day_either(started: Playing) -> None:
    started.agree(showing=Showing.AT_THE_END)
    assert "The standings are shown at the end of the tournament." in read(started)
    assert "Anna" not in read(started)
    assert "1. Anna" in read(started, by="Bert")


def test_before_anybody_has_played_it_says_so(playing: Playing) -> None:
    assert "Nobody has played yet." in read(playing)


def test_the_result_is_quoted_with_places_numbers_date_and_place(cup: Playing) -> None:
    cup.begin()
    cup.close()
    over(cup)
    text = result(cup)
    assert "Cup, 21 November 2026, Gasthaus, Mühlviertler Runde" in text
    assert "4 players, 1 round, 1 table" in text
    assert "Result: 1. Anna (0), 1. Bert (0), 1. Cilli (0), 1. Dora (0)" in text
    assert f"/tournaments/{cup.tournament.code}/result/" in text


def test_until_it_is_over_the_page_says_that_the_result_will_stand_there(started: Playing) -> None:
    show_tournament(actor=started.director, deed=uuid4(), tournament=started.tournament, public=True)
    text = result(started)
    assert "When the tournament is finished, its result stands here and stays." in text
    assert "Anna" not in text


def test_only_a_tournament_that_is_shown_to_everybody_has_its_result_there(started: Playing) -> None:
    started.close()
    over(started, public=False)
    assert Client().get(f"/tournaments/{started.tournament.code}/result/").status_code == 404
    assert "Only members of the club see this page" in result(started, english(started.house, "Emil"))
