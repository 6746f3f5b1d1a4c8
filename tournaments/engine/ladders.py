"""Ladders: the exact points that a player gets for an event of a series, and their explanation."""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

from scoring.engine.declaring import declared
from scoring.engine.result import Amount, exact
from scoring.engine.texts import Text


class LooksAt(StrEnum):
    """What an event must have for a ladder to give something."""

    PLACE = "place"  # a standing of all who played
    SCHRIFT = "schrift"
    HANDS = "hands"  # the Schrift, and how many hands were played
    TABLES = "tables"  # a standing at each table


class Beyond(StrEnum):
    """What is given behind the end of a table of points."""

    NOTHING = "nothing"
    LAST = "last"  # as much as for the last place in it


class Equals(StrEnum):
    """What equals are given, who share several places."""

    MEAN = "mean"  # of all the places that they share
    BETTER = "better"  # each as much as the place says that they are told


class SharedPlace(NamedTuple):
    """A place in some standings, and those it is shared with."""

    rank: int  # as the standings say it
    first: int  # of all the places that the equals share
    equals: int = 1

    @property
    def all(self) -> range:
        return range(self.first, self.first + self.equals)


T = TypeVar("T", bound=Hashable)


def shared_places(amounts: Mapping[T, Amount]) -> dict[T, SharedPlace]:
    """Return everybody's place by amount, the highest first; equals share one, the next are left out.

    >>> shared_places({"Anna": 5, "Bert": 7, "Cilli": 5})["Cilli"]
    SharedPlace(rank=2, first=2, equals=2)
    """
    descending = sorted(amounts.values(), reverse=True)
    first: dict[Amount, int] = {}
    for place, amount in enumerate(descending, 1):
        first.setdefault(amount, place)
    equals = Counter(descending)
    return {key: SharedPlace(first[amount], first[amount], equals[amount]) for key, amount in amounts.items()}


class EventOutcome(NamedTuple):
    """A player's outcome in one event."""

    place: SharedPlace | None = None  # None: nobody is ranked there, or this player is not
    of: int = 0  # so many are ranked
    schrift: Amount = 0
    hands: int | None = None  # not known from paper
    at_tables: tuple[SharedPlace, ...] = ()
    missing: bool = False  # a result has not been entered: nothing is given for this event


@dataclass(frozen=True, slots=True)
class LadderChoice:
    """What an organiser may settle about a ladder."""

    table: tuple[Amount, ...] = ()  # points by place
    beyond: Beyond = Beyond.NOTHING
    equals: Equals = Equals.MEAN


Gives = Callable[[EventOutcome, LadderChoice], Amount | None]  # None: the result has nothing it looks at
Tells = Callable[[EventOutcome, LadderChoice, Amount], Text]


class PointsLadder(NamedTuple):
    """A way from an event's outcome to points; its words are in `ladders.toml`."""

    label: Text
    sentence: Text
    looks_at: LooksAt
    gives: Gives
    tells: Tells
    table: tuple[int, ...]  # to begin with, where it goes by a table


def written(amount: Amount) -> str:
    """Return an amount as people write it.

    >>> written(15), written(-4), written(Fraction(25, 2)), written(Fraction(-1, 3))
    ('15', '−4', '12 1/2', '−1/3')
    """
    whole, fraction = divmod(abs(Fraction(amount)), 1)
    parts = [str(whole)] if whole or not fraction else []
    return ("−" if amount < 0 else "") + " ".join([*parts, *([str(fraction)] if fraction else [])])


def in_one_word(amount: Amount) -> str:
    """Return an amount without a space, for lists in which spaces separate them.

    >>> [in_one_word(amount) for amount in (120, Fraction(25, 2), Fraction(1, 3))]
    ['120', '12,5', '1/3']
    """
    exactly = Fraction(amount)
    if 100 % exactly.denominator:
        return str(exactly)
    whole, hundredths = divmod(int(100 * exactly), 100)
    return f"{whole},{hundredths:02}".rstrip("0").rstrip(",")


_AMOUNT = re.compile(r"([-−]?)(?:(\d{1,6})(?:[.,](\d{1,2}))?)?(?: ?(\d{1,6})/([1-9]\d{0,5}))?")


def amount_from_words(words: str) -> Amount | None:
    """Return the amount that people wrote, exactly; None: this is none.

    >>> [amount_from_words(one) for one in ("15", "-4", "12 1/2", "−1/3", "7,5")]
    [15, -4, Fraction(25, 2), Fraction(-1, 3), Fraction(15, 2)]
    >>> [amount_from_words(one) for one in ("", "viel", "1/0", "3,5 1/2")]
    [None, None, None, None]
    """
    match = _AMOUNT.fullmatch(words.strip())
    if match is None or not (match[2] or match[4]) or (match[3] and match[4]):
        return None
    amount = Fraction(f"{match[2] or 0}.{match[3] or 0}")
    if match[4]:
        amount += Fraction(int(match[4]), int(match[5]))
    return exact(-amount if match[1] else amount)


def _same(words: str) -> Text:
    return Text(words, words)


# The Schrift


def _schrift(outcome: EventOutcome, choice: LadderChoice) -> Amount | None:
    return None if outcome.missing else outcome.schrift


def _schrift_in_words(outcome: EventOutcome, choice: LadderChoice, points: Amount) -> Text:
    return _same(f"Schrift {written(outcome.schrift)}")


FULL = 100  # so much of the Schrift counts whole, and half of the rest
MOST = 200  # no event gives more


