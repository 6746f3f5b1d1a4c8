"""What may still be played when the time is up. The round begins at six and lasts thirty minutes."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import translation

from scoring.models import Deed
from scoring.rules.versions.timelines import rules_for
from scoring.table import verbs as recording
from scoring.table.pages.recording_page import table_facts
from scoring.table_policy import Actor
from tests.support.scoring.house import now
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.bell import Room, after_the_bell, doubled_room, facts, refused
from tests.support.tournaments.playing import REDEAL, Hands, Playing
from tests.support.tournaments.repair import written_anew
from tournaments.draw.verbs import draw_rounds, take_prepared
from tournaments.rounds.verbs import bell_verbs, rounds, timing
from tournaments.table_policy import AT_A_TABLE

__all__ = ["after_the_bell"]  # the fixtures


@pytest.fixture
def room(started: Playing, watch: Hands) -> Room:
    return Room(started, watch)


def test_each_hand_that_the_director_allows_counts_once_and_the_phone_is_told_how_many(room: Room) -> None:
    room.at(31)
    room.yes()
    room.play()
    deed = uuid4()
    for sent in (deed, deed, uuid4()):
        room.do(bell_verbs.allow_hand, deed=sent)
    with translation.override("en"):
        told = table_facts(room.sheet, room.playing.names(), "en")["occasion"]["said"]
    assert told == "The bell has rung: 2 more hands may be entered."


def test_an_arbiter_answers_for_a_table_and_other_members_do_not(room: Room) -> None:
    room.at(31)
    for name in ("Cilli", "Emil"):
        with pytest.raises(PermissionDenied):
            bell_verbs.say_dealt(Actor(room.playing.house[name]), uuid4(), table=room.here, dealt=False)
    bell_verbs.say_dealt(actor=Actor(room.playing.house["Dora"]), deed=uuid4(), table=room.here, dealt=True)
    assert room.left() == 1


# What a card may not


NO_SCHLUSSRADL = "There is no Schlussradl at a tournament: the tournament says what is doubled."


def test_nobody_calls_a_schlussradl_at_a_tournament(room: Room) -> None:
    for by in ("", "Bert", "Dora"):
        with refused(NO_SCHLUSSRADL):
            room.playing.play(1, {"event": "schlussradl"}, by=by)
    assert rules_for(room.sheet).radl.schlussradl  # the sheet knows it
    assert table_facts(room.sheet, room.playing.names(), "en")["schlussradl_known"] is False
    room.play()
    assert room.balances() == [49, 51, 51, 49]


def test_the_card_takes_back_nothing_that_only_the_director_enters(playing: Playing, watch: Hands) -> None:
    room = doubled_room(playing, watch)
    with refused("The director has entered this. Only the director can take it back or change it."):
        room.undo()
    called = room.sheet.entries.current().last()
    assert called is not None
    with refused("The director has entered this. Only the director can take it back or change it."):
        room.correct(called)
    assert room.sheet.state.owed == 4
    room.write(recording.undo, by="Bert")
    with refused("The director has entered this. Only the director can take it back or change it."):
        room.redo()
    assert room.sheet.state.owed == 0


def test_the_card_takes_back_one_hand_and_not_the_one_before(room: Room) -> None:
    room.play()
    room.play()
    for undone in (False, True):
        bars = facts(room.playing)["bars"]
        assert [bars[who]["undo"] for who in ("card", "account")] == [not undone, True]
        if not undone:
            room.undo()


def test_the_card_takes_back_no_seats(room: Room) -> None:
    ids = room.playing.ids()
    seats = [ids[name] for name in ("Bert", "Anna", "Cilli", "Dora")]
    room.playing.play(1, {"event": "seating", "players": seats, "dealer": seats[0]}, by="Bert")
    words = "The director enters who comes to this table and who leaves it, on the table's page."
    with refused(words):
        room.undo()
    with refused("Only the director can change who sits at this table."):
        room.playing.play(1, {"event": "seating", "players": sorted(seats), "dealer": seats[1]})


def test_a_sheet_that_was_once_written_anew_says_nothing_more_about_the_table(room: Room) -> None:
    room.play()
    aside = written_anew(room.playing).sheet
    AT_A_TABLE.written(now(aside), None)
    assert room.balances() == [49, 51, 51, 49]


def test_a_cup_table_plays_its_hands_and_hands_in_its_sheet(cup: Playing, watch: Hands) -> None:
    cup.agree(hands={4: 2})
    cup.begin(tables=[FOUR])
    room = Room(cup, watch)
    for verb in (timing.ring, timing.pause):
        with refused("This round is played without a clock."):
            cup.do(verb)
    rufer = {"games": [{"contract": "dreier", "declarer": "Anna", "won": True}]}
    cup.play(1, rufer)
    with refused("There is still time left. Only the director can close the sheet before the end."):
        bell_verbs.hand_in(actor=room.card, deed=uuid4(), table=room.here)
    cup.play(1, REDEAL)
    cup.play(1, rufer)
    with refused("All 2 hands of this table have been played. Only the director can enter another."):
        cup.play(1, rufer)
    with refused("All 2 hands of this table have been played. Only the director can enter another."):
        cup.play(1, rufer, by="Dora")
    room.undo()
    cup.play(1, rufer)
    cup.play(1, rufer, by="Bert")
    assert room.hands() == 3
    bell_verbs.hand_in(actor=room.card, deed=uuid4(), table=room.here)
    assert not room.sheet.is_open


def test_a_round_closes_only_with_the_open_tables_that_the_director_knows_of(
    two_tables: Playing, watch: Hands
) -> None:
    Room(two_tables, watch).at(31)

    def close(*known: int) -> None:
        two_tables.do(rounds.close_round, open_too=known)

    with refused("Table 2 is open as well. Please check there, and confirm again."):
        close(1)
    two_tables.do(bell_verbs.close_table, table=two_tables.table(2))
    close(1)
    assert not two_tables.sheet(1).is_open
    assert Deed.objects.get(verb="close_round").details["still_open"] == [1]
    with refused("Round 1 is closed."):
        two_tables.do(bell_verbs.reopen_table, table=two_tables.table(2), reason="so")


def test_no_round_starts_before_it_is_published_and_the_one_before_it_is_played(
    playing: Playing, watch: Hands
) -> None:
    playing.check_in()
    playing.do(draw_rounds, seed="voraus")
    with refused("The draw of round 1 has not been published yet."):
        playing.start()
    playing.check_in(2)
    playing.do(take_prepared, round_=playing.round(2))
    playing.publish(2)
    with refused("Round 1 has not been played yet. Rounds are played one after the other."):
        playing.start(2)
