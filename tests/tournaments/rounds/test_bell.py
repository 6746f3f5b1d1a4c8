"""What may still be played when the time is up. The round begins at six and lasts thirty minutes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import translation

from scoring.accounts import chronicle
from scoring.models import Deed
from scoring.rules.versions.books import rules_for
from scoring.table import verbs as recording
from scoring.table.pages.recording_page import table_facts
from scoring.table.writing import Closed
from scoring.table_policy import Actor
from tests.support.scoring.house import House, now
from tests.support.scoring.tables import FOUR
from tests.support.stages import Stage
from tests.support.tournaments.bell import PLAYED, Room, refused
from tests.support.tournaments.hands import REDEAL, STRUCK, hand
from tests.support.tournaments.playing import STARTED, Hands, Playing, by_hand, opened, timed
from tests.support.tournaments.repair import written_anew
from tournaments.corrections.verbs.paper import play_on_paper
from tournaments.draw.verbs import draw_rounds, take_prepared
from tournaments.engine.terms import CUP, PLAY_MONEY, AtTheBell, Double
from tournaments.models import Stage as RoundStage
from tournaments.models import Table
from tournaments.policy import AT_A_TABLE
from tournaments.rounds.verbs import bell_verbs, rounds, timing

SAY_FIRST = "The bell has rung. Please say first whether the cards had already been dealt."
CUT = "The bell has rung, and hands after it do not count. Only the director can allow one."
SAID = "This table has already said whether the cards were dealt."
WAITING = "This table has called the arbiters, and waits for their ruling."


def with_the_bell_rung(started: Playing) -> Playing:
    """At one past half the table says that the cards of a further hand are dealt."""
    with by_hand(started) as watch:
        found = Room(started, watch)
        found.at(31)
        found.yes()
    return started


RUNG = Stage("after_the_bell", with_the_bell_rung, on=STARTED)
after_the_bell = timed(RUNG)


@pytest.fixture
def room(started: Playing, watch: Hands) -> Room:
    return Room(started, watch)


@pytest.fixture
def rung(after_the_bell: Playing, watch: Hands) -> Room:
    return Room(after_the_bell, watch)


def test_until_the_bell_nothing_is_asked_and_the_sheet_stays_open(room: Room) -> None:
    room.at(29.9)
    assert not room.asks()
    with refused("The bell has not rung yet."):
        room.no()
    with refused("There is still time left. Only the director can close the sheet before the end."):
        bell_verbs.hand_in(actor=room.card, deed=uuid4(), table=room.here)
    room.play()
    assert room.hands() == 1


def test_no_closes_the_sheet(room: Room) -> None:
    room.at(30)
    assert room.asks()
    with refused(SAY_FIRST):
        bell_verbs.hand_in(actor=room.card, deed=uuid4(), table=room.here)
    room.no()
    assert room.sheet.closed_at == room.watch.moment
    with pytest.raises(Closed):
        room.play()
    with translation.override("en"):
        told = chronicle.log_line(Deed.objects.get(verb="say_dealt"))
    assert told == "said at the bell that no cards were dealt: table 1, round 1"


def test_yes_allows_one_more_hand_and_a_second_one_is_refused(room: Room) -> None:
    room.at(31)
    with refused(SAY_FIRST):
        room.play()
    room.yes()
    assert room.left() == 1
    room.play()
    assert room.left() == 0
    with refused(PLAYED):
        room.play()
    assert room.hands() == 1


def test_the_answer_is_given_once_by_whichever_phone_and_twice_the_same_form_is_one_deed(room: Room) -> None:
    room.at(31)
    deed = uuid4()
    room.yes(deed)
    room.yes(deed)
    assert Deed.objects.filter(verb="say_dealt").count() == 1
    with refused("This form was saved before with different contents. If you want the new ones, save again."):
        room.no(deed)
    with refused(SAID):
        room.no()


def test_the_log_names_the_table_where_nobody_is_signed_in(rung: Room) -> None:
    deed = Deed.objects.get(verb="say_dealt")
    assert deed.account is None
    assert deed.actor == rung.sheet.name
    with translation.override("en"):
        assert chronicle.log_line(deed) == "said at the bell that the cards were dealt: table 1, round 1"


def test_a_redeal_keeps_the_right_to_the_last_hand(rung: Room) -> None:
    rung.playing.play(1, REDEAL)
    rung.playing.play(1, REDEAL)
    assert rung.left() == 1
    rung.play()
    with refused(PLAYED):
        rung.playing.play(1, REDEAL)


def test_a_struck_hand_uses_the_right_to_the_last_hand(rung: Room) -> None:
    rung.playing.play(1, STRUCK)
    with refused(PLAYED):
        rung.play()


def test_the_last_hand_can_be_taken_back_and_entered_anew_until_the_sheet_is_closed(rung: Room) -> None:
    rung.play()
    rung.undo()
    assert rung.left() == 1
    rung.play()
    with refused(PLAYED):
        rung.play()
    bell_verbs.hand_in(actor=rung.card, deed=uuid4(), table=rung.here)
    with pytest.raises(Closed):
        rung.undo()


def test_the_last_hand_can_be_brought_back_after_it_was_taken_back(rung: Room) -> None:
    rung.play()
    rung.undo()
    rung.redo()
    assert (rung.hands(), rung.left()) == (1, 0)
    with refused(PLAYED):
        rung.play()


def test_the_card_corrects_the_last_hand_after_the_bell_and_no_earlier_one(room: Room) -> None:
    room.at(20)
    first = room.play().entry
    room.at(31)
    room.yes()
    last = room.play().entry
    room.correct(last)
    assert room.left() == 0
    with refused("Only the last hand can be corrected here. Please call the director."):
        room.correct(first)
    room.correct(first, by="Bert")
    with refused(PLAYED):
        room.play()


def test_who_takes_back_a_hand_of_before_the_bell_may_enter_it_anew_and_nothing_more(room: Room) -> None:
    room.at(29)
    room.play()
    room.at(31)
    room.undo()
    assert not room.asks()
    room.play()
    assert room.hands() == 1
    assert room.asks()
    with refused(SAY_FIRST):
        room.play()


def test_who_brings_back_a_hand_of_before_the_bell_has_used_nothing(room: Room) -> None:
    room.at(29)
    room.play()
    room.at(31)
    room.yes()
    room.undo()
    room.redo()
    assert room.left() == 1
    room.play()
    with refused(PLAYED):
        room.play()


def test_a_hand_taken_back_before_the_bell_and_brought_back_after_it_is_the_last_one(room: Room) -> None:
    room.at(28)
    room.play()
    room.undo()
    room.at(31)
    with refused(SAY_FIRST):
        room.redo()
    room.yes()
    room.redo()
    with refused(PLAYED):
        room.play()


def test_a_hand_that_the_director_takes_out_gives_no_right_to_another(room: Room) -> None:
    room.at(29)
    played = room.play().entry
    room.at(31)
    room.write(recording.take_out, by="Bert", target=played, reason="doppelt")
    with refused(SAY_FIRST):
        room.play()


def test_a_hand_that_came_late_was_played_before_the_bell(room: Room) -> None:
    room.at(33)
    room.play(entered=29.5)
    assert room.asks()
    room.yes()
    room.play(entered=29.8)
    room.play()
    assert room.hands() == 3
    with refused(PLAYED):
        room.play(entered=30.5)


def test_hands_that_wait_on_a_phone_count_after_the_director_has_opened_the_sheet_again(room: Room) -> None:
    room.at(31)
    room.no()
    room.at(34)
    room.do(bell_verbs.reopen_table, reason="Handy ohne Netz")
    room.play(entered=29)
    assert room.hands() == 1
    assert room.asks()  # whoever said no by mistake can say yes
    with refused(SAY_FIRST):
        room.play()


def test_where_the_bell_cuts_nothing_counts_after_it(room: Room) -> None:
    room.playing.agree(bell=AtTheBell.CUT)
    room.at(29)
    room.play()
    room.at(30)
    assert not room.asks()
    with refused(CUT):
        room.play()
    with refused(CUT):
        room.yes()
    room.undo()
    room.play()
    bell_verbs.hand_in(actor=room.card, deed=uuid4(), table=room.here)
    assert not room.sheet.is_open


def test_the_director_allows_one_hand_more(room: Room) -> None:
    with refused("The bell has not rung yet: the table plays on anyway."):
        room.do(bell_verbs.allow_hand)
    room.at(31)
    room.yes()
    room.play()
    deed = uuid4()
    room.do(bell_verbs.allow_hand, deed=deed)
    room.do(bell_verbs.allow_hand, deed=deed)
    assert room.left() == 1
    room.play()
    with refused(PLAYED):
        room.play()
    for _hand in range(2):
        room.do(bell_verbs.allow_hand)
    with translation.override("en"):
        told = table_facts(room.sheet, room.playing.names(), "en")["occasion"]["said"]
    assert told == "The bell has rung: 2 more hands may be entered."
    room.do(rounds.close_round)
    with refused("Round 1 is not running."):
        room.do(bell_verbs.allow_hand)


def test_only_the_director_allows_closes_and_opens(room: Room) -> None:
    room.at(31)
    here = room.here
    verbs: list[Callable[..., Table]] = [bell_verbs.allow_hand, bell_verbs.close_table]
    for who in ("Cilli", "Dora", "Emil", "Franz"):
        actor = room.playing.house[who]
        for verb in verbs:
            with pytest.raises(PermissionDenied):
                verb(actor=actor, deed=uuid4(), table=here)
        with pytest.raises(PermissionDenied):
            bell_verbs.reopen_table(actor=actor, deed=uuid4(), table=here, reason="so")


def test_an_arbiter_answers_for_a_table_and_other_members_do_not(room: Room) -> None:
    room.at(31)
    for name in ("Cilli", "Emil"):
        with pytest.raises(PermissionDenied):
            bell_verbs.say_dealt(
                actor=Actor(room.playing.house[name]), deed=uuid4(), table=room.here, dealt=False
            )
    bell_verbs.say_dealt(actor=Actor(room.playing.house["Dora"]), deed=uuid4(), table=room.here, dealt=True)
    assert room.left() == 1


def test_time_added_after_the_bell_makes_another_bell_that_asks_again(rung: Room) -> None:
    rung.do(timing.add_time, seconds=300)
    rung.at(35)
    rung.play()
    rung.play()
    assert rung.hands() == 2
    rung.at(37)
    assert rung.asks()
    with refused(SAY_FIRST):
        rung.play()


def test_the_bell_of_one_table_with_more_time_rings_later(two_tables: Playing, watch: Hands) -> None:
    first, second = Room(two_tables, watch, 1), Room(two_tables, watch, 2)
    two_tables.do(timing.add_time, seconds=120, table=two_tables.table(2))
    first.at(31)
    assert (first.asks(), second.asks()) == (True, False)
    two_tables.play(2, hand("Fritz", "Gustl"))
    assert second.hands() == 1


def test_a_pause_moves_the_bell(room: Room) -> None:
    room.at(10)
    room.do(timing.pause)
    room.at(25)
    room.do(timing.resume)
    room.at(44)
    room.play()
    room.at(46)
    with refused(SAY_FIRST):
        room.play()


def test_what_a_table_played_on_paper_is_typed_after_the_bell(room: Room) -> None:
    Table.objects.update(paper=True)
    room.at(45)
    room.play(by="Bert")
    room.play(by="Bert")
    assert room.hands() == 2


def test_the_director_rings_before_the_time_is_up(room: Room) -> None:
    room.at(12)
    room.do(timing.ring)
    assert room.asks()
    with refused(SAY_FIRST):
        room.play()


def test_a_ring_by_mistake_is_taken_back_by_the_time_that_is_added(room: Room) -> None:
    """Rung at 10, five minutes more at 12: until 17, not until 35."""
    room.at(10)
    room.do(timing.ring)
    with refused("The bell has rung."):
        room.do(timing.ring)
    room.at(12)
    room.do(timing.add_time, seconds=300)
    assert room.rings() == room.moment(17)
    room.at(16)
    room.play()
    room.do(timing.ring)
    assert room.rings() == room.moment(16)
    room.at(17)
    with refused(SAY_FIRST):
        room.play()


def test_after_an_early_ring_one_table_gets_more_time_and_the_others_do_not(
    two_tables: Playing, watch: Hands
) -> None:
    first, second = Room(two_tables, watch, 1), Room(two_tables, watch, 2)
    first.at(10)
    two_tables.do(timing.ring)
    first.at(12)
    two_tables.do(timing.add_time, seconds=300, table=two_tables.table(2))
    assert (first.rings(), second.rings()) == (first.moment(10), first.moment(17))
    two_tables.play(2, hand("Fritz", "Gustl"))
    with refused(SAY_FIRST):
        first.play()
    with refused("The bell has rung."):
        two_tables.do(timing.pause)


def test_a_round_without_a_clock_has_no_bell_to_ring(at_the_cup: Playing) -> None:
    with refused("This round is played without a clock."):
        at_the_cup.do(timing.ring)
    for verb, further in (
        (timing.pause, {}),
        (timing.add_time, {"seconds": 60}),
        (timing.set_clock, {"seconds": 60}),
    ):
        with refused("This round is played without a clock."):
            at_the_cup.do(verb, **further)


def test_what_the_director_allowed_counts_at_that_bell_only(rung: Room) -> None:
    rung.play()
    rung.do(bell_verbs.allow_hand)
    rung.do(timing.add_time, seconds=300)
    rung.at(37)
    assert (rung.left(), rung.asks()) == (0, True)
    with refused(SAY_FIRST):
        rung.play()
    rung.yes()
    assert rung.left() == 1
    rung.play()
    rung.do(bell_verbs.allow_hand)
    assert rung.left() == 1
    rung.do(bell_verbs.allow_hand)
    assert rung.left() == 2


def test_before_the_table_has_answered_no_hand_is_allowed_to_it(room: Room) -> None:
    room.at(31)
    with refused("This table has not said yet whether the cards were dealt."):
        room.do(bell_verbs.allow_hand)
    assert room.here.extra_hands == 0


def test_a_redeal_of_before_the_bell_that_the_table_makes_a_hand_of_is_its_last_one(room: Room) -> None:
    room.at(29)
    redeal = room.playing.play(1, REDEAL).entry
    room.at(31)
    room.yes()
    room.correct(redeal)
    assert (room.hands(), room.left()) == (1, 0)
    with refused(PLAYED):
        room.play()


def test_the_last_hand_stays_the_last_one_whoever_corrects_it(rung: Room) -> None:
    last = rung.play().entry
    corrected = rung.correct(last).entry
    assert rung.left() == 0
    rung.correct(corrected, by="Bert")
    assert rung.left() == 0
    with refused(PLAYED):
        rung.play()


def test_a_redeal_that_the_director_makes_a_hand_of_leaves_the_right_to_the_last_one(room: Room) -> None:
    room.at(29)
    redeal = room.playing.play(1, REDEAL).entry
    room.at(31)
    room.yes()
    room.correct(redeal, by="Bert")
    assert (room.hands(), room.left()) == (1, 1)


def test_a_hand_of_before_the_bell_is_taken_by_a_sheet_that_was_handed_in_since(room: Room) -> None:
    """The other phone of the table was without a network; Bert and Cilli get 1, 51 each."""
    room.at(31)
    room.no()
    room.at(34)
    with pytest.raises(Closed):
        room.play()
    with pytest.raises(Closed):
        room.play(entered=30)
    room.play(entered=29)
    assert not room.sheet.is_open
    assert room.balances() == [49, 51, 51, 49]
    with pytest.raises(Closed):
        room.undo()
    room.playing.close()
    with pytest.raises(PermissionDenied):
        room.play(entered=29.5)
    with pytest.raises(Closed):
        room.play(entered=29.5, by="Bert")


def test_a_sheet_that_was_closed_before_the_bell_takes_nothing_more(room: Room) -> None:
    room.at(20)
    room.do(bell_verbs.close_table)
    room.at(31)
    with pytest.raises(Closed):
        room.play(entered=19)


def test_a_sheet_of_paper_that_was_handed_in_takes_no_hand_that_waited_on_a_phone(room: Room) -> None:
    room.at(31)
    room.no()
    room.do(play_on_paper, paper=True)
    with pytest.raises(Closed):
        room.play(entered=29)


def test_a_table_on_paper_answers_nothing_and_hands_in_nothing_itself(room: Room) -> None:
    Table.objects.update(paper=True)
    room.at(31)
    words = "This table plays on paper. The director types its hands."
    with refused(words):
        room.no()
    with refused(words):
        bell_verbs.hand_in(actor=room.card, deed=uuid4(), table=room.here)
    room.do(bell_verbs.close_table)
    assert not room.sheet.is_open


# What a card may not


NO_SCHLUSSRADL = "There is no Schlussradl at a tournament: the tournament says what is doubled."
LAST_ONLY = "Only the last hand can be taken back here. Please call the director."


def test_nobody_calls_a_schlussradl_at_a_tournament(room: Room) -> None:
    for by in ("", "Bert", "Dora"):
        with refused(NO_SCHLUSSRADL):
            room.playing.play(1, {"event": "schlussradl"}, by=by)
    assert rules_for(room.sheet).radl.schlussradl  # the sheet knows it
    assert table_facts(room.sheet, room.playing.names(), "en")["schlussradl_known"] is False
    room.play()
    assert room.balances() == [49, 51, 51, 49]


def test_the_card_takes_back_one_hand_and_not_the_one_before_it(room: Room) -> None:
    for _number in range(3):
        room.play()
    room.undo()
    with refused(LAST_ONLY):
        room.undo()
    second = room.sheet.entries.standing().last()
    assert second is not None
    with refused(LAST_ONLY):
        room.correct(second)
    room.redo()
    room.undo()
    room.play()
    room.undo()
    assert room.hands() == 2
    with refused(LAST_ONLY):
        room.undo()
    for name in ("Bert", "Dora"):
        room.write(recording.undo, by=name)
    assert room.hands() == 0


def test_what_the_director_took_back_leaves_the_card_its_last_hand(room: Room) -> None:
    room.play()
    room.play()
    room.write(recording.undo, by="Bert")
    room.undo()
    assert room.hands() == 0


def test_the_card_takes_back_nothing_that_only_the_director_enters(house: House, watch: Hands) -> None:
    playing = opened(house, terms=replace(PLAY_MONEY, double=Double.CALLED))
    playing.register(FOUR)
    playing.begin(tables=[FOUR])
    room = Room(playing, watch)
    playing.do(rounds.double_round)
    with refused("The director has entered this. Only the director can take it back or change it."):
        room.undo()
    called = room.sheet.entries.standing().last()
    assert called is not None
    with refused("The director has entered this. Only the director can take it back or change it."):
        room.correct(called)
    assert room.sheet.standing["owed"] == 4
    room.write(recording.undo, by="Bert")
    with refused("The director has entered this. Only the director can take it back or change it."):
        room.redo()
    assert room.sheet.standing["owed"] == 0


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
    AT_A_TABLE.written(now(aside))
    assert room.balances() == [49, 51, 51, 49]


def test_a_cup_table_plays_its_hands_and_hands_in_its_sheet(house: House, watch: Hands) -> None:
    playing = opened(house, rules="cup", terms=replace(CUP, hands={4: 2}))
    playing.register(FOUR)
    playing.begin(tables=[FOUR])
    room = Room(playing, watch)
    rufer = {"games": [{"contract": "dreier", "declarer": "Anna", "won": True}]}
    playing.play(1, rufer)
    with refused("There is still time left. Only the director can close the sheet before the end."):
        bell_verbs.hand_in(actor=room.card, deed=uuid4(), table=room.here)
    playing.play(1, REDEAL)
    playing.play(1, rufer)
    with refused("All 2 hands of this table have been played. Only the director can enter another."):
        playing.play(1, rufer)
    with refused("All 2 hands of this table have been played. Only the director can enter another."):
        playing.play(1, rufer, by="Dora")
    room.undo()
    playing.play(1, rufer)
    playing.play(1, rufer, by="Bert")
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


def test_a_closed_round_takes_no_more_hands(started: Playing, watch: Hands) -> None:
    watch.forward(minutes=31)
    started.close()
    assert started.round().stage == RoundStage.CLOSED
    assert [round_.number for round_ in started.tournament.rounds.all()] == [1, 2]
    with pytest.raises(PermissionDenied):  # the card opens nothing any more
        started.play(1, hand("Bert", "Cilli"))
    with pytest.raises(Closed):
        started.play(1, hand("Bert", "Cilli"), by="Bert")


def test_no_round_starts_before_the_one_before_it_is_played(playing: Playing, watch: Hands) -> None:
    playing.check_in()
    playing.do(draw_rounds, seed="voraus")
    playing.check_in(2)
    playing.do(take_prepared, round_=playing.round(2))
    playing.publish(2)
    with refused("Round 1 has not been played yet. Rounds are played one after the other."):
        playing.start(2)
