"""A table calls the arbiters, and they rule: who, when, about which hand, and what follows from it."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import translation

from scoring.capability import log_line
from scoring.engine.play_money import Bust
from scoring.models import Act, Appointment, Deed, Role
from scoring.table import verbs as recording
from scoring.table.writing import Illegal, Stale, Written
from scoring.table_policy import Actor
from tests.support.refusals import sentences_of
from tests.support.scoring.tables import exchanged
from tests.support.tournaments.disputes import (
    SEATS,
    at_the_cup,
    called,
    one_hand,
    ruled,
    small,
    standing,
    the_hand,
    two_bust,
    waiting,
    withdrawn,
)
from tests.support.tournaments.playing import Hands, Playing, by_hand, hand, log_of, timed
from tournaments.corrections.disputes import verbs as disputes
from tournaments.corrections.disputes.verbs import Decision
from tournaments.engine.clock import bell
from tournaments.models import Call, Finding, Pulse, Ruling, Stage
from tournaments.preconditions import arbiters_of
from tournaments.round_clock import table_clock
from tournaments.rounds.verbs.bell_verbs import close_table
from tournaments.standings.moved_ranks import corrections_in_words

__all__ = ["at_the_cup", "one_hand", "small", "two_bust", "waiting"]  # the fixtures


# The call


def test_a_call_stops_the_sheet_until_it_is_withdrawn(small: Playing) -> None:
    call = called(small, "Wer war Spieler?")
    said = sentences_of(lambda: small.play(1, hand("Anna", "Bert")))
    assert said == ["This table has called the arbiters, and is waiting for their ruling."]
    assert sentences_of(lambda: small.play(1, hand("Anna", "Bert"), by="Bert")) == said
    withdrawn(small, call)
    late = sentences_of(lambda: ruled(small, call, Decision(Finding.STANDS)))
    assert late == ["The table has withdrawn this call."]
    assert small.play(1, hand("Anna", "Bert")).entry.seq == 1
    small.do(close_table)
    assert sentences_of(lambda: called(small, by="Bert")) == ["This table is closed."]


def test_calls_and_rulings_are_told_in_the_log_and_beat_the_clock(one_hand: Playing, watch: Hands) -> None:
    beats = [Pulse.objects.get().clock]
    call = called(one_hand)
    beats.append(Pulse.objects.get().clock)
    watch.forward(minutes=1)
    stands = Decision(Finding.STANDS, the_hand(one_hand, 1))
    ruling = ruled(one_hand, call, stands, reason=" Alles  bedient. ")
    assert (ruling.text.text, ruling.at, ruling.by.name) == ("Alles bedient.", watch.moment, "Emil")
    assert ruling.arbiters == [one_hand.house.member("Emil").pk]
    assert (ruling.written, ruling.sort_key) == (None, the_hand(one_hand, 1).sort_key)
    beats.append(Pulse.objects.get().clock)
    watch.forward(minutes=1)
    call = called(one_hand)
    watch.forward(minutes=1)
    withdrawn(one_hand, call)
    beats.append(Pulse.objects.get().clock)
    assert [beat - beats[0] for beat in beats] == [0, 1, 2, 4]
    done = Deed.objects.filter(verb__in=("call_arbiters", "withdraw_call", "rule")).order_by("at")
    with translation.override("en"):
        told = [(deed.actor, log_line(deed)) for deed in done]
    at_table = "table 1 in round 1 of “Herbstturnier”"
    assert told == [
        ("Tisch 1", f"called the arbiters to {at_table}"),
        ("Emil", f"ruled on hand 1 at {at_table}: it stands"),
        ("Tisch 1", f"called the arbiters to {at_table}"),
        ("Tisch 1", f"withdrew the call for the arbiters at {at_table}"),
    ]


# The clock


def minutes_played(playing: Playing, watch: Hands) -> float | None:
    """From the start of the round to this table's bell, by all that is known now."""
    at = bell(table_clock(playing.table()), watch.moment)
    started = playing.round().started_at
    assert started is not None
    return None if at is None else (at - started).total_seconds() / 60


def test_the_table_gets_its_time_back(small: Playing, watch: Hands) -> None:
    watch.forward(minutes=10)
    call = called(small)
    assert minutes_played(small, watch) is None  # nobody knows yet when
    watch.forward(minutes=6)
    ruled(small, call, Decision(Finding.STANDS))
    assert minutes_played(small, watch) == 36
    withdrawn_call = called(small)
    watch.forward(minutes=2)
    withdrawn(small, withdrawn_call)
    assert minutes_played(small, watch) == 38


