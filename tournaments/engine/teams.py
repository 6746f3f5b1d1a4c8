"""Teams: the best of their members together, over the series or in each event by itself."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.engine.result import Amount, exact
from tournaments.engine.series import SeriesPlace, SeriesStandings, TeamsBy


@dataclass(frozen=True, slots=True)
class TeamResult:
    """What one member of a team gave, and whether it counts for the team."""

    person: str
    event: int | None  # None: over the series
    points: Amount
    counts: bool


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """One row of the standings of teams."""

    rank: int
    tied: bool
    team: int
    points: Amount
    results: tuple[TeamResult, ...]  # the best first, in each event

    @property
    def counted(self) -> int:
        return sum(result.counts for result in self.results)


def team_standings(
    standings: SeriesStandings, teams: Mapping[int, Collection[str]], best: int, by: TeamsBy
) -> list[TeamPlace]:
    """Return how teams stand; of each so many of its best ranked members count. Equals share a place."""
    rows = []
    for team, people in teams.items():
        there = [place for place in standings.places if place.person in people]
        results = tuple(_over_the_series(there, best) if by is TeamsBy.SERIES else _by_event(there, best))
        points = exact(
            sum((Fraction(result.points) for result in results if result.counts), start=Fraction(0))
        )
        rows.append((team, points, results))
    rows = sorted((row for row in rows if row[2]), key=lambda one: one[1], reverse=True)
    all_points = [points for _team, points, _results in rows]
    return [
        TeamPlace(all_points.index(points) + 1, all_points.count(points) > 1, team, points, results)
        for team, points, results in rows
    ]


def _over_the_series(people: Iterable[SeriesPlace], best: int) -> list[TeamResult]:
    ordered = sorted(people, key=lambda one: one.points, reverse=True)
    return [
        TeamResult(series_place.person, None, series_place.points, place < best)
        for place, series_place in enumerate(ordered)
    ]


def _by_event(people: Iterable[SeriesPlace], best: int) -> list[TeamResult]:
    of_events: dict[int, list[tuple[Amount, str]]] = {}
    for place in people:
        for event, points in place.given.items():
            of_events.setdefault(event, []).append((points, place.person))
    found = []
    for event, results in of_events.items():
        ordered = sorted(results, key=lambda one: one[0], reverse=True)
        found += [
            TeamResult(person, event, points, place < best) for place, (points, person) in enumerate(ordered)
        ]
    return found
