"""What pages of a series show, as plain values."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.dateformat import format as format_day
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.engine.result import Amount, exact
from scoring.models import Club, Evening
from scoring.names import folded, sorting
from tournaments.engine.event_outcomes import OutcomesOfEvent
from tournaments.engine.finals import CarriedPoints, carried
from tournaments.engine.ladders import LADDERS, Beyond, Equals, LooksAt, written
from tournaments.engine.series import (
    HeldEvent,
    SeriesPlace,
    SeriesStandings,
    SeriesTerms,
    TeamsBy,
    TieBreak,
    WhatCounts,
    WhoCounts,
    open_ties,
    part_of_year,
    ranked_among,
)
from tournaments.engine.series import series_standings as standing_after
from tournaments.engine.teams import TeamPlace, team_standings
from tournaments.models import (
    BroughtPoints,
    EndTable,
    EndTableResult,
    Round,
    Series,
    SeriesEvent,
    SeriesGroup,
    SeriesLot,
    Stage,
    State,
    Tournament,
)
from tournaments.models.series import BROUGHT
from tournaments.planning.pages import counted
from tournaments.series.cuts import cut_of, to_the_cut
from tournaments.series.end_tables import guests_in, outcomes_of_rows
from tournaments.series.lines import POINTS, PersonLine
from tournaments.series.outcomes import SeriesPerson, by_person, members_now, outcomes_of
from tournaments.series.queries import FinalBefore, RankedGroup, final_ahead, queries_of
from tournaments.series.verbs import END_TABLE, key_of


def series_of(club: Club) -> QuerySet[Series]:
    """Return the series of a club, each with how many events it has."""
    all_series = Series.objects.filter(club=club).select_related("club")
    return all_series.annotate(count=counted(SeriesEvent.objects.counting(), "series"))


class ShownEvent(NamedTuple):
    """An event of a series; it counts from the moment when it is closed."""

    pk: int
    key: str
    title: str
    date: datetime.date
    address: str
    held: bool

    @property
    def end_table(self) -> int | None:
        """Return the number of the end table that it is, if it is one."""
        return int(self.key[1:]) if self.key.startswith(END_TABLE) else None


def shown(event: SeriesEvent) -> ShownEvent:
    """Return an event as its club is shown it, also one that could count and is not stored."""
    if event.round is not None:
        of, number = event.round.tournament, event.round.number
        title = _("%(title)s, round %(number)d") % {"title": of.title, "number": number}
        date, held = of.evening.date, event.round.stage == Stage.CLOSED
        address = reverse("tournaments:standings", args=[of.club.slug, of.pk, number])
    elif event.tournament is not None:
        of = event.tournament
        title, date, held = of.title, of.evening.date, of.state == State.FINISHED
        address = of.get_absolute_url()
    elif event.end_table is not None:
        title, date, held = event.end_table.title, event.end_table.date, True
        address = event.end_table.get_absolute_url()
    else:
        assert event.evening is not None
        date, held = event.evening.date, event.evening.closed_at is not None
        title = _("Evening of %(day)s") % {"day": format_day(date, pgettext("date format", "j M Y"))}
        title = ", ".join(filter(None, (title, event.evening.place)))
        address = event.evening.get_absolute_url()
    return ShownEvent(event.pk, key_of(event), title, date, address, held)


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


class TeamRow(NamedTuple):
    """One row of the standings of teams on a page."""

    place: TeamPlace
    name: str
    lines: tuple[str, ...]  # who of the team gave what


@dataclass(frozen=True)
class ShownSeries:
    """A series with everything that it comes to."""

    series: Series
    events: tuple[ShownEvent, ...]
    outcomes: Mapping[int, OutcomesOfEvent]  # of the events that were held
    names: Mapping[SeriesPerson, str]
    me: int | None
    goes_by: tuple[RankedGroup, ...] = ()
    brought: Mapping[SeriesPerson, Sequence[BroughtPoints]] = field(default_factory=dict)
    lots: tuple[SeriesLot, ...] = ()  # that hold
    carried: Mapping[SeriesPerson, CarriedPoints] = field(default_factory=dict)

    @property
    def groups(self) -> tuple[RankedGroup, ...]:
        """Return the groups that are also ranked by themselves."""
        return tuple(group for group in self.goes_by if group.use == SeriesGroup.Use.RANKED)

    def group_called(self, number: str) -> RankedGroup | None:
        """Return the group whose own ranks an address asks for; None: everybody's."""
        return next((group for group in self.groups if str(group.pk) == number), None)

    @property
    def teams(self) -> tuple[RankedGroup, ...]:
        return tuple(group for group in self.goes_by if group.use == SeriesGroup.Use.TEAM)

    @cached_property
    def team_rows(self) -> tuple[TeamRow, ...]:
        """Return how the teams stand, with who gave what."""
        terms, teams = self.series.terms, {group.pk: group for group in self.teams}
        people = {pk: group.people for pk, group in teams.items()}
        events = {event.pk: event.title for event in self.events}
        return tuple(
            TeamRow(place, teams[place.team].name, self._team_lines(place, events))
            for place in team_standings(self.standings, people, terms.team_best, terms.teams_by)
        )

    def _team_lines(self, place: TeamPlace, events: Mapping[int, str]) -> tuple[str, ...]:
        """Return the arithmetic: over the series on one line, otherwise a line for each event."""
        lines = []
        for event in dict.fromkeys(result.event for result in place.results):
            words = [
                f"{self.names.get(result.person, '?')} {written(result.points)}"
                for result in place.results
                if result.event == event and result.counts
            ]
            added_up = " + ".join(words)
            lines.append(added_up if event is None else f"{events[event]}: {added_up}")
        return tuple(lines)

    @cached_property
    def group_that_counts(self) -> RankedGroup | None:
        """Return the group whose people alone count, if there is one."""
        return next((group for group in self.goes_by if group.use == SeriesGroup.Use.COUNTS), None)

    def counts(self, person: SeriesPerson) -> bool:
        """Return whether a person is counted in the series."""
        match self.series.terms.who:
            case WhoCounts.MEMBERS:
                return person.startswith("m")
            case WhoCounts.GROUP:
                return self.group_that_counts is not None and person in self.group_that_counts.people
        return True

    @property
    def held(self) -> tuple[ShownEvent, ...]:
        return tuple(event for event in self.events if event.held)

    @property
    def to_come(self) -> tuple[ShownEvent, ...]:
        return tuple(event for event in self.events if not event.held)

    @cached_property
    def standings(self) -> SeriesStandings:
        terms = self.series.terms
        held = [HeldEvent(event.pk, part_of_year(event.date, terms.parts)) for event in self.held]
        seeds: dict[SeriesPerson, Amount] = {}
        for person, points in chain.from_iterable(of.items() for of in self.points_beside.values()):
            seeds[person] = exact(Fraction(seeds.get(person, 0)) + points)
        people = {who: played for who, played in by_person(self.outcomes).items() if self.counts(who)}
        return standing_after(people, held, terms, seeds=seeds, lots=self.lot_orders)

    @cached_property
    def points_beside(self) -> dict[str, dict[SeriesPerson, Amount]]:
        """Return what those who count have beside the events, by the list in which it stands."""
        rows = [(person, row.kind, row.points) for person, rows in self.brought.items() for row in rows]
        rows += [(person, BROUGHT, carried.points) for person, carried in self.carried.items()]
        by_kind: dict[str, dict[SeriesPerson, Amount]] = {}
        for person, kind, points in rows:
            if self.counts(person):
                of = by_kind.setdefault(kind, {})
                of[person] = exact(Fraction(of.get(person, 0)) + points)
        return {kind: by_kind[kind] for kind in POINTS if kind in by_kind}

    @property
    def lot_orders(self) -> list[list[str]]:
        return [lot.order for lot in self.lots]

    @property
    def ties(self) -> list[tuple[SeriesPerson, ...]]:
        """Return the people between whom lots are to be drawn."""
        return open_ties(self.standings, self.series.terms)

    @cached_property
    def rows(self) -> tuple[SeriesRow, ...]:
        return tuple(map(self._row, self.standings.places))

    @cached_property
    def below(self) -> tuple[SeriesRow, ...]:
        """Return those who have too few starts to be ranked."""
        return tuple(map(self._row, self.standings.below))

    def among(self, group: RankedGroup) -> tuple[SeriesRow, ...]:
        """Return how those of a group stand among each other, each with the rank among all."""
        overall = {place.person: place.rank for place in self.standings.places}
        places = ranked_among(self.standings, group.people, self.series.terms, lots=self.lot_orders)
        return tuple(self._row(place)._replace(overall=overall[place.person]) for place in places)

    def _row(self, place: SeriesPlace) -> SeriesRow:
        person = place.person
        name, guest = self.names.get(person, "?"), not person.startswith("m")
        address, mine = f"{self._people}{person}/", person == f"m{self.me}"
        return SeriesRow(place, name, sorting(name), address, guest, mine)

    @cached_property
    def _people(self) -> str:
        """Return what the addresses of everybody's own pages begin with; there are hundreds of them."""
        address = reverse("tournaments:series_person", args=[self.series.club.slug, self.series.pk, "m1"])
        return address.removesuffix("m1/")

    @cached_property
    def without_points(self) -> tuple[ShownEvent, ...]:
        """Return the events that were held and have nothing the ladder looks at."""
        gives, choice = LADDERS[self.series.terms.ladder].gives, self.series.terms.choice
        return tuple(
            event
            for event in self.held
            if all(gives(outcome, choice) is None for outcome in self.outcomes[event.pk].values())
        )

    @cached_property
    def provisional(self) -> str:
        """Return of which events results are missing; empty where none is."""
        events = [
            event.title
            for event in self.held
            if any(outcome.missing for outcome in self.outcomes[event.pk].values())
        ]
        if not events:
            return ""
        words = _(
            "Provisional: results are missing from %(events)s. They count for nothing until they are entered."
        )
        return words % {"events": ", ".join(events)}


