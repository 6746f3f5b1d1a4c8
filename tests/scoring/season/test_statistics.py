"""Statistics told as at the table: what a hand, a choice of people and a later change come to."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from scoring import demo
from scoring.clubs.guests.verbs import join_guest
from scoring.models import Entry, Evening, EveningSums, LineUpSums, Participant, Sheet
from scoring.rules import SLUGS, published, read
from scoring.rules.versions import versions
from scoring.season.pages.statistics import HandFilter
from scoring.table.adding_up import keep_sums
from tests.support.scoring import counted_by_hand
from tests.support.scoring.corrections import correct, insert, redo, take_out, undo
from tests.support.scoring.house import House, now
from tests.support.scoring.other_rules import take
from tests.support.scoring.season import JUNE, MAY, play
from tests.support.scoring.statistics import (
    SIX,
    career,
    compare,
    compare_member,
    compare_with_people,
    numbers,
    of,
    of_all_sheets,
    random_records,
    statistics,
    write_down,
)
from tests.support.scoring.tables import FIVE, FOUR, dreier, hand, rufer, trischaken


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
    assert [(hand.person.name, hand.points, hand.what) for hand in found.best_hands] == [
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


__all__ = ["of_all_sheets"]  # the fixtures


def test_the_demonstration_club_is_counted_as_by_hand(house: House) -> None:
    club = demo.found(actor=house["Anna"])
    members = list(club.members.filter(participations__scores__hands__gt=0).distinct())
    compare(club, [member.pk for member in members][:3])
    seen = compare_with_people(club, [member.pk for member in members], Random(11), times=12)
    assert min(seen[kind] for kind in ("club", "together 1", "against 1")) > 0, seen


def test_random_hands_of_all_sheets_are_counted_as_by_hand(house: House, of_all_sheets: list[Sheet]) -> None:
    assert Evening.objects.count() == len(SLUGS) == 10
    compare(house.club, [house.member(name).pk for name in ("Anna", "Bert", "Emil")])


def test_games_side_by_side_whose_declarers_do_not_pay_one_another_are_counted_as_by_hand(
    house: House,
) -> None:
    """Most sheets let them pay; here hands of the cup are played the other way, Renonces among them."""
    beside = {"bei_settlement": "opponents"}
    assert published()["cup"].options["bei_settlement"] == "all"
    sheet = house.sheet(FIVE, evening=house.evening("cup", **beside))
    write_down(now(sheet), list(random_records(now(sheet), "cup", Random(5), hands=150, **beside)))
    hands = counted_by_hand.seen_in(house.club)
    apart = [hand for hand in hands if any("apart" in game.sides.values() for game in hand.games)]
    assert {hand_.games[0].won is None for hand_ in apart} == {True, False}, "too few hands"
    members = [house.member(name).pk for name in FIVE]
    compare(house.club, members[:3])
    compare_with_people(house.club, members, Random(3), times=12)


def test_a_renonce_beside_games_that_do_not_pay_one_another(house: House) -> None:
    """Bert's Piccolo and Cilli's Zwiccolo, 2 each; Anna revokes.

    She pays 2 to Dora for each game, to each declarer 2 for herself and 2 for Dora.
    """
    sheet = house.sheet(evening=house.evening("cup", bei_settlement="opponents"))
    games = [hand("piccolo", "Bert"), hand("zwiccolo", "Cilli")]
    house.play(
        sheet, {"games": [played for game in games for played in game["games"]], "revoke": {"by": "Anna"}}
    )
    assert numbers(of(house, "Bert"), "declarer") == {"Piccolo": [1, 0, 0, 4]}
    assert numbers(of(house, "Cilli"), "declarer") == {"Zwiccolo": [1, 0, 0, 4]}
    assert numbers(of(house, "Dora"), "opponent") == {"Piccolo": [1, 0, 0, 2], "Zwiccolo": [1, 0, 0, 2]}
    assert numbers(of(house, "Anna"), "opponent") == {"Piccolo": [1, 0, 0, -6], "Zwiccolo": [1, 0, 0, -6]}
    assert of(house, "Anna").revoked == 1
    compare(house.club, [house.member(name).pk for name in FOUR])


def test_what_is_written_after_somebody_looked_is_counted(house: House) -> None:
    """A month is added up once; what is written, corrected or moved to another month adds it up anew."""
    members = [house.member(name).pk for name in FOUR]
    sheet = play(house, MAY, rufer("Anna", "Cilli"), dreier("Bert"))
    compare(house.club, members)
    house.play(sheet, dreier("Cilli"))
    compare(house.club, members)
    correct(house, sheet, Entry.objects.get(row__sheet=sheet, row__number=2), dreier("Bert", won=False))
    compare(house.club, members)
    Evening.objects.filter(pk=sheet.evening_id).update(date=MAY + timedelta(weeks=30))
    play(house, MAY, rufer("Anna", "Bert"))
    compare(house.club, members)


def test_hands_under_several_versions_at_one_table_are_counted_in_their_order(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every sum under its own version, a run of won games over all of them."""
    members = [house.member(name).pk for name in FOUR]
    sheet = play(house, MAY, dreier("Anna"), dreier("Bert", won=False), dreier("Cilli"))
    for value in (6, 7):

        def dearer(slug: str, value: int = value) -> dict[str, Any]:
            data = read(slug)
            data["contracts"]["dreier"]["value"] = value
            return data

        monkeypatch.setattr(versions, "read", dearer)
        take(house, now(sheet).evening)
        for name in ("Bert", "Anna"):
            house.play(sheet, dreier(name))
    assert len(now(sheet).standing["versions"]) == 2
    found = of(house, "Anna")
    assert found.declared_in_a_row == (3, MAY, MAY)
    assert [contract.played for contract in found.contracts] == [3]
    compare(house.club, members)


