"""The terms of a tournament, and the presets from which they are made."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from scoring.engine.rules import Rules
from scoring.engine.texts import either
from tournaments.engine.seating import Method


class Format(StrEnum):
    """What ranks in a round."""

    MONEY = "money"  # play money: capital, stake, bust
    CUP = "cup"  # the Schrift


class AtTheBell(StrEnum):
    """What happens to the hand being played when time is up."""

    FINISH = "finish"  # where the cards are dealt, one more hand
    CUT = "cut"  # it does not count


class Double(StrEnum):
    """How a round of doubled hands begins."""

    OFF = "off"
    TRIGGER = "trigger"  # what the rule sheet says, such as a paid Mondfang
    CALLED = "called"  # once in every round, by the director


class SchriftKontra(StrEnum):
    """How far a kontra counts in the Schrift that ranks; the Kassa keeps every one."""

    AS_SHEET = "as_sheet"
    SIMPLE = "simple"  # at most twice
    NONE = "none"


class Scope(StrEnum):
    """Among whom a round is ranked."""

    ALL = "all"
    TABLE = "table"


class Overall(StrEnum):
    """What ranks over all rounds."""

    OFF = "off"
    BEST = "best"  # the best round
    BEST_OF = "best_of"  # the sum of so many best rounds
    AVERAGE = "average"  # over at least so many rounds
    SUM = "sum"  # of all rounds


class Showing(StrEnum):
    """When everybody may see how it stands."""

    LIVE = "live"
    AT_THE_END = "at_the_end"


@dataclass(frozen=True, slots=True)
class Terms:
    """All choices about a tournament. Money is in cents, play money in whole units."""

    format: Format = Format.MONEY
    rounds: int = 3
    minutes: int | None = 30  # None: without a clock
    hands: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))  # people at a table: hands
    fee: int = 300  # for every player and round, in cents
    ticket: int = 0  # for all rounds of the day, in cents; 0: there is none
    capital: int = 50
    stake: Fraction = Fraction(1)  # of play money for one point of the sheet
    replacement: int = 50
    schrift_kontra: SchriftKontra = SchriftKontra.AS_SHEET
    scope: Scope = Scope.ALL
    overall: Overall = Overall.OFF
    overall_rounds: int | None = 1  # have to be played to be ranked; None: as many as most have played
    overall_best: int = 2  # so many rounds count where the best of them rank
    round_criteria: tuple[str, ...] = ("bust_last", "balance")
    overall_criteria: tuple[str, ...] = ()
    choosers: int = 2  # so many of the first choose their prizes
    prizes: tuple[str, ...] = ()  # offered in every round
    barred: int = 0  # so many tournaments, for whoever walks out of a round and ranks last there
    bell: AtTheBell = AtTheBell.FINISH
    double: Double = Double.TRIGGER
    method: Method = Method.AVOID_REPEATS
    gives_back: bool = True  # time that a table loses to a dispute
    showing: Showing = Showing.LIVE
    sections: tuple[str, ...] = ()  # names of groups of players that play apart, one table from the other
    together: bool = False  # they are also ranked all together, and that is what counts

    @property
    def is_timed(self) -> bool:
        return self.minutes is not None

    def hands_at(self, people: int) -> int | None:
        """Return how many hands a table of `people` players plays; None: as time allows."""
        return self.hands.get(people)

    def as_json(self) -> dict[str, Any]:
        return {field.name: json_value(getattr(self, field.name)) for field in fields(self)}


def json_value(value: Any) -> Any:
    """Return a value of terms as JSON has it, exactly."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): number for key, number in value.items()}
    return list(map(json_value, value)) if isinstance(value, tuple) else value


_READ: dict[str, Any] = {
    "format": Format,
    "schrift_kontra": SchriftKontra,
    "scope": Scope,
    "overall": Overall,
    "bell": AtTheBell,
    "double": Double,
    "method": Method,
    "showing": Showing,
    "stake": Fraction,
    "round_criteria": tuple,
    "overall_criteria": tuple,
    "prizes": tuple,
    "sections": tuple,
    "hands": lambda hands: MappingProxyType({int(people): number for people, number in hands.items()}),
}


def terms_from(stored: Mapping[str, Any]) -> Terms:
    """Return the terms that `as_json` wrote; later choices have their defaults.

    >>> terms = Terms(minutes=20, stake=Fraction(1, 2))
    >>> terms_from(terms.as_json()) == terms
    True
    """
    known = {field.name for field in fields(Terms)}
    read = {key: _READ.get(key, lambda value: value)(value) for key, value in stored.items() if key in known}
    return replace(Terms(), **read)


