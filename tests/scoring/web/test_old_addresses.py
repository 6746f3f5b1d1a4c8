"""Addresses of earlier versions lead to the page that has their content now."""

import pytest
from django.test import Client
from django.urls import resolve

from tests.support.scoring.house import House, english
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.playing import Playing, playing

__all__ = ["playing"]


OLD = (
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
    ("/privacy/", "/imprint/"),
    ("/sheets/{sheet}/record/plain/", "/sheets/{sheet}/record/"),
)


def test_an_old_address_leads_to_the_page_of_today(house: House) -> None:
    sheet = house.sheet()
    places = {
        "anna": house.member("Anna").pk,
        "sheet": sheet.pk,
        "evening": sheet.evening_id,
        "club": house.club.slug,
    }
    client = english(house, "Bert")
    for old, now in OLD:
        answer = client.get(old.format(**places) + "?seen=1")
        assert (answer.status_code, answer.headers["Location"]) == (302, now.format(**places) + "?seen=1")
        assert client.get(answer.headers["Location"]).status_code == 200


@pytest.mark.django_db
def test_the_pack_leads_to_where_the_examples_are_explained() -> None:
    answer = Client().get("/check/tarock-results-1.pack.zip", follow=True)
    [(address, _status)] = answer.redirect_chain
    assert address == "/handbook/results/#results-programs"
    assert 'id="results-programs"' in answer.content.decode()


def test_old_addresses_of_a_tournament_lead_to_its_few_pages(playing: Playing) -> None:
    here = playing.tournament.get_absolute_url()
    playing.begin(tables=[FOUR])
    client = playing.house.client("Bert", "en")
    for old, now in (
        ("rounds/", ""),
        ("rounds/1/board/", "rounds/1/"),
        ("rounds/1/tables/1/repair/", "rounds/1/tables/1/"),
        ("rounds/1/tables/1/leave/", "rounds/1/tables/1/"),
        ("rounds/1/tables/1/ruling/", "rounds/1/tables/1/"),
        ("rounds/1/exchange/", "rounds/1/"),
        ("rounds/1/standings/", "standings/1/"),
    ):
        answer = client.get(f"{here}{old}?sort=name")
        assert (answer.status_code, answer.headers["Location"]) == (302, f"{here}{now}?sort=name")
    sent = {"deed": "x", "step": "save", "reason": "zu spät", "points": "-10"}
    late = client.post(f"{here}rounds/1/tables/1/ruling/", sent, follow=True)
    assert late.redirect_chain == [(f"{here}rounds/1/tables/1/", 302)]
    assert "Not saved: an update has moved this page." in late.content.decode()
    assert "You had sent: zu spät; -10." in late.content.decode()
    assert "<h1>Round 1</h1>" in client.get(answer.headers["Location"]).content.decode()
    for page in ("prizes", "lots", "certificates", "people"):  # one page, whose title's menu has the rounds
        for address in (f"{here}{page}/", f"{here}rounds/1/{page}/"):
            shown = client.get(address)
            assert (shown.status_code, resolve(address).url_name) == (200, page)
            assert f"{here}rounds/1/{page}/" in [way["address"] for way in shown.context["periods"]]
