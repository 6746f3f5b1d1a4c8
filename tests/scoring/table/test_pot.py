"""The pot of the Pagatkassa on the recording page, where one is played."""

from __future__ import annotations

import json
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.engine.rules import PagatkassaTerms
from scoring.evenings import verbs as evening_verbs
from scoring.models import Sheet
from scoring.table.verbs import Person
from tests.support.scoring.counting import watched
from tests.support.scoring.house import House, in_ids, now
from tests.support.scoring.settling import pagat
from tests.support.scoring.tables import FOUR, Record

TERMS = PagatkassaTerms(stake=10, start=20)


def with_pot(house: House, terms: PagatkassaTerms | None) -> Sheet:
    evening = house.evening("treffpunkt")
    evening_verbs.agree_pagatkassa(actor=house["Anna"], deed=uuid4(), evening=evening, terms=terms)
    return house.do(
        evening_verbs.open_sheet,
        by="Anna",
        evening=evening,
        name="1",
        people=[Person(name=player) for player in FOUR],
        high_card=0,
    )


def save(client: Client, sheet: Sheet, record: Record) -> dict[str, Any]:
    sent = {"id": str(uuid4()), "after": now(sheet).seq, "record": in_ids(sheet, record)}
    answer = client.post(
        reverse("scoring:record", args=[sheet.pk]), sent, content_type="application/json"
    ).json()
    pot: dict[str, Any] = answer["table"]["pot"]
    return pot


def test_the_page_says_what_is_in_the_pot_and_who_paid_or_took_it(house: House) -> None:
    sheet, anna = with_pot(house, TERMS), house.client("Anna")
    page = anna.get(reverse("scoring:record", args=[sheet.pk]))
    assert json.loads(page.context["table"])["pot"] == {"money": "0,00\xa0€", "moved": []}
    missed = save(anna, sheet, pagat("Anna", made=False))
    assert missed["money"] == "1,80\xa0€"
    assert [sentence.partition(";")[0] for sentence in missed["moved"][-2:]] == [
        "Dora gibt und zahlt 0,10\xa0€ ein",
        "Anna verliert den angesagten Pagat und zahlt 0,90\xa0€ ein",
    ]
    taken = save(anna, sheet, pagat("Bert", made=True, declarer="Bert"))
    assert taken["money"] == "0,00\xa0€"
    assert [sentence.split()[0] for sentence in taken["moved"]] == ["Anna", "Bert"]


@pytest.mark.parametrize("hands", [1, 6])
def test_only_where_a_pot_is_played_something_is_read_for_it_once_however_many_hands(
    house: House, hands: int
) -> None:
    sheets = [with_pot(house, terms) for terms in (None, TERMS)]
    costs = []
    for sheet in sheets:
        for _ in range(hands):
            house.play(sheet, pagat("Anna", made=True))
        client, url = house.client("Anna"), reverse("scoring:live", args=[sheet.pk])
        answer, cost = watched(partial(client.get, url))
        costs.append(cost.queries)
        assert (answer.json()["table"]["pot"] is None) == (sheet is sheets[0])
    assert costs[1] - costs[0] == 1
