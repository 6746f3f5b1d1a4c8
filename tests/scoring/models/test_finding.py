"""A sheet or a club is found with who the visitor is there; a stranger finds none."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Club, CountedHands, Member, Participant, Sheet
from scoring.models.evenings import LongerList
from scoring.models.people import ARBITRATING, DIRECTING, SCORING
from tests.support.scoring.counting import play_up_to
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
    assert found.scores == Sheet.objects.scored().get(pk=sheet.pk).scores


def test_a_hand_is_added_to_its_own_part_without_reading_it(house: House) -> None:
    sheet = house.sheet()
    for number in (1, 51):
        CountedHands.objects.create(sheet=sheet, number=number, hands=[])
    hands: list[list[object]] = [[0, [1, 2]], [{"ä": None}], [["dreier", "dooo", True]]]
    for hand in hands:
        sheet.counted_hands.filter(number=51).update(hands=LongerList("hands", hand))
    assert list(sheet.counted_hands.values_list("number", "hands")) == [(1, []), (51, hands)]


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
