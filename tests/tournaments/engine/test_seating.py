"""The draw: everybody sits once, meetings are spread evenly, and what cannot be better is proven."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engine.bound import Proof, counted, even, proven, spread
from tournaments.engine.meetings import Meetings, RoundSeating, swapped
from tournaments.engine.quality import Again, LargeAgain, Quality, quality_of
from tournaments.engine.search import Past, Search, constructed, glued
from tournaments.engine.seating import Method, draw, draw_all
from tournaments.engine.sections import quality_within
from tournaments.engine.seeded_random import Dice
from tournaments.engine.sizes import Unseatable, house_players_wanted, sizes

fewer = settings(max_examples=settings.default.max_examples // 3)  # or for each sheet
counts = st.integers(4, 40).filter(lambda count: count != 7)
seeds = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def people(count: int) -> list[str]:
    return [f"P{number:03}" for number in range(1, count + 1)]


def seating(*tables: str) -> RoundSeating:
    """One letter for each player: seating("ABCD", "EFGH")."""
    return RoundSeating(tuple([tuple(table) for table in tables]))


@st.composite
def pasts(draw: st.DrawFn, players: Sequence[str], rounds: int = 3) -> list[RoundSeating]:
    """Rounds before, in which not everybody has to have played."""
    past = []
    for _ in range(draw(st.integers(0, rounds))):
        away = draw(st.sampled_from([0, 0, 1, 2]))
        there = draw(st.permutations(players))[: len(players) - away]
        if len(there) in (2, 3, 7):
            continue
        tables, taken = [], 0
        for size in sizes(len(there)):
            tables.append(tuple(there[taken : taken + size]))
            taken += size
        past.append(RoundSeating(tuple(tables)))
    return past


def every_seating(players: Sequence[str], tables: Sequence[int]) -> Iterator[list[tuple[str, ...]]]:
    """All of them, tables of one size in any one order."""
    if not players:
        yield []
        return
    for size in set(tables):
        rest = list(tables)
        rest.remove(size)
        for others in combinations(players[1:], size - 1):
            standing = [player for player in players[1:] if player not in others]
            for further in every_seating(standing, rest):
                yield [(players[0], *others), *further]


def fewest_meetings(players: Sequence[str], past: Sequence[RoundSeating]) -> int:
    """Earlier ones of those who sit together, by looking at every single seating."""
    met = Counter(
        frozenset(pair) for seating in past for table in seating.tables for pair in combinations(table, 2)
    )
    return min(
        sum(met[frozenset(pair)] for table in tables for pair in combinations(table, 2))
        for tables in every_seating(list(players), sizes(len(players)))
    )


def squares(seatings: Sequence[RoundSeating]) -> int:
    """Of how often any two have met, added up."""
    met = Counter(
        frozenset(pair) for seating in seatings for table in seating.tables for pair in combinations(table, 2)
    )
    return sum(times * times for times in met.values())


def met_again(quality: Quality) -> int:
    """Add up how often those who meet again had met."""
    return sum(again.times for again in quality.again)


# Sizes


def test_up_to_500_players_sit_at_fours_and_then_as_few_fives_as_there_can_be() -> None:
    """A table of six is for 6 and 11 only."""
    for count in {*range(4, 501)} - {6, 7, 11}:
        fives = min(fives for fives in range(count // 5 + 1) if (count - 5 * fives) % 4 == 0)
        assert sizes(count) == (4,) * ((count - 5 * fives) // 4) + (5,) * fives, count
    assert (sizes(6), sizes(11)) == ((6,), (5, 6))


@pytest.mark.parametrize("count", [0, 1, 3, 7])
def test_seven_and_fewer_than_four_are_neither_seated_nor_drawn(count: int) -> None:
    for refused in (lambda: sizes(count), lambda: draw(people(count), seed="1")):
        with pytest.raises(Unseatable, match=str(count)):
            refused()


def test_house_players_are_offered_at_6_7_and_11_and_make_it_all_fours() -> None:
    offered = {count: house_players_wanted(count) for count in range(101) if house_players_wanted(count)}
    assert offered == {6: 2, 7: 1, 11: 1}
    assert all(set(sizes(count + more)) == {4} for count, more in offered.items())


# A seating


def test_two_players_change_seats_between_tables_or_at_one() -> None:
    before = seating("ABCD", "EFGH")
    assert swapped(before, "B", "G") == seating("AGCD", "EFBH")
    assert swapped(before, "A", "D") == seating("DBCA", "EFGH")
    assert swapped(swapped(before, "B", "G"), "G", "B") == before


def test_who_sat_at_a_five_is_burdened_by_every_time_and_most_by_the_last() -> None:
    past = [seating("ABCD", "EFGHI"), seating("EFGH", "ABCDI"), seating("BCDE", "AFGH")]
    so_far = Meetings.of(past)
    assert {player: so_far.burden(player) for player in "AEI"} == {"A": 2, "E": 2, "I": 5}  # I was away
    assert so_far.times["F", "G"] == 3
    assert so_far.times["A", "I"] == 1


# The draw


@given(data=st.data(), count=counts, seed=seeds, method=st.sampled_from(Method))
def test_everybody_sits_once_at_tables_of_the_right_sizes_the_same_from_the_same_seed(
    data: st.DataObject, count: int, seed: str, method: Method
) -> None:
    players = people(count)
    past, mixed = data.draw(pasts(players)), data.draw(st.permutations(players))
    drawn = draw(players, seed=seed, method=method, past=past, effort=200)
    assert sorted(drawn.seating.players) == players
    assert drawn.seating.sizes == sizes(count)
    assert (drawn.seed, drawn.method) == (seed, method)
    assert drawn == draw(mixed, seed=seed, method=method, past=past, effort=200)


@fewer
@given(data=st.data(), count=st.sampled_from([4, 8, 9, 12, 13, 16, 21]), seed=seeds, rounds=st.integers(1, 4))
def test_all_rounds_at_once_seat_everybody_in_each_and_the_same_from_the_same_seed(
    data: st.DataObject, count: int, seed: str, rounds: int
) -> None:
    players = people(count)
    past = data.draw(pasts(players, 1))
    drawn = draw_all(players, rounds, seed=seed, past=past, effort=100)
    assert [sorted(round_.seating.players) for round_ in drawn] == [players] * rounds
    assert {round_.seating.sizes for round_ in drawn} == {sizes(count)}
    mixed = data.draw(st.permutations(players))
    assert drawn == draw_all(mixed, rounds, seed=seed, past=past, effort=100)
    least = counted(players, sizes(count), past, rounds)
    assert sum(met_again(round_.quality) for round_ in drawn) >= least.meetings
    assert drawn[-1].quality.squares == squares([*past, *(round_.seating for round_ in drawn)])


def test_another_seed_draws_others_and_everybody_may_sit_anywhere() -> None:
    first_seats = Counter(draw(people(8), seed=str(number)).seating.tables[0][0] for number in range(400))
    assert set(first_seats) == set(people(8))
    assert max(first_seats.values()) < 2 * 400 / 8


def test_this_seed_draws_this_on_every_python() -> None:
    """Written down once: whoever changes it makes printed seeds worthless. Sets differ from run to run."""
    first = draw(people(13), seed="Grüß Gott 13").seating
    second = draw(people(13), seed="Grüß Gott 13", past=[first]).seating
    assert first.tables == (
        ("P011", "P007", "P004", "P006"),
        ("P009", "P013", "P003", "P002"),
        ("P008", "P010", "P001", "P012", "P005"),
    )
    assert second.tables == (
        ("P009", "P006", "P001", "P010"),
        ("P011", "P012", "P005", "P002"),
        ("P003", "P013", "P007", "P004", "P008"),
    )
    assert [drawn.seating.tables for drawn in draw_all(people(9), 2, seed="Grüß Gott 9", effort=300)] == [
        (("P005", "P006", "P004", "P003"), ("P008", "P001", "P009", "P007", "P002")),
        (("P004", "P009", "P003", "P007"), ("P008", "P002", "P005", "P001", "P006")),
    ]


def test_the_dice_are_sha256_of_seed_and_count_and_nothing_else() -> None:
    """`printf 'Sküs\\n0' | sha256sum` begins with the 16 digits of the first number."""
    dice = Dice("Sküs")
    assert [f"{dice.below(2**64):016x}" for _ in range(5)] == [
        "1967b595c08156d2",
        "1017816651b30b0d",
        "cbb2d04adf646c2d",
        "7152095e7e8deede",
        "934afca8f3e8a1dc",  # the count is 1
    ]


def test_nobody_is_drawn_twice() -> None:
    with pytest.raises(AssertionError, match="twice"):
        draw(["Anna", "Bert", "Cilli", "Dora", "Anna"], seed="1")


def test_the_engine_asks_for_the_time_only_if_it_is_given_a_clock() -> None:
    ticks = iter([10.0, 12.5])
    assert draw(people(8), seed="1").seconds is None
    assert draw(people(8), seed="1", clock=lambda: next(ticks)).seconds == 2.5


# By lot and by standing


@fewer
@given(seed=seeds)
def test_by_lot_nobody_sits_at_a_five_again_while_others_never_did(seed: str) -> None:
    """13 players: five, five, three and two who had it once, and then again who has had it least."""
    past: list[RoundSeating] = []
    for _ in range(3):
        past.append(draw(people(13), seed=seed, method=Method.RANDOM, past=past).seating)
    assert (
        sorted(Counter(p for round_ in past for p in round_.at_large_tables).values()) == [1] * 11 + [2] * 2
    )
    assert not set(past[1].at_large_tables) & set(past[2].at_large_tables)


def test_by_standing_ranks_1_to_4_sit_at_the_first_table_and_so_on() -> None:
    standing = list("NMLKJIHGFEDCBA")
    drawn = draw(sorted(standing), seed="1", method=Method.BY_STANDING, ranking=standing).seating
    assert [set(table) for table in drawn.tables] == [set("NMLK"), set("JIHGF"), set("EDCBA")]


def test_by_standing_equal_ranks_are_parted_by_the_seed_and_who_is_unranked_comes_last() -> None:
    ranks = {"A": 1, "B": 1, "C": 1, "D": 4, "E": 4, "F": 6, "G": 7}
    tops = {
        frozenset(
            draw(list("HABCDEFG"), seed=str(seed), method=Method.BY_STANDING, ranking=ranks).seating.tables[0]
        )
        for seed in range(20)
    }
    assert tops == {frozenset("ABCD"), frozenset("ABCE")}
    last = draw(list("ZABCDEFGY"), seed="1", method=Method.BY_STANDING, ranking=ranks).seating.tables[1]
    assert set(last) >= {"Y", "Z", "G"}


# Worked examples


@pytest.mark.parametrize(
    ("tables", "repeats", "pairs"),
    [
        (("ABCD", "EFGH", "IJKL"), [0, 1, 2], 30 + 3 * 4),  # one pair at each table, 30 others once
        (("ABCD", "EFGH", "IJKLM"), [0, 1, 2, 2], 36 + 4 * 4),  # and two at the five
    ],
)
def test_the_second_round_of_12_and_of_13_repeats_as_few_pairs_as_there_can_be(
    tables: tuple[str, ...], repeats: list[int], pairs: int
) -> None:
    quality = draw("".join(tables), seed="zwölf", past=[seating(*tables)]).quality
    assert sorted(again.table for again in quality.again) == repeats
    assert (quality.squares, quality.at_least, quality.proof) == (pairs, pairs, Proof.SPREAD)


@pytest.mark.parametrize("count", [25, 38, 39])
def test_where_there_is_room_nobody_meets_again_and_nobody_sits_at_a_five_twice_running(count: int) -> None:
    past: list[RoundSeating] = []
    for number in range(3):
        drawn = draw(people(count), seed=f"{count}/{number}", past=past)
        assert not drawn.quality.again
        assert drawn.quality.squares == drawn.quality.at_least
        if past and count % 4 < 2:
            assert not drawn.quality.large_again
        past.append(drawn.seating)


def test_16_players_meet_everybody_in_five_rounds_even_if_each_is_drawn_by_itself() -> None:
    """The third round decides whether there can be a fourth: the draw looks ahead."""
    for seed in range(1, 3):
        past: list[RoundSeating] = []
        for number in range(5):
            past.append(draw(people(16), seed=f"{seed}/{number}", past=past, effort=20_000).seating)
        assert len(Meetings.of(past).times) == 16 * 15 // 2
        sixth = draw(people(16), seed="6", past=past, effort=500).quality
        assert (len(sixth.again), sixth.proof, sixth.squares - sixth.at_least) == (24, Proof.OPPONENTS, 0)


@pytest.mark.parametrize(("count", "rounds"), [(16, 5), (28, 7)])
def test_all_rounds_at_once_find_the_plans_in_which_nobody_meets_twice(count: int, rounds: int) -> None:
    drawn = draw_all(people(count), rounds, seed="plan", effort=2_000)
    assert not any(round_.quality.again for round_ in drawn)


# Players, rounds, pairs at the tables of a round, earlier meetings by the spread of each round, squares:
# 8 are spread 2 + 2 twice over: 4 pairs. 13: 1 + 1 + 2. 14: 1 + 2 + 2. A third round has that twice, a fourth
# three times. The squares of all rounds are 2 × the earlier meetings + the pairs.
SPREAD_EVENLY = [
    (8, 3, 12, 4 + 8, 60),
    (13, 3, 22, 4 + 8, 90),
    (14, 4, 26, 5 + 10 + 15, 164),
]


@pytest.mark.parametrize(("count", "rounds", "pairs", "meetings", "least"), SPREAD_EVENLY)
def test_few_players_are_spread_as_evenly_as_can_be_proven_and_nobody_meets_three_times(
    count: int, rounds: int, pairs: int, meetings: int, least: int
) -> None:
    assert least == 2 * meetings + rounds * pairs
    assert counted(people(count), sizes(count), (), rounds).meetings == meetings
    past: list[RoundSeating] = []
    one_by_one = []
    for number in range(rounds):
        one_by_one.append(draw(people(count), seed=f"Herz {number}", past=past, effort=3_000))
        past.append(one_by_one[-1].seating)
    for drawn in (one_by_one, list(draw_all(people(count), rounds, seed="Herz", effort=3_000))):
        seatings = [round_.seating for round_ in drawn]
        assert (squares(seatings), max(Meetings.of(seatings).times.values())) == (least, 2)
        last = drawn[-1].quality
        assert (last.squares, last.at_least) == (least, least)


def test_160_players_play_three_rounds_and_nobody_meets_twice() -> None:
    assert not any(round_.quality.again for round_ in draw_all(people(160), 3, seed="Herz"))
    past: list[RoundSeating] = []
    for number in range(3):
        past.append(draw(people(160), seed=f"Herz{number}", past=past).seating)
    assert set(Meetings.of(past).times.values()) == {1}


# The report


def test_the_report_names_who_meets_again_how_often_and_who_sits_at_a_five_again() -> None:
    past = [seating("ABCD", "EFGHI"), seating("ABEF", "CDGHI")]
    quality = quality_of(seating("ABCE", "DFGHI"), past)
    assert quality.again == (
        Again(("A", "B"), 2, 0),
        Again(("G", "H"), 2, 1),
        Again(("G", "I"), 2, 1),
        Again(("H", "I"), 2, 1),
        Again(("A", "C"), 1, 0),
        Again(("A", "E"), 1, 0),
        Again(("B", "C"), 1, 0),
        Again(("B", "E"), 1, 0),
        Again(("D", "G"), 1, 1),
        Again(("D", "H"), 1, 1),
        Again(("D", "I"), 1, 1),
        Again(("F", "G"), 1, 1),
        Again(("F", "H"), 1, 1),
        Again(("F", "I"), 1, 1),
    )
    assert quality.large_again == (
        LargeAgain("G", 2, last_time=True),
        LargeAgain("H", 2, last_time=True),
        LargeAgain("I", 2, last_time=True),
        LargeAgain("D", 1, last_time=True),
        LargeAgain("F", 1, last_time=False),
    )
    assert quality.squares == squares([*past, seating("ABCE", "DFGHI")])
    assert quality.at_least < quality.squares


def test_a_swap_by_hand_is_reported_against_the_same_bound() -> None:
    first = seating("ABCD", "EFGH", "IJKL")
    good = seating("AEIJ", "BFGK", "CDHL")
    assert (len(quality_of(good, [first]).again), quality_of(good, [first]).squares) == (3, 42)
    worse = quality_of(swapped(good, "E", "C"), [first])  # A C I J and D E H L
    assert (len(worse.again), worse.squares, worse.at_least) == (4, 44, 42)


def test_without_a_past_nothing_is_repeated_and_nothing_has_to_be() -> None:
    assert quality_of(seating("ABCD", "EFGH"), []) == Quality((), (), 12, 12, Proof.NONE)


# The bound


@given(people_=st.integers(0, 9), tables=st.integers(1, 6))
def test_the_even_spread_leaves_the_fewest_pairs(people_: int, tables: int) -> None:
    def every_spread(rest: int, left: int) -> Iterator[int]:
        if left == 1:
            yield rest * (rest - 1) // 2
            return
        for here in range(rest + 1):
            for pairs in every_spread(rest - here, left - 1):
                yield here * (here - 1) // 2 + pairs

    assert even(people_, tables) == min(every_spread(people_, tables))


def test_against_the_round_before_the_spread_is_exact() -> None:
    """12: 1 each of three; 13: 1 + 1 + 2; 17: only the five over four tables; 20: a four for each of five."""
    fewest = {count: spread(sizes(count), sizes(count)) for count in (4, 8, 9, 12, 13, 16, 17, 20)}
    assert fewest == dict(zip(fewest, (6, 4, 6, 3, 4, 0, 1, 0), strict=True))
    for count in (8, 9, 10, 11, 12):
        first = draw(people(count), seed="1").seating
        assert fewest_meetings(people(count), [first]) == spread(sizes(count), sizes(count))


def test_who_met_everybody_repeats_whoever_comes() -> None:
    """Nine who never met; ABC met all others: three opponents each, two of them can be each other's."""
    past = [RoundSeating((("A", other),)) for other in "BCDEFGHI"]
    past += [RoundSeating((("B", other),)) for other in "CDEFGHI"] + [
        RoundSeating((("C", other),)) for other in "DEFGHI"
    ]
    bound = counted("ABCDEFGHI", (4, 5), past)
    assert (bound.meetings, bound.proof) == (5, Proof.OPPONENTS)  # 3 + 3 + 3 wanted, a pair serves two


