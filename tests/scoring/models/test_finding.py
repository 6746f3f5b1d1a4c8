"""A sheet or a club is found with who the visitor is there; a stranger finds none."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import (
    Act,
    Club,
    Entry,
    Member,
    Participant,
    Reason,
    Row,
    Sheet,
    TableScore,
    statements,
)
from scoring.models.evenings import SCORED
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


# What is written with every hand in SQL is what Django reads back


def test_every_column_of_entries_and_rows_is_read_back_as_it_was_written(house: House) -> None:
    sheet, reason = house.sheet(), Reason.objects.create(text="Verschrieben")
    entry = Entry(
        id=uuid4(),
        sheet=sheet,
        seq=1,
        place=2**40,
        act=Act.ADD,
        record={"event": "ä", "list": [1, None, True]},
        grounds=reason,
        at=timezone.now(),
    )
    correction = Entry(
        id=uuid4(),
        sheet=sheet,
        seq=2,
        place=2**40,
        supersedes=entry,
        act=Act.TAKE_OUT,
        record=None,
        reason=reason,
        by=house.club.members.first(),
        at=timezone.now(),
        entered_at=timezone.now(),
    )
    rows = [
        Row(entry=entry, sheet=sheet, place=1, dealer="7", players=["7"], radl=False, owed=0, triggers=[]),
        Row(
            entry=correction,
            sheet=sheet,
            place=2,
            number=1,
            dealer="8",
            players=["8", "7"],
            radl=True,
            times=4,
            owed=2,
            triggers=["ä"],
            twelfths=[12, -12],
            schrift_twelfths=[24, -24],
        ),
    ]
    for written in (entry, correction):
        statements.insert([written])
        assert values_of(Entry.objects.get(pk=written.pk)) == values_of(written)
    with CaptureQueriesContext(connection) as asked:
        statements.insert(rows)
    assert len(asked) == 1
    for row in rows:
        assert values_of(Row.objects.get(pk=row.pk)) == values_of(row)


def test_more_rows_than_a_statement_takes_are_all_stored(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = play_up_to(5, house.sheet(), house["Anna"])
    rows = list(sheet.rows.all())
    sheet.rows.all().delete()
    monkeypatch.setattr(statements, "ROWS_PER_STATEMENT", 2)
    statements.insert(rows)
    assert [values_of(row) for row in sheet.rows.all()] == [values_of(row) for row in rows]
    statements.insert([])


def test_a_score_takes_the_place_of_the_one_before_and_of_no_other(house: House) -> None:
    sheet, other = house.sheet(), house.sheet(name="2")
    before = [values_of(score) for score in other.everybodys_scores.order_by("pk")]
    [first, *others] = sheet.everybodys_scores.order_by("pk")
    for twelfths in (-7, 5):
        first.twelfths, first.schrift_twelfths, first.hands = twelfths, 2, 1
        score = (first.participant_id, twelfths, 2, 1)
        statements.store_scores(sheet.pk, [score], SCORED)
        assert values_of(TableScore.objects.get(pk=first.pk)) == values_of(first)
    assert list(sheet.everybodys_scores.exclude(pk=first.pk).order_by("pk")) == others
    assert [values_of(score) for score in other.everybodys_scores.order_by("pk")] == before
    assert sorted(statements.scores_of(sheet.pk, SCORED)) == sorted(
        sheet.everybodys_scores.values_list("participant_id", *SCORED)
    )


def test_only_where_it_stands_is_changed_of_a_sheet_and_only_of_this_one(house: House) -> None:
    sheet, other = house.sheet(), house.sheet(name="2")
    changed = Sheet.objects.get(pk=sheet.pk)
    changed.seq, changed.standing, changed.name = 3, {"ä": None}, "not asked for"
    statements.update_sheet(changed)
    assert values_of(Sheet.objects.get(pk=sheet.pk)) == values_of(changed) | {"name": "1"}
    assert values_of(Sheet.objects.get(pk=other.pk)) == values_of(other)


def test_everybody_of_an_evening_is_named_in_order_as_member_or_guest(house: House) -> None:
    people = house.sheet().evening.participants
    assert statements.people_of(people.instance.pk) == list(
        people.order_by("pk").values_list("pk", "member__name", "guest")
    )


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
