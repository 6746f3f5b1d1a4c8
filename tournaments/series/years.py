"""A club's series over the years: winners, attendance, and corrections after events had ended."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _

from scoring.models import Club, Entry, Evening
from scoring.names import folded, sorting
from scoring.web.columns import Column
from tournaments.engine.event_outcomes import OutcomesOfEvent
from tournaments.models import Counted, PaperResult, ResultRuling, Table, Tournament
from tournaments.models.series import SOURCES
from tournaments.series.export import RankedTable
from tournaments.series.standing import SeriesEvent, SeriesStanding, standings_of

FOUR, FIVE = 4, 5


def _events_of(club: Club) -> QuerySet[Counted]:
    return Counted.objects.counting().filter(series__club=club, use=Counted.Use.EVENT)


def years_with_series(club: Club) -> list[int]:
    """Return the years in which something counts, the newest first."""
    dates = _events_of(club).values_list(*(source.day for source in SOURCES.values()))
    return sorted({day.year for each in dates for day in each if day is not None}, reverse=True)


def standings_in(club: Club, year: int) -> list[SeriesStanding]:
    """Return the standings of every series with an event in a year."""
    of_year = reduce(or_, (Q(**{f"{source.day}__year": year}) for source in SOURCES.values()))
    events = _events_of(club).filter(of_year, series=OuterRef("pk"))
    return _standings(club, Exists(events))


def _standings(club: Club, *conditions: Any) -> list[SeriesStanding]:
    all_series = club.series.filter(*conditions).select_related("club").order_by("title", "pk")
    return standings_of(club, list(all_series), whole=True)


@dataclass
class Winner:
    """A person among the first three of events, or who has won series."""

    name: str
    series: list[str] = field(default_factory=list)  # won, by their titles
    places: Counter[int] = field(default_factory=Counter)

    @property
    def order(self) -> tuple[Any, ...]:
        return -len(self.series), *(-self.places[place] for place in (1, 2, 3)), sorting(self.name)


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


def all_years(club: Club) -> dict[str, Any]:
    """Return the page of all years: winners, attendance, and later corrections."""
    stands = _standings(club)
    winners: dict[str, Winner] = {}
    years: dict[int, YearsEvents] = {}
    of_five = set(_more_fives_than_fours(club))
    events = list(_events(stands))
    for event, outcomes, names in events:
        year = years.setdefault(event.date.year, YearsEvents(event.date.year))
        year.attendance.append(len(outcomes))
        year.of_five += [event.title] if event.key in of_five else []
        for person, outcome in outcomes.items():
            who = _who(person, names)
            year.people.add(who)
            if outcome.place is not None and outcome.place.rank <= 3:
                winner = winners.setdefault(who, Winner(names.get(person, "?")))
                winner.places[outcome.place.rank] += 1
    for each in stands:
        for row in each.rows if each.held and not each.to_come else ():
            if row.rank == 1:
                who = _who(row.place.person, each.people.names)
                winners.setdefault(who, Winner(row.name)).series.append(each.series.title)
    corrected = put_right_since(event.key for event, _outcomes, _names in events)
    return {
        "winners": _winners_table(sorted(winners.values(), key=lambda winner: winner.order)),
        "years": _years_table([years[year] for year in sorted(years, reverse=True)]),
        "put_right": [event for event, _outcomes, _names in events if event.key in corrected],
        "is_empty": not events,
    }


def _who(person: str, names: Mapping[str, str]) -> str:
    """Return the key of a person over all years: a member, or a folded name."""
    return person if person.startswith("m") else folded(names.get(person, "?"))


def _events(
    stands: Iterable[SeriesStanding],
) -> Iterator[tuple[SeriesEvent, OutcomesOfEvent, Mapping[str, str]]]:
    """Yield every dated event once with everybody there, even people whom a series excludes."""
    events: dict[str, SeriesEvent] = {}
    outcomes: dict[str, OutcomesOfEvent] = {}
    names: dict[str, str] = {}
    for each in sorted(stands, key=lambda each: each.series.terms.in_sections):
        of_series = each.people.with_guests(each.outcomes)  # also where the series has them apart
        names |= each.people.names
        for event in each.held:
            if event.date.year > 1:
                events.setdefault(event.key, event)
                outcomes[event.key] = {**of_series[event.pk], **outcomes.get(event.key, {})}
    yield from ((event, outcomes[key], names) for key, event in events.items())


def _more_fives_than_fours(club: Club) -> Iterator[str]:
    """Yield the keys of events with more tables of five than of four."""
    tournaments, rounds = (_events_of(club).values_list(column) for column in ("tournament", "round"))
    tables = Table.objects.filter(Q(round__tournament__in=tournaments) | Q(round__in=rounds)).order_by()
    sizes: dict[str, Counter[int]] = {}
    for tournament, round_, seats in tables.values_list("round__tournament", "round", "seats"):
        for key in (f"t{tournament}", f"r{round_}"):
            sizes.setdefault(key, Counter())[len(seats)] += 1
    yield from (key for key, counts in sizes.items() if counts[FIVE] > counts[FOUR])


def put_right_since(keys: Iterable[str]) -> Collection[str]:
    """Return the events with entries written after they had ended; two queries."""
    numbers: dict[str, list[int]] = {}
    for key in keys:
        numbers.setdefault(key[0], []).append(int(key[1:]))
    later, at = {"at__gt": OuterRef("finished_at")}, "round__tournament"
    rows: tuple[QuerySet[Any], ...] = (
        Entry.objects.filter(**{f"sheet__table__{at}": OuterRef("pk")}, **later),
        PaperResult.objects.filter(**{f"table__{at}": OuterRef("pk")}, **later),
        ResultRuling.objects.filter(**{f"table__{at}": OuterRef("pk")}, **later),
    )
    corrected = reduce(or_, (Q(Exists(row)) for row in rows))
    tournaments = Tournament.objects.filter(
        Q(pk__in=numbers.get("t", ())) | Q(rounds__in=numbers.get("r", ()))
    )
    keys_put_right: set[str] = set()
    for tournament, round_ in tournaments.filter(corrected).values_list("pk", "rounds"):
        keys_put_right |= {f"t{tournament}", f"r{round_}"}
    entries = Entry.objects.filter(sheet__evening=OuterRef("pk"), at__gt=OuterRef("closed_at"))
    evenings = Evening.objects.filter(Exists(entries), pk__in=numbers.get("e", ()))
    return keys_put_right | {f"e{pk}" for pk in evenings.values_list("pk", flat=True)}


def _winners_table(winners: Iterable[Winner]) -> RankedTable:
    places = ((1, _("First places")), (2, _("Second places")), (3, _("Third places")))
    columns = (
        Column(_("Name"), key="name"),
        *(Column(words, key=f"place_{place}") for place, words in places),
        Column(_("Series won"), key="series", empty=""),
    )
    rows = (
        {"name": winner.name, "series": ", ".join(winner.series)}
        | {f"place_{place}": winner.places[place] for place, _words in places}
        for winner in winners
    )
    return RankedTable(rows, columns, label=_("Winners"))


def _years_table(years: Iterable[YearsEvents]) -> RankedTable:
    columns = (
        Column(_("Year"), key="name"),
        Column(_("People on average"), key="average"),
        Column(_("Events"), key="events"),
        Column(_("Different people"), key="people"),
        Column(_("More tables of five than of four"), key="of_five", empty=""),
    )
    rows = (
        {
            "name": str(year.year),
            "average": floatformat(year.average, -1),
            "events": len(year.attendance),
            "people": len(year.people),
            "of_five": ", ".join(year.of_five),
        }
        for year in years
    )
    return RankedTable(rows, columns, label=_("How many came"))