def test_where_the_terms_say_so_it_does_not(playing: Playing, watch: Hands) -> None:
    playing.agree(gives_back=False)
    playing.begin(tables=SEATS)
    call = called(playing)
    watch.forward(minutes=6)
    withdrawn(playing, call)
    assert minutes_played(playing, watch) == 30


# The ruling


def test_striking_the_hand_that_made_two_bust_takes_back_both_and_makes_another_later(
    two_bust: Playing,
) -> None:
    """Without hand 3: 3 → 2 2 4 4 → 1 1 5 5 → Anna and Cilli win: 2 0 6 4; now Bert is bust, and has 5."""
    assert standing(two_bust) == {"Anna": (6, 5, 1), "Bert": (4, 5, 1), "Cilli": (7, 0, 0), "Dora": (5, 0, 0)}
    call = called(two_bust)
    ruling = ruled(two_bust, call, Decision(Finding.STRUCK, the_hand(two_bust, 3)), reason="Vergeben")
    assert standing(two_bust) == {"Anna": (2, 0, 0), "Bert": (5, 5, 1), "Cilli": (6, 0, 0), "Dora": (4, 0, 0)}
    assert ruling.written is not None
    assert ruling.written.record == {"void": "struck"}
    assert (ruling.written.reason.text, ruling.written.grounds.text) == ("Vergeben", "Vergeben")
    assert ruling.written.by == two_bust.house.member("Emil")
    bert = two_bust.ids()["Bert"]
    assert two_bust.table().result.players[bert].busts == (Bust(bert, 3, 1, -1, 5),)
    with translation.override("en"):
        [line] = corrections_in_words(two_bust.tournament, 1, two_bust.names())
    assert line == "Table 1, after a ruling: Anna 4. → 3."


def test_a_ruling_that_is_refused_writes_nothing(waiting: Playing) -> None:
    call = Call.objects.get()
    wrong = {"games": [{"contract": "kaiserspiel", "declarer": "1"}]}
    with pytest.raises(Illegal):
        ruled(waiting, call, Decision(Finding.CORRECTED, the_hand(waiting, 1), wrong))
    nothing = Decision(Finding.CORRECTED, the_hand(waiting, 1), {})
    said = ["Please enter the hand as it was really played."]
    assert sentences_of(lambda: ruled(waiting, call, nothing)) == said
    with pytest.raises(Stale):
        ruled(waiting, call, Decision(Finding.STANDS, the_hand(waiting, 1)), known_seq=0)
    assert waiting.sheet().seq == 1
    assert Call.objects.open().exists()
    assert not Ruling.objects.exists()


def test_a_hand_of_which_nothing_is_recorded_is_struck_or_decided(small: Playing) -> None:
    struck = ruled(small, called(small), Decision(Finding.STRUCK), reason="Vergeben")
    assert struck.written is not None
    assert struck.written.record == {"void": "struck"}
    assert struck.sort_key == struck.written.sort_key
    ids = small.ids()
    record = exchanged(hand("Anna", "Bert"), ids)
    decided = ruled(small, called(small), Decision(Finding.CORRECTED, None, record))
    assert decided.written is not None
    assert decided.written.act == "add"
    assert standing(small)["Anna"] == (4, 0, 0)
    played_on = ruled(small, called(small), Decision(Finding.STANDS))
    assert (played_on.written, played_on.sort_key) == (None, None)
    assert small.play(1, hand("Anna", "Bert")).row is not None


# Final


FINAL = ["The arbiters have ruled on this hand: “Farbe nicht bekannt”. Only they can change it."]


@timed(on=small)
def after_a_ruling(small: Playing) -> Playing:
    """Hand 2 of three is ruled on."""
    with by_hand(small):
        for _hand in range(3):
            small.play(1, hand("Anna", "Cilli"))
        ruled(small, called(small), Decision(Finding.STANDS, the_hand(small, 2)))
    return small


