"""What everybody came to in an event, for whatever adds events up: worked out, and as text to keep."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from scoring.engine.play_money import amount_from
from scoring.engine.result import Amount, exact
from tournaments.engine.criteria import Score
from tournaments.engine.ladders import EventOutcome, SharedPlace, shared_places
from tournaments.engine.played import RankedRound, RankedTournament, Ranking
from tournaments.engine.ranking import Place, standings

OutcomesOfEvent = Mapping[str, EventOutcome]  # by person
Parts = dict[int, OutcomesOfEvent]
WHOLE = 0  # beside the rounds, which are called by their numbers
IN_SECTIONS = 1000  # added, where a tournament ranks all together and each section by itself

NONE = "-"
MISSING = "?"  # in place of the Schrift


def outcome_as_text(outcome: EventOutcome, in_section: EventOutcome | None = None) -> str:
    """Return one outcome with of how many it is, and the place in a section if it is another one.

    >>> outcome_as_text(EventOutcome(SharedPlace(3, 3), 9), EventOutcome(SharedPlace(1, 1), 4))
    '0 - 3.3.1 - 9 1.1.1 4'
    """
    section_text = "" if in_section in (None, outcome) else f" {_of_place(in_section.place)} {in_section.of}"
    schrift = MISSING if outcome.missing else outcome.schrift
    hands = NONE if outcome.hands is None else outcome.hands
    at_tables = ",".join(map(_of_place, outcome.at_tables)) or NONE
    return f"{schrift} {hands} {_of_place(outcome.place)} {at_tables} {outcome.of}{section_text}"


def outcome_from_text(text: str, *, in_section: bool = False) -> EventOutcome:
    """Return an outcome from its text.

    >>> [outcome_from_text("4 - 3.3.1 - 9 1.1.1 4", in_section=asked).of for asked in (False, True)]
    [9, 4]
    >>> from fractions import Fraction
    >>> outcomes = EventOutcome(None, 2, Fraction(5, 3), None), EventOutcome(of=1, hands=3, missing=True)
    >>> tuple(outcome_from_text(outcome_as_text(outcome)) for outcome in outcomes) == outcomes
    True
    """
    schrift, hands, place, at_tables, of, *of_section = text.split(" ")
    if in_section and of_section:
        place, of = of_section
    return EventOutcome(
        None if place == NONE else _place(place),
        int(of),
        0 if schrift == MISSING else _amount(schrift),
        None if hands == NONE else int(hands),
        () if at_tables == NONE else _places(at_tables),
        schrift == MISSING,
    )


def _of_place(place: SharedPlace | None) -> str:
    return NONE if place is None else ".".join(map(str, place))


# The same few come again and again.


@lru_cache(maxsize=4000)
def _place(text: str) -> SharedPlace:
    return SharedPlace._make(map(int, text.split(".")))


@lru_cache(maxsize=4000)
def _places(text: str) -> tuple[SharedPlace, ...]:
    return tuple(map(_place, text.split(",")))


@lru_cache(maxsize=4000)
def _amount(text: str) -> Amount:
    return amount_from(text)


def parts_of(tournament: RankedTournament, keys: Mapping[str, str]) -> Parts:
    """Return the outcomes of the whole tournament and of its rounds; `keys` are what people are called."""
    keys = {player: key for player, key in keys.items() if not tournament.people[player].house}
    rounds = tournament.rounds
    overall: Sequence[Ranking] = tournament.rankings
    in_sections: Sequence[Ranking] = tournament.of_sections
    if len(rounds) == 1 and not overall:
        overall, in_sections = rounds[0].rankings, rounds[0].of_sections
    parts = {round_.round.number: _of_rounds([round_], round_.rankings, keys) for round_ in rounds}
    parts[WHOLE] = _of_rounds(tournament.counted, overall, keys)
    if tournament.sections and tournament.terms.together:
        parts |= {
            IN_SECTIONS + round_.round.number: _of_rounds([round_], round_.of_sections, keys)
            for round_ in rounds
        }
        parts[IN_SECTIONS + WHOLE] = _of_rounds(tournament.counted, in_sections, keys)
    return parts


def _of_rounds(
    rounds: Sequence[RankedRound], rankings: Sequence[Ranking], keys: Mapping[str, str]
) -> OutcomesOfEvent:
    """Return what some rounds together came to; without places where tables are ranked by themselves."""
    by_table = len(rankings) > 1 and any(ranking.table is not None for ranking in rankings)
    among_all: dict[str, SharedPlace] = {}
    of: dict[str, int] = {}
    for ranking in () if by_table else rankings:
        shared = _shared(ranking.standings.places)
        among_all |= shared
        of |= dict.fromkeys(shared, len(shared))
    most = max(of.values(), default=0)
    at_tables = [_at_tables(round_) for round_ in rounds]
    outcomes: dict[str, EventOutcome] = {}
    for participant, person in keys.items():
        attended = [round_.players[participant] for round_ in rounds if participant in round_.players]
        played = [round_ for round_ in attended if not round_.absent]
        if not played:
            continue
        if any(round_.missing for round_ in played):
            outcomes[person] = EventOutcome(of=most, missing=True)
            continue
        hands = [round_.hands for round_ in played]
        outcomes[person] = EventOutcome(
            place=among_all.get(participant),
            of=of.get(participant, most),
            schrift=exact(
                sum((Fraction(round_.result.ranked_schrift) for round_ in played), start=Fraction(0))
            ),
            hands=None if None in hands else sum(hand or 0 for hand in hands),
            at_tables=tuple(table[participant] for table in at_tables if participant in table),
        )
    return outcomes


class AtTable(NamedTuple):
    """A player's result at one table of an evening."""

    kassa: Amount
    schrift: Amount
    hands: int


