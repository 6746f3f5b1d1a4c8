"""A prepared query finds what Django's own finds, whatever the values, and is asked anew each time."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Club, Entry, Participant, Sheet
from scoring.models.prepared import PreparedModels, PreparedRows
from tests.support.scoring.counting import play_up_to
from tests.support.scoring.house import House

pytestmark = pytest.mark.django_db


def all_of(sheet: Sheet) -> dict[str, object]:
    """Return everything that was read of a sheet, with what hangs on it."""
    apart = ("_state", "scores", "stored_scores")
    found = {name: value for name, value in vars(sheet).items() if name not in apart}
    related = (sheet.ruleset, sheet.evening, sheet.evening.club)
    return found | {str(one): {k: v for k, v in vars(one).items() if k != "_state"} for one in related}


def test_a_sheet_is_read_as_django_reads_it_with_its_evening_club_and_rules(house: House) -> None:
    first, second = house.sheet(), house.sheet(name="2", rules="zwanzigerrufen")
    play_up_to(2, first, house["Anna"])
    for sheet in (first, second, first):
        with CaptureQueriesContext(connection) as asked:
            found = Sheet.numbered(sheet.pk)
            assert found is not None
            read = all_of(found)
        assert len(asked) == 1
        assert read == all_of(Sheet.objects.whole().get(pk=sheet.pk))
    assert Sheet.numbered(second.pk + 1000) is None


def test_who_the_visitor_is_at_the_sheet_comes_with_it_and_a_stranger_finds_none(house: House) -> None:
    sheet = house.sheet()
    for name in ("Anna", "Bert", "Dora"):
        wanted = Sheet.objects.whole().open_to(house[name]).get(pk=sheet.pk)
        for lock in (False, True):
            found = Sheet.numbered(sheet.pk, house[name], lock=lock)
            assert found is not None
            assert found.scores == wanted.scores  # of a locked one by a question of its own
            assert all_of(found) | {"scored": []} == all_of(wanted) | {"scored": []}
    assert Sheet.numbered(sheet.pk, house["Franz"]) is None


def test_what_is_locked_comes_without_scores_that_may_be_of_before(house: House) -> None:
    """PostgreSQL waits for the lock and reads the sheet anew, but not what comes with it."""
    with pytest.raises(AssertionError, match="lock the sheet first"):
        Sheet.objects.whole().select_for_update()
    with pytest.raises(AssertionError, match="lock the sheet first"):
        Sheet.objects.select_for_update().scored()


def test_an_id_is_a_value_as_well_as_a_number(house: House) -> None:
    entries: PreparedModels[Entry] = PreparedModels(
        lambda sheet, pk: Entry.objects.select_related("by").filter(sheet=sheet, pk=pk), int, type(uuid4())
    )
    sheet = play_up_to(2, house.sheet(), house["Anna"])
    for entry in sheet.entries.all():
        found = entries(sheet.pk, entry.pk)
        assert [(one.pk, one.record, one.at, one.by) for one in found] == [
            (entry.pk, entry.record, entry.at, entry.by)
        ]
    assert entries(sheet.pk, uuid4()) == []


def test_rows_are_values_and_a_value_that_is_not_asked_for_is_refused(house: House) -> None:
    sheet = house.sheet()
    people = PreparedRows(
        lambda evening: Participant.objects.filter(evening=evening).values_list("member__name", "pk"), int
    )
    assert sorted(people(sheet.evening_id)) == sorted(
        sheet.evening.participants.values_list("member__name", "pk")
    )
    forgets = PreparedRows(lambda evening, other: Participant.objects.filter(evening=evening), int, int)
    with pytest.raises(AssertionError, match="Not every value"):
        forgets(1, 2)


def test_a_text_is_a_value_too_and_no_row_has_a_number_that_no_database_keeps(house: House) -> None:
    for name in ("Anna", "Bert", "Emil"):
        wanted = Club.objects.open_to(house[name]).get(slug=house.club.slug)
        for found in (Club.called(house.club.slug, house[name]), Club.numbered(house.club.pk, house[name])):
            assert found is not None
            assert vars(found) | {"_state": 0} == vars(wanted) | {"_state": 0}
    assert Club.called(house.club.slug, house["Franz"]) is None
    assert Club.called("%s'\"", house["Anna"]) is None
    assert Club.numbered(2**63, house["Anna"]) is None
    assert Sheet.numbered(-(2**63)) is None


def test_a_number_of_a_narrow_column_is_a_value_on_every_database(house: House) -> None:
    sheet = play_up_to(2, house.sheet(), house["Anna"])
    rows = PreparedRows(lambda seq: Entry.objects.filter(seq=seq).values_list("sheet", "seq"), int)
    assert rows(2) == [(sheet.pk, 2)]
    assert rows(2**40) == []