def test_a_ruled_hand_is_closed_to_whatever_would_change_it(after_a_ruling: Playing) -> None:
    record = exchanged(hand("Anna", "Bert"), after_a_ruling.ids())

    def change(act: Act, number: int, by: str = "Bert") -> Written:
        stored = None if act == Act.TAKE_OUT else record
        return after_a_ruling.change(act, the_hand(after_a_ruling, number), stored, by=by)

    for account in ("Bert", "Emil"):
        for act in (Act.CORRECT, Act.TAKE_OUT):
            assert sentences_of(lambda act=act, by=account: change(act, 2, by)) == FINAL
    assert sentences_of(lambda: change(Act.INSERT, 2)) == FINAL
    assert sentences_of(lambda: change(Act.INSERT, 1)) == FINAL
    assert change(Act.INSERT, 3).row is not None  # behind it there is room


def test_the_last_hand_is_undone_unless_it_is_ruled(after_a_ruling: Playing) -> None:
    actor = Actor(link=after_a_ruling.sheet().record_link)

    def undo() -> Written:
        sheet = after_a_ruling.sheet()
        return recording.undo(actor=actor, entry=uuid4(), sheet=sheet, known_seq=sheet.seq)

    assert undo().entry.record is None
    assert sentences_of(undo) == FINAL
    assert after_a_ruling.sheet().state.hands == 2


def test_only_a_new_ruling_changes_it_and_both_are_kept(after_a_ruling: Playing) -> None:
    """Three hands of Anna and Cilli: 6 0 6 0, Bert and Dora bust to 5. Without hand 2: 5 1 5 1."""
    playing = after_a_ruling
    first = Ruling.objects.get()
    assert standing(playing)["Bert"] == (5, 5, 1)
    twice = sentences_of(lambda: ruled(playing, first.call, Decision(Finding.STANDS)))
    assert twice == ["The arbiters have already ruled on this call."]
    again = ruled(
        playing,
        first.call,
        Decision(Finding.STRUCK, the_hand(playing, 2)),
        reason="Doch vergeben",
        replaces=first.pk,
    )
    assert again.replaces == first
    assert list(Ruling.objects.current()) == [again]
    assert standing(playing) == {"Anna": (5, 0, 0), "Bert": (1, 0, 0), "Cilli": (5, 0, 0), "Dora": (1, 0, 0)}
    late = sentences_of(
        lambda: ruled(playing, first.call, Decision(Finding.STANDS, the_hand(playing, 1)), replaces=first.pk)
    )
    assert late == ["This has been changed in the meantime. Please look again."]


def test_a_second_call_about_a_ruled_hand_is_a_new_ruling_on_it(after_a_ruling: Playing) -> None:
    playing = after_a_ruling
    first = Ruling.objects.get()
    second = ruled(playing, called(playing), Decision(Finding.STANDS, the_hand(playing, 2)))
    assert second.replaces == first
    third = ruled(playing, called(playing), Decision(Finding.STANDS, the_hand(playing, 1)))
    said = sentences_of(
        lambda: ruled(playing, third.call, Decision(Finding.STANDS, the_hand(playing, 2)), replaces=third.pk)
    )
    assert said == [
        ("There is already a ruling on this hand. Please make a new ruling there, or choose another hand.")
    ]


ELSE = "Another hand needs a call of its own."


def test_a_new_ruling_is_about_the_same_hand(after_a_ruling: Playing) -> None:
    """Else hand 2 would keep what the arbiters wrote, and anybody could change it."""
    playing = after_a_ruling
    first = Ruling.objects.get()
    for decision in (Decision(Finding.STRUCK, the_hand(playing, 1)), Decision(Finding.STANDS)):
        assert sentences_of(lambda one=decision: ruled(playing, first.call, one, replaces=first.pk)) == [
            f"That ruling is about hand 2. Please choose that hand again. {ELSE}"
        ]
    old = the_hand(playing, 2)
    again = ruled(playing, first.call, Decision(Finding.STRUCK, old), replaces=first.pk)
    here, gone = (Decision(Finding.STANDS, entry) for entry in (the_hand(playing, 1), old))
    assert sentences_of(lambda: ruled(playing, first.call, here, replaces=again.pk)) == [
        f"That ruling is about the hand struck by it. Please choose that hand again. {ELSE}"
    ]
    assert sentences_of(lambda: ruled(playing, first.call, gone, replaces=again.pk)) == [
        "This has been changed in the meantime. Please look again."
    ]
    assert list(Ruling.objects.current()) == [again]


