"""Statistics told as at the table: what a hand, a choice of people and a later change come to."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from django.core.management import call_command

from scoring.clubs.guests.verbs import join_guest
from scoring.models import Evening, Participant
from scoring.rules import published
from scoring.season.pages.statistics import HandFilter
from tests.support.scoring import counted_by_hand
from tests.support.scoring.corrections import correct, insert, redo, take_out, undo
from tests.support.scoring.house import House
from tests.support.scoring.season import JUNE, MAY, play
from tests.support.scoring.statistics import (
    compare,
    compare_member,
    compare_with_people,
    numbers,
    of,
    statistics,
)
from tests.support.scoring.tables import FIVE, FOUR, dreier, hand, trischaken


def test_a_kontra_earns_what_the_line_was_worth_more(house: House) -> None:
    """A Rufer of 1 under Re is 4: the Kontra lost its side 1 more, the Re brought the other 2 more."""
    play(house, MAY, hand("rufer", "Anna", partner="Cilli", won=True, kontra="re"))
    assert numbers(of(house, "Bert"), "kontras") == {"Kontra": [1, 0, 1, -1]}
    assert numbers(of(house, "Cilli"), "kontras") == {"Re": [1, 1, 0, 2]}
    assert numbers(of(house, "Anna"), "declarer") == {"Rufer": [1, 1, 0, 4]}
    assert numbers(of(house, "Cilli"), "partner") == {"Rufer": [1, 1, 0, 4]}
    assert numbers(of(house, "Dora"), "opponent") == {"Rufer": [1, 0, 1, -4]}


def test_a_void_kontra_was_none(house: House) -> None:
    play(house, MAY, hand("rufer", "Anna", partner="Cilli", won=True, kontra="kontra", kontra_void=True))
    assert of(house, "Bert").kontras == ()


def test_a_premium_belongs_to_the_name_on_the_sheet(house: House) -> None:
    """Pagat announced by the partner and missed: 2 for each of the others, from everybody on his side."""
    game = hand("rufer", "Anna", partner="Cilli", won=True)
    pagat = {"premium": "pagat", "by": "Cilli", "announced": True, "made": False}
    trull = {"premium": "trull", "by": "Anna", "made": True}
    play(house, MAY, {**game, "premiums": [pagat, trull]})
    assert numbers(of(house, "Cilli"), "premiums") == {"Pagat": [0, 0, 1, -2]}
    assert numbers(of(house, "Anna"), "premiums") == {"Trull": [1, 0, 0, 1]}


def test_jungfrau_and_buergermeister_are_remembered(house: House) -> None:
    play(
        house,
        MAY,
        hand("trischaken", "Anna", order=[["Bert"]], buergermeister=True, jungfrau=["Dora"]),
        hand("trischaken", "Bert", order=[["Cilli"], ["Dora"]]),
    )
    assert [of(house, name).trischaken.jungfrau for name in FOUR] == [0, 0, 0, 1]
    assert [of(house, name).trischaken.buergermeister for name in FOUR] == [0, 1, 0, 0]
    assert [of(house, name).trischaken.won for name in FOUR] == [2, 1, 1, 2]
    assert [of(house, name).trischaken.played for name in FOUR] == [2, 2, 2, 2]


def test_streaks_go_on_over_evenings_and_end_with_a_game_that_is_lost(house: House) -> None:
    play(house, MAY, dreier("Anna"), dreier("Anna", won=False), dreier("Anna"))
    play(house, JUNE, dreier("Bert"), dreier("Anna"))
    play(
        house, JUNE + timedelta(days=1), dreier("Anna"), dreier("Anna", won=False), dreier("Anna", won=False)
    )
    found = of(house, "Anna")
    assert found.declared_in_a_row == (3, MAY, JUNE + timedelta(days=1))
    assert found.evenings_in_a_row == (2, MAY, JUNE)
    assert of(house, "Cilli").declared_in_a_row is None


def test_lists_of_the_highest_keep_those_who_are_equal_to_the_last(house: House) -> None:
    days = (MAY, JUNE, JUNE + timedelta(days=1))
    for day in days:
        play(house, day, dreier("Anna", won=False))  # three get the same
    found = statistics(house.club)
    assert [hand.points for hand in found.best_hands] == [5] * 9
    assert [hand.date for hand in found.best_hands] == [day for day in days for _one in range(3)]
    assert [evening.points for evening in found.best_evenings] == [5] * 9


def test_more_hands_of_one_evening_than_it_keeps_can_be_equal(house: House) -> None:
    play(house, MAY, *[dreier("Anna", won=False)] * 3)  # three get the same, each time
    found = statistics(house.club)
    assert [(hand.points, hand.number) for hand in found.best_hands] == [
        (5, number) for number in (1, 2, 3) for _one in range(3)
    ]
    assert found.more_hands == 0
    with_anna = HandFilter(people=frozenset({str(house.member("Anna").pk)}))
    assert len(statistics(house.club, with_anna).best_hands) == 9
    play(house, JUNE, *[dreier("Anna", won=False)] * 5)
    found = statistics(house.club)
    assert (len(found.best_hands), found.more_hands) == (20, 4)
    compare(house.club, [])


def test_of_games_side_by_side_everybodys_best_hand_is_their_own_game(house: House) -> None:
    """Each game is worth 2. Who wins it gets 6, who loses it pays 6; of the other game 2 are paid or got."""
    sheet = house.sheet(rules="cup")
    for one, other in (
        (hand("piccolo", "Bert", tricks=1), hand("zwiccolo", "Cilli", tricks=2)),  # both won
        (hand("piccolo", "Dora", tricks=2), hand("zwiccolo", "Anna", tricks=2)),  # only Anna wins
        (hand("zwiccolo", "Cilli", tricks=3), hand("piccolo", "Bert", tricks=0)),  # both lost
    ):
        house.play(sheet, {"games": [*one["games"], *other["games"]]})
    found = statistics(house.club)
    assert [(hand.person.name, hand.points, hand.contract) for hand in found.best_hands] == [
        ("Anna", 8, "Zwiccolo"),
        ("Bert", 4, "Piccolo"),
        ("Cilli", 4, "Zwiccolo"),
        ("Dora", 4, "Zwiccolo"),  # neither she nor Anna declared one: the first of the two
        ("Anna", 4, "Zwiccolo"),
    ]
    compare(house.club, [house.member(name).pk for name in FOUR])


def test_only_hands_with_the_people_chosen_count(house: House) -> None:
    play(house, MAY, dreier("Anna"), dreier("Bert"), dreier("Anna"), names=FIVE)  # Emil, Anna, Bert sit out
    assert [contract.label for contract in of(house, "Cilli", "", "Anna", "Bert").contracts] == []
    with_both = of(house, "Cilli", "", "Anna", "Bert")
    assert with_both.score is not None
    assert with_both.score.hands == 1
    assert {person.name for person in with_both.people} == {"Anna", "Bert", "Dora", "Emil"}
    assert of(house, "Cilli", "karlsruhe").score is None
    assert of(house, "Cilli", "standard").score == of(house, "Cilli").score


def test_against_somebody_is_on_the_other_side_and_no_partner(house: House) -> None:
    """Anna calls Cilli, then Bert; she plays a Dreier alone; Dora plays a Piccolo against all."""
    play(
        house,
        MAY,
        hand("rufer", "Anna", partner="Cilli", won=True),
        hand("rufer", "Bert", partner="Anna", won=True),
        dreier("Anna"),
        hand("piccolo", "Dora", tricks=1),
    )

    def hands(name: str, *people: str) -> int:
        score = of(house, name, "", *people, against=True).score
        return score.hands if score else 0

    assert [hands("Anna", other) for other in ("Bert", "Cilli", "Dora")] == [2, 2, 4]
    assert [hands("Bert", other) for other in ("Anna", "Cilli", "Dora")] == [2, 2, 2]
    assert hands("Anna", "Bert", "Dora") == 2  # the first and the third
    assert hands("Anna", "Bert", "Cilli", "Dora") == 1  # alone against three
    assert hands("Dora", "Anna", "Bert", "Cilli") == 1
    only = of(house, "Anna", "", "Bert", "Dora", against=True)
    assert [contract.label for contract in only.contracts] == ["Rufer", "Dreier"]
    assert only.partnered == ()
    assert of(house, "Anna", "", "Bert", "Dora").score == of(house, "Anna").score


def test_in_a_trischaken_everybody_plays_against_everybody(house: House) -> None:
    play(house, MAY, trischaken("Anna", "Bert"), names=FIVE)
    for name, other in (("Bert", "Cilli"), ("Cilli", "Bert"), ("Dora", "Bert"), ("Bert", "Dora")):
        found = of(house, name, "", other, against=True)
        assert found.score is not None
        assert found.trischaken.played == 1
    assert of(house, "Bert", "", "Emil", against=True).score == of(house, "Bert", "", "Emil").score


def test_whoever_plays_a_game_beside_it_is_against_nobody_else_who_does(house: House) -> None:
    """Bert and Cilli each play their own; Anna and Dora are against both, and not against each other."""
    sheet = house.sheet(rules="cup")
    games = [hand("piccolo", "Bert", tricks=1), hand("zwiccolo", "Cilli", tricks=2)]
    house.play(sheet, {"games": [played for game in games for played in game["games"]]})
    assert of(house, "Anna", "", "Bert", "Cilli", against=True).score is not None
    assert of(house, "Bert", "", "Anna", "Dora", against=True).score is not None
    assert of(house, "Anna", "", "Dora", against=True).score is None
    by_cup = of(house, "Bert", "", "Cilli", against=True).score
    compare_with_people(house.club, [house.member(name).pk for name in FOUR], Random(2), times=30)
    assert (by_cup is None) is (published()["cup"].options["bei_settlement"] == "opponents")


def test_the_club_counts_hands_at_which_all_the_chosen_people_played(house: House) -> None:
    play(house, MAY, dreier("Anna"), dreier("Bert"), dreier("Anna"), names=FIVE)  # Emil, Anna, Bert sit out
    play(house, JUNE, trischaken("Anna", "Bert"))
    anna, bert, emil = (str(house.member(name).pk) for name in ("Anna", "Bert", "Emil"))
    both = statistics(house.club, HandFilter("", frozenset({anna, bert})))
    assert (both.hands, both.evenings, both.trischaken.played) == (2, 2, 1)
    assert [game.played for game in both.rarest] == [1, 1]
    assert statistics(house.club, HandFilter("", frozenset({emil, anna}))).hands == 1
    assert statistics(house.club, HandFilter("", frozenset({emil, anna, bert}))).hands == 0
    assert {person.name for person in both.people} == set(FIVE)


def test_a_guest_brings_everything_along_when_joined_to_a_member(house: House) -> None:
    play(house, MAY, dreier("Karl"), names=("Karl", "Bert", "Cilli", "Dora"))
    before = of(house, "Bert")
    assert [opponent.key for opponent in before.opponents] == ["~karl"]
    house.do(
        join_guest,
        by="Anna",
        member=house.member("Hilda"),
        participants=[Participant.objects.get(guest="Karl").pk],
    )
    assert numbers(of(house, "Hilda"), "declarer") == {"Dreier": [1, 1, 0, 15]}
    assert [opponent.name for opponent in of(house, "Bert").opponents] == ["Hilda"]


def test_whatever_is_changed_later_is_counted_as_it_stands(house: House) -> None:
    sheet = play(house, MAY, dreier("Anna"), dreier("Bert"), dreier("Anna"))
    entries = list(sheet.entries.standing())
    correct(house, sheet, entries[1], hand("piccolo", "Bert", tricks=1))
    take_out(house, sheet, entries[0])
    undo(house, sheet)
    redo(house, sheet)
    insert(house, sheet, sheet.entries.standing()[1], dreier("Cilli", won=False))
    hands = counted_by_hand.seen_in(house.club)
    for name in FOUR:
        compare_member(house.club, hands, house.member(name).pk)
    assert numbers(of(house, "Bert"), "declarer") == {"Piccolo": [1, 1, 0, 6]}
    call_command("verify")


def test_hands_of_a_tournament_stay_out(house: House) -> None:
    sheet = play(house, MAY, dreier("Anna"))
    Evening.objects.filter(pk=sheet.evening_id).update(occasion="tournament")
    assert of(house, "Anna").score is None
    assert statistics(house.club).hands == 0