def shown_series(series: Series, *, member: int | None = None) -> ShownSeries:
    """Return the series as it stands for a `member` of its club; the same few queries whatever counts."""
    return shown_together([series], member=member)[0]


def shown_together(series: Sequence[Series], *, member: int | None = None) -> list[ShownSeries]:
    """Return several series of a club as they stand; as few queries for all as for one."""
    if not series:
        return []
    queries = queries_of(series)
    events = {pk: [(shown(event), event) for event in some] for pk, some in queries.events().items()}
    in_sections = {pk for pk, series in queries.series.items() if series.terms.in_sections}
    held = [event for each in events.values() for on_page, event in each if on_page.held]
    outcomes = outcomes_of(held, in_sections=in_sections)
    names, brought = queries.names_and_brought(outcomes)
    groups, end_tables, lots = queries.groups(), queries.end_tables(), queries.lots()
    names |= guests_in(chain.from_iterable(end_tables.values()))
    made: dict[int, ShownSeries] = {}

    def make(current: Series, *carrying_on: int) -> ShownSeries:
        """Return a series with those before it; none is carried on to itself."""
        if current.pk in made:
            return made[current.pk]
        last = queries.finals.get(current.pk)
        if last is not None and last.final.series_id in (current.pk, *carrying_on):
            last = None
        source = make(queries.series[last.final.series_id], current.pk, *carrying_on) if last else None
        own_events = [on_page for on_page, _event in events.get(current.pk, ())]
        own = {each.pk: outcomes[each.pk] for each in own_events if each.pk in outcomes}
        own |= {
            event.pk: outcomes_of_rows(end_tables.get(event.end_table_id, ()), current.terms)
            for _on_page, event in events.get(current.pk, ())
            if event.end_table_id is not None
        }
        made[current.pk] = ShownSeries(
            current,
            tuple(sorted(own_events, key=lambda each: (each.date, each.pk))),
            own,
            names,
            member,
            tuple(groups.get(current.pk, ())),
            brought.get(current.pk, {}),
            tuple(lots.get(current.pk, ())),
            _carried(source, last, own, names),
        )
        return made[current.pk]

    return [make(series) for series in series]


