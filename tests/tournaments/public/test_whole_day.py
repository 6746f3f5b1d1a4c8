"""The whole tournament on one page, and its result in words to be quoted at an address that stays."""

from dataclasses import replace
from itertools import chain

import pytest
from django.test import Client

from tests.support.pages import text_of
from tests.support.scoring.house import House
from tests.support.scoring.tables import dreier
from tests.support.tournaments.playing import Playing, hand, opened
from tests.support.tournaments.table_verbs import leave_table
from tournaments.engine.terms import PLAY_MONEY, Overall, Scope, Showing
from tournaments.planning.verbs import show_tournament
from tournaments.prizes.verbs import add_prize, give_prize
from tournaments.public.pages.projector import deck_of

pytestmark = pytest.mark.usefixtures("watch")


def read(playing: Playing, *, by: str = "Emil") -> str:
    return playing.read("whole_day", by=by)


def result(playing: Playing, client: Client | None = None) -> str:
    client = client or Client()
    client.cookies["language"] = "en"
    answer = client.get(f"/tournaments/{playing.tournament.code}/result/")
    assert answer.status_code == 200
    return text_of(answer)


def over(playing: Playing, *, public: bool = True) -> None:
    playing.finish()
    playing.do(show_tournament, public=public)


def test_what_is_hidden_until_the_end_is_not_on_the_page_of_the_day_either(started: Playing) -> None:
    started.do(leave_table, entrant=started.entrant("Dora").pk, name="Xaver", ranked="balance")
    assert "Xaver" in read(started).partition("Not ranked Rank Name")[2]
    started.agree(showing=Showing.AT_THE_END)
    assert "The standings are shown at the end of the tournament." in read(started)
    assert "Anna" not in read(started)
    assert "1. Anna" in read(started, by="Bert")


def test_the_result_is_quoted_with_places_numbers_date_and_place(cup: Playing) -> None:
    cup.level_round()
    over(cup)
    text = result(cup)
    assert "Cup, 21 November 2026, Gasthaus, Mühlviertler Runde" in text
    assert "4 players, 1 round, 1 table" in text
    assert "Result: 1. Anna (0), 1. Bert (0), 1. Cilli (0), 1. Dora (0)" in text


def test_until_it_is_over_and_shown_to_everybody_the_page_tells_no_result(playing: Playing) -> None:
    assert "Nobody has played yet." in read(playing)
    playing.begin()
    playing.do(show_tournament, public=True)
    text = result(playing)
    assert "When the tournament is finished, its result is shown here for good." in text
    assert "Anna" not in text
    playing.close()
    over(playing, public=False)
    assert Client().get(f"/tournaments/{playing.tournament.code}/result/").status_code == 404


def test_prizes_stand_below_the_standings_that_they_are_for(cup: Playing) -> None:
    cup.level_round()
    cup.finish()
    cup.do(add_prize, round_=None, name="Pokal")
    cup.do(give_prize, round_=None, position=1, player=cup.ids()["Anna"])
    cup.do(add_prize, round_=cup.round(), name="Wein")
    text = read(cup)
    assert "without a lot equals share the place. Prizes Pokal : Anna Round 1 Rank Name" in text
    assert "1. Dora 0 1 – Prizes Wein : still available Tables Table 1" in text
    cup.do(show_tournament, public=True)
    watched = Client().get(f"/tournaments/{cup.tournament.code}/standings/", {"language": "en"}, follow=True)
    assert "Pokal Anna" in text_of(watched)
    cup.agree(overall=Overall.OFF, overall_criteria=())
    assert "Overall Prizes Pokal : Anna Round 1 Rank Name" in read(cup)


def test_on_paper_whoever_plays_in_a_section_has_it_beside_the_name(cup: Playing) -> None:
    cup.begin()
    cup.agree(sections=("A", "B"), together=True, overall=Overall.OFF, overall_criteria=())
    cup.tournament.entrants.update(section=2)
    cup.play(1, dreier("Anna"))
    cup.close()
    text = read(cup)
    assert "Rank Name Section Schrift Table Hands 1. Anna B +15 1 1" in text
    over(cup)
    assert "Round 1: 1. Anna (+15), 2. Bert (−5)" in result(cup)


def test_where_every_table_ranks_by_itself_nobody_is_quoted_and_the_clock_is_shown_in_between(
    house: House,
) -> None:
    tables = [[f"Gast {letter}{number}" for number in range(4)] for letter in "ABC"]
    playing = opened(house, *chain(*tables), terms=replace(PLAY_MONEY, scope=Scope.TABLE))
    playing.begin(tables=tables)
    playing.play(1, hand("Gast A0", "Gast A1"))
    kinds = [slide.kind for slide in deck_of(playing.round().tournament).slides]
    assert kinds == ["clock", "ranks", "ranks", "clock", "ranks", "seats"]
    playing.level(2, 3)
    playing.close()
    over(playing)
    text = result(playing)
    assert "12 players, 1 round, 3 tables, 1 recorded hand" in text
    assert "Gast A0" not in text
