"""The standings of a series, computed at each reading and never stored."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.urls import reverse
from django.utils.dateformat import format as format_day
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.engine.result import Amount, exact
from scoring.models import Club
from scoring.names import sorting
from tournaments.engine.event_outcomes import OutcomesOfEvent
from tournaments.engine.finals import Cut, cut
from tournaments.engine.ladders import LADDERS, EventOutcome, written
from tournaments.engine.series import (
    HeldEvent,
    SeriesPlace,
    SeriesStandings,
    WhoCounts,
    open_ties,
    part_of_year,
    ranked_among,
    series_standings,
)
from tournaments.engine.teams import TeamPlace, team_standings
from tournaments.models import Counted, Line, PeopleList, Series, Stage, State
from tournaments.models.series import SOURCES
from tournaments.series.points import People, SeriesPerson, outcomes_of, people_of, played_at

NO_POINTS = (Counted.Use.LOT, Counted.Use.DECLINED)


class SeriesEvent(NamedTuple):
    """Something that counts, from the moment when it is closed."""

    pk: int
    key: str
    title: str
    date: datetime.date
    address: str
    held: bool


def key_of(counted: Counted) -> str:
    """Return the key of an event in forms: "t12" a tournament, "r34" a round, "e56" an evening, "o78" a list.

    >>> key_of(Counted(round_id=34))
    'r34'
    """
    numbers = ((letter, getattr(counted, f"{of.column}_id")) for letter, of in SOURCES.items())
    return next(f"{letter}{pk}" for letter, pk in numbers if pk is not None)


def shown(counted: Counted) -> SeriesEvent:
    """Return an event for its club's pages, stored or only possible."""
    held = True
    if counted.round is not None:
        of, number = counted.round.tournament, counted.round.number
        title = _("%(title)s, round %(number)d") % {"title": of.title, "number": number}
        date, held = of.evening.date, counted.round.stage == Stage.CLOSED
        address = reverse("tournaments:standings", args=[of.club.slug, of.pk, number])
    elif counted.tournament is not None:
        of = counted.tournament
        title, date, held, address = (
            of.title,
            of.evening.date,
            of.state == State.FINISHED,
            of.get_absolute_url(),
        )
    elif counted.list is not None:
        title, address = counted.list.title, counted.list.get_absolute_url()
        date = counted.list.date or datetime.date.min
    else:
        assert counted.evening is not None
        date, held = counted.evening.date, counted.evening.closed_at is not None
        title = _("Evening of %(day)s") % {"day": format_day(date, pgettext("date format", "j M Y"))}
        title = ", ".join(filter(None, (title, counted.evening.venue)))
        address = counted.evening.get_absolute_url()
    return SeriesEvent(counted.pk, key_of(counted), title, date, address, held)


class SeriesRow(NamedTuple):
    """One row of the standings on a page."""

    place: SeriesPlace
    name: str
    sorting: str
    address: str
    guest: bool
    mine: bool
    overall: int | None = None  # where the rank is that within a group

    @property
    def rank(self) -> int | None:
        return self.place.rank

    @property
    def points(self) -> Amount:
        return self.place.points

    @property
    def starts(self) -> int:
        return len(self.place.given)

    @property
    def counted(self) -> int:
        return len(self.place.counting)


class Used(NamedTuple):
    """A list that a series uses, with everybody's line on it."""

    list: PeopleList
    lines: Mapping[SeriesPerson, Line]

    def __str__(self) -> str:
        return self.list.title


class TeamRow(NamedTuple):
    """One row of the standings of teams."""

    place: TeamPlace
    name: str
    lines: tuple[str, ...]  # who gave what


