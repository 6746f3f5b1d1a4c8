"""From one round to the next in two taps."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest

from tests.support.scoring.house import House
from tests.support.tournaments.playing import Playing, opened
from tournaments.corrections.verbs import leaving
from tournaments.draw import verbs as drawing
from tournaments.engine.seating import Method
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Leaving, Stage

NINE = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Fanny", "Gerta", "Hans", "Ida")


@pytest.fixture
def between(house: House) -> Playing:
    """Nine played round 1, of whom Ida went in the middle of it."""
    found = opened(house, terms=replace(PLAY_MONEY, rounds=3))
    found.register(NINE)
    found.begin()
    ids = found.ids()
    table = next(table for table in found.round().tables.all() if ids["Ida"] in table.seats)
    found.do(
        leaving.leave_table,
        table=found.table(table.number),
        entrant=found.tournament.entrants.get(participant=int(ids["Ida"])).pk,
        ranked=Leaving.Ranked.LAST,
        name="Aushilfe",
    )
    found.close()
    return found


def seated(playing: Playing, number: int) -> set[str]:
    names = playing.names()
    return {names[seat] for table in playing.round(number).tables.all() for seat in table.seats}


def test_everybody_back_and_drawn_then_looked_at_published_and_begun(between: Playing) -> None:
    here, desk = between.client(), between.tournament.get_absolute_url()
    page = here.get(desk).content.decode()
    assert "Everybody is back: draw" in page
    [address] = re.findall(r'action="([^"]*everybody-back/)"', page)
    drawn = here.post(address, {"deed": str(uuid4())})
    assert drawn["Location"] == f"{desk}rounds/2/draw/"
    assert between.round(2).stage == Stage.DRAFT
    assert seated(between, 2) == set(NINE) - {"Ida"}
    page = here.get(drawn["Location"]).content.decode()
    [address] = re.findall(r'action="([^"]*publish-and-start/)"', page)
    deed = str(uuid4())
    for _again in range(2):
        answer = here.post(address, {"deed": deed})
    assert answer["Location"] == f"{desk}rounds/2/board/"
    assert between.round(2).stage == Stage.RUNNING
    between.clean()


def test_before_the_first_round_nobody_can_be_back_and_who_is_there_is_drawn_without_standings(
    house: House,
) -> None:
    playing = opened(house, terms=replace(PLAY_MONEY, method=Method.BY_STANDING))
    playing.register(NINE)
    here, desk = playing.client(), playing.tournament.get_absolute_url()
    assert "everybody-back" not in here.get(desk).content.decode()
    playing.check_in()
    here.post(f"{desk}rounds/1/everybody-back/", {"deed": str(uuid4())})
    assert (playing.round().stage, playing.round().method) == (Stage.DRAFT, Method.AVOID_REPEATS)


def test_what_was_drawn_ahead_is_taken_where_the_same_people_are_back(house: House) -> None:
    playing = opened(house, terms=replace(PLAY_MONEY, rounds=2))
    playing.register(NINE[:8])
    playing.check_in()
    playing.do(drawing.draw_rounds, seed="voraus")
    ahead = [table.seats for table in playing.round(2).tables.all()]
    playing.publish()
    playing.start()
    playing.close()
    path = f"{playing.tournament.get_absolute_url()}rounds/2/everybody-back/"
    playing.client().post(path, {"deed": str(uuid4())})
    assert playing.round(2).stage == Stage.DRAFT
    assert [table.seats for table in playing.round(2).tables.all()] == ahead


def test_too_few_are_told_at_the_check_in(house: House) -> None:
    playing = opened(house, terms=replace(PLAY_MONEY, rounds=2, method=Method.BY_STANDING))
    playing.register(NINE[:4])
    playing.begin()
    playing.close()
    entrant = playing.tournament.entrants.first()
    assert entrant is not None
    entrant.withdrawn_at = entrant.registered_at
    entrant.save(update_fields=["withdrawn_at"])
    here = playing.client()
    path = f"{playing.tournament.get_absolute_url()}rounds/2/everybody-back/"
    answer = here.post(path, {"deed": str(uuid4())}, follow=True)
    assert "At least four people are needed; 3 are checked in." in answer.content.decode()
    assert playing.round(2).stage == Stage.CHECK_IN
