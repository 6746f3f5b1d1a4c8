"""What everybody came to in the events of a series, by event and person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from scoring.engine.result import exact, from_twelfths
from scoring.models import TableScore
from scoring.models.evenings import Points
from tournaments.engine.ladders import EventOutcome, SharedPlace
from tournaments.engine.ranking import Place, standings
from tournaments.engine.scores import Score
from tournaments.models import SeriesEvent, Tournament
from tournaments.standings.derived import PlayedRound, RankedRound, RankedTournament, ranked_each

# "m12" is a member, "g345" a guest, who is a guest of one evening or tournament only.
SeriesPerson = str
OutcomesOfEvent = dict[SeriesPerson, EventOutcome]


def outcomes_of(events: Sequence[SeriesEvent]) -> dict[int, OutcomesOfEvent]:
    """Return the outcomes by event; a few queries however many events there are."""
    of_tournaments = _of_tournaments([one for one in events if one.evening_id is None])
    of_evenings = _of_evenings([one.evening_id for one in events if one.evening_id is not None])
    found: dict[int, OutcomesOfEvent] = {}
    for event in events:
        if event.evening_id is not None:
            found[event.pk] = of_evenings.get(event.evening_id, {})
        elif event.round is not None:
            found[event.pk] = of_tournaments[event.round.tournament_id].get(event.round.number, {})
        elif event.tournament_id is not None:
            found[event.pk] = of_tournaments[event.tournament_id].get(WHOLE, {})
    return found


def person_key(member: int | None, participant: int | str) -> SeriesPerson:
    """Return who somebody is in a series: a member in all events, a guest in one."""
    return f"m{member}" if member is not None else f"g{participant}"


# Tournaments

WHOLE = 0  # beside the rounds, which are called by their numbers
Parts = dict[int, OutcomesOfEvent]


def _of_tournaments(events: Iterable[SeriesEvent]) -> dict[int, Parts]:
    found = {one.pk: one for one in map(tournament_of, events) if one is not None}
    return {pk: _parts_of(one) for pk, one in ranked_each(list(found.values())).items()}


def tournament_of(event: SeriesEvent) -> Tournament | None:
    """Return the tournament that counts, or of which a round counts; None for an evening."""
    return event.round.tournament if event.round is not None else event.tournament


def _parts_of(tournament: RankedTournament) -> Parts:
    """Return the outcomes of the whole tournament and of its rounds."""
    keys = {
        participant: person_key(person.member, participant)
        for participant, person in tournament.people.items()
        if not person.house
    }
    overall, rounds = tournament.overall, tournament.rounds
    parts = {one.round.number: _of_rounds([one], _among_all(one), keys) for one in rounds}
    of_one = _among_all(rounds[0]) if len(rounds) == 1 else ()
    parts[WHOLE] = _of_rounds(rounds, overall.places if overall else of_one, keys)
    return parts


def _among_all(round_: RankedRound) -> Sequence[Place]:
    """Return the places of a round; none where each table is ranked by itself."""
    return round_.places if len(round_.rankings) == 1 else ()


def _of_rounds(
    rounds: Sequence[RankedRound], places: Iterable[Place], keys: Mapping[str, SeriesPerson]
) -> OutcomesOfEvent:
    """Return what some rounds together came to; `places` are those of all among each other."""
    among_all = _shared(places)
    at_tables = [_at_tables(one) for one in rounds]
    found: OutcomesOfEvent = {}
    for participant, person in keys.items():
        played = [one.players[participant] for one in rounds if participant in one.players]
        if not played:
            continue
        hands = [one.hands for one in played]
        found[person] = EventOutcome(
            place=among_all.get(participant),
            of=len(among_all),
            schrift=exact(sum((Fraction(one.result.schrift) for one in played), start=Fraction(0))),
            hands=None if None in hands else sum(one or 0 for one in hands),
            at_tables=tuple(one[participant] for one in at_tables if participant in one),
        )
    return found


def _shared(places: Iterable[Place]) -> dict[str, SharedPlace]:
    """Return everybody's place with those it is shared with; whoever is last may share it with others."""
    groups: dict[int, list[Place]] = {}
    for place in places:
        groups.setdefault(place.rank, []).append(place)
    return {
        one.player: SharedPlace(rank, min(place.listed for place in group), len(group))
        for rank, group in groups.items()
        for one in group
    }


def _at_tables(round_: RankedRound) -> dict[str, SharedPlace]:
    """Return everybody's place at the own table; who played at two has none."""
    found: dict[str, SharedPlace] = {}
    for at_table in round_.at_tables:
        scores = [_score(one) for one in at_table]
        found |= _shared(standings(scores, round_.terms.round_criteria, round_.lots).places)
    return {player: place for player, place in found.items() if len(round_.players[player].tables) == 1}


def _score(played: PlayedRound) -> Score:
    return Score(played.player, (played.result,), last=played.last, house=played.house)


# Evenings


def _of_evenings(evenings: Sequence[int]) -> dict[int, OutcomesOfEvent]:
    """Return what everybody came to at all tables of an evening, ranked by the Kassa; one query."""
    if not evenings:
        return {}
    rows = (
        TableScore.objects.filter(sheet__evening__in=evenings, hands__gt=0)
        .order_by("sheet__evening_id", "sheet_id")
        .values_list(
            *("sheet__evening_id", "sheet_id", "participant__member_id", "participant_id"),
            *("twelfths", "schrift_twelfths", "hands"),
        )
    )
    found = {}
    for evening, of_evening in groupby(rows, lambda row: row[0]):
        found[evening] = _of_evening(
            [
                (sheet, person_key(member, participant), Points(*points))
                for _evening, sheet, member, participant, *points in of_evening
            ]
        )
    return found


def _of_evening(scores: Sequence[tuple[int, SeriesPerson, Points]]) -> OutcomesOfEvent:
    together: dict[SeriesPerson, Points] = {}
    tables: dict[SeriesPerson, list[SharedPlace]] = {}
    for _sheet, group in groupby(scores, lambda one: one[0]):
        at_table = {person: points for _, person, points in group}
        for person, points in at_table.items():
            together[person] = together.get(person, Points()).and_also(points)
        for person, place in _by_kassa(at_table).items():
            tables.setdefault(person, []).append(place)
    places = _by_kassa(together)
    return {
        person: EventOutcome(
            places[person],
            len(places),
            from_twelfths(points.schrift),
            points.hands,
            tuple(tables[person]),
        )
        for person, points in together.items()
    }


def _by_kassa(people: Mapping[SeriesPerson, Points]) -> dict[SeriesPerson, SharedPlace]:
    """Return everybody's place, those with as much sharing one."""
    amounts = sorted([points.kassa for points in people.values()], reverse=True)
    return {
        person: SharedPlace(first := amounts.index(points.kassa) + 1, first, amounts.count(points.kassa))
        for person, points in people.items()
    }
