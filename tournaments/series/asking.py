"""What is asked of the database about series: as few queries for some as for one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db.models import (
    CharField,
    Exists,
    F,
    FilteredRelation,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Value,
)
from django.db.models.functions import Coalesce

from scoring.models import Club, Member, Participant
from scoring.names import sorting
from tournaments.engine.finals import Carry
from tournaments.models import (
    BroughtPoints,
    OldResult,
    Series,
    SeriesEvent,
    SeriesFinal,
    SeriesGroup,
    SeriesLot,
)
from tournaments.series.keeping import OutcomesOfEvent, SeriesPerson

IN_USE = {
    "with_old": OldResult.objects.filter(series=OuterRef("pk")),
    "with_brought": BroughtPoints.objects.filter(series=OuterRef("pk")),
    "with_lots": SeriesLot.objects.filter(series=OuterRef("pk"), withdrawn_at=None),
    "with_groups": SeriesGroup.objects.filter(series=OuterRef("pk")),
    "with_final": SeriesFinal.objects.filter(series=OuterRef("pk")),
    "with_carried": SeriesFinal.objects.filter(carried_to=OuterRef("pk")).exclude(carry=Carry.NONE),
}
MOST_NUMBERS = 500  # more than that many numbers a query may not take


def with_what_is_in_use(found: QuerySet[Series]) -> QuerySet[Series]:
    """Return the same series, each knowing what of a series it makes no use of."""
    return found.annotate(**{name: Exists(rows) for name, rows in IN_USE.items()})


@dataclass(frozen=True, slots=True)
class FinalBefore:
    """The final from which points are carried on, and who declined it."""

    final: SeriesFinal
    declined: frozenset[SeriesPerson]


@dataclass
class Asked:
    """A series and those from which points are carried on to it, one to the next, with what is theirs."""

    series: dict[int, Series]
    finals: dict[int, FinalBefore] = field(default_factory=dict)  # by the series that they are carried to

    @property
    def _some(self) -> Q:
        return Q(series__in=self.series)

    def _in_use(self, name: str) -> bool:
        """Return whether something may be there; a series that does not know is asked."""
        return any(getattr(one, name, True) for one in self.series.values())

    def events(self) -> list[SeriesEvent]:
        """Return the events that count, with what they are."""
        return list(
            SeriesEvent.objects.filter(self._some).select_related(
                *("tournament__evening", "tournament__club", "round__tournament__evening"),
                *("round__tournament__club", "evening__club"),
            )
        )

    def old(self) -> dict[int, list[OldResult]]:
        """Return the old results by series."""
        rows = OldResult.objects.filter(self._some).order_by("date", "event", "pk")
        return _by_series(rows if self._in_use("with_old") else ())

    def lots(self) -> dict[int, list[SeriesLot]]:
        """Return the lots that hold, by series."""
        rows = SeriesLot.objects.filter(self._some, withdrawn_at=None).order_by("at", "pk")
        return _by_series(rows if self._in_use("with_lots") else ())

    def groups(self) -> dict[int, list[tuple[SeriesGroup, frozenset[SeriesPerson]]]]:
        """Return the groups that each series goes by, by name, with who is in them; one query."""
        if not self._in_use("with_groups"):
            return {}
        uses: dict[int, SeriesGroup] = {}
        people: dict[int, set[SeriesPerson]] = {}
        rows = SeriesGroup.objects.filter(self._some).select_related("group")
        for use in rows.annotate(member=F("group__people__member")):
            uses.setdefault(use.pk, use)
            there = people.setdefault(use.pk, set())
            if use.member is not None:
                there.add(f"m{use.member}")
        found: dict[int, list[tuple[SeriesGroup, frozenset[SeriesPerson]]]] = {}
        for one in sorted(uses.values(), key=lambda one: sorting(one.group.name)):
            found.setdefault(one.series_id, []).append((one, frozenset(people[one.pk])))
        return found

    def names_and_brought(
        self, club: Club, outcomes: Mapping[int, OutcomesOfEvent]
    ) -> tuple[dict[SeriesPerson, str], dict[int, dict[SeriesPerson, BroughtPoints]]]:
        """Return everybody's name, and what members bring along by series; one query."""
        members = Member.objects.filter(club=club).order_by()
        nothing = [Value(None, output_field=one()) for one in (IntegerField, CharField, CharField)]
        brings: Sequence[Any] = nothing
        if self._in_use("with_brought"):
            condition = Q(brought__series__in=list(self.series))
            members = members.annotate(brings=FilteredRelation("brought", condition=condition))
            brings = [F(f"brings__{one}") for one in ("series_id", "kept_points", "words")]
        rows = members.values_list(Value("m"), F("pk"), F("name"), *brings)
        guests = {int(one[1:]) for people in outcomes.values() for one in people if one.startswith("g")}
        if guests:
            there = Participant.objects.filter(evening__club=club, member=None).order_by()
            if len(guests) < MOST_NUMBERS:
                there = there.filter(pk__in=guests)
            rows = rows.union(there.values_list(Value("g"), F("pk"), F("guest"), *nothing), all=True)
        names: dict[SeriesPerson, str] = {}
        brought: dict[int, dict[SeriesPerson, BroughtPoints]] = {}
        for kind, pk, name, series, points, words in rows:
            names[f"{kind}{pk}"] = name
            if series is not None:
                one = BroughtPoints(series_id=series, member_id=pk, kept_points=points, words=words)
                brought.setdefault(series, {})[f"m{pk}"] = one
        return names, brought


def asked_of(series: Series) -> Asked:
    """Return the series with those before it; a query where points are carried on to it."""
    found = Asked({series.pk: series})
    if not getattr(series, "with_carried", True):
        return found
    finals = _finals_of(series.club)
    last = series.pk
    while (before := finals.get(last)) is not None and before.final.series_id not in found.series:
        found.finals[last] = before
        last = before.final.series_id
        found.series[last] = before.final.series
    return found


def _finals_of(club: Club) -> dict[int, FinalBefore]:
    """Return the finals of a club by the series that points are carried to; one query."""
    rows = SeriesFinal.objects.filter(series__club=club, carried_to__isnull=False).exclude(carry=Carry.NONE)
    found = {}
    for one in _with_declines(rows.select_related("series")):
        one.final.series.club = club
        if one.final.carried_to_id is not None:
            found[one.final.carried_to_id] = one
    return found


def final_ahead(series: Series) -> FinalBefore | None:
    """Return the final of a series, if it has one; one query, or none."""
    if not getattr(series, "with_final", True):
        return None
    rows = SeriesFinal.objects.filter(series=series).select_related("tournament")
    return next(iter(_with_declines(rows)), None)


def _with_declines(finals: QuerySet[SeriesFinal]) -> list[FinalBefore]:
    """Return finals with who declined each; one query."""
    rows = finals.annotate(
        by=F("declines"),
        by_member=Coalesce("declines__member", "declines__guest__member"),
        by_guest=F("declines__guest"),
    )
    found: dict[int, SeriesFinal] = {}
    declined: dict[int, set[SeriesPerson]] = {}
    for one in rows:
        found.setdefault(one.pk, one)
        people = declined.setdefault(one.pk, set())
        if one.by is not None:
            people.add(f"m{one.by_member}" if one.by_member else f"g{one.by_guest}")
    return [FinalBefore(one, frozenset(declined[pk])) for pk, one in found.items()]


Row = TypeVar("Row", OldResult, SeriesLot)


def _by_series(rows: Iterable[Row]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {}
    for one in rows:
        found.setdefault(one.series_id, []).append(one)
    return found
