"""Which card points a Dreier can end with, found by trying places, tricks and courts one by one.

Written for the test alone, from the cards and not from the program: three cards are laid away and three stay
in the talon for the opponents; whoever has the Sküs in a trick with the Mond has caught it; the whole Trull
in one trick is the Pagat's.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

TRICKS, BESIDE = 12, 3
BIRD_TRICKS = {"pagat": 1, "uhu": 2, "kakadu": 3, "quapil": 4}
NEEDS = {"sack1": 137, "sack2": 167}
EMPTY, COURTS = 35, (1,) * 4 + (2,) * 4 + (3,) * 4
OURS, THEIRS, TALON = "ours", "theirs", "talon"


class Said(NamedTuple):
    """A premium as it is recorded: missed ones were announced."""

    key: str
    side: str
    made: bool


class Lying(NamedTuple):
    """Where Sküs, Mond and Pagat lie, and how many kings in tricks of ours, of theirs and in the talon."""

    trull: tuple[str, str, str]
    kings: tuple[int, int, int]


@cache
def lyings() -> frozenset[Lying]:
    return frozenset(_lyings())


def _lyings() -> Iterator[Lying]:
    for trull in product((OURS, THEIRS, TALON), repeat=3):
        for kings in combinations_with_replacement((OURS, THEIRS, TALON), 4):
            counts = (kings.count(OURS), kings.count(THEIRS), kings.count(TALON))
            if counts[2] + trull.count(TALON) <= BESIDE:
                yield Lying(trull, counts)


def other(side: str) -> str:
    return THEIRS if side == OURS else OURS


def points(premiums: tuple[Said, ...]) -> set[int]:
    """Return all card points, in thirds, that the declarer can have with these premiums."""
    found: set[int] = set()
    ends: set[tuple[int, int]] = set()  # tricks and honours of ours
    made = [said for said in premiums if said.made]
    special = {side: _bird_tricks(made, side) for side in (OURS, THEIRS)}
    if special[OURS] & special[THEIRS] or not _can_be_held(premiums):
        return found
    if any(not said.made and BIRD_TRICKS.get(said.key) in special[said.side] for said in premiums):
        return found
    shared = [
        tricks
        for tricks in range(TRICKS + 1)
        if all(_with_tricks(said, {OURS: tricks, THEIRS: TRICKS - tricks}) for said in premiums)
    ]
    for lying in lyings().intersection(*map(_agreeing, premiums)):
        fewest, theirs = (_fewest(_in_tricks(lying, side), special[side]) for side in (OURS, THEIRS))
        honours = lying.trull.count(OURS) + lying.kings[0]
        ends |= {(tricks, honours) for tricks in shared if fewest <= tricks <= TRICKS - theirs}
    for tricks, honours in ends:
        found |= _counted(tricks, honours, special)
    return {thirds for thirds in found if all(_with_points(said, thirds) for said in premiums)}


def _bird_tricks(made: list[Said], side: str) -> frozenset[int]:
    return frozenset(BIRD_TRICKS[said.key] for said in made if said.side == side and said.key in BIRD_TRICKS)


def _can_be_held(premiums: tuple[Said, ...]) -> bool:
    """Return whether every bird is in one hand: of who announces or makes it, or whom it is caught from."""
    holders = {(said.key, said.side) for said in premiums if said.key in BIRD_TRICKS}
    holders |= {("pagat", other(said.side)) for said in premiums if said.key == "pagatfang" and said.made}
    return len(holders) == len({bird for bird, _side in holders})


@cache
def _agreeing(said: Said) -> frozenset[Lying]:
    return frozenset(lying for lying in lyings() if _agrees(said, lying))


def _agrees(said: Said, lying: Lying) -> bool:
    own = (lying.kings[0], lying.kings[1] + lying.kings[2])[said.side == THEIRS]
    pieces = (
        [place == OURS for place in lying.trull]
        if said.side == OURS
        else [place != OURS for place in lying.trull]
    )
    skues, mond, pagat = lying.trull
    if said.key == "trull":
        return all(pieces) == said.made
    if said.key == "koenige":
        return (own == 4) == said.made
    if said.key == "mondfang":
        return not said.made or skues == mond == said.side
    if said.key in ("pagat", "pagatfang"):
        return pagat == said.side if said.made else pagat != TALON
    return True


@cache
def _in_tricks(lying: Lying, side: str) -> tuple[str, ...]:
    names = [name for name, place in zip("SMP", lying.trull, strict=True) if place == side]
    return (*names, *"K" * lying.kings[side == THEIRS])


@cache
def _fewest(honours: tuple[str, ...], special: frozenset[int]) -> int:
    """Return in how few tricks these honours lie, with those that birds took; by trying."""
    birds = sorted(special)
    for count in range(len(birds), 8):
        tricks: list[list[str]] = [[] for _ in range(count)]
        kinds = [*birds, *[0] * (count - len(birds))]
        if _placed(list(honours), tricks, kinds):
            return count
    raise AssertionError("Seven tricks hold seven honours.")


def _placed(honours: list[str], tricks: list[list[str]], kinds: list[int]) -> bool:
    if not honours:
        return all(_is_won(trick, kind) for trick, kind in zip(tricks, kinds, strict=True))
    honour, *rest = honours
    for trick, kind in zip(tricks, kinds, strict=True):
        if len(trick) < (3 if kind > 1 else 4):  # one place is the bird's
            trick.append(honour)
            if _placed(rest, tricks, kinds):
                return True
            trick.pop()
    return False


def _is_won(trick: list[str], kind: int) -> bool:
    """Return whether the bird of this kind takes the trick; 0: whatever takes it."""
    higher = {"S", "M"} & {*trick}
    if kind == 1:
        return "P" in trick and len(higher) != 1
    return kind == 0 or not higher


def _with_tricks(said: Said, taken: dict[str, int]) -> bool:
    if said.key == "valat":
        return (taken[said.side] == TRICKS) == said.made
    return not said.made or taken[said.side] > 0


def _with_points(said: Said, thirds: int) -> bool:
    own = thirds if said.side == OURS else 210 - thirds
    return said.key not in NEEDS or (own >= NEEDS[said.key]) == said.made


def _counted(tricks: int, honours: int, special: dict[str, frozenset[int]]) -> set[int]:
    birds = {side: len(special[side] - {1}) for side in special}
    others = 4 * tricks + BESIDE - honours
    cards = 4 * tricks + BESIDE
    return {cards + 12 * honours + 3 * more for more in _courts(others, birds[OURS], birds[THEIRS])}


@cache
def _courts(others: int, birds: int, their_birds: int) -> frozenset[int]:
    """Return what so many cards count beyond a third each: courts chosen one by one, the rest empty."""
    reached = {(0, 0)}
    for court in COURTS:
        reached |= {(count + 1, more + court) for count, more in reached}
    empty = EMPTY - their_birds
    return frozenset(more for count, more in reached if birds <= others - count <= empty)
