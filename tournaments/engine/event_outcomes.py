"""Everybody's outcome of an event, for series: computed, and as text to store."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from scoring.engine.play_money import amount_from
from scoring.engine.result import Amount, exact
from tournaments.engine.criteria import Score
from tournaments.engine.ladders import EventOutcome, LooksAt, SharedPlace, shared_places
from tournaments.engine.played import RankedRound, RankedTournament, Ranking
from tournaments.engine.ranking import Place, standings

OutcomesOfEvent = Mapping[str, EventOutcome]  # by person

NONE = "-"
MISSING = "?"  # in place of the Schrift


def outcome_as_text(outcome: EventOutcome, in_section: EventOutcome | None = None) -> str:
    """Return an outcome with the number of players as text, with the section's if it differs.

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


def outcomes_in(
    tournament: RankedTournament,
    keys: Mapping[str, str],
    looks_at: LooksAt | None = None,
    *,
    number: int | None = None,
    in_section: bool = False,
) -> OutcomesOfEvent:
    """Return the outcomes of a tournament or of one of its rounds; `keys` identify people in series.

    Only what a ladder looks at is worked out; everything if none is named. Where a tournament ranks all
    together and each section by itself, places are those `in_section` if that is wanted.
    """
    keys = {player: key for player, key in keys.items() if not tournament.people[player].house}
    by_section = in_section and bool(tournament.sections) and tournament.terms.together
    rounds = tournament.rounds
    if number is not None:
        rounds = tuple(round_ for round_ in rounds if round_.round.number == number)
    rankings: Sequence[Ranking] = ()
    if looks_at in (None, LooksAt.PLACE):
        single = rounds[0] if len(rounds) == 1 else None
        if number is None:
            rankings = tournament.of_sections if by_section else tournament.rankings
        if single is not None and not rankings:
            rankings = single.of_sections if by_section else single.rankings
    counted = rounds if number is not None else tournament.counted
    return _of_rounds(counted, rankings, keys, with_tables=looks_at in (None, LooksAt.TABLES))


def _of_rounds(
    rounds: Sequence[RankedRound],
    rankings: Sequence[Ranking],
    keys: Mapping[str, str],
    *,
    with_tables: bool,
) -> OutcomesOfEvent:
    """Return the outcomes of some rounds together; without places if each table ranks on its own."""
    by_table = len(rankings) > 1 and any(ranking.table is not None for ranking in rankings)
    among_all: dict[str, SharedPlace] = {}
    of: dict[str, int] = {}
    for ranking in () if by_table else rankings:
        shared = _shared(ranking.standings.places)
        among_all |= shared
        of |= dict.fromkeys(shared, len(shared))
    most = max(of.values(), default=0)
    at_tables = [_at_tables(round_) for round_ in rounds] if with_tables else []
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
    """Return everybody's outcome over all tables of an evening, ranked by the Kassa.

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
    """Return each player's place and the number of people sharing it."""
    groups: dict[int, list[Place]] = {}
    for place in places:
        groups.setdefault(place.rank, []).append(place)
    return {
        other.player: SharedPlace(rank, min(place.listed for place in group), len(group))
        for rank, group in groups.items()
        for other in group
    }


def _at_tables(round_: RankedRound) -> dict[str, SharedPlace]:
    """Return everybody's place at their table; people who played at two have none."""
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
