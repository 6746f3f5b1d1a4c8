"""The queries about series: as few for some series as for one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from django.db.models import CharField, F, FilteredRelation, IntegerField, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from scoring.models import Club, Member, Participant
from scoring.names import sorting
from tournaments.engine.event_outcomes import OutcomesOfEvent
from tournaments.engine.finals import Carry
from tournaments.models import (
    BroughtPoints,
    EndTableResult,
    Series,
    SeriesEvent,
    SeriesFinal,
    SeriesGroup,
    SeriesLot,
)
from tournaments.series.end_tables import key_of_name, members_by_name, rows_by_table
from tournaments.series.outcomes import SeriesPerson, members_now

PartOfSeries = TypeVar("PartOfSeries", SeriesEvent, SeriesLot)

MOST_NUMBERS = 500  # a query takes no more numbers than that


class FinalBefore(NamedTuple):
    """The final from which points are carried on, who declined it, and as whom guests play in it."""

    final: SeriesFinal
    declined: frozenset[SeriesPerson]
    guests: Mapping[SeriesPerson, SeriesPerson]  # by who they are in the series


class RankedGroup(NamedTuple):
    """A group that a series goes by, with who is in it."""

    pk: int
    name: str
    use: str
    people: frozenset[SeriesPerson]


@dataclass
class SeriesQueries:
    """Some series and those from which points are carried on to them, with what is theirs."""

    club: Club
    series: dict[int, Series]
    finals: dict[int, FinalBefore] = field(default_factory=dict)  # by the series that they are carried to

    @property
    def _some(self) -> Q:
        return Q(series__in=self.series)

    def _uses(self, what: str) -> bool:
        """Return whether something may be there; a series that does not know (`with_uses`) is asked."""
        return any(getattr(series, f"uses_{what}", True) for series in self.series.values())

    def events(self) -> dict[int, list[SeriesEvent]]:
        """Return the events that count by series, with what they are."""
        rows = (
            SeriesEvent.objects.counting()
            .filter(self._some)
            .select_related(
                *("tournament__evening", "tournament__club", "round__tournament__evening"),
                *("round__tournament__club", "evening__club", "end_table__club"),
            )
        )
        return _by_series(rows)

    def end_tables(self) -> dict[int, list[EndTableResult]]:
        """Return the lines of end tables that count in any of the series."""
        if not self._uses("end_tables"):
            return {}
        counting = SeriesEvent.objects.filter(self._some, end_table__isnull=False).values("end_table")
        return rows_by_table(EndTableResult.objects.current().filter(table__in=counting))

    def lots(self) -> dict[int, list[SeriesLot]]:
        """Return the valid lots by series; former guests appear as the members they are now."""
        if not self._uses("lots"):
            return {}
        rows = list(SeriesLot.objects.filter(self._some, withdrawn_at=None).order_by("at", "pk"))
        people = {person for lot in rows for person in lot.order}
        members = members_now(people)
        if any(person.startswith("n") for person in people):
            by_name = members_by_name([self.club]).items()
            members |= {key_of_name(name): f"m{member}" for name, member in by_name}
        for lot in rows:
            lot.order = [members.get(person, person) for person in lot.order]
        return _by_series(rows)

    def groups(self) -> dict[int, list[RankedGroup]]:
        """Return the groups that each series goes by, by name, with who is in them; one query."""
        if not self._uses("groups"):
            return {}
        people: dict[SeriesGroup, set[SeriesPerson]] = {}
        rows = SeriesGroup.objects.filter(self._some).select_related("group")
        for use in rows.annotate(member=F("group__people__member")):
            people.setdefault(use, set()).update([f"m{use.member}"] if use.member is not None else ())
        ranked: dict[int, list[RankedGroup]] = {}
        for group_use in sorted(people, key=lambda use: sorting(use.group.name)):
            group = RankedGroup(
                group_use.group_id, group_use.group.name, group_use.use, frozenset(people[group_use])
            )
            ranked.setdefault(group_use.series_id, []).append(group)
        return ranked

    def names_and_brought(
        self, outcomes: Mapping[int, OutcomesOfEvent]
    ) -> tuple[dict[SeriesPerson, str], dict[int, dict[SeriesPerson, list[BroughtPoints]]]]:
        """Return the names of all members and guests, and what members bring along by series; one query."""
        members = Member.objects.filter(club=self.club).order_by()
        nothing = [Value(None, output_field=of()) for of in (IntegerField, *3 * [CharField])]
        brings: Sequence[Any] = nothing
        if self._uses("brought_points"):
            condition = Q(brought__series__in=list(self.series))
            members = members.annotate(brings=FilteredRelation("brought", condition=condition))
            brings = [F(f"brings__{column}") for column in ("series_id", "kind", "kept_points", "words")]
        rows = members.values_list(Value("m"), F("pk"), F("name"), *brings)
        guests = {int(person[1:]) for people in outcomes.values() for person in people if person[0] == "g"}
        if guests:
            guest_rows = Participant.objects.filter(evening__club=self.club, member=None).order_by()
            if len(guests) < MOST_NUMBERS:
                guest_rows = guest_rows.filter(pk__in=guests)
            rows = rows.union(guest_rows.values_list(Value("g"), F("pk"), F("guest"), *nothing), all=True)
        names: dict[SeriesPerson, str] = {}
        brought: dict[int, dict[SeriesPerson, list[BroughtPoints]]] = {}
        for letter, pk, name, series, kind, points, words in rows:
            names[f"{letter}{pk}"] = name
            if series is not None:
                row = BroughtPoints(series_id=series, kind=kind, kept_points=points, words=words)
                brought.setdefault(series, {}).setdefault(f"m{pk}", []).append(row)
        return names, brought


def _by_series(rows: Iterable[PartOfSeries]) -> dict[int, list[PartOfSeries]]:
    """Return rows by the series that they count in."""
    by_series: dict[int, list[PartOfSeries]] = {}
    for row in rows:
        by_series.setdefault(row.series_id, []).append(row)
    return by_series


def queries_of(series: Sequence[Series]) -> SeriesQueries:
    """Return these series of a club with those before them; a query where points are carried on to any."""
    queries = SeriesQueries(series[0].club, {series.pk: series for series in series})
    carrying = [each.pk for each in series if getattr(each, "uses_carried_points", True)]
    finals = _finals_of(queries.club) if carrying else {}
    for pk in carrying:
        last = pk
        while (final := finals.get(last)) is not None and last not in queries.finals:
            queries.finals[last] = final
            last = final.final.series_id
            queries.series.setdefault(last, final.final.series)
    return queries


def _finals_of(club: Club) -> dict[int, FinalBefore]:
    """Return the finals of a club by the series that points are carried to; one query."""
    rows = SeriesFinal.objects.filter(series__club=club, carried_to__isnull=False)
    finals = {}
    for final in _with_declines(rows.exclude(carry=Carry.NONE).select_related("series")):
        final.final.series.club = club
        assert final.final.carried_to_id is not None
        finals[final.final.carried_to_id] = final
    return finals


def final_ahead(series: Series) -> FinalBefore | None:
    """Return the final of a series, if it has one; one query, or none."""
    if not getattr(series, "uses_final", True):
        return None
    rows = SeriesFinal.objects.filter(series=series).select_related("tournament")
    return next(iter(_with_declines(rows)), None)


def _with_declines(finals: QuerySet[SeriesFinal]) -> list[FinalBefore]:
    """Return finals with who declined each, and who plays as a guest; one query."""
    is_guest = ~Q(tournament__entrants__finalist="")
    rows = finals.annotate(
        by=F("declines"),
        by_member=Coalesce("declines__member", "declines__guest__member"),
        by_guest=F("declines__guest"),
        guests=FilteredRelation("tournament__entrants", condition=is_guest),
        finalist=F("guests__finalist"),
        plays=F("guests__participant"),
        plays_as_member=F("guests__participant__member"),
    )
    finals_by_pk: dict[int, SeriesFinal] = {}
    declined: dict[int, set[SeriesPerson]] = {}
    guests: dict[int, dict[SeriesPerson, SeriesPerson]] = {}
    for row in rows:
        finals_by_pk.setdefault(row.pk, row)
        people = declined.setdefault(row.pk, set())
        if row.by is not None:
            people.add(f"m{row.by_member}" if row.by_member else f"g{row.by_guest}")
        plays_as = guests.setdefault(row.pk, {})
        if row.finalist:
            plays_as[row.finalist] = f"m{row.plays_as_member}" if row.plays_as_member else f"g{row.plays}"
    return [FinalBefore(final, frozenset(declined[pk]), guests[pk]) for pk, final in finals_by_pk.items()]