def six_at_every_table(house: House) -> None:
    """Two sit out of every hand, and nobody is always there."""
    for number, slug in enumerate(SLUGS):
        sheet = house.sheet(SIX, evening=house.evening(slug))
        records = list(random_records(sheet, slug, Random(100 + number), hands=35))
        write_down(now(sheet), records)


def test_hands_with_and_against_people_are_counted_as_by_hand(house: House) -> None:
    """In Trischaken, alone, in games side by side, after a Renonce, with two who sit out."""
    six_at_every_table(house)
    members = [house.member(name).pk for name in SIX if name != "Karl"]
    seen = compare_with_people(house.club, members, Random(7), times=36)
    for how in ("together", "against"):
        assert min(seen[f"{how} {number}"] for number in (1, 2, 3)) > 0, seen
        assert min(seen[f"{how}, {what}"] for what in ("trischaken", "revoked")) > 0, seen


def test_every_point_is_counted_once(house: House, of_all_sheets: list[Sheet]) -> None:
    """As declarer, as partner, as opponent, and in Trischaken that somebody else declared."""
    for name in FIVE:
        found = career(house.club, house.member(name).pk, HandFilter())
        assert found.score is not None
        games = (*found.contracts, *found.partnered, *found.opposed)
        declared = sum(
            contract.points for contract in found.contracts if contract.label in ("Trischaken", "Fahrer")
        )
        assert sum(game.points for game in games) + found.trischaken.points - declared == found.score.points


def test_evenings_of_before_were_added_up_by_a_migration_as_they_are_today(
    house: House, of_all_sheets: list[Sheet]
) -> None:
    for evening in Evening.objects.all():
        keep_sums(evening)
    expected = everything_kept()
    assert len(expected) == 2 * len(SLUGS)
    assert all(sums for _whose, _written, sums in expected)
    for model in (EveningSums, LineUpSums):
        model.objects.all().delete()
    import_module("scoring.migrations.0010_sums_of_evenings").keep(
        None, SimpleNamespace(connection=connection)
    )
    assert everything_kept() == expected


def everything_kept() -> list[tuple[str, int, Any]]:
    found = [
        (f"evening {evening_sums.evening_id}", evening_sums.written, evening_sums.sums)
        for evening_sums in EveningSums.objects.order_by("evening")
    ]
    return found + [
        (f"sheet {line_up_sums.sheet_id}", line_up_sums.written, line_up_sums.sums)
        for line_up_sums in LineUpSums.objects.order_by("sheet")
    ]