def _carried(
    source: ShownSeries | None,
    last: FinalBefore | None,
    outcomes: Mapping[int, OutcomesOfEvent],
    names: Mapping[SeriesPerson, str],
) -> dict[SeriesPerson, CarriedPoints]:
    """Return what finalists bring along from the series before; guests as noted there, else by name."""
    if source is None or last is None:
        return {}
    terms = last.final.terms
    here_as = set(last.guests.values())
    guests = {
        folded(names[person]): person
        for people in outcomes.values()
        for person in people
        if person[0] == "g" and person not in here_as
    }
    places = source.standings.places
    members = members_now(guest for guest in last.guests if guest not in names)  # guests of then
    noted = {members.get(guest, guest): finalist for guest, finalist in last.guests.items()}
    carried_points = {}
    for place in cut_of(source.series, places, terms, last.declined).playing:
        person = place.person
        by_name = person if person.startswith("m") else guests.get(folded(source.names[person]))
        finalist = noted.get(person, by_name)
        if finalist is not None:
            carried_points[finalist] = carried(place, places, terms)
    return carried_points


class PersonInSeries(NamedTuple):
    """A person's page: which events counted, which did not, and what is missing to be ranked."""

    row: SeriesRow
    list_points: tuple[tuple[str, Amount, str], ...]  # points of lists: which, how many, where from
    # each with its points, in words how they came about; None: was not there, or there was nothing to be had
    events: tuple[tuple[ShownEvent, Amount | None, str], ...]
    sentences: tuple[str, ...]


