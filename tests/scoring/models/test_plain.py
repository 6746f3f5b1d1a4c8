"""Plain statements store what Django's own would store, on any database."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import Act, CountedHands, Entry, Row, Sheet, TableScore
from scoring.models.plain import change, insert, lengthen
from tests.support.scoring.counting import play_up_to
from tests.support.scoring.house import House

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_new_rows_of_any_kind_are_read_back_as_they_were(house: House) -> None:
    sheet = house.sheet()
    written = [
        Entry(
            id=uuid4(),
            sheet=sheet,
            seq=number,
            place=number * 2**40,
            act=Act.ADD,
            record={"event": "ä", "list": [1, None, True]},
            at=timezone.now(),
        )
        for number in (1, 2)
    ]
    with CaptureQueriesContext(connection) as asked:
        insert(written)
    assert len(asked) == 1
    for entry in written:
        found = Entry.objects.get(pk=entry.pk)
        assert (found.record, found.at, found.by, found.seq) == (entry.record, entry.at, None, entry.seq)
        assert not entry._state.adding  # whoever saves it again changes it
    row = Row(
        entry=written[0], sheet=sheet, place=1, dealer="7", players=["7"], radl=False, owed=0, triggers=[]
    )
    insert([row])
    who = sheet.evening.participants.first()
    known = ("sheet_id", "participant_id")
    TableScore.objects.all().delete()
    for twelfths in (-7, 5):
        score = TableScore(sheet=sheet, participant=who, hands=1, twelfths=twelfths, schrift_twelfths=2)
        insert([score], over=known)
        assert [(one.sheet_id, one.twelfths, one.pk > 0) for one in TableScore.objects.all()] == [
            (sheet.pk, twelfths, True)
        ]


def test_nothing_is_changed_but_what_is_asked_for(house: House) -> None:
    sheet = Sheet.objects.get(pk=house.sheet().pk)
    sheet.seq, sheet.name = 3, "not asked for"
    change(sheet, ["seq"])
    found = Sheet.objects.get(pk=sheet.pk)
    assert (found.seq, found.name) == (3, "1")


def test_a_list_gets_longer_without_being_read_and_no_other_one(house: House) -> None:
    sheet = house.sheet()
    for number in (1, 51):
        CountedHands.objects.create(sheet=sheet, number=number, hands=[])
    elements: list[object] = [[0, [1, 2]], {"ä": None}, [["dreier", "dooo", True]]]
    for element in elements:
        lengthen(CountedHands, "hands", element, sheet_id=sheet.pk, number=51)
    assert list(sheet.counted_hands.values_list("number", "hands")) == [(1, []), (51, elements)]


def test_what_is_written_and_read_for_a_hand_is_as_long_at_the_thousandth(house: House) -> None:
    """All but the number of the hand, of the order and of the place, which have more digits."""
    sheet = house.sheet()
    lengths = []
    for number in (30, 34, 38):
        sheet = play_up_to(number, sheet, house["Anna"])
        with CaptureQueriesContext(connection) as asked:
            sheet = play_up_to(number + 1, sheet, house["Anna"])
        lengths.append(sum(len(query["sql"]) for query in asked.captured_queries))
        assert not any("countedhands" in query["sql"] for query in asked if "SELECT" in query["sql"])
    assert max(lengths) - min(lengths) < 60