@dataclass(frozen=True)
class SeriesStanding:
    """A series with everything that it comes to."""

    series: Series
    events: tuple[SeriesEvent, ...]
    outcomes: Mapping[int, OutcomesOfEvent]  # of the events that were held
    people: People
    uses: Mapping[str, Sequence[Used]]
    me: int | None = None

    @property
    def held(self) -> tuple[SeriesEvent, ...]:
        return tuple(event for event in self.events if event.held)

    @property
    def to_come(self) -> tuple[SeriesEvent, ...]:
        return tuple(event for event in self.events if not event.held)

    def used(self, use: str) -> Sequence[Used]:
        return self.uses.get(use, ())

    @property
    def groups(self) -> Sequence[Used]:
        """Return the groups that are also ranked by themselves."""
        return self.used(Counted.Use.RANKED)

    def group_called(self, number: str) -> Used | None:
        """Return the group whose own ranks an address asks for; None: everybody's."""
        return next((group for group in self.groups if str(group.list.pk) == number), None)

    def counts(self, person: SeriesPerson) -> bool:
        """Return whether a person is counted."""
        if self.series.terms.who is WhoCounts.MEMBERS and not person.startswith("m"):
            return False
        only = self.used(Counted.Use.ONLY)
        return not only or any(person in group.lines for group in only)

    @cached_property
    def seeds(self) -> dict[SeriesPerson, list[Line]]:
        """Return the lines whose points are added beside the events."""
        by_person: dict[SeriesPerson, list[Line]] = {}
        for used in self.used(Counted.Use.SEEDS):
            for person, line in used.lines.items():
                if self.counts(person) and line.points is not None:
                    by_person.setdefault(person, []).append(line)
        return by_person

    @property
    def lots(self) -> list[list[SeriesPerson]]:
        return [list(used.lines) for used in self.used(Counted.Use.LOT)]

    @cached_property
    def standings(self) -> SeriesStandings:
        terms = self.series.terms
        held = [HeldEvent(event.pk, part_of_year(event.date, terms.parts)) for event in self.held]
        of_person: dict[SeriesPerson, dict[int, EventOutcome]] = {}
        for event, people in self.outcomes.items():
            for person, outcome in people.items():
                if self.counts(person):
                    of_person.setdefault(person, {})[event] = outcome
        seeds = {who: exact(sum(line.points or 0 for line in lines)) for who, lines in self.seeds.items()}
        return series_standings(of_person, held, terms, seeds=seeds, lots=self.lots)

    @property
    def ties(self) -> list[tuple[SeriesPerson, ...]]:
        """Return the ties that need a lot."""
        return open_ties(self.standings, self.series.terms)

    @cached_property
    def rows(self) -> tuple[SeriesRow, ...]:
        rows = map(self._row, self.standings.places)
        return tuple(sorted(rows, key=lambda row: (row.rank or 0, row.sorting)))

    @cached_property
    def below(self) -> tuple[SeriesRow, ...]:
        """Return people with too few starts to be ranked."""
        rows = map(self._row, self.standings.below)
        return tuple(sorted(rows, key=lambda row: (-row.points, -row.starts, row.sorting)))

    def among(self, group: Used) -> tuple[SeriesRow, ...]:
        """Return the standings within a group, with each person's rank among all."""
        overall = {place.person: place.rank for place in self.standings.places}
        places = ranked_among(self.standings, set(group.lines), self.series.terms, lots=self.lots)
        return tuple(self._row(place)._replace(overall=overall[place.person]) for place in places)

    @cached_property
    def team_rows(self) -> tuple[TeamRow, ...]:
        """Return the standings of teams, with their points by event or over the series."""
        terms, teams = self.series.terms, {used.list.pk: used for used in self.used(Counted.Use.TEAM)}
        titles = {event.pk: event.title for event in self.events}
        rows = []
        for place in team_standings(
            self.standings,
            {pk: set(team.lines) for pk, team in teams.items()},
            terms.team_best,
            terms.teams_by,
        ):
            sums: dict[int | None, list[str]] = {}
            for result in place.results:
                if result.counts:
                    name = self.people.names.get(result.person, "?")
                    sums.setdefault(result.event, []).append(f"{name} {written(result.points)}")
            lines = (
                f"{titles[event]}: {' + '.join(each)}" if event else " + ".join(each)
                for event, each in sums.items()
            )
            rows.append(TeamRow(place, str(teams[place.team]), tuple(lines)))
        return tuple(rows)

    @cached_property
    def declined(self) -> set[SeriesPerson]:
        """Return people who declined the final by a list, or withdrew from its tournament."""
        declined = {person for used in self.used(Counted.Use.DECLINED) for person in used.lines}
        if self.series.final is not None:
            withdrawn = self.series.final.entrants.filter(house=False, withdrawn_at__isnull=False)
            for member, guest in withdrawn.values_list("participant__member", "participant__guest"):
                declined.add(f"m{member}" if member else self.people.called(guest))
        return declined

    @cached_property
    def cut(self) -> Cut:
        """Return the cut between finalists and others."""
        return cut(self.standings.places, self.series.finalists, self.declined)

    def _row(self, place: SeriesPlace) -> SeriesRow:
        person = place.person
        name, address = self.people.names.get(person, "?"), f"{self._address}people/{person}/"
        return SeriesRow(
            place, name, sorting(name), address, not person.startswith("m"), person == f"m{self.me}"
        )

    @cached_property
    def _address(self) -> str:
        return self.series.get_absolute_url()

    @cached_property
    def without_points(self) -> tuple[SeriesEvent, ...]:
        """Return the past events without anything that the ladder uses."""
        gives, choice = LADDERS[self.series.terms.ladder].gives, self.series.terms.choice
        return tuple(
            event
            for event in self.held
            if all(gives(outcome, choice) is None for outcome in self.outcomes[event.pk].values())
        )

    @cached_property
    def provisional(self) -> str:
        """Return of which events results are missing; empty where none is."""
        missing = [
            event.title
            for event in self.held
            if any(outcome.missing for outcome in self.outcomes[event.pk].values())
        ]
        words = _(
            "Provisional: results are missing from %(events)s. They count for nothing until they are entered."
        )
        return words % {"events": ", ".join(missing)} if missing else ""