def person_in(shown_: ShownSeries, person: SeriesPerson, language: str) -> PersonInSeries | None:
    """Return a person's page; None if they played in none of the events."""
    row = next((row for row in (*shown_.rows, *shown_.below) if row.place.person == person), None)
    if row is None:
        return None
    terms = shown_.series.terms
    ladder, choice = LADDERS[terms.ladder], terms.choice
    events = []
    for event in shown_.held:
        points, outcome = row.place.given.get(event.pk), shown_.outcomes[event.pk].get(person)
        words = ""
        if outcome is not None and outcome.missing:
            words = _("result missing")
        elif points is not None and outcome is not None:
            words = ladder.tells(outcome, choice, points).in_language(language)
        events.append((event, points, words))
    rows = shown_.brought.get(person, ())
    point_lists = [
        (str(point_list.column), brought.points, brought.words)
        for kind, point_list in POINTS.items()
        for brought in rows
        if brought.kind == kind
    ]
    if person in shown_.carried:
        carried_points, why = shown_.carried[person]
        point_lists.append((str(POINTS[BROUGHT].column), carried_points, why.in_language(language)))
    return PersonInSeries(row, tuple(point_lists), tuple(events), tuple(_sentences_about(row, shown_)))


def _sentences_about(row: SeriesRow, shown_: ShownSeries) -> list[str]:
    terms, sentences = shown_.series.terms, []
    for group in shown_.groups:
        if row.place.person in group.people and row.rank is not None:
            own = next(other for other in shown_.among(group) if other.place.person == row.place.person)
            fields = {"group": group.name, "rank": own.rank, "of": len(shown_.among(group))}
            sentences.append(_("%(group)s: place %(rank)d of %(of)d.") % fields)
    missing = terms.least - row.starts
    if missing > 0:
        sentences.append(
            ngettext(
                "%(number)d more start is needed to be ranked.",
                "%(number)d more starts are needed to be ranked.",
                missing,
            )
            % {"number": missing}
        )
    if row.place.decided is not None:
        words = _("Somebody ahead has just as many points; what decided: %(tie)s.")
        sentences.append(words % {"tie": TIES[row.place.decided]})
    if row.place.off:
        sentences.append(
            ngettext(
                "For %(number)d missed event %(points)s is taken off.",
                "For %(number)d missed events %(points)s is taken off.",
                row.place.missed,
            )
            % {"number": row.place.missed, "points": written(row.place.off)}
        )
    final = final_ahead(shown_.series) if shown_.held else None
    if final is not None:
        places, who = shown_.standings.places, row.place.person
        sentences.append(to_the_cut(shown_.series, final, places, who, row.place, shown_.names))
    sentences += _ways_up(row, shown_)
    limit = shown_.standings.counted
    worst = min((row.place.given[event] for event in row.place.counting), default=None)
    if terms.counting is WhatCounts.PARTS:
        sentences += _in_parts(row, shown_)
    by_number = terms.counting is not WhatCounts.PARTS and limit is not None and row.counted >= limit
    if by_number and worst is not None:
        sentences.append(
            _("A further result counts if it is better than %(points)s.") % {"points": written(worst)}
        )
    return [sentence for sentence in sentences if sentence]


