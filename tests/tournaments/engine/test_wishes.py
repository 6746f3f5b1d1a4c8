"""Wishes at the draw: kept where it goes, named where not, the same again from the same seed."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.meetings import RoundSeating
from tournaments.engine.seating import Method, draw
from tournaments.engine.sections import drawn_within
from tournaments.engine.seeded_random import Dice
from tournaments.engine.wishes import SeatWish, not_kept, wished

PEOPLE = [f"p{number:03}" for number in range(160)]


def test_what_cannot_go_together_is_named_and_the_rest_is_kept() -> None:
    wishes = tuple(SeatWish(person, tables=(2,)) for person in PEOPLE[:6])
    drawn = draw(PEOPLE[:12], seed="b", wishes=wishes)
    assert len(not_kept(drawn.seating, wishes)) == 2
    both = (SeatWish("p000", tables=(1,)), SeatWish("p000", apart_from="p001"), SeatWish("p001", tables=(1,)))
    assert len(not_kept(draw(PEOPLE[:12], seed="b", wishes=both).seating, both)) == 1


def test_whoever_met_already_changes_tables_where_that_breaks_no_wish(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    same = RoundSeating(tuple([tuple(PEOPLE[first : first + 4]) for first in (0, 4, 8)]))
    wishes = (SeatWish("p000", tables=(2,)),)
    for spread, meetings in ((False, 18), (True, 3)):
        found = wished(same, wishes, [same], Dice("e"), spread=spread)
        assert not_kept(found, wishes) == []
        there = [set(table) for table in same.tables]
        pairs = [{*two} for table in found.tables for two in combinations(table, 2)]
        assert sum(any(two <= table for table in there) for two in pairs) == meetings
    monkeypatch.setattr("tournaments.engine.wishes.SWEEPS", 1)  # it ends, whatever is left to be won
    assert not_kept(wished(same, wishes, [same], Dice("e")), wishes) == []


def test_who_is_not_there_wishes_nothing() -> None:
    wishes = (SeatWish("p099", tables=(1,)), SeatWish("p001", apart_from="p099"))
    assert draw(PEOPLE[:8], seed="c", wishes=wishes).seating == draw(PEOPLE[:8], seed="c").seating


@pytest.mark.parametrize("method", [Method.RANDOM, Method.AVOID_REPEATS, Method.BY_STANDING])
def test_a_hall_of_forty_tables_over_two_rounds(method: Method) -> None:
    """Wheelchair at table 1, twelve who smoke at the tables 38 to 40, twenty couples apart: all are kept, and
    without repeats nobody meets again."""
    wishes = (
        SeatWish("p000", tables=(1,), seat=1),
        *(SeatWish(person, tables=(38, 39, 40)) for person in PEOPLE[20:30]),
        *(SeatWish(PEOPLE[number], apart_from=PEOPLE[number + 1]) for number in range(60, 100, 2)),
    )
    past = []
    for number in range(2):
        drawn = draw(PEOPLE, seed=f"r{number}", method=method, past=past, wishes=wishes)
        assert not_kept(drawn.seating, wishes) == []
        assert drawn.quality.at_least <= drawn.quality.squares
        past.append(drawn.seating)


def test_in_sections_a_wish_for_a_table_is_kept_at_those_of_the_own_section() -> None:
    wishes = (SeatWish(PEOPLE[9], (3,)), SeatWish(PEOPLE[10], (4,)), SeatWish(PEOPLE[1], (3,)))
    groups, asked = (PEOPLE[:8], PEOPLE[8:16]), {"seed": "s", "past": (), "wishes": wishes}
    [found] = drawn_within(
        groups, **asked, draw_group=lambda *group: [draw(group[0], seed="s", wishes=group[2])]
    )
    assert not_kept(found.seating, wishes) == [2]


PEOPLE_OF_12 = st.sampled_from(PEOPLE[:12])


@given(
    st.lists(
        st.one_of(
            st.builds(SeatWish, PEOPLE_OF_12, tables=st.sets(st.integers(1, 3), min_size=1).map(tuple)),
            st.tuples(PEOPLE_OF_12, PEOPLE_OF_12)
            .filter(lambda two: two[0] != two[1])
            .map(lambda two: SeatWish(two[0], apart_from=two[1])),
        ),
        max_size=8,
    )
)
def test_whatever_is_wished_everybody_sits_once_and_no_fewer_are_kept_than_by_chance(
    wishes: list[SeatWish],
) -> None:
    plain = draw(PEOPLE[:12], seed="x", method=Method.RANDOM)
    drawn = draw(PEOPLE[:12], seed="x", method=Method.RANDOM, wishes=wishes)
    assert sorted(drawn.seating.players) == PEOPLE[:12]
    assert drawn.seating.sizes == plain.seating.sizes
    assert len(not_kept(drawn.seating, wishes)) <= len(not_kept(plain.seating, wishes))