def outcomes_of_evening(tables: Iterable[Mapping[str, AtTable]]) -> OutcomesOfEvent:
    """Return what everybody came to at all tables of an evening, ranked by the Kassa.

    >>> anna, bert = (AtTable(kassa, kassa, 4) for kassa in (3, -3))
    >>> outcomes_of_evening([{"Anna": anna, "Bert": bert}, {"Bert": anna}])["Bert"]
    EventOutcome(place=SharedPlace(rank=2, first=2, equals=1), of=2, schrift=0, hands=8, \
at_tables=(SharedPlace(rank=2, first=2, equals=1), SharedPlace(rank=1, first=1, equals=1)), missing=False)
    """
    together: dict[str, AtTable] = {}
    places_at: dict[str, list[SharedPlace]] = {}
    for table in tables:
        for person, line in table.items():
            kassa, schrift, hands = together.get(person, AtTable(0, 0, 0))
            together[person] = AtTable(kassa + line.kassa, schrift + line.schrift, hands + line.hands)
        for person, place in _by_kassa(table).items():
            places_at.setdefault(person, []).append(place)
    places = _by_kassa(together)
    return {
        person: EventOutcome(
            places[person], len(places), exact(Fraction(line.schrift)), line.hands, tuple(places_at[person])
        )
        for person, line in together.items()
    }


def _by_kassa(people: Mapping[str, AtTable]) -> dict[str, SharedPlace]:
    return shared_places({person: line.kassa for person, line in people.items()})


def _shared(places: Iterable[Place]) -> dict[str, SharedPlace]:
    """Return each player's place and how many share it; those who share the last place may differ."""
    groups: dict[int, list[Place]] = {}
    for place in places:
        groups.setdefault(place.rank, []).append(place)
    return {
        other.player: SharedPlace(rank, min(place.listed for place in group), len(group))
        for rank, group in groups.items()
        for other in group
    }


def _at_tables(round_: RankedRound) -> dict[str, SharedPlace]:
    """Return everybody's place at the own table; who played at two has none."""
    places: dict[str, SharedPlace] = {}
    for at_table in round_.at_tables:
        scores = [
            Score(
                at.player,
                (at.result,),
                last=at.last,
                house=at.house,
                missing=at.missing,
                absent=at.absent,
            )
            for at in at_table
        ]
        places |= _shared(standings(scores, round_.terms.round_criteria, round_.lots).places)
    return {player: place for player, place in places.items() if len(round_.players[player].tables) == 1}