def _in_parts(row: SeriesRow, shown_: ShownSeries) -> list[str]:
    """Return, for each part of the year in which something is to come, what a further result has to be."""
    terms = shown_.series.terms
    parts = {event.pk: part_of_year(event.date, terms.parts) for event in shown_.events}
    sentences = []
    for part in sorted({parts[event.pk] for event in shown_.to_come}):
        counting = [row.place.given[event] for event in row.place.counting if parts[event] == part]
        number = part % terms.parts + 1
        if len(counting) < terms.best:
            free = terms.best - len(counting)
            template = ngettext(
                "In part %(part)d of the year %(number)d further result counts, whatever it is.",
                "In part %(part)d of the year %(number)d further results count, whatever they are.",
                free,
            )
            sentences.append(template % {"part": number, "number": free})
        else:
            template = _(
                "In part %(part)d of the year a further result counts if it is better than %(points)s."
            )
            sentences.append(template % {"part": number, "points": written(min(counting))})
    return sentences


def _ways_up(row: SeriesRow, shown_: ShownSeries) -> list[str]:
    """Return how far it is to the place in front, and what can still be played for."""
    sentences = []
    in_front = [other.points for other in shown_.rows if other.points > row.points]
    if in_front:
        missing = written(exact(min(in_front) - row.points))
        sentences.append(_("The player in front has %(points)s more points.") % {"points": missing})
    limit, to_come = shown_.standings.counted, len(shown_.to_come)
    free = 0 if limit is None else limit - row.counted
    if free > 0 and shown_.series.terms.counting is not WhatCounts.PARTS:
        sentences.append(
            ngettext(
                "%(number)d further result counts, whatever it is.",
                "%(number)d further results count, whatever they are.",
                free,
            )
            % {"number": free}
        )
    if to_come:
        sentences.append(
            ngettext("%(number)d event is still to come.", "%(number)d events are still to come.", to_come)
            % {"number": to_come}
        )
    return sentences


def terms_in_words(shown_: ShownSeries, language: str) -> list[str]:
    """Return the terms of a series in sentences."""
    terms = shown_.series.terms
    ladder = LADDERS[terms.ladder]
    sentences = [ladder.sentence.in_language(language)]
    if ladder.table:
        points = " · ".join(map(written, terms.choice.table))
        sentences.append(_("By place: %(points)s.") % {"points": points})
        if terms.beyond is Beyond.LAST:
            sentences.append(_("Beyond the end of the table, its last value applies."))
    if ladder.looks_at in (LooksAt.PLACE, LooksAt.TABLES):
        sentences.append(
            _("Those who share places get the mean of their places.")
            if terms.equals is Equals.MEAN
            else _("Players who share a place each get its full points.")
        )
    if terms.who is WhoCounts.MEMBERS:
        sentences.append(
            _("Only members of the club count, no guests; places stay as they are among everybody.")
        )
    elif terms.who is WhoCounts.GROUP:
        name = shown_.group_that_counts.name if shown_.group_that_counts else "?"
        sentences.append(
            _("Only those of “%(group)s” count; places stay as they are among everybody.") % {"group": name}
        )
    if terms.in_sections:
        sentences.append(_("Where a tournament is played in sections, places are those within the section."))
    sentences.append(_counting_in_words(terms))
    if shown_.teams:
        message = (
            ngettext(
                "For a team its best member in the series counts.",
                "For a team its best %(number)d members in the series count.",
                terms.team_best,
            )
            if terms.teams_by is TeamsBy.SERIES
            else ngettext(
                "For a team its best member in each event counts.",
                "For a team its best %(number)d members in each event count.",
                terms.team_best,
            )
        )
        sentences.append(message % {"number": terms.team_best})
    if terms.off:
        sentences.append(_("For each event missed %(points)s is taken off.") % {"points": written(terms.off)})
    if terms.least > 1:
        sentences.append(
            _("A player with fewer than %(number)d starts is not ranked.") % {"number": terms.least}
        )
    if terms.ties:
        ties = ", ".join(str(TIES[tie]) for tie in terms.ties)
        sentences.append(_("If level on points: %(ties)s.") % {"ties": ties})
    else:
        sentences.append(_("Players with equal points share the place."))
    return sentences


