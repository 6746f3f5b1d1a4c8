"""Addresses of earlier versions lead to the page that has their content now."""

import pytest

from tests.support.scoring.house import House, english
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.playing import Playing, playing

__all__ = ["playing"]


@pytest.mark.parametrize(
    ("old", "now"),
    [
        ("/clubs/{club}/evenings/new/", "/clubs/{club}/play/"),
        ("/clubs/{club}/owed/", "/clubs/{club}/evenings/"),
        ("/clubs/{club}/coming/", "/clubs/{club}/evenings/"),
        ("/clubs/{club}/evenings/{evening}/settling/", "/clubs/{club}/evenings/{evening}/"),
        ("/clubs/{club}/evenings/{evening}/story/", "/clubs/{club}/evenings/{evening}/"),
        (
            "/clubs/{club}/evenings/{evening}/settling/export/csv/",
            "/clubs/{club}/evenings/{evening}/export/csv/",
        ),
        ("/clubs/{club}/evenings/{evening}/tables/new/", "/clubs/{club}/evenings/{evening}/play/"),
        ("/clubs/{club}/guests/", "/clubs/{club}/members/"),
        ("/clubs/{club}/members/new/", "/clubs/{club}/members/"),
        ("/clubs/{club}/rules/import/", "/clubs/{club}/rules/new/"),
        ("/clubs/{club}/season/{anna}/", "/clubs/{club}/members/{anna}/"),
        ("/clubs/{club}/season/{anna}/export/csv/", "/clubs/{club}/members/{anna}/export/csv/"),
        ("/clubs/{club}/evenings/{evening}/what-if/", "/clubs/{club}/evenings/{evening}/"),
        ("/clubs/{club}/season/what-if/", "/clubs/{club}/rules/compare/"),
        ("/clubs/{club}/season/rating/", "/clubs/{club}/season/"),
        ("/clubs/{club}/season/rating/export/csv/", "/clubs/{club}/season/export/csv/"),
        ("/password/", "/display/"),
        ("/signed-in/", "/display/"),
        ("/second-factor/", "/display/"),
        ("/sheets/{sheet}/record/plain/", "/sheets/{sheet}/record/"),
    ],
)
def test_an_old_address_leads_to_the_page_of_today(house: House, old: str, now: str) -> None:
    sheet = house.sheet()
    places = {
        "anna": house.member("Anna").pk,
        "sheet": sheet.pk,
        "evening": sheet.evening_id,
        "club": house.club.slug,
    }
    client = english(house, "Bert")
    answer = client.get(old.format(**places) + "?seen=1")
    assert (answer.status_code, answer.headers["Location"]) == (302, now.format(**places) + "?seen=1")
    assert client.get(answer.headers["Location"]).status_code == 200


def test_standings_of_a_round_are_a_period_of_the_tournaments_standings(playing: Playing) -> None:
    here = playing.tournament.get_absolute_url()
    playing.begin(tables=[FOUR])
    client = playing.house.client("Bert", "en")
    answer = client.get(f"{here}rounds/1/standings/?sort=name")
    assert answer.headers["Location"] == f"{here}standings/1/?sort=name"
    assert "<h1>Round 1</h1>" in client.get(answer.headers["Location"]).content.decode()


@pytest.mark.parametrize(
    ("old", "now"),
    [("rounds/", ""), ("rounds/1/board/", "rounds/1/"), ("rounds/1/tables/1/repair/", "rounds/1/tables/1/")],
)
def test_a_tournament_is_one_page_with_its_rounds(playing: Playing, old: str, now: str) -> None:
    here = playing.tournament.get_absolute_url()
    playing.begin(tables=[FOUR])
    client = playing.house.client("Bert", "en")
    answer = client.get(f"{here}{old}?a=1")
    assert answer.headers["Location"] == f"{here}{now}?a=1"
    assert client.get(answer.headers["Location"]).status_code == 200