@fewer
@given(data=st.data(), count=st.sampled_from([4, 5, 8, 9, 10, 11]))
def test_no_seating_at_all_is_below_the_bound_and_what_was_tried_is_the_least(
    data: st.DataObject, count: int
) -> None:
    players = people(count)
    past = data.draw(pasts(players, 4))
    least = fewest_meetings(players, past)
    assert counted(players, sizes(count), past).meetings <= least
    known = draw(players, seed="1", method=Method.RANDOM).seating
    assert proven(known, past).meetings == least
    assert met_again(draw(players, seed="1", past=past, effort=5_000).quality) == least


@fewer
@given(data=st.data(), count=counts, method=st.sampled_from(Method))
def test_the_bound_is_never_above_what_was_found(data: st.DataObject, count: int, method: Method) -> None:
    players = people(count)
    past = data.draw(pasts(players, 6))
    quality = draw(players, seed="1", method=method, past=past, effort=300).quality
    assert quality.at_least <= quality.squares


def test_a_trial_that_does_not_end_proves_nothing() -> None:
    past = [draw(people(9), seed=str(number), method=Method.RANDOM).seating for number in range(6)]
    seated = draw(people(9), seed="5x", method=Method.RANDOM).seating
    assert proven(seated, past, steps=10) == counted(people(9), sizes(9), past)
    tried = proven(seated, past)
    assert tried.proof is Proof.TRIED
    assert tried.meetings > counted(people(9), sizes(9), past).meetings
    assert tried.meetings == met_again(draw(people(9), seed="5", past=past, effort=1_000).quality)


