"""Teams: their best members count together, over the series or in each event."""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from operator import itemgetter
from typing import NamedTuple

from scoring.engine.result import Amount, exact
from tournaments.engine.ladders import shared_places
from tournaments.engine.series import SeriesPlace, SeriesStandings, TeamsBy


class TeamResult(NamedTuple):
    """One member's result, and whether it counts for the team."""

    person: str
    event: int | None  # None: over the series
    points: Amount
    counts: bool


class TeamPlace(NamedTuple):
    """One row of the standings of teams."""

    rank: int
    tied: bool
    team: int
    points: Amount
    results: tuple[TeamResult, ...]  # the best first, in each event


def team_standings(
    standings: SeriesStandings, teams: Mapping[int, Collection[str]], best: int, by: TeamsBy
) -> list[TeamPlace]:
    """Return the standings of teams by the `best` highest-ranked members of each; equals share a place."""
    results: dict[int, tuple[TeamResult, ...]] = {}
    points: dict[int, Amount] = {}
    for team, people in teams.items():
        members = [place for place in standings.places if place.person in people]
        if rows := tuple(_results(members, best, by)):
            results[team] = rows
            counting = (Fraction(row.points) for row in rows if row.counts)
            points[team] = exact(sum(counting, start=Fraction(0)))
    places = shared_places(points)
    return [
        TeamPlace(places[team].rank, places[team].equals > 1, team, points[team], results[team])
        for team in sorted(points, key=points.__getitem__, reverse=True)
    ]


def _results(people: Iterable[SeriesPlace], best: int, by: TeamsBy) -> list[TeamResult]:
    """Return the members' results, the best first: over the series, or in each event."""
    of_events: dict[int | None, list[tuple[Amount, str]]] = {}
    for index in people:
        given = {None: index.points} if by is TeamsBy.SERIES else index.given
        for event, points in given.items():
            of_events.setdefault(event, []).append((points, index.person))
    return [
        TeamResult(person, event, points, index < best)
        for event, results in of_events.items()
        for index, (points, person) in enumerate(sorted(results, key=itemgetter(0), reverse=True))
    ]