def standing_of(
    series: Series, *, member: int | None = None, whole: bool = False, per_event: bool | None = None
) -> SeriesStanding:
    """Return the series as it stands; the same few queries whatever counts.

    `whole`: with all that events say, not only what the ladder looks at. `per_event`: guests are one person
    for each event, whatever they are called; as the series has it, if that is not said.
    """
    return standings_of(series.club, [series], member=member, whole=whole, per_event=per_event)[0]


def standings_of(
    club: Club,
    all_series: Sequence[Series],
    *,
    member: int | None = None,
    whole: bool = False,
    per_event: bool | None = None,
) -> list[SeriesStanding]:
    """Return the standings of a club's series, by a fixed number of queries."""
    rows = Counted.objects.counting().filter(series__in=all_series)
    counted: dict[int, list[Counted]] = {series.pk: [] for series in all_series}
    for each in rows.select_related(
        *("tournament__evening", "tournament__club", "round__tournament__evening"),
        *("round__tournament__club", "evening__club", "list__club"),
    ):
        counted[each.series_id].append(each)
    everything = [each for of_series in counted.values() for each in of_series]
    lines: dict[int, list[Line]] = {}
    if lists := {each.list_id for each in everything if each.list_id}:
        for line in Line.objects.filter(list__in=lists).in_order():
            lines.setdefault(line.list_id, []).append(line)
    people = people_of(club)
    events = {each: shown(each) for each in everything if each.use == Counted.Use.EVENT}
    played = played_at([each for each, event in events.items() if event.held])
    outcomes = {
        series.pk: outcomes_of(
            [each for each in counted[series.pk] if each in events and events[each].held],
            *(played, lines, series.terms, people),
            whole=whole,
        )
        for series in all_series
    }
    people.name_guests(each for of_series in outcomes.values() for each in of_series.values())
    return [
        _build(
            *(series, counted[series.pk], events, outcomes[series.pk], lines, people, member),
            apart=series.guests_apart if per_event is None else per_event,
        )
        for series in all_series
    ]


def _build(
    series: Series,
    counted: Iterable[Counted],
    shown_events: Mapping[Counted, SeriesEvent],
    outcomes: Mapping[int, OutcomesOfEvent],
    lines: Mapping[int, Sequence[Line]],
    people: People,
    member: int | None,
    *,
    apart: bool,
) -> SeriesStanding:
    outcomes = people.with_guests(outcomes, per_event=apart)
    events: list[SeriesEvent] = []
    uses: dict[str, list[Used]] = {}
    for each in counted:
        if each.use == Counted.Use.EVENT:
            events.append(shown_events[each])
        elif each.list is not None:
            own, several = lines.get(each.list.pk, ()), each.use in NO_POINTS
            of_person = people.as_guests(own, outcomes, several=several) if apart else people.by_person(own)
            uses.setdefault(each.use, []).append(Used(each.list, of_person))
    for use, of_use in uses.items():
        if use != Counted.Use.LOT:  # whose order says which one holds
            of_use.sort(key=lambda used: sorting(used.list.title))
    events.sort(key=lambda event: (event.date, event.pk))
    return SeriesStanding(series, tuple(events), outcomes, people, uses, member)
