"""A sheet or a club is found with who the visitor is there; a stranger finds none."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import (
    Club,
    Member,
    Participant,
    Sheet,
)
from scoring.models.people import ARBITRATING, DIRECTING, SCORING
from tests.support.scoring.counting import play_up_to, values_of
from tests.support.scoring.house import House

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.mark.parametrize("lock", [False, True])
def test_a_sheet_comes_with_its_evening_club_and_rules_and_who_the_visitor_is(
    house: House, lock: bool
) -> None:
    sheet = house.sheet()
    house.sheet(name="2", rules="zwanzigerrufen")
    found_as = {}
    for member in Member.objects.filter(club=house.club, account__isnull=False, active=True):
        with CaptureQueriesContext(connection) as asked:
            found = Sheet.numbered(sheet.pk, house[member.name], lock=lock)
            assert found is not None
            assert (found.ruleset.slug, found.evening.club) == (sheet.ruleset.slug, house.club)
            assert found.scores == Sheet.objects.scored().get(pk=sheet.pk).scores
        assert len(asked) == (3 if lock else 2)  # one is that of the test
        roles = set(member.appointments.values_list("role", flat=True))
        seat = Participant.objects.filter(evening=sheet.evening_id, member=member).first()
        assert (found.member_id, found.participant_id) == (member.pk, seat and seat.pk)
        found_as[member.name] = (found.is_directed, found.is_scored, found.is_arbitrated)
        assert found_as[member.name] == tuple(
            not roles.isdisjoint(among) for among in (DIRECTING, SCORING, ARBITRATING)
        )
    assert len(set(found_as.values())) > 2


def test_a_stranger_finds_neither_sheet_nor_club(house: House) -> None:
    sheet = house.sheet()
    for visitor in (house["Franz"], AnonymousUser()):
        assert Sheet.numbered(sheet.pk, visitor) is None
        assert Sheet.numbered(sheet.pk, visitor, lock=True) is None
        assert Club.numbered(house.club.pk, visitor) is None
        assert Club.called(house.club.slug, visitor) is None
    for club in (Club.called(house.club.slug, house["Anna"]), Club.numbered(house.club.pk, house["Anna"])):
        assert club == house.club


def test_a_club_comes_with_what_the_visitor_may_do_there(house: House) -> None:
    found_as = set()
    for asks_for_proof in (False, True):
        Club.objects.update(second_factor=asks_for_proof)
        for member in Member.objects.filter(club=house.club, account__isnull=False, active=True):
            visitor = house[member.name]
            listed = Club.objects.open_to(visitor).get(pk=house.club.pk)
            for found in (Club.called(house.club.slug, visitor), Club.numbered(house.club.pk, visitor)):
                assert found is not None
                assert values_of(found) == values_of(listed)
                may = [
                    (club.member_id, club.is_owned, club.is_directed, club.lacks_second_factor)
                    for club in (found, listed)
                ]
                assert may[0] == may[1]
                found_as.add(may[0][1:])
    assert found_as == {
        (True, True, False),
        (False, True, False),
        (False, False, True),
        (False, False, False),
    }


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**6])
def test_nothing_has_a_number_that_no_database_keeps(house: House, number: int) -> None:
    assert Sheet.numbered(number) is None
    assert Sheet.numbered(number, house["Anna"], lock=True) is None
    assert Club.numbered(number, house["Anna"]) is None


def test_a_sheet_is_locked_without_scores_that_may_be_of_before(house: House) -> None:
    """PostgreSQL waits for the lock and reads the sheet anew, but not what comes with it."""
    sheet = house.sheet()
    with CaptureQueriesContext(connection) as asked:
        found = Sheet.numbered(sheet.pk, house["Anna"], lock=True)
    assert found is not None
    assert "scored" not in vars(found)
    assert "tablescore" not in asked[0]["sql"]
    assert "tablescore" in asked[1]["sql"]
    for row in (found, found.evening, found.evening.club, found.ruleset):
        assert values_of(row) == values_of(type(row)._default_manager.get(pk=row.pk))
    assert found.scores == Sheet.objects.scored().get(pk=sheet.pk).scores


def test_what_is_written_and_read_for_a_hand_is_as_long_at_the_thousandth(house: House) -> None:
    """All but the number of the hand, of the order and of the place, which have more digits."""
    sheet = house.sheet()
    lengths = []
    for number in (30, 34, 38):
        sheet = play_up_to(number, sheet, house["Anna"])
        with CaptureQueriesContext(connection) as asked:
            sheet = play_up_to(number + 1, sheet, house["Anna"])
        lengths.append(sum(len(query["sql"]) for query in asked.captured_queries))
        assert not any("played" in query["sql"] for query in asked if query["sql"].startswith("SELECT"))
    assert max(lengths) - min(lengths) < 60