# The search and the designs


@fewer
@given(data=st.data(), count=st.sampled_from([8, 9, 13, 14, 16, 21]), rounds=st.integers(1, 3))
def test_what_the_search_adds_up_swap_by_swap_is_what_its_plan_costs(
    data: st.DataObject, count: int, rounds: int
) -> None:
    players = people(count)
    past = data.draw(pasts(players))
    so_far = Meetings.of(past)
    times = [[so_far.times[min(a, b), max(a, b)] for b in players] for a in players]
    known = Past(times, [so_far.burden(player) for player in players], len(past))
    search = Search(sizes(count), rounds, known, Dice("1"))
    found = search.run(2_000)
    again = Search(sizes(count), rounds, known, Dice("2"))
    again.seat(found.plan)
    assert again.cost == found.cost
    glue = burden = meetings = 0
    for tables in found.plan:
        seated = RoundSeating(tuple([tuple([players[number] for number in table]) for table in tables]))
        before = Meetings.of(past)
        glue += sum(glued(before.times[pair]) for pair in seated.pairs)
        meetings += sum(before.times[pair] for pair in seated.pairs)
        burden += sum(before.burden(player) for player in seated.at_large_tables)
        past = [*past, seated]
    assert found.cost == search.scale.cost(meetings, glue, burden)
    assert search.scale.meetings(found.cost) == meetings


