"""Statistics of random hands, counted here a second time from the records."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from scoring import demo
from scoring.models import CountedHands, Entry, Evening, EveningSums, LineUpSums, Sheet
from scoring.rules import SLUGS, published, read
from scoring.rules.versions import versions
from scoring.season.pages.statistics import HandFilter
from scoring.table.adding_up import keep_sums
from tests.support.scoring import counted_by_hand
from tests.support.scoring.corrections import correct
from tests.support.scoring.house import House, now
from tests.support.scoring.other_rules import take
from tests.support.scoring.season import MAY, play
from tests.support.scoring.statistics import (
    SIX,
    career,
    compare,
    compare_with_people,
    numbers,
    of,
    of_all_sheets,
    random_records,
    write_down,
)
from tests.support.scoring.tables import FIVE, FOUR, dreier, hand, rufer

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


@pytest.mark.parametrize("wrong", ["sides", "players"])
def test_the_second_count_sees_what_was_stored_wrong(house: House, wrong: str) -> None:
    """Partner and opponent exchanged, or two players of one hand."""
    sheet = play(house, MAY, rufer("Anna", "Cilli"), rufer("Bert", "Dora"), dreier("Emil"), names=FIVE)
    members = [house.member(name).pk for name in FIVE]
    compare_with_people(house.club, members, Random(1), times=8)
    stored = CountedHands.objects.get(sheet=sheet)
    hand_ = stored.hands[0]
    if wrong == "sides":
        hand_[3][0][1] = "".join({"p": "o", "o": "p"}.get(side, side) for side in hand_[3][0][1])
    else:
        hand_[1][0], hand_[1][1] = hand_[1][1], hand_[1][0]
    stored.save()
    with pytest.raises(AssertionError):
        compare_with_people(house.club, members, Random(1), times=8)


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