def test_a_ruling_about_a_hand_not_recorded_yet_is_replaced_by_one_about_it(
    small: Playing, watch: Hands
) -> None:
    """Anna and Cilli win, then Anna and Bert: Anna 5, Bert 3, Cilli 3, Dora 1. Without the second 4 2 4 2."""
    small.play(1, hand("Anna", "Cilli"))
    watch.forward(minutes=1)
    before = ruled(small, called(small), Decision(Finding.STANDS))
    assert before.sort_key is None
    watch.forward(minutes=1)
    small.play(1, hand("Anna", "Bert"))
    said = sentences_of(
        lambda: ruled(small, before.call, Decision(Finding.STRUCK, the_hand(small, 1)), replaces=before.pk)
    )
    assert said == [
        f"That ruling is about a hand that was not recorded yet. Please choose one recorded since. {ELSE}"
    ]
    assert {name: one[0] for name, one in standing(small).items()} == dict(
        zip(SEATS[0], (5, 3, 3, 1), strict=True)
    )
    again = ruled(small, before.call, Decision(Finding.STRUCK, the_hand(small, 2)), replaces=before.pk)
    assert list(Ruling.objects.current()) == [again]
    assert {name: one[0] for name, one in standing(small).items()} == dict(
        zip(SEATS[0], (4, 2, 4, 2), strict=True)
    )


# Who rules


def test_where_nobody_is_named_whoever_directs_rules_and_the_clubs_arbiters(small: Playing) -> None:
    assert [arbiter.name for arbiter in arbiters_of(small.tournament)] == ["Dora", "Emil"]
    small.tournament.duties.all().delete()
    assert [arbiter.name for arbiter in arbiters_of(small.tournament)] == ["Anna", "Bert", "Dora", "Emil"]
    Appointment.objects.filter(role=Role.ARBITER).delete()
    assert [arbiter.name for arbiter in arbiters_of(small.tournament)] == ["Anna", "Bert"]
    call = called(small)
    with pytest.raises(PermissionDenied):
        ruled(small, call, Decision(Finding.STANDS), by="Emil")
    assert sentences_of(lambda: ruled(small, call, Decision(Finding.STANDS), by="Bert")) == [
        "Bert plays at this table. Another arbiter rules, unless the director allows it."
    ]


def test_a_round_does_not_close_while_a_call_is_open(small: Playing) -> None:
    """Where whoever is named cannot sign in, somebody else is permitted to rule."""
    emil = small.tournament.duties.get(member__name="Emil")
    small.tournament.duties.exclude(pk=emil.pk).delete()
    call = called(small)
    with pytest.raises(PermissionDenied):
        ruled(small, call, Decision(Finding.STANDS), by="Anna")
    emil.member.active = False
    emil.member.save(update_fields=["active"])
    assert [arbiter.name for arbiter in arbiters_of(small.tournament)] == ["Anna", "Bert", "Dora"]
    assert sentences_of(small.close) == ["The arbiters are still called to table 1."]
    small.do(disputes.permit_arbiter, call=call, arbiter=small.house.member("Anna"))
    ruled(small, call, Decision(Finding.STANDS), by="Anna")
    small.close()
    assert small.round().stage == Stage.CLOSED


def test_who_plays_there_does_not_rule_unless_the_director_permits_it(small: Playing) -> None:
    call = called(small)
    refused = sentences_of(lambda: ruled(small, call, Decision(Finding.STANDS), by="Dora"))
    assert refused == ["Dora plays at this table. Another arbiter rules, unless the director allows it."]
    dora, emil = small.house.member("Dora"), small.house.member("Emil")
    assert sentences_of(lambda: ruled(small, call, Decision(Finding.STANDS), arbiters=[dora.pk])) == refused
    bert = small.house.member("Bert").pk
    assert sentences_of(lambda: ruled(small, call, Decision(Finding.STANDS), arbiters=[bert])) == [
        "Please choose among the arbiters of this tournament."
    ]

    small.do(disputes.permit_arbiter, call=call, arbiter=dora)
    ruling = ruled(small, call, Decision(Finding.STANDS), by="Dora", arbiters=[emil.pk])
    assert ruling.arbiters == [dora.pk, emil.pk]
    assert ruling.overridden_by == small.house.member("Bert")
    allowed = "allowed Dora, who plays at table 1 in round 1 of “Herbstturnier”, to rule there"
    assert log_of("permit_arbiter") == [allowed]


# Names
