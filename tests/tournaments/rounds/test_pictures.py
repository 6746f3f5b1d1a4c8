"""A table of a tournament that has no network: what it shows as a picture counts when it was entered."""

from datetime import datetime

import pytest
from django.urls import reverse

from scoring.models import Deed, Sheet
from tests.support.scoring.pictures import Answer, Waiting
from tests.support.tournaments.bell import Room
from tests.support.tournaments.disputes import called
from tests.support.tournaments.playing import Hands, Playing, hand, started, watch
from tournaments.rounds.verbs import rounds

__all__ = ["started", "watch"]  # the fixtures

HAND = hand("Anna", "Bert")


@pytest.fixture
def room(started: Playing, watch: Hands) -> Room:
    """Rings thirty minutes after the start."""
    return Room(started, watch)


def shown(room: Room, minute: float, *, hands: int = 1) -> Waiting:
    """What the table's phone shows then: its last hand was entered at that very moment."""
    return Waiting(room.sheet, [HAND] * hands, made=room.moment(minute))


def delivered(room: Room, waiting: Waiting, minute: float) -> Answer:
    room.at(minute)
    return waiting.delivered()


def entered(sheet: Sheet) -> list[datetime]:
    return [entry.entered_at for entry in sheet.entries.order_by("seq") if entry.is_hand]


def test_what_is_delivered_counts_in_the_results_of_the_table(room: Room) -> None:
    answer = delivered(room, shown(room, 20, hands=3), 21)
    assert answer.done
    assert "(Runde 1, Tisch 1)" in answer
    assert room.hands() == 3
    assert entered(room.sheet) == [room.moment(minute) for minute in (10, 15, 20)]
    assert Deed.objects.get(verb="deliver_by_picture").details["records"] == 3


def test_from_the_tournaments_page_its_director_comes_to_reading_a_code_while_a_round_runs(
    room: Room,
) -> None:
    address = reverse(
        "tournaments:tournament", args=[room.playing.house.club.slug, room.playing.tournament.pk]
    )
    way = f'<a href="{reverse("scoring:picture")}">'
    assert way in room.playing.client().get(address).content.decode()
    room.at(31)
    room.no()
    room.do(rounds.close_round)
    assert way not in room.playing.client().get(address).content.decode()


def test_a_hand_after_the_last_one_at_the_bell_is_refused_in_words(room: Room) -> None:
    waiting = shown(room, 40, hands=2)
    room.at(31)
    room.no()
    answer = delivered(room, waiting, 41)
    assert not answer.done
    assert "Entry 1 of the code and what comes after it were not written." in answer
    assert "Nothing is lost" in answer
    assert not room.hands()


def test_a_sheet_that_was_closed_at_the_bell_takes_what_was_entered_before(room: Room) -> None:
    waiting = shown(room, 29)
    room.at(31)
    room.no()
    answer = delivered(room, waiting, 33)
    assert answer.done
    assert room.hands() == 1


def test_a_round_that_was_closed_takes_nothing_and_says_so(room: Room) -> None:
    waiting = shown(room, 29)
    room.at(31)
    room.no()
    room.do(rounds.close_round)
    answer = delivered(room, waiting, 33)
    assert not answer.done
    assert "its round is over" in answer
    assert "please show them to the director" in answer
    assert not room.hands()


def test_a_table_that_waits_for_the_arbiters_takes_nothing_yet(room: Room) -> None:
    waiting = shown(room, 10)
    room.at(11)
    called(room.playing)
    answer = delivered(room, waiting, 12)
    assert not answer.done
    assert "This table has called the arbiters, and waits for their ruling." in answer
