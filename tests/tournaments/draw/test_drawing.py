"""The draw of a round: drawn, judged, swapped, published, and the lists that hang on the wall."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from scoring.heads import announced
from tests.support.pages import text_of
from tests.support.refusals import refuses
from tests.support.stages import stage
from tests.support.stored_forms import forms_in, forms_on
from tests.support.tournaments.playing import NAMES, Hands, Playing, address, hand, log_of, playing
from tests.support.tournaments.table_verbs import leave_table
from tournaments.draw import verbs as draw
from tournaments.draw.pages.drawing import ranks_of
from tournaments.engine.seating import Method
from tournaments.entrants import verbs as people
from tournaments.models import Leaving, Pulse, Round, Table
from tournaments.models import Stage as At
from tournaments.results_file.exporting import tournament_in_file

ANNOUNCED = re.compile("with these people: <b>([A-Z2-7]{5}(?:-[A-Z2-7]{5}){3})</b>")
FIRST = (("Anna", "Bert", "Cilli", "Dora"), ("Gast 1", "Gast 2", "Gast 3", "Gast 4"))
MIXED = (("Anna", "Bert", "Gast 1", "Gast 2"), ("Cilli", "Dora", "Gast 3", "Gast 4"))


def gathered(playing: Playing, count: int) -> Playing:
    """So many people are registered and checked in for the first round."""
    playing.register(NAMES[: count - 4])
    playing.check_in()
    return playing


def tables(playing: Playing, round_: int = 1) -> list[list[str]]:
    names = playing.names()
    seats = playing.round(round_).tables.order_by("number").values_list("seats", flat=True)
    return [[names[player] for player in table] for table in seats]


def swap(playing: Playing, one: str, other: str, *, round_: int = 1) -> None:
    ids = playing.ids()
    playing.do(draw.swap_seats, round_=playing.round(round_), one=ids[one], other=ids[other])


def page(playing: Playing, name: str = "draw", round_: int = 1, *, who: str = "Bert") -> str:
    answer = playing.client(who).get(address(playing, name, round_))
    assert answer.status_code == 200
    return answer.content.decode()


def post(playing: Playing, name: str, round_: int = 1, **sent: Any) -> str:
    sent = {"deed": str(uuid4()), "unpaid": "anyway", **sent}
    answer = playing.client().post(address(playing, name, round_), sent, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


@stage(on=playing)
def eight(playing: Playing) -> Playing:
    """Eight people are there for the first round."""
    return gathered(playing, 8)


@stage(on=eight)
def drafted(eight: Playing) -> Playing:
    """A draft, with everybody where `FIRST` says."""
    eight.draw(seed="Herbst")
    eight.seat(1, FIRST, swapped=False)
    return eight


@stage(on=drafted)
def drawn_twice(drafted: Playing) -> Playing:
    """A first round in which `FIRST` sat together, and a second one that is drawn."""
    drafted.publish()
    drafted.start()
    drafted.close()
    drafted.check_in(2)
    drafted.draw(2)
    return drafted


@stage(on=eight)
def ahead(eight: Playing) -> Playing:
    """Three rounds were drawn at once for the eight."""
    eight.do(draw.draw_rounds, seed="Herbst")
    return eight


# Drawing


def test_the_seed_is_fixed_before_the_draw_and_who_typed_one_is_told(eight: Playing) -> None:
    """Letters shown before are those of the seed and the people drawn, and another draw has others."""
    [before] = ANNOUNCED.findall(page(eight))
    shown = post(eight, "draw", method="random", seed="")
    people = [player for seats in draw.seating_in(eight.round()).tables for player in seats]
    assert announced(eight.round().seed, people) == before
    assert f"Announced beforehand as {before}" in shown
    assert f"Announced beforehand as {before}" in page(eight, "seating")
    assert ANNOUNCED.findall(shown) != [before]
    typed = post(eight, "draw", method="random", seed=eight.round().seed)
    assert "The director typed the seed." in typed
    assert "Announced beforehand as" not in typed
    Round.objects.filter(pk=eight.round().pk).update(report={})  # as it was before letters were noted
    assert "The director typed the seed." not in page(eight)
    with refuses({"seed": ["At most 40 characters, please."]}):
        eight.draw(seed="x" * 41)
    [before] = ANNOUNCED.findall(page(eight))
    post(eight, "draw", method="random", seed="")
    eight.publish()
    eight.start()
    [played] = tournament_in_file(eight.tournament)["rounds"]
    assert played["draw"]["letters"] == before


def test_who_is_not_checked_in_gets_no_seat_and_who_withdrew_neither(playing: Playing) -> None:
    gathered(playing, 10)
    playing.tournament.entrants.filter(participant__guest="Gast 6").update(withdrawn_at="2026-11-21T18:00Z")
    leaves = playing.tournament.entrants.get(participant__guest="Gast 5")
    playing.do(people.check_in_or_out, entrants=[leaves.pk], here=False)
    playing.draw()
    assert sorted(name for table in tables(playing) for name in table) == sorted(
        ["Anna", "Bert", "Cilli", "Dora", "Gast 1", "Gast 2", "Gast 3", "Gast 4"]
    )


# How good it is


def test_before_it_is_drawn_again_the_page_says_that_swaps_go(drafted: Playing) -> None:
    lost = "Drawing again loses the seats that were swapped by hand."
    shown = page(drafted)
    assert "Nobody has met before: this is the first draw." in shown
    assert lost not in shown
    (one, *_rest), (other, *_others) = tables(drafted)
    swap(drafted, one, other)
    swapped = tables(drafted)
    for form in (form for form in forms_in(shown) if "tables" in form.sent):  # no page with what was swapped
        answer = drafted.client().post(form.action, form.with_({}), follow=True)
        assert "This has been changed in the meantime." in text_of(answer)
    shown = page(drafted)
    assert (tables(drafted), lost in shown) == (swapped, True)
    again = next(form for form in forms_in(shown) if {"tables", "method"} <= form.sent.keys()).with_({})
    for _twice in range(2):
        assert "Round 1 is drawn." in post(drafted, "draw", **again | {"seed": "Herbst"})
    assert tables(drafted) != swapped


def test_a_swap_is_judged_anew_and_is_no_longer_called_the_least_possible(drawn_twice: Playing) -> None:
    """Anna for Gast 3: three of four from the same old table sit at each table, three pairs each."""
    drawn_twice.seat(2, MIXED)
    swap(drawn_twice, "Anna", "Gast 3", round_=2)
    assert tables(drawn_twice, 2) == [
        ["Gast 3", "Bert", "Gast 1", "Gast 2"],
        ["Cilli", "Dora", "Anna", "Gast 4"],
    ]
    answer = drawn_twice.client().get(address(drawn_twice, "draw", 2))
    shown = text_of(answer)
    assert "6 pairs meet again." in shown
    assert "Squares of all meetings: at least 32, now 36, swapped by hand." in shown
    assert "lowest possible" not in shown
    assert "Anna and Cilli, table 2: met once before" in shown
    assert "Swapped by hand since." in shown


def test_the_page_names_who_sat_at_a_five_before(playing: Playing) -> None:
    playing.register(NAMES[:5])
    playing.pass_round(tables=[FIRST[0], ("Gast 1", "Gast 2", "Gast 3", "Gast 4", "Gast 5")])
    playing.check_in(2)
    playing.draw(2, method=Method.RANDOM)
    assert playing.round(2).report["steps"] == 0
    assert "without a search" in page(playing, round_=2)
    playing.seat(2, (("Gast 1", "Gast 2", "Anna", "Bert"), ("Gast 3", "Gast 4", "Gast 5", "Cilli", "Dora")))
    swap(playing, "Anna", "Bert", round_=2)  # so that the report is made anew
    shown = text_of(page(playing, round_=2))
    assert "Gast 3 has sat at a table of five once before, also the last time" in shown
    assert "Gast 1 has sat at a table of five once before" not in shown  # at a four this time
    assert re.search(r"Gast 1 has sat at a table of five once met before: Gast 2", shown)


# By standing


def test_nobody_is_drawn_by_standing_before_the_first_round(eight: Playing) -> None:
    shown = post(eight, "draw", method="by_standing", seed="")
    assert "There are no standings yet. Please choose another method." in shown
    assert tables(eight) == []


def test_by_standing_the_best_sit_at_the_first_table(drafted: Playing, watch: Hands) -> None:
    """Bert and Cilli win 1 twice, Gast 1 and Gast 2 once: 52, 52, 51, 51, then 49, 49 and 48, 48."""
    drafted.publish()
    drafted.start()
    watch.forward(minutes=3)
    drafted.play(1, hand("Bert", "Cilli"))
    drafted.play(1, hand("Bert", "Cilli"))
    drafted.play(2, hand("Gast 1", "Gast 2"))
    drafted.do(leave_table, entrant=drafted.entrant("Dora").pk, ranked=Leaving.Ranked.BALANCE, name="Xaver")
    drafted.close()
    drafted.check_in(2)
    names = drafted.names()
    ranks = {names[one]: rank for one, rank in ranks_of(drafted.round(2)).items()}
    assert ranks == {
        "Bert": 1, "Cilli": 1, "Gast 1": 3, "Gast 2": 3, "Gast 3": 5, "Gast 4": 5, "Anna": 7, "Dora": 7,
    }  # fmt: skip
    standing = ranks_of(drafted.round(2))
    post(drafted, "draw", 2, method="by_standing", seed="x")
    assert drafted.round(2).report["standing"] == standing
    assert [sorted(table) for table in tables(drafted, 2)] == [
        ["Bert", "Cilli", "Gast 1", "Gast 2"],
        ["Anna", "Dora", "Gast 3", "Gast 4"],
    ]


# Swapping


def test_other_than_two_people_with_seats_are_not_swapped(drafted: Playing) -> None:
    before = tables(drafted)
    ids = drafted.ids()
    for ticked in ([], ["Anna"], ["Anna", "Bert", "Cilli"], ["Anna", "Emil"], ["Anna", "Anna"]):
        shown = post(drafted, "swap", seats=[ids.get(name, "0") for name in ticked])
        assert "Please tick exactly two people." in shown, ticked
        assert tables(drafted) == before, ticked
    drafted.register(["Nachzügler"])
    with refuses({"seats": ["Please choose two people who have a seat in this round."]}):
        swap(drafted, "Anna", "Nachzügler")
    assert not drafted.round().swapped


# Publishing


def test_members_see_who_sits_where_only_when_it_is_published(drafted: Playing) -> None:
    assert "Nothing is published for round 1 yet." in page(drafted, "seating", who="Emil")
    assert "Gast 3" not in page(drafted, "seating", who="Emil")
    draft = text_of(page(drafted, "seating"))
    assert "Draft: only directors see this." in draft
    assert "Drawn: without repeats, seed Herbst." in draft  # with which it can be drawn again
    shown = post(drafted, "publish")
    assert "Published: everybody can now find their table." in shown
    assert "Gast 3 Table 2" in text_of(page(drafted, "seating", who="Emil"))


def test_a_swap_after_publishing_beats_every_clock_and_makes_a_new_list(drafted: Playing) -> None:
    swap(drafted, "Anna", "Gast 1")
    assert "list version 1" in page(drafted, "seating"), "nobody has printed a draft"
    drafted.publish()
    before = Pulse.objects.get()
    ids = drafted.ids()
    shown = post(drafted, "swap", seats=[ids["Anna"], ids["Gast 1"]])
    assert "Lists that were printed before are wrong now." in shown
    after = Pulse.objects.get()
    assert (after.count, after.clock) == (before.count + 1, before.clock + 1)
    assert "list version 2" in page(drafted, "seating", who="Emil")


def test_a_draw_that_another_director_made_meanwhile_is_not_begun_unseen(drafted: Playing) -> None:
    anna, at = drafted.client("Anna"), address(drafted, "publish_and_start", 1)
    [asked] = re.findall(rf'href="({at}[?][^"]*)"', page(drafted, who="Anna"))
    shown = anna.get(asked)
    assert "8 people at 2 tables" in text_of(shown.content.decode())
    [form] = [form for form in forms_on(shown) if (form.action or at) == at]
    drafted.do(draw.draw_round, round_=drafted.round(), method=Method.RANDOM, seed="Zweite")
    drawn = tables(drafted)
    answer = text_of(anna.post(at, form.with_({}), follow=True))
    assert "This has been changed in the meantime. Please look again." in answer
    assert "Bert drew round 1 of “Herbstturnier”, seed Zweite." in answer
    assert (drafted.round().stage, tables(drafted)) == (At.DRAFT, drawn)


def test_a_draw_with_somebody_who_withdrew_is_not_published(drafted: Playing) -> None:
    drafted.tournament.entrants.filter(participant__guest="Gast 2").update(withdrawn_at="2026-11-21T18:00Z")
    assert "Drawn, but not checked in: Gast 2" in text_of(page(drafted))
    assert "Seated, but withdrawn: Gast 2. Please draw again." in post(drafted, "publish")
    assert drafted.round().stage == At.DRAFT


@pytest.mark.parametrize("published", [False, True])
def test_a_draw_is_discarded_after_a_question_and_people_can_be_checked_in_again(
    drafted: Playing, published: bool
) -> None:
    if published:
        drafted.publish()
    asked = page(drafted, "discard")
    assert "With the seed Herbst, the same people can be drawn the same way again." in asked
    assert ("people may be on the way to their tables already" in asked) is published
    assert "The draw of round 1 has been discarded." in post(drafted, "discard")
    assert ("discarded the published draw of" in log_of("discard_draw")[0]) is published
    assert drafted.round().stage == At.CHECK_IN
    assert not Table.objects.filter(round=drafted.round()).exists()
    drafted.register(["Nachzügler"])
    drafted.check_in()
    drafted.draw()
    assert [len(table) for table in tables(drafted)] == [4, 5]


def test_a_round_that_runs_is_neither_drawn_nor_swapped_nor_discarded(started: Playing) -> None:
    before = tables(started)
    with refuses({"form": ["Round 1 is running."]}):
        swap(started, "Anna", "Bert")
    assert "Swap the two" not in page(started)
    assert "Round 1 is running." in post(started, "discard")
    asked = started.client().get(address(started, "discard", 1))
    assert asked.headers["Location"] == address(started, "draw", 1)
    shown = post(started, "draw", method="random", seed="")
    assert tables(started) == before
    assert "How people are drawn" not in shown


# All rounds at once


def test_a_round_drawn_ahead_is_taken_when_the_same_people_come(ahead: Playing) -> None:
    seats = tables(ahead, 2)
    assert [round_.seed for round_ in ahead.tournament.rounds.all()] == ["Herbst"] * 3
    assert "Rounds 1 to 3 were drawn at once." in text_of(page(ahead, "seating"))
    ahead.publish()
    ahead.start()
    ahead.close()
    assert "Nothing is published for round 2 yet." in page(ahead, "seating", 2, who="Emil")
    ahead.check_in(2)
    shown = text_of(page(ahead, round_=2))
    assert "This round was drawn ahead, together with an earlier one." in shown
    assert "not checked in" not in shown
    assert "This draw is now the draft of round 2." in post(ahead, "take_prepared", 2)
    assert ahead.round(2).stage == At.DRAFT
    assert tables(ahead, 2) == seats
    assert ahead.round(2).report["together"] == [1, 3]


def test_who_is_missing_and_who_is_new_is_told_and_the_round_is_drawn_anew(ahead: Playing) -> None:
    ahead.publish()
    ahead.start()
    ahead.close()
    ahead.register(["Nachzügler"])
    there = ["Anna", "Bert", "Cilli", "Gast 1", "Gast 2", "Gast 3", "Gast 4", "Nachzügler"]
    ahead.check_in(2, names=there)
    shown = text_of(page(ahead, round_=2))
    assert "Drawn, but not checked in: Dora" in shown
    assert "Checked in, but not drawn: Nachzügler" in shown
    assert "Use this draw" not in shown
    refused = post(ahead, "take_prepared", 2)
    assert "The people checked in are not those who were drawn. Please draw this round again." in refused
    post(ahead, "draw", 2, method="random", seed="")
    assert sorted(name for table in tables(ahead, 2) for name in table) == sorted(there)
    assert ahead.round(2).stage == At.DRAFT


def test_all_rounds_are_not_drawn_over_one_that_is_published(ahead: Playing) -> None:
    ahead.check_in(2)
    post(ahead, "take_prepared", 2)
    ahead.publish(2)
    before = tables(ahead, 2)
    shown = post(ahead, "draw_all", **{"all-seed": "x"})
    assert "Round 2 has been drawn and published, and has not started yet." in shown
    assert tables(ahead, 2) == before


# What it leaves behind, and what it costs


def test_what_changes_while_it_is_drawn_is_not_lost_and_nothing_is_locked(
    eight: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    depth = len(connection.savepoint_ids)

    def drawn_while(change: Any) -> str:
        def slow(*asked: Any, **further: Any) -> Any:
            assert len(connection.savepoint_ids) == depth
            change()
            return drawn(*asked, **further)

        drawn = draw.draw
        with monkeypatch.context() as patched:
            patched.setattr(draw, "draw", slow)
            return post(eight, "draw", method="random", seed="")

    eight.register(["Nachzügler"])
    again = "Something changed during the draw. Please draw again."
    assert (again in drawn_while(lambda: eight.check_in(names=["Nachzügler"])), tables(eight)) == (True, [])
    post(eight, "draw", method="random", seed="")
    (one, *_three), (other, *_four) = tables(eight)
    assert again in drawn_while(lambda: swap(eight, one, other))
    assert [(len(table), table[0]) for table in tables(eight)] == [(4, other), (5, one)]
