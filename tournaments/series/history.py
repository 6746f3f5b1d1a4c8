"""What a cup's series come to over all years: who has won how often, how many came, at which tables."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from scoring.models import Club
from scoring.names import folded, sorting
from tournaments.engine.event_outcomes import OutcomesOfEvent
from tournaments.models import SeriesEvent, Table
from tournaments.series.pages import ShownEvent, ShownSeries, shown_together

FOUR, FIVE = 4, 5


@dataclass
class Winner:
    """A person who has been among the first three of an event, or has won a series."""

    name: str
    series: list[str] = field(default_factory=list)  # won, by their titles
    places: Counter[int] = field(default_factory=Counter)

    @property
    def podium(self) -> list[int]:
        """Return how often first, second and third."""
        return [self.places[place] for place in (1, 2, 3)]

    @property
    def titles(self) -> str:
        """Return the series won, in words."""
        return ", ".join(self.series)

    @property
    def order(self) -> tuple[Any, ...]:
        return -len(self.series), *(-times for times in self.podium), sorting(self.name)


@dataclass
class YearsEvents:
    """How many came to the events of a year."""

    year: int
    attendance: list[int] = field(default_factory=list)  # to each event
    people: set[str] = field(default_factory=set)
    of_five: list[str] = field(default_factory=list)  # events with more tables of five than of four

    @property
    def average(self) -> float:
        return sum(self.attendance) / len(self.attendance)


def history_of(club: Club) -> dict[str, Any]:
    """Return what the page of all years shows; the same few queries however many series there are."""
    shown = shown_together(list(club.series.with_uses().order_by("pk")))
    winners: dict[str, Winner] = {}
    years: dict[int, YearsEvents] = {}
    of_five = set(_more_fives_than_fours(club))
    for event, outcomes, names in _events(shown):
        year = years.setdefault(event.date.year, YearsEvents(event.date.year))
        year.attendance.append(len(outcomes))
        year.of_five += [event.title] if event.key in of_five else []
        for person, outcome in outcomes.items():
            who = _who(person, names)
            year.people.add(who)
            if outcome.place is not None and outcome.place.rank <= 3:
                winner = winners.setdefault(who, Winner(names.get(person, "?")))
                winner.places[outcome.place.rank] += 1
    for each in shown:
        if each.held and not each.to_come:
            for row in each.rows:
                if row.rank == 1:
                    who = _who(row.place.person, each.names)
                    winners.setdefault(who, Winner(row.name)).series.append(each.series.title)
    return {
        "winners": sorted(winners.values(), key=lambda winner: winner.order),
        "years": [years[year] for year in sorted(years, reverse=True)],
    }


def _who(person: str, names: Mapping[str, str]) -> str:
    """Return a person's identity over all years: a member, or a folded name."""
    return person if person.startswith("m") else folded(names.get(person, "?"))


def _events(shown: list[ShownSeries]) -> Iterator[tuple[ShownEvent, OutcomesOfEvent, Mapping[str, str]]]:
    """Yield every event once with all who were there, whatever a single series leaves out of it."""
    events: dict[str, ShownEvent] = {}
    outcomes: dict[str, OutcomesOfEvent] = {}
    names: dict[str, str] = {}
    for each in sorted(shown, key=lambda each: each.series.terms.in_sections):
        names |= each.names
        for event in each.held:
            events.setdefault(event.key, event)
            outcomes[event.key] = {**each.outcomes[event.pk], **outcomes.get(event.key, {})}
    yield from ((event, outcomes[key], names) for key, event in events.items())


def _more_fives_than_fours(club: Club) -> Iterator[str]:
    """Yield the keys of events at which more tables of five than of four were drawn."""
    counting = SeriesEvent.objects.filter(series__club=club)
    tournaments, rounds = (counting.values_list(column) for column in ("tournament", "round"))
    tables = Table.objects.filter(Q(round__tournament__in=tournaments) | Q(round__in=rounds)).order_by()
    sizes: dict[str, Counter[int]] = {}
    for tournament, round_, seats in tables.values_list("round__tournament", "round", "seats"):
        for key in (f"t{tournament}", f"r{round_}"):
            sizes.setdefault(key, Counter())[len(seats)] += 1
    yield from (key for key, counts in sizes.items() if counts[FIVE] > counts[FOUR])