def _counting_in_words(terms: SeriesTerms) -> str:
    match terms.counting:
        case WhatCounts.BEST:
            return ngettext("The best result counts.", "The best %(number)d results count.", terms.best) % {
                "number": terms.best
            }
        case WhatCounts.HALF:
            return _("The better half of the events counts, rounded up.")
        case WhatCounts.PARTS:
            return ngettext(
                "The best result in each of %(parts)d parts of the year counts.",
                "The best %(number)d results in each of %(parts)d parts of the year count.",
                terms.best,
            ) % {"number": terms.best, "parts": terms.parts}
    return _("All results count.")


TIES = {
    TieBreak.BEST: gettext_lazy("the better best result, then the next best"),
    TieBreak.MORE_STARTS: gettext_lazy("more starts"),
    TieBreak.FEWER_STARTS: gettext_lazy("fewer starts"),
    TieBreak.LOT: gettext_lazy("the lot"),
}


EventWithRounds = tuple[
    ShownEvent, list[ShownEvent]
]  # what can count in a series, and the rounds of a tournament


def choices_for(series: Series, year: int) -> list[EventWithRounds]:
    """Return what the club plays in a year, the newest first, with the rounds of its tournaments."""
    club = series.club
    rounds: dict[int, list[ShownEvent]] = {}
    for round_ in Round.objects.filter(
        tournament__club=club, tournament__evening__date__year=year
    ).select_related("tournament__evening", "tournament__club"):
        rounds.setdefault(round_.tournament_id, []).append(shown(SeriesEvent(round=round_)))
    tournaments = Tournament.objects.filter(club=club, evening__date__year=year).whole()
    evenings = Evening.objects.of(club).filter(date__year=year).select_related("club")
    choices: list[EventWithRounds] = [(shown(SeriesEvent(evening=evening)), []) for evening in evenings]
    choices += [(shown(SeriesEvent(tournament=each)), rounds.get(each.pk, [])) for each in tournaments]
    end_tables = filled_tables(club).filter(date__year=year).select_related("club")
    choices += [(shown(SeriesEvent(end_table=table)), []) for table in end_tables]
    return sorted(choices, key=lambda choice: (choice[0].date, choice[0].key), reverse=True)


def filled_tables(club: Club) -> QuerySet[EndTable]:
    """Return the end tables of a club that have a valid line."""
    current = EndTableResult.objects.current().filter(table=OuterRef("pk"))
    return EndTable.objects.filter(Exists(current), club=club)


def years_of(series: Series) -> list[int]:
    """Return the years in which the club has evenings, tournaments or end tables, the newest first."""
    played, tables = Evening.objects.filter(club=series.club), filled_tables(series.club)
    days = [*played.dates("date", "year"), *tables.dates("date", "year")]
    return sorted({day.year for day in days}, reverse=True)


def point_lines(series: Series, kind: str) -> str:
    """Return who has how many points in a list of a series, a line for each, as it may be typed."""
    rows = series.brought.filter(kind=kind).select_related("member").order_by("member__sorting")
    return POINTS[kind].text_of(PersonLine(row.member.name, row.points, row.words) for row in rows)
