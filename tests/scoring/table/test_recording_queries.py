"""What recording costs does not grow with the evening."""

from __future__ import annotations

from functools import partial

import pytest
from django.urls import reverse

from scoring.table.views.at_the_table import OPENED
from tests.support.scoring.counting import next_post, play_up_to, watched
from tests.support.scoring.tables import FIVE

# Transactions can only be counted where the test itself is none.
pytestmark = pytest.mark.django_db(transaction=True)


def at_the_table(house, sheet):
    """A phone that holds the table's link, and two who are signed in."""
    client = house.client("")
    session = client.session
    session[OPENED] = {str(sheet.pk): ["record", sheet.record_link]}
    session.save()
    return {"link": client, "Anna": house.client("Anna"), "Dora": house.client("Dora")}


def test_a_hand_costs_twelve_queries_and_one_transaction_early_and_late(house):
    sheet = house.sheet(FIVE)
    clients, record = at_the_table(house, sheet), reverse("scoring:record", args=[sheet.pk])

    def costs(number):
        """Of one hand by each of them, from this one on."""
        found = []
        for more, client in enumerate(clients.values()):
            sent = next_post(play_up_to(number + more - 1, sheet, house["Anna"]))
            answer, cost = watched(partial(client.post, record, sent, content_type="application/json"))
            assert answer.json()["number"] == number + more
            found.append(cost)
        return found

    early, late = costs(10), costs(80)
    assert early == late
    assert max(cost.queries for cost in early) <= 12
    assert {cost.transactions for cost in early} == {1}


def test_whoever_looks_again_and_finds_nothing_new_costs_next_to_nothing(house):
    sheet = house.sheet(FIVE)
    play_up_to(20, sheet, house["Anna"])
    client = at_the_table(house, sheet)["link"]
    live = reverse("scoring:live", args=[sheet.pk])
    tag = client.get(live).headers["ETag"]
    answer, cost = watched(partial(client.get, live, headers={"If-None-Match": tag}))
    assert answer.status_code == 304
    assert cost.queries <= 3
    assert cost.transactions == 0


def test_the_sheet_with_a_hundred_hands_costs_ten_queries(house):
    sheet = house.sheet(FIVE)
    play_up_to(100, sheet, house["Anna"])
    for client in at_the_table(house, sheet).values():
        answer, cost = watched(partial(client.get, sheet.get_absolute_url()))
        assert answer.content.count(b"<tr") > 100
        assert cost.queries <= 10
        assert cost.transactions == 0
