"""What recording costs does not grow with the evening."""

from __future__ import annotations

from functools import partial

import pytest
from django.urls import reverse

from scoring.views.at_the_table import OPENED
from tests.scoring.counting import next_post, play_up_to, watched
from tests.scoring.tables import FIVE

# Transactions can only be counted where the test itself is none.
pytestmark = pytest.mark.django_db(transaction=True)


def at_the_table(house, sheet, visitor):
    """Somebody signed in, or a phone that holds the table's link."""
    if visitor != "link":
        return house.client(visitor)
    client = house.client("")
    session = client.session
    session[OPENED] = {str(sheet.pk): ["record", sheet.record_link]}
    session.save()
    return client


@pytest.mark.parametrize("visitor", ["link", "Anna", "Dora"])
def test_a_hand_costs_twelve_queries_and_one_transaction_early_and_late(house, visitor):
    sheet = house.sheet(FIVE)
    client, record = at_the_table(house, sheet, visitor), reverse("scoring:record", args=[sheet.pk])
    costs = []
    for number in (10, 200):
        sent = next_post(play_up_to(number - 1, sheet, house["Anna"]))
        answer, cost = watched(partial(client.post, record, sent, content_type="application/json"))
        assert answer.json()["number"] == number
        costs.append(cost)
    early, late = costs
    assert early == late
    assert early.queries <= 12
    assert early.transactions == 1


def test_whoever_looks_again_and_finds_nothing_new_costs_next_to_nothing(house):
    sheet = house.sheet(FIVE)
    play_up_to(20, sheet, house["Anna"])
    client = at_the_table(house, sheet, "link")
    live = reverse("scoring:live", args=[sheet.pk])
    tag = client.get(live).headers["ETag"]
    answer, cost = watched(partial(client.get, live, headers={"If-None-Match": tag}))
    assert answer.status_code == 304
    assert cost.queries <= 3
    assert cost.transactions == 0


@pytest.mark.parametrize("visitor", ["link", "Anna"])
def test_the_sheet_with_a_hundred_hands_costs_ten_queries(house, visitor):
    sheet = house.sheet(FIVE)
    play_up_to(100, sheet, house["Anna"])
    client = at_the_table(house, sheet, visitor)
    answer, cost = watched(partial(client.get, sheet.get_absolute_url()))
    assert answer.content.count(b"<tr") > 100
    assert cost.queries <= 10
    assert cost.transactions == 0
