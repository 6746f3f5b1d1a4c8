"""A tournament in sections: dividing the people, and drawing within each section."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

from tournaments.engine.bound import Proof
from tournaments.engine.meetings import Meetings, RoundSeating
from tournaments.engine.quality import Quality, quality_of
from tournaments.engine.seating import Drawn
from tournaments.engine.seeded_random import Dice
from tournaments.engine.sizes import SMALLEST, Unseatable, house_players_wanted, is_seatable, sizes
from tournaments.engine.wishes import SeatWish

MOST_SECTIONS = 9
T = TypeVar("T")


# Who plays in which


def even_sizes(count: int, sections: int) -> tuple[int, ...]:
    """Return the most equal sizes of sections that can form tables; else the most equal sizes.

    >>> even_sizes(24, 2), even_sizes(25, 2), even_sizes(14, 2), even_sizes(5, 2)
    ((12, 12), (13, 12), (8, 6), (3, 2))
    """
    each, more = divmod(count, sections)
    equal = tuple(each + (number < more) for number in range(sections))

    @cache
    def best(left: int, parts: int) -> tuple[int, ...] | None:
        if not parts:
            return None if left else ()
        candidates: list[tuple[int, ...]] = []
        for size in range(max(each - SMALLEST, SMALLEST), each + SMALLEST + 1):
            others = best(left - size, parts - 1) if size <= left and is_seatable(size) else None
            if others is not None:
                candidates.append((size, *others))
        return min(
            candidates,
            key=lambda sizes: (sum(size * size for size in sizes), [-size for size in sizes]),
            default=None,
        )

    return best(count, sections) or equal


def divided_by_lot(people: Sequence[T], sections: int, seed: str) -> list[list[T]]:
    """Return the people of each section, drawn; the same seed divides the same list alike.

    >>> [len(one) for one in divided_by_lot("abcdefghijklmn", 2, "Sküs")]
    [8, 6]
    """
    return best_together(Dice(seed).shuffled(people), sections)


def best_together(people: Sequence[T], sections: int) -> list[list[T]]:
    """Return sections by rank: the first of the list in the first one, the next in the next.

    >>> best_together("abcdefgh", 2)
    [['a', 'b', 'c', 'd'], ['e', 'f', 'g', 'h']]
    """
    groups, first = [], 0
    for size in even_sizes(len(people), sections):
        groups.append(list(people[first : first + size]))
        first += size
    return groups


def equally_strong(people: Sequence[T], sections: int) -> list[list[T]]:
    """Return sections of equal strength: the list goes there and back over them until each is full.

    >>> equally_strong("abcdefgh", 2)
    [['a', 'd', 'e', 'h'], ['b', 'c', 'f', 'g']]
    >>> equally_strong("abcde", 2)
    [['a', 'd', 'e'], ['b', 'c']]
    """
    room = even_sizes(len(people), sections)
    groups: list[list[T]] = [[] for _ in room]
    there_and_back = [*range(len(room)), *reversed(range(len(room)))]
    left = list(people)
    while left:
        for number in there_and_back:
            if left and len(groups[number]) < room[number]:
                groups[number].append(left.pop(0))
    return groups


def with_house_players(groups: Sequence[list[str]], house: Sequence[str]) -> list[list[str]]:
    """Return the groups with house players added where they help most: to form tables, then to avoid fives.

    >>> with_house_players([list("abcdefgh"), list("ijklmno")], ["z"])[1][-1]
    'z'
    """
    filled = [list(group) for group in groups]

    def need(number: int) -> tuple[bool, bool, int]:
        """Return a sort key for how much a group needs one more person; the least is the greatest need."""
        count = len(filled[number])
        return not count, is_seatable(count), -(house_players_wanted(count) or count % SMALLEST)

    for player in house:
        needy = min(range(len(filled)), key=need)
        filled[needy].append(player)
    return filled


# The draw


def drawn_within(
    groups: Sequence[Sequence[str]],
    *,
    seed: str,
    past: Sequence[RoundSeating],
    wishes: Sequence[SeatWish],
    draw_group: Callable[[Sequence[str], str, Sequence[SeatWish]], Sequence[Drawn]],
) -> list[Drawn]:
    """Return rounds in which each group has tables of its own, drawn by `draw_group`.

    Each goes by the seed with its number, and by the wishes for tables of its own.
    """
    parts: list[Sequence[Drawn]] = []
    first = 0
    for number, people in enumerate(groups, 1):
        try:
            count = len(sizes(len(people)))
        except Unseatable as unseatable:
            unseatable.section = number
            raise
        mine = [_among(wish, first, count) for wish in wishes if wish.player in set(people)]
        mine = [wish for wish in mine if wish.tables or wish.apart_from]
        parts.append(draw_group(people, f"{seed} {number}", mine))
        first += count
    seatings: list[RoundSeating] = []
    draws = []
    for round_ in zip(*parts, strict=True):
        together = RoundSeating(tuple(table for part in round_ for table in part.seating.tables))
        draws.append(
            replace(
                round_[0],
                seating=together,
                seed=seed,
                quality=quality_within(
                    [part.seating for part in round_],
                    [*past, *seatings],
                ),
                searched=sum(part.searched for part in round_),
                seconds=sum(part.seconds or 0 for part in round_),
            )
        )
        seatings.append(together)
    return draws


def _among(wish: SeatWish, first: int, count: int) -> SeatWish:
    """Return a wish with tables counted within its section; one for other tables has none left."""
    tables = tuple(table - first for table in wish.tables if first < table <= first + count)
    return wish._replace(tables=tables)


def quality_within(sections: Sequence[RoundSeating], past: Sequence[RoundSeating]) -> Quality:
    """Return the report on a seating of sections, with their bounds added up."""
    parts = [quality_of(round_seating, past) for round_seating in sections]
    earlier_squares = sum(times * times for times in Meetings.of(past).times.values())
    first, again = 0, []
    for seating, part in zip(sections, parts, strict=True):
        again += [again._replace(table=again.table + first) for again in part.again]
        first += len(seating.tables)
    proofs = {quality.proof for quality in parts if quality.proof is not Proof.NONE}
    return Quality(
        again=tuple(sorted(again, key=lambda repeat: (-repeat.times, repeat.table, repeat.pair))),
        large_again=tuple(large_again for part in parts for large_again in part.large_again),
        squares=earlier_squares + sum(quality.squares - earlier_squares for quality in parts),
        at_least=earlier_squares + sum(quality.at_least - earlier_squares for quality in parts),
        proof=proofs.pop() if len(proofs) == 1 else Proof.NONE,
    )