def _half(schrift: Amount) -> int:
    return int((schrift - FULL) // 2)


def _tapered(outcome: EventOutcome, choice: LadderChoice) -> Amount | None:
    if outcome.missing:
        return None
    if outcome.schrift <= FULL:
        return max(outcome.schrift, 0)
    return min(FULL + _half(outcome.schrift), MOST)


def _tapered_in_words(outcome: EventOutcome, choice: LadderChoice, points: Amount) -> Text:
    text = f"Schrift {written(outcome.schrift)}"
    if outcome.schrift <= 0:
        return _same(f"{text} → 0")
    if outcome.schrift <= FULL:
        return _same(text)
    half = _half(outcome.schrift)
    text = f"{text}: {FULL} + {half}"
    if FULL + half <= MOST:
        return _same(f"{text} → {points}")
    return Text(f"{text}, höchstens {MOST} → {points}", f"{text}, at most {MOST} → {points}")


AT_FULL_LENGTH = 60  # hands


def _per_hands(outcome: EventOutcome, choice: LadderChoice) -> Amount | None:
    return None if outcome.hands is None else _at_full_length(outcome.schrift, outcome.hands)


@lru_cache(maxsize=4000)  # the same few come again and again
def _at_full_length(schrift: Amount, hands: int) -> Amount:
    return exact(Fraction(schrift) * AT_FULL_LENGTH / hands) if hands else 0


def _per_hands_in_words(outcome: EventOutcome, choice: LadderChoice, points: Amount) -> Text:
    schrift, hands = written(outcome.schrift), outcome.hands
    return _same(f"Schrift {schrift} · {AT_FULL_LENGTH} / {hands} → {written(points)}")


# The place


def _of_place(place: SharedPlace, at: Callable[[int], Amount], equals: Equals) -> Amount:
    """Return the points for a place; equals get the mean, or the points of their shared place."""
    if place.equals == 1 or equals is Equals.BETTER:
        return at(place.rank)
    return exact(Fraction(sum(Fraction(at(number)) for number in place.all)) / place.equals)


@lru_cache(maxsize=4000)  # the same few come again and again
def _in_table(place: SharedPlace, choice: LadderChoice) -> Amount:
    beyond = choice.table[-1] if choice.table and choice.beyond is Beyond.LAST else 0
    return _of_place(
        place, lambda rank: choice.table[rank - 1] if rank <= len(choice.table) else beyond, choice.equals
    )


def _by_table(outcome: EventOutcome, choice: LadderChoice) -> Amount | None:
    return outcome.place and _in_table(outcome.place, choice)


HIGHEST = 200  # of the curve, for the first


def _on_curve(outcome: EventOutcome, choice: LadderChoice) -> Amount | None:
    """Return points falling by the cube from 200 for the first place to 0 for the last; None if unranked."""
    return outcome.place and _place_on_curve(outcome.place, outcome.of, choice.equals)


@lru_cache(maxsize=4000)  # the same few come again and again
def _place_on_curve(place: SharedPlace, of: int, equals: Equals) -> Amount:
    def at(place: int) -> Amount:
        if of <= 1:
            return HIGHEST
        return int(HIGHEST * Fraction(of - place, of - 1) ** 3 + Fraction(1, 2))

    return _of_place(place, at, equals)


def _place_in_words(outcome: EventOutcome, choice: LadderChoice, points: Amount) -> Text:
    place, given = outcome.place, written(points)
    assert place is not None  # else nothing was given
    if place.equals == 1 or choice.equals is Equals.BETTER:
        return Text(
            f"Platz {place.rank} von {outcome.of} → {given}", f"Place {place.rank} of {outcome.of} → {given}"
        )
    first, last = place.all[0], place.all[-1]
    return Text(
        f"Platz {place.rank} von {outcome.of} (Mittel der Plätze {first} bis {last}) → {given}",
        f"Place {place.rank} of {outcome.of} (mean of places {first} to {last}) → {given}",
    )


def _points_at_tables(outcome: EventOutcome, choice: LadderChoice) -> list[Amount]:
    return [_in_table(place, choice) for place in outcome.at_tables]


def _at_tables(outcome: EventOutcome, choice: LadderChoice) -> Amount | None:
    points = _points_at_tables(outcome, choice)
    return exact(sum(points)) if points else None


def _at_tables_in_words(outcome: EventOutcome, choice: LadderChoice, points: Amount) -> Text:
    places = ", ".join(str(place.rank) for place in outcome.at_tables)
    text = " + ".join(map(written, _points_at_tables(outcome, choice)))
    if len(outcome.at_tables) > 1:
        text = f"{text} = {written(points)}"
    return Text(f"Platz am Tisch {places} → {text}", f"Place at the table {places} → {text}")


_DECLARED = declared(__name__)
_ARITHMETIC: dict[str, tuple[LooksAt, Gives, Tells]] = {
    "schrift": (LooksAt.SCHRIFT, _schrift, _schrift_in_words),
    "places": (LooksAt.PLACE, _by_table, _place_in_words),
    "fifty_places": (LooksAt.PLACE, _by_table, _place_in_words),
    "curve": (LooksAt.PLACE, _on_curve, _place_in_words),
    "tapered": (LooksAt.SCHRIFT, _tapered, _tapered_in_words),
    "qualification": (LooksAt.PLACE, _by_table, _place_in_words),
    "per_60_hands": (LooksAt.HANDS, _per_hands, _per_hands_in_words),
    "at_tables": (LooksAt.TABLES, _at_tables, _at_tables_in_words),
}
LADDERS = {
    name: PointsLadder(
        Text.declared(_DECLARED[name]["label"]),
        Text.declared(_DECLARED[name]["sentence"]),
        *arithmetic,
        table=tuple(_DECLARED[name].get("table", ())),
    )
    for name, arithmetic in _ARITHMETIC.items()
}


def table_of(name: str, own: Sequence[Amount]) -> tuple[Amount, ...]:
    """Return the points by place: the organiser's, or else the ladder's usual ones."""
    return tuple(own) or LADDERS[name].table