@pytest.mark.parametrize(("count", "rounds"), [(16, 5), (20, 5), (28, 7), (44, 11), (100, 25)])
def test_a_design_seats_everybody_in_every_round_and_no_pair_twice(count: int, rounds: int) -> None:
    plan = constructed(count, rounds)
    assert plan is not None
    assert [sorted(number for table in tables for number in table) for tables in plan] == [
        list(range(count))
    ] * rounds
    pairs = Counter(pair for tables in plan for table in tables for pair in combinations(sorted(table), 2))
    assert set(pairs.values()) == {1}
    assert constructed(count, rounds + 1) is None
    assert not any(constructed(other, 2) for other in (12, 13, 24, 36))


def test_the_report_on_sections_names_tables_as_they_are_numbered_in_the_hall() -> None:
    met = [RoundSeating((("Anna", "Bert", "Karl", "Lois"), ("Emil", "Fanny", "Mitzi", "Nora")))]
    north = RoundSeating((("Anna", "Cilli", "Dora", "Emil"), ("Karl", "Otto", "Paula", "Resi")))
    south = RoundSeating((("Bert", "Gerta", "Hans", "Lois"),))
    whole = RoundSeating(north.tables + south.tables)
    assert quality_within([north, south], met).again == quality_of(whole, met).again
    assert [repeat.table for repeat in quality_of(whole, met).again] == [2]