# More than this is a slip of the finger. A round lasts four hours at most, as does what is added to it.
MOST_ROUNDS, MOST_MINUTES, MOST_HANDS, MOST_CHOOSERS, MOST_BARRED = 30, 240, 100, 20, 100
MOST_CENTS, MOST_MONEY = 100_000, 1_000_000


class UnworkableTerm(NamedTuple):
    """Why terms cannot be played: the field, and a code for the sentence."""

    field: str
    code: str
    most: int | None = None


def problems_with_terms(terms: Terms) -> tuple[UnworkableTerm, ...]:
    """Return everything that does not work in these terms."""
    return tuple(_problems(terms))


def _problems(terms: Terms) -> Iterator[UnworkableTerm]:
    yield from _within("rounds", terms.rounds, 1, MOST_ROUNDS)
    if terms.minutes is not None:
        yield from _within("minutes", terms.minutes, 1, MOST_MINUTES)
    for name, cents in (("fee", terms.fee), ("ticket", terms.ticket)):
        if not 0 <= cents <= MOST_CENTS:
            yield UnworkableTerm(name, "too_much_money", MOST_CENTS)
    yield from _within("choosers", terms.choosers, 0, MOST_CHOOSERS)
    yield from _within("barred", terms.barred, 0, MOST_BARRED)
    ranked_over = terms.rounds if terms.overall is not Overall.OFF else MOST_ROUNDS
    if terms.overall_rounds is not None:
        yield from _within("overall_rounds", terms.overall_rounds, 1, max(ranked_over, 1))
    if terms.overall is Overall.BEST_OF:
        yield from _within("overall_best", terms.overall_best, 1, max(terms.rounds, 1))
    for hands in terms.hands.values():
        yield from _within("hands", hands, 1, MOST_HANDS)
    if terms.minutes is None and not terms.hands:
        yield UnworkableTerm("minutes", "never_ends")
    if terms.format is Format.MONEY:
        yield from _within("capital", terms.capital, 1, MOST_MONEY)
        yield from _within("replacement", terms.replacement, 1, MOST_MONEY)
        if terms.stake <= 0:
            yield UnworkableTerm("stake", "nothing")
        elif terms.stake > MOST_MONEY:
            yield UnworkableTerm("stake", "too_big", MOST_MONEY)


def _within(name: str, number: int, least: int, most: int) -> Iterator[UnworkableTerm]:
    if number < least:
        yield UnworkableTerm(name, "too_small", least)
    if number > most:
        yield UnworkableTerm(name, "too_big", most)


def options_for(terms: Terms, rules: Rules) -> dict[str, str | int]:
    """Return the rules' options at the tables by these terms."""
    options: dict[str, str | int] = {}
    if rules.radl.played and terms.double is not Double.TRIGGER:
        options["radl_start"] = "called"
    chosen = terms.schrift_kontra is not SchriftKontra.AS_SHEET and not rules.fixes("schrift_kontra")
    if terms.format is Format.CUP and chosen:
        options["schrift_kontra"] = terms.schrift_kontra.value
    return options


PLAY_MONEY = Terms()
CUP = Terms(
    format=Format.CUP,
    rounds=3,
    minutes=None,
    hands=MappingProxyType({4: 16, 5: 20, 6: 24}),
    fee=0,
    schrift_kontra=SchriftKontra.NONE,
    overall=Overall.SUM,
    round_criteria=("schrift",),
    overall_criteria=("schrift", "best_round", "next_best", "lot"),
    choosers=0,
    double=Double.OFF,
)


LONG_CUP = replace(CUP, hands=MappingProxyType({4: 20, 5: 20, 6: 24}))


class BuiltInPreset(NamedTuple):
    """Terms with their rule sheet that come with the program, to begin a tournament with."""

    slug: str
    german: str
    english: str
    rules: str
    terms: Terms

    def label(self, language: str) -> str:
        return either(self.german, self.english, language)


PRESETS = (
    BuiltInPreset(
        "spielgeld",
        "Spielgeld 30 Minuten (Zwanzigerrufen)",
        "Play money, 30 minutes (Zwanzigerrufen)",
        "zwanzigerrufen",
        PLAY_MONEY,
    ),
    BuiltInPreset("cup", "Königrufen-Cup 3 × 16", "Königrufen cup 3 × 16", "cup", CUP),
    BuiltInPreset(
        "oberoesterreich", "Oberösterreich-Cup 3 × 16", "Upper Austrian cup 3 × 16", "oberoesterreich", CUP
    ),
    BuiltInPreset("wien", "Wiener Tarockcup 3 × 20", "Vienna cup 3 × 20", "wien", LONG_CUP),
    BuiltInPreset("tirol", "Tiroler Tarockcup 3 × 16", "Tyrolean cup 3 × 16", "tirol", CUP),
)
