"""Statistics: what a player and a club have played, counted here a second time from the records."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from importlib import import_module
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import override

from scoring import demonstration, people, recording
from scoring.engine.problems import problems_with
from scoring.models import Act, Club, Entry, Evening, Participant, Sheet
from scoring.paper.bars import Bars
from scoring.paper.career import Career, career_of
from scoring.paper.columns import Columns
from scoring.paper.numbers import on_average
from scoring.paper.season import Period, Season
from scoring.paper.statistics.choosing import EVERYTHING, Choice
from scoring.paper.statistics.club import ClubStatistics, statistics_of
from scoring.paper.statistics.pictures import MOST_BARS, clubs_pictures, players_pictures
from scoring.paper.statistics.tallies import Beside, Tally
from scoring.recording import Actor
from scoring.recording.editions import go_on_under
from scoring.recording.replay import record_of
from scoring.recording.versions import in_use, rules_of
from scoring.recording.writing import GAP, rederive
from scoring.rulesets import SLUGS, published
from scoring.tables import BesideTable, Sorted
from scoring.templatetags.paper import noted
from tests.engine.hands import build_hand, seeded
from tests.scoring import counted_by_hand
from tests.scoring.conftest import House, now
from tests.scoring.counted_by_hand import Seen
from tests.scoring.tables import FIVE, FOUR, dreier, hand, rufer, trischaken
from tests.scoring.test_corrections import correct, insert, redo, take_out, undo
from tests.scoring.test_season import JUNE, MAY, asked_for, play, shown

EVER = Period()
SIX = (*FIVE, "Karl")
RANDOM_HANDS = 150  # of each rule sheet


def career(club: Club, member: int, choice: Choice) -> Career:
    with override("en"):
        return career_of(club.members.get(pk=member), Season(club, EVER), "en", choice)


def as_counted(career: Career) -> dict[str, Any]:
    """In the form of `counted_by_hand.of_member`."""
    trischaken = career.trischaken
    return {
        **{
            kind: {one.label: [one.played, one.won, one.lost, one.points] for one in tallies}
            for kind, tallies in (
                ("declarer", career.contracts),
                ("partner", career.partnered),
                ("opponent", career.opposed),
            )
        },
        "premiums": {one.label: [one.silent, one.made, one.missed, one.points] for one in career.premiums},
        "kontras": {one.label: [one.given, one.good, one.bad, one.points] for one in career.kontras},
        "with": {one.key: [one.played, one.won, one.points] for one in career.partners},
        "against": {one.key: [one.played, one.won, one.points] for one in career.opponents},
        "trischaken": [
            trischaken.played,
            trischaken.won,
            trischaken.lost,
            trischaken.jungfrau,
            trischaken.buergermeister,
            trischaken.points,
        ],
        "evenings": [[one.date, one.score.hands, one.score.points] for one in career.evenings],
        "years": {one.year: one.score.points for one in career.years},
        "revoked": career.revoked,
        "declared in a row": career.declared_in_a_row,
        "evenings in a row": career.evenings_in_a_row,
    }


def club_as_counted(found: ClubStatistics) -> dict[str, Any]:
    """In the form of `counted_by_hand.of_club`."""
    trischaken = found.trischaken
    return {
        "hands": found.hands,
        "evenings played": found.evenings,
        "games": {
            sheet.slug: {game.label: [game.played, game.won, game.lost, game.points] for game in sheet.games}
            for sheet in found.sheets
        },
        "premiums": {one.label: [one.silent, one.made, one.missed, one.points] for one in found.premiums},
        "kontras": {one.label: [one.given, one.good, one.bad, one.points] for one in found.kontras},
        "trischaken": [trischaken.played, trischaken.jungfrau, trischaken.buergermeister],
        "best": [
            (one.points, one.contract, one.person.key, one.date, one.number) for one in found.best_hands
        ],
        "evenings": [(one.points, one.person.key, one.date) for one in found.best_evenings],
        "years": [(one.points, one.person.key, one.year) for one in found.best_years],
        "rarest": [(one.label, one.played, one.date, one.person.key) for one in found.rarest],
    }


def statistics(club: Club, choice: Choice = EVERYTHING) -> ClubStatistics:
    with override("en"):
        return statistics_of(Season(club, EVER), "en", choice)


def compare(club: Club, members: list[int]) -> None:
    """Every figure, for some members and for the club, with and without a choice."""
    hands = counted_by_hand.seen_in(club)
    slugs = sorted({one.slug for one in hands})
    for rules in ("", *slugs):
        assert club_as_counted(statistics(club, Choice(rules))) == counted_by_hand.of_club(hands, rules)
    for number, member in enumerate(members):
        for rules in ("", slugs[number % len(slugs)]):
            compare_member(club, hands, member, rules)


def compare_member(club: Club, hands: list[Seen], member: int, rules: str = "") -> None:
    found = as_counted(career(club, member, Choice(rules)))
    assert found == counted_by_hand.of_member(hands, member, rules=rules)


def compare_with_people(club: Club, members: list[int], dice: Random, times: int) -> Counter[str]:
    """Every figure of hands with certain people; how many such hands there were, by what was chosen."""
    hands = counted_by_hand.seen_in(club)
    everybody = sorted({player for one in hands for player in one.posted})
    slugs = sorted({one.slug for one in hands})
    seen: Counter[str] = Counter()
    for number in range(times):
        rules = dice.choice(["", "", *slugs])
        chosen = dice.sample(everybody, dice.choice([1, 1, 2, 3]))
        found = club_as_counted(statistics(club, Choice(rules, frozenset(chosen))))
        assert found == counted_by_hand.of_club(hands, rules, chosen)
        seen["club"] += found["hands"]
        member = members[number % len(members)]
        others = [one for one in chosen if one != str(member)] or [everybody[everybody[0] == str(member)]]
        for against, how in ((False, "together"), (True, "against")):
            choice = Choice(rules, frozenset(others), against)
            asked: Any = {how: others}
            expected = counted_by_hand.of_member(hands, member, rules=rules, **asked)
            assert as_counted(career(club, member, choice)) == expected, (choice, member)
            seen[f"{how} {len(others)}"] += sum(evening[1] for evening in expected["evenings"])
            seen[f"{how}, trischaken"] += expected["trischaken"][0]
            seen[f"{how}, revoked"] += expected["revoked"]
    return seen


def test_the_demonstration_club_is_counted_as_by_hand(house: House) -> None:
    club = demonstration.found(actor=house["Anna"], seed=demonstration.SEED, until=timezone.localdate())
    for _ in range(3):
        demonstration.go_on(club)
    members = list(club.members.filter(participations__postings__isnull=False).distinct())
    compare(club, [one.pk for one in members][:3])
    seen = compare_with_people(club, [one.pk for one in members], Random(11), times=40)
    assert min(seen[kind] for kind in ("club", "together 1", "against 1")) > 0, seen


def write_down(sheet: Sheet, records: list[dict[str, Any]]) -> None:
    """Many hands at once, and everything that follows from them."""
    Entry.objects.bulk_create(
        Entry(
            id=uuid4(),
            sheet=sheet,
            seq=number,
            place=number * GAP,
            act=Act.ADD,
            record=record,
            at=timezone.now(),
        )
        for number, record in enumerate(records, 1)
    )
    sheet.seq = len(records)
    sheet.standing["last_place"] = len(records) * GAP
    rederive(sheet)


def random_records(
    sheet: Sheet, slug: str, dice: Random, hands: int = RANDOM_HANDS, **options: str | int
) -> Iterator[dict[str, Any]]:
    """Legal under its rules, for the four whose turn it is."""
    rules = published()[slug].under(options)
    players = list(sheet.players)
    first = players.index(sheet.dealer)
    choose = seeded(dice.randrange(10**9))
    for number in range(hands):
        after = first + number + 1
        four = tuple(players[(after + seat) % len(players)] for seat in range(4))
        hand = build_hand(choose, rules, four)
        assert not problems_with(hand, rules)
        record = record_of(hand, rules)
        yield {key: record[key] for key in record if key not in ("rules", "players", "radl")}


def all_seven(house: House) -> list[Sheet]:
    sheets = []
    for number, slug in enumerate(SLUGS):
        sheet = house.sheet(FIVE, evening=house.evening(slug))
        write_down(now(sheet), list(random_records(sheet, slug, Random(number))))
        sheets.append(sheet)
    return sheets


def test_random_hands_of_all_seven_sheets_are_counted_as_by_hand(house: House) -> None:
    all_seven(house)
    assert Evening.objects.count() == len(SLUGS) == 7
    compare(house.club, [house.member(name).pk for name in ("Anna", "Bert", "Emil")])


def test_games_side_by_side_whose_declarers_do_not_pay_one_another_are_counted_as_by_hand(
    house: House,
) -> None:
    """Most sheets let them pay; here hands of the cup are played the other way, Renonces among them."""
    beside = {"bei_settlement": "opponents"}
    assert published()["cup"].options.bei_settlement == "all"
    sheet = house.sheet(FIVE, evening=house.evening("cup", **beside))
    write_down(now(sheet), list(random_records(now(sheet), "cup", Random(5), hands=400, **beside)))
    hands = counted_by_hand.seen_in(house.club)
    apart = [one for one in hands if any("apart" in game.sides.values() for game in one.games)]
    assert {one.games[0].won is None for one in apart} == {True, False}, "too few hands"
    members = [house.member(name).pk for name in FIVE]
    compare(house.club, members[:3])
    compare_with_people(house.club, members, Random(3), times=20)


def test_a_renonce_beside_games_that_do_not_pay_one_another(house: House) -> None:
    """Bert's Piccolo and Cilli's Zwiccolo, 2 each; Anna revokes.

    She pays 2 to Dora for each game, to each declarer 2 for herself and 2 for Dora.
    """
    sheet = house.sheet(evening=house.evening("cup", bei_settlement="opponents"))
    games = [hand("piccolo", "Bert"), hand("zwiccolo", "Cilli")]
    house.play(sheet, {"games": [one for game in games for one in game["games"]], "revoke": {"by": "Anna"}})
    assert numbers(of(house, "Bert"), "declarer") == {"Piccolo": [1, 0, 0, 4]}
    assert numbers(of(house, "Cilli"), "declarer") == {"Zwiccolo": [1, 0, 0, 4]}
    assert numbers(of(house, "Dora"), "opponent") == {"Piccolo": [1, 0, 0, 2], "Zwiccolo": [1, 0, 0, 2]}
    assert numbers(of(house, "Anna"), "opponent") == {"Piccolo": [1, 0, 0, -6], "Zwiccolo": [1, 0, 0, -6]}
    assert of(house, "Anna").revoked == 1
    compare(house.club, [house.member(name).pk for name in FOUR])


def six_at_every_table(house: House) -> None:
    """Two sit out of every hand, and nobody is always there."""
    for number, slug in enumerate(SLUGS):
        sheet = house.sheet(SIX, evening=house.evening(slug))
        records = list(random_records(sheet, slug, Random(100 + number), hands=60))
        write_down(now(sheet), records)


def test_hands_with_and_against_people_are_counted_as_by_hand(house: House) -> None:
    """In Trischaken, alone, in games side by side, after a Renonce, with two who sit out."""
    six_at_every_table(house)
    members = [house.member(name).pk for name in SIX if name != "Karl"]
    seen = compare_with_people(house.club, members, Random(7), times=40)
    for how in ("together", "against"):
        assert min(seen[f"{how} {number}"] for number in (1, 2, 3)) > 0, seen
        assert min(seen[f"{how}, {what}"] for what in ("trischaken", "revoked")) > 0, seen


@pytest.mark.parametrize("wrong", ["sides", "players"])
def test_the_second_count_sees_what_was_stored_wrong(house: House, wrong: str) -> None:
    """Partner and opponent exchanged, or two players of one hand."""
    sheet = play(house, MAY, rufer("Anna", "Cilli"), rufer("Bert", "Dora"), dreier("Emil"), names=FIVE)
    members = [house.member(name).pk for name in FIVE]
    compare_with_people(house.club, members, Random(1), times=20)
    sheet = now(sheet)
    hand_ = sheet.counted[0]
    if wrong == "sides":
        hand_[3][0][1] = "".join({"p": "o", "o": "p"}.get(side, side) for side in hand_[3][0][1])
    else:
        hand_[1][0], hand_[1][1] = hand_[1][1], hand_[1][0]
    sheet.save(update_fields=["counted"])
    with pytest.raises(AssertionError):
        compare_with_people(house.club, members, Random(1), times=20)


def test_every_point_is_counted_once(house: House) -> None:
    """As declarer, as partner, as opponent, and in Trischaken that somebody else declared."""
    all_seven(house)
    for name in FIVE:
        found = career(house.club, house.member(name).pk, Choice())
        assert found.score is not None
        games = (*found.contracts, *found.partnered, *found.opposed)
        declared = sum(one.points for one in found.contracts if one.label in ("Trischaken", "Fahrer"))
        assert sum(one.points for one in games) + found.trischaken.points - declared == found.score.points


# Told as at the table


def numbers(found: Career, kind: str) -> dict[str, list[Any]]:
    result: dict[str, list[Any]] = as_counted(found)[kind]
    return result


def of(house: House, name: str, rules: str = "", *people: str, against: bool = False) -> Career:
    keys = frozenset(str(house.member(one).pk) for one in people)
    return career(house.club, house.member(name).pk, Choice(rules, keys, against))


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
    assert [(one.person.name, one.points, one.contract) for one in found.best_hands] == [
        ("Anna", 8, "Zwiccolo"),
        ("Bert", 4, "Piccolo"),
        ("Cilli", 4, "Zwiccolo"),
        ("Dora", 4, "Zwiccolo"),  # neither she nor Anna declared one: the first of the two
        ("Anna", 4, "Zwiccolo"),
    ]
    compare(house.club, [house.member(name).pk for name in FOUR])


def test_only_hands_with_the_people_chosen_count(house: House) -> None:
    play(house, MAY, dreier("Anna"), dreier("Bert"), dreier("Anna"), names=FIVE)  # Emil, Anna, Bert sit out
    assert [one.label for one in of(house, "Cilli", "", "Anna", "Bert").contracts] == []
    with_both = of(house, "Cilli", "", "Anna", "Bert")
    assert with_both.score is not None
    assert with_both.score.hands == 1
    assert {one.name for one in with_both.people} == {"Anna", "Bert", "Dora", "Emil"}
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
    assert [one.label for one in only.contracts] == ["Rufer", "Dreier"]
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
    house.play(sheet, {"games": [one for game in games for one in game["games"]]})
    assert of(house, "Anna", "", "Bert", "Cilli", against=True).score is not None
    assert of(house, "Bert", "", "Anna", "Dora", against=True).score is not None
    assert of(house, "Anna", "", "Dora", against=True).score is None
    by_cup = of(house, "Bert", "", "Cilli", against=True).score
    compare_with_people(house.club, [house.member(name).pk for name in FOUR], Random(2), times=30)
    assert (by_cup is None) is (published()["cup"].options.bei_settlement == "opponents")


def test_the_club_counts_hands_at_which_all_the_chosen_people_played(house: House) -> None:
    play(house, MAY, dreier("Anna"), dreier("Bert"), dreier("Anna"), names=FIVE)  # Emil, Anna, Bert sit out
    play(house, JUNE, trischaken("Anna", "Bert"))
    anna, bert, emil = (str(house.member(name).pk) for name in ("Anna", "Bert", "Emil"))
    both = statistics(house.club, Choice("", frozenset({anna, bert})))
    assert (both.hands, both.evenings, both.trischaken.played) == (2, 2, 1)
    assert [one.played for one in both.rarest] == [1, 1]
    assert statistics(house.club, Choice("", frozenset({emil, anna}))).hands == 1
    assert statistics(house.club, Choice("", frozenset({emil, anna, bert}))).hands == 0
    assert {one.name for one in both.people} == set(FIVE)


def test_a_guest_brings_everything_along_when_joined_to_a_member(house: House) -> None:
    play(house, MAY, dreier("Karl"), names=("Karl", "Bert", "Cilli", "Dora"))
    before = of(house, "Bert")
    assert [one.key for one in before.opponents] == ["~karl"]
    people.join_guest(
        actor=house["Anna"],
        deed=uuid4(),
        member=house.member("Hilda"),
        participants=[Participant.objects.get(guest="Karl").pk],
    )
    assert numbers(of(house, "Hilda"), "declarer") == {"Dreier": [1, 1, 0, 15]}
    assert [one.name for one in of(house, "Bert").opponents] == ["Hilda"]


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


def test_sheets_from_before_are_counted_by_the_migration(house: House) -> None:
    sheet = play(house, MAY, dreier("Anna"), rufer("Bert", "Dora"), trischaken("Cilli"))
    recording.undo(actor=Actor(house["Anna"]), entry=uuid4(), sheet=sheet, after=3)
    version = in_use("treffpunkt", house.club)
    go_on_under(version, rules_of(version), {}, now(sheet), house["Anna"], uuid4())
    house.play(sheet, hand("piccolo", "Dora", tricks=1))
    before = {one.pk: (one.sums, one.counted) for one in Sheet.objects.all()}
    assert [raw[0] for raw in before[sheet.pk][1]] == [0, 0, version.pk]
    Sheet.objects.update(sums={}, counted=[])
    import_module("scoring.migrations.0011_statistics").count_hands(apps, None)
    assert {one.pk: (one.sums, one.counted) for one in Sheet.objects.all()} == before


# The pictures


def looks(amounts: Sequence[Any]) -> list[tuple[str, int]]:
    """How the parts of a bar have to be filled: won, lost, neither; one alone is striped below zero."""
    if len(amounts) == 1:
        return [("solid" if amounts[0] > 0 else "striped", abs(amounts[0]))] if amounts[0] else []
    ways = ("solid", "striped", "hollow")
    return [(way, amount) for way, amount in zip(ways, amounts, strict=False) if amount]


def read_bars(pictures: Sequence[Bars], expected: Sequence[tuple[str, Sequence[Any]]]) -> None:
    """Words and lengths of every bar, on a phone and at a desk; figures are true to each other."""
    assert len(pictures) == 2
    for picture in pictures:
        assert [bar.value for bar in picture.bars] == [value for value, _ in expected]
        wanted = [looks(amounts) for _, amounts in expected]
        assert [[part.way for part in bar.parts] for bar in picture.bars] == [
            [way for way, _ in parts] for parts in wanted
        ]
        longest = max(sum(amount for _, amount in parts) for parts in wanted)
        across = max(sum(part.width for part in bar.parts) for bar in picture.bars)
        for bar, (_, amounts), parts in zip(picture.bars, expected, wanted, strict=True):
            for part, (_way, amount) in zip(bar.parts, parts, strict=True):
                assert abs(part.width - float(across * amount / longest)) <= 2, bar
            if bar.parts:
                begins, ends = bar.parts[0].x, bar.parts[-1].x + bar.parts[-1].width
                assert (ends if min(amounts) < 0 else begins) == picture.zero.at, bar


def read_columns(pictures: Sequence[Columns], amounts: Sequence[Any]) -> None:
    assert len(pictures) == 2
    for picture in pictures:
        found = {}
        for path, upwards in ((picture.above, True), (picture.below, False)):
            for x, zero, end in re.findall(r"M([\d.]+) ([\d.]+)V([\d.]+)h", path):
                assert float(zero) == picture.zero
                assert (float(end) < picture.zero) is upwards, "upside down"
                found[float(x)] = picture.zero - float(end)
        heights = [found[x] for x in sorted(found)]
        wanted = [float(amount) for amount in amounts if amount]
        unit = max(map(abs, heights)) / max(map(abs, wanted))
        assert all(abs(high - unit * amount) <= 1 for high, amount in zip(heights, wanted, strict=True))
        lowest = min(picture.heights, key=lambda tick: tick.at)
        assert noted(max(0, *amounts)) == "0" or lowest.label.startswith("+")


def as_games(tallies: Iterable[Any]) -> list[tuple[str, tuple[int, ...]]]:
    """The words beside a bar, and its parts: won, lost, and what somebody revoked."""
    shown = [*tallies][:MOST_BARS]
    return [
        (f"{one.won} : {one.lost}", (one.won, one.lost, one.played - one.won - one.lost)) for one in shown
    ]


def as_premiums(tallies: Iterable[Any]) -> list[tuple[str, tuple[int, ...]]]:
    often = sorted(tallies, key=lambda one: -(one.silent + one.made + one.missed))[:MOST_BARS]
    return [
        (f"{one.silent + one.made} : {one.missed}", (one.silent + one.made, one.missed))
        for one in sorted(often, key=lambda one: (one.order, one.label))
        if one.silent + one.made + one.missed
    ]


def as_kontras(tallies: Iterable[Any]) -> list[tuple[str, tuple[int, ...]]]:
    return [(f"{one.good} : {one.bad}", (one.good, one.bad)) for one in tallies]


def as_points(amounts: Iterable[Any]) -> list[tuple[str, tuple[Any, ...]]]:
    return [(noted(amount), (amount,)) for amount in amounts]


def test_bars_and_columns_are_as_long_as_what_was_counted(house: House) -> None:
    """Every number in a picture is read back from it."""
    all_seven(house)
    play(house, MAY - timedelta(days=365), dreier("Anna"), dreier("Anna", won=False), dreier("Bert"))
    with override("en"):
        for name in ("Anna", "Bert"):
            found = of(house, name)
            seen = players_pictures(found, "en")
            read_bars(seen.declared, as_games(found.contracts))
            read_bars(seen.partnered, as_games(found.partnered))
            read_bars(seen.opposed, as_games(found.opposed))
            read_bars(seen.premiums, as_premiums(found.premiums))
            read_bars(seen.kontras, as_kontras(found.kontras))
            read_bars(seen.years, as_points(one.score.points for one in found.years))
            read_columns(seen.evenings, [one.score.points for one in found.evenings])
            for bars, people in (
                (seen.partners, found.best_partners),
                (seen.opponents, found.best_opponents),
            ):
                read_bars(bars, [(on_average(one.average, "en"), (one.average,)) for one in people])
            record = found.trischaken
            parts = (record.won, record.lost, record.played - record.won - record.lost)
            further = [(str(one), (one,)) for one in (record.jungfrau, record.buergermeister)]
            read_bars(seen.trischaken, [(f"{record.won} : {record.lost}", parts), *further])
            streaks = (found.declared_in_a_row, found.evenings_in_a_row)
            read_bars(seen.streaks, [(str(one.length), (one.length,)) for one in streaks if one])
        club = statistics(house.club)
        drawn = clubs_pictures(club, "en")
        for sheet in drawn.rules:
            read_bars(sheet.often, as_games(sheet.played.games))
            games = sheet.played.games[:MOST_BARS]
            read_bars(sheet.earned, [(on_average(one.average, "en"), (one.average,)) for one in games])
        read_bars(drawn.premiums, as_premiums(club.premiums))
        read_bars(drawn.kontras, as_kontras(club.kontras))
        record = club.trischaken
        often = (record.played, record.jungfrau, record.buergermeister)
        read_bars(drawn.trischaken, [(str(one), (one,)) for one in often])
        read_bars(drawn.rarest, [(str(one.played), (one.played,)) for one in club.rarest])
        read_bars(drawn.hands, as_points(one.points for one in club.best_hands))
        read_bars(drawn.evenings, as_points(one.points for one in club.best_evenings))
        read_bars(drawn.years, as_points(one.points for one in club.best_years))


# The pages


def page(house: House, asked: str = "", *, member: str = "") -> str:
    client = house.client("Emil")
    client.cookies["language"] = "en"
    arguments = [house.club.slug] + ([house.member(member).pk] if member else [])
    address = reverse("scoring:season_member" if member else "scoring:statistics", args=arguments)
    response = client.get(f"{address}?period=all{asked}")
    assert response.status_code == 200
    return response.content.decode()


def blocks(text: str) -> dict[str, str]:
    """By heading; the one above it where a heading has another below."""
    found = re.findall(r"<section[^>]*>(.*?)</section>", text, re.DOTALL)
    headed = ((re.search("<h2>(.*?)</h2>", one, re.DOTALL), one) for one in found)
    return {heading[1]: one for heading, one in headed if heading is not None}


def look_at_pictures(text: str, *without_table: str) -> set[str]:
    """Every block has a picture, for a phone and for everything bigger, with words and a table."""
    for heading, block in blocks(text).items():
        assert block.count("<svg") == block.count("<title id=") == block.count("<desc id=") >= 2, heading
        assert block.count('role="img"') == block.count("<svg"), heading
        assert ("<table" in block) is (heading not in without_table), heading
    identities = re.findall(r'\bid="([^"]+)"', text)
    assert len(identities) == len(set(identities))
    return set(blocks(text))


def test_the_page_of_a_member_has_a_picture_and_a_table_for_everything(house: House) -> None:
    all_seven(house)
    text = page(house, member="Anna")
    for kind in ("contracts", "contracts partnered", "contracts opposed", "premiums", "company", "evenings"):
        assert shown(text, kind), kind
    told = look_at_pictures(text, "How it went")  # its numbers stand in the table of evenings
    assert told >= {
        "How it went",
        "Contracts played as declarer",
        "As partner",
        "As opponent",
        "Birds and other premiums",
        "Kontras given",
        "Trischaken",
        "Longest streaks",
        "Evenings",
    }
    assert "Points by evening" in blocks(text)["Evenings"]
    assert "Jungfrau" in text


def test_seasons_have_their_picture_where_there_are_several(house: House) -> None:
    play(house, MAY, dreier("Anna"))
    assert "Points by season" not in blocks(page(house, member="Anna"))
    play(house, MAY - timedelta(days=365), dreier("Anna", won=False), trischaken("Bert", "Cilli"))
    text = page(house, member="Anna")
    assert blocks(text)["Points by season"].count("<svg") == 2
    assert len(shown(text, "years")) == 2
    columns = re.search('<svg class="chart bars columns".*?</svg>', text, re.DOTALL)
    assert columns is not None
    assert 'class="solid"' in columns[0]
    assert 'class="striped"' in columns[0]


def test_the_page_of_the_club_has_records_and_every_rule_sheet(house: House) -> None:
    all_seven(house)
    play(house, MAY - timedelta(days=365), dreier("Anna"))
    text = page(house)
    for heading in ("The highest hands", "The highest evenings", "The highest seasons", "The rarest games"):
        assert f"<h2>{heading}</h2>" in text
    found = statistics(house.club)
    for sheet in found.sheets:
        assert f"<h2>{escape(sheet.label)}</h2>" in text
    assert len(shown(text, "games")) == len(found.sheets[0].games)
    only = page(house, "&rules=karlsruhe")
    assert only.count('<table class="games">') == 1
    told = look_at_pictures(text)
    assert told >= {"Birds and other premiums", "Kontras given", "Trischaken"}
    record = found.trischaken
    assert shown(text, "trischaken") == [
        ["Trischaken", str(record.played), str(record.jungfrau), str(record.buergermeister)]
    ]


def test_wrong_choices_are_named_and_kept(house: House) -> None:
    play(house, MAY, dreier("Anna"))
    for asked, words in (
        ("&rules=nonsense", "Nothing was played under this rule sheet"),
        ("&rules=%00", "Nothing was played under this rule sheet"),
    ):
        for member in ("", "Anna"):
            text = page(house, asked, member=member)
            assert words in text
            assert "<title>Error:" in text
            assert 'class="contracts"' not in text
    for asked in ("&with=999999", "&with=~nobody", f"&with={house.member('Anna').pk}", "&with=%27"):
        for side in ("", "&side=against", "&side=table"):
            assert "Somebody you chose was not at the same table" in page(house, asked + side, member="Anna")
    for asked in ("&with=999999", "&with=~nobody", f"&with={house.member('Emil').pk}", "&with=%00"):
        assert "Somebody you chose did not play in this time." in page(house, asked)
    bert = house.member("Bert").pk
    assert "Please choose." in page(house, f"&with={bert}&side=nonsense", member="Anna")
    assert "The last day is before the first." in page(house, "&since=2026-02-02&until=2026-01-01")


def test_both_pages_count_the_hands_that_were_chosen_and_say_which(house: House) -> None:
    play(house, MAY, rufer("Anna", "Bert"), rufer("Bert", "Dora"), dreier("Anna"))
    bert, dora = house.member("Bert").pk, house.member("Dora").pk
    against = page(house, f"&with={bert}&side=against", member="Anna")
    assert "Only hands with all of these people on the other side: Bert." in against
    assert "In a Trischaken everybody plays against everybody." in against
    assert [row[:6] for row in shown(against, "contracts")] == [["Dreier", "+15", "+15.00", "1", "1", "0"]]
    assert re.search('value="against"[^>]* checked', against)
    for asked in (f"&with={bert}", f"&with={bert}&side=table"):  # without a side: as it was before
        table = page(house, asked, member="Anna")
        assert "Only hands at which all of these people played, too: Bert." in table
        assert [row[0] for row in shown(table, "contracts")] == ["Rufer", "Dreier"]
        assert re.search('value="table"[^>]* checked', table)
    fresh = page(house, "&side=against", member="Anna")
    assert "Only hands" not in re.sub("<summary>.*?</summary>|<legend.*?</legend>", "", fresh)
    assert re.search('value="against"[^>]* checked', page(house, member="Anna"))
    both = page(house, f"&with={bert}&with={dora}&rules=standard")
    assert "Only hands at which all of these people played: Bert, Dora." in both
    assert "Only hands under this rule sheet:" in both
    assert 'name="side"' not in both
    assert len(shown(both, "games")) == 2


def test_the_highest_seasons_are_whole_years(house: House) -> None:
    """Half of a year would stand there as if it were all of it."""
    year = MAY.year
    for before in (0, 1, 2):
        play(house, date(year - before, 2, 1), dreier("Anna"))
        play(house, date(year - before, 9, 1), dreier("Anna"))
    for asked, years in (
        ("", [str(year), str(year - 1), str(year - 2)]),
        (f"&since={year - 2}-03-01", [str(year), str(year - 1)]),
        (f"&since={year - 2}-03-01&until={year}-08-31", []),  # only one is whole
        (f"&since={year}-01-01&until={year}-12-31", []),
    ):
        text = page(house, asked)
        assert ("The highest seasons" in blocks(text)) is bool(years), asked
        if years:
            told = re.findall(r"<td>(\d{4})</td>", blocks(text)["The highest seasons"])
            assert sorted(told, reverse=True) == years
        own = page(house, asked, member="Anna")
        assert [row[0] for row in shown(own, "years")] == sorted(years)


def test_a_picture_says_when_it_shows_only_a_part(house: House) -> None:
    all_seven(house)
    found = of(house, "Anna")
    assert len(found.contracts) > MOST_BARS
    text = page(house, member="Anna")
    declared = blocks(text)["Contracts played as declarer"]
    assert "A bar for each of the 12 most frequent contracts" in declared
    assert "A bar for every contract" not in declared
    few = page(house, "&rules=zwanzigerrufen", member="Anna")
    assert "A bar for every contract" in blocks(few)["Contracts played as declarer"]
    many = [Beside(str(one), str(one), str(one), Tally("", 0, 20, 10, 10, 6 * one)) for one in range(13)]
    with override("en"):
        seen = players_pictures(replace(found, partners=tuple(many)), "en")
        assert "each of the 6 with the best figures and of the 6 with the worst" in seen.partners[0].said
        assert BesideTable(many, "w-").ask(RequestFactory().get("/")).page.paginator.num_pages == 1


def test_evenings_have_the_number_that_stands_under_their_column(house: House) -> None:
    play(house, MAY, dreier("Anna"))
    play(house, JUNE, dreier("Anna", won=False))
    assert [row[0] for row in shown(page(house, member="Anna"), "evenings")] == ["2", "1"]


def test_every_table_has_all_its_rows_for_paper(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """However few a screen shows at once; those of other pages are seen in print alone."""
    all_seven(house)
    play(house, MAY, dreier("Gast 1"), names=("Gast 1", "Gast 2", "Gast 3", "Gast 4"))

    def rows() -> list[tuple[str, int, int]]:
        client = house.client("Emil")
        season = reverse("scoring:season", args=[house.club.slug])
        text = client.get(f"{season}?period=all&guests=on").content.decode()
        text += page(house, member="Anna") + page(house)
        tables = re.findall('<table class="([^"]*)">(.*?)</table>', text, re.DOTALL)
        return [(kind, table.count("<tr"), table.count('<tr class="beyond"')) for kind, table in tables]

    whole = rows()
    for table in Sorted.__subclasses__():
        monkeypatch.setattr(table._meta, "per_page", 2)
    cut = rows()
    assert [row[:2] for row in cut] == [row[:2] for row in whole]
    assert {kind for kind, _, beyond in cut if beyond} >= {
        *("standings", "evenings", "contracts", "contracts partnered", "contracts opposed"),
        *("premiums", "company", "games"),
    }


def test_paper_says_which_club_and_from_when_to_when(house: House) -> None:
    play(house, MAY, dreier("Anna"))
    play(house, JUNE, dreier("Anna"))
    for member in ("", "Anna"):
        text = page(house, "&tables=on", member=member)
        said = re.search('<p class="on-paper">(.*?)</p>', text)
        assert said is not None
        assert said[1].split(" · ") == [
            house.club.name,
            "All evenings: 8 May 2026 – 5 Jun 2026",
            "Tables without an evening are counted.",
        ]


def test_whoever_is_chosen_stands_first(house: House) -> None:
    play(house, MAY, dreier("Anna"))
    dora = house.member("Dora").pk
    for member in ("", "Anna"):
        text = page(house, f"&with={dora}", member=member)
        assert re.findall('name="with" value="([^"]+)"', text)[0] == str(dora)


def test_where_nothing_was_played_the_pages_say_so(house: House) -> None:
    for member in ("", "Anna"):
        assert "Nothing was played in this time." in page(house, member=member)
    play(house, MAY, dreier("Anna"), dreier("Bert"), names=FIVE)
    emil = house.member("Emil").pk
    assert "No such hand was played in this time." not in page(house, member="Anna")
    sits_out = page(
        house, f"&with={emil}&with={house.member('Dora').pk}&with={house.member('Bert').pk}", member="Anna"
    )
    assert "No such hand was played in this time." in sits_out
    assert "Not enough hands with anybody yet." in page(house, member="Anna")


@pytest.mark.parametrize(
    ("name", "choice"),
    [
        ("season", ""),
        ("season_member", ""),
        ("season_member", "&with={}&side=table"),
        ("season_member", "&with={}&side=against&rules=standard"),
        ("statistics", ""),
        ("statistics", "&with={}"),
        ("statistics", "&with={}&rules=standard"),
    ],
)
def test_a_long_season_asks_as_often_as_a_short_one_and_at_most_twelve_times(
    house: House, name: str, choice: str
) -> None:
    client = house.client("Emil")
    members = [house.member("Anna").pk] if name == "season_member" else []
    path = reverse(f"scoring:{name}", args=[house.club.slug, *members]) + "?period=all&tables=on"
    path += choice.format(house.member("Bert").pk)
    play(house, MAY, dreier("Anna"), rufer("Bert", "Dora"))
    play(house, MAY, dreier("Anna"), dreier("Bert"), rufer("Cilli", "Dora"), names=FIVE)
    short = asked_for(client, path)
    all_seven(house)
    assert asked_for(client, path) == short
    assert short <= 12
