"""What is asked of the database about series: as few queries for some as for one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
    JointClub,
    OldResult,
    Series,
    SeriesEvent,
    SeriesFinal,
    SeriesGroup,
    SeriesLot,
)
from tournaments.series.keeping import OutcomesOfEvent, SeriesPerson
from tournaments.series.together import (
    HELD_TOGETHER,
    PART_OF,
    HoldingClubs,
    NamedPerson,
    People,
    holding,
    joined,
    members_now,
    part_of,
)

Row = TypeVar("Row", SeriesEvent, OldResult, SeriesLot)

IN_USE = {
    "with_old": OldResult.objects.filter(series=OuterRef("pk")),
    "with_brought": BroughtPoints.objects.filter(series=OuterRef("pk")),
    "with_lots": SeriesLot.objects.filter(series=OuterRef("pk"), withdrawn_at=None),
    "with_groups": SeriesGroup.objects.filter(series=OuterRef("pk")),
    "with_final": SeriesFinal.objects.filter(series=OuterRef("pk")),
    "with_carried": SeriesFinal.objects.filter(carried_to=OuterRef("pk")).exclude(carry=Carry.NONE),
}
OF_EACH_CLUB = ("with_old", "with_brought")  # also where others hold the series together
MOST_NUMBERS = 500  # more than that many numbers a query may not take


def with_what_is_in_use(found: QuerySet[Series]) -> QuerySet[Series]:
    """Return the same series, each knowing what of a series it makes no use of, and of which it is a part."""
    in_use = {name: Exists(rows) for name, rows in IN_USE.items()}
    return found.annotate(**in_use, is_held_together=HELD_TOGETHER, in_part_of=PART_OF)


@dataclass(frozen=True, slots=True)
class FinalBefore:
    """The final from which points are carried on, who declined it, and as whom guests play in it."""

    final: SeriesFinal
    declined: frozenset[SeriesPerson]
    guests: Mapping[SeriesPerson, SeriesPerson] = field(default_factory=dict)  # by who they are in the series


@dataclass
class Asked:
    """Some series and those from which points are carried on to them, with what is theirs."""

    series: dict[int, Series]
    seen_as: dict[int, Series]  # the series, or the part of it that the reader's club has; in their order
    finals: dict[int, FinalBefore] = field(default_factory=dict)  # by the series that they are carried to
    clubs: dict[int, HoldingClubs] = field(default_factory=dict)  # that hold each of the series

    @property
    def _some(self) -> Q:
        return Q(series__in=self.series)

    @property
    def _of_all_clubs(self) -> Q:
        return Q(series__in=self._whole)

    @property
    def _whole(self) -> dict[int, int]:
        """Return to which series its parts belong, and each series to itself."""
        return {part: pk for pk, one in self.clubs.items() for part in one.of_series}

    @property
    def _every_club(self) -> list[int]:
        return sorted({club for one in self.clubs.values() for club in one.names})

    def _in_use(self, name: str) -> bool:
        """Return whether something may be there; a series that does not know is asked.

        What belongs to parts is asked for where there are any.
        """
        if name in OF_EACH_CLUB and any(one.is_joint for one in self.clubs.values()):
            return True
        return any(getattr(one, name, True) for one in self.series.values())

    def events(self) -> dict[int, list[SeriesEvent]]:
        """Return the events that count by series, with what they are."""
        rows = (
            SeriesEvent.objects.counting()
            .filter(self._of_all_clubs)
            .select_related(
                *("tournament__evening", "tournament__club", "round__tournament__evening"),
                *("round__tournament__club", "evening__club"),
            )
        )
        return self._by_whole(rows)

    def old(self) -> dict[int, list[OldResult]]:
        """Return the old results by series."""
        rows = OldResult.objects.filter(self._of_all_clubs).order_by("series", "date", "event", "pk")
        return self._by_whole(rows if self._in_use("with_old") else ())

    def _by_whole(self, rows: Iterable[Row]) -> dict[int, list[Row]]:
        """Return rows by the series that they count in, also those of its parts."""
        whole, found = self._whole, dict[int, list[Row]]()
        for one in rows:
            found.setdefault(whole[one.series_id], []).append(one)
        return found

    def lots(self) -> dict[int, list[SeriesLot]]:
        """Return the lots that hold, by series; whoever was a guest then is who they are now."""
        if not self._in_use("with_lots"):
            return {}
        rows = list(SeriesLot.objects.filter(self._some, withdrawn_at=None).order_by("at", "pk"))
        members = members_now({person for one in rows for person in one.order})
        for one in rows:
            one.order = [members.get(person, person) for person in one.order]
        return self._by_whole(rows)

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

    def people_and_brought(
        self, outcomes: Mapping[int, OutcomesOfEvent]
    ) -> tuple[People, dict[int, dict[SeriesPerson, list[BroughtPoints]]]]:
        """Return everybody of the clubs, and what members bring along by series; one query."""
        clubs = self._every_club
        members = Member.objects.filter(club__in=clubs).order_by()
        nothing = [Value(None, output_field=one()) for one in (IntegerField, CharField, CharField)]
        brings: Sequence[Any] = nothing
        if self._in_use("with_brought"):
            condition = Q(brought__series__in=list(self._whole))
            members = members.annotate(brings=FilteredRelation("brought", condition=condition))
            brings = [F(f"brings__{one}") for one in ("series_id", "kept_points", "words")]
        rows = members.values_list(Value("m"), F("pk"), F("name"), F("club_id"), *brings)
        guests = {int(one[1:]) for people in outcomes.values() for one in people if one.startswith("g")}
        if guests:
            there = Participant.objects.filter(evening__club__in=clubs, member=None).order_by()
            if len(guests) < MOST_NUMBERS:
                there = there.filter(pk__in=guests)
            of_guests = there.values_list(Value("g"), F("pk"), F("guest"), F("evening__club_id"), *nothing)
            rows = rows.union(of_guests, all=True)
        people: People = {}
        brought: dict[int, dict[SeriesPerson, list[BroughtPoints]]] = {}
        whole = self._whole
        for kind, pk, name, club, series, points, words in rows:
            people[f"{kind}{pk}"] = NamedPerson(name, club)
            if series is not None:
                one = BroughtPoints(series_id=series, member_id=pk, kept_points=points, words=words)
                brought.setdefault(whole[series], {}).setdefault(f"m{pk}", []).append(one)
        return people, brought

    def with_one_name(self, people: People) -> None:
        """Find out as what those are counted who are one person in two clubs."""
        for pk, one in self.clubs.items():
            places = {club: place for place, club in enumerate(one.names)}
            everybody = {member for pair in one.pairs for member in pair}
            known = {member: people[f"m{member}"] for member in everybody if f"m{member}" in people}
            order = {member: places[who.club] for member, who in known.items() if who.club in places}
            self.clubs[pk] = replace(one, same=joined(one.pairs, order))


def asked_of(series: Iterable[Series]) -> Asked:
    """Return these series of a club with those before them; a query where points are carried on to any."""
    series = list(series)
    whole = {one.pk: part_of(one) for one in series}
    parts = [pk for pk in whole.values() if pk is not None]
    others = with_what_is_in_use(Series.objects.select_related("club").filter(pk__in=parts)) if parts else ()
    known = {one.pk: one for one in (*series, *others)}
    seen_as = {whole[one.pk] or one.pk: one for one in series}
    found = Asked({pk: known[pk] for pk in seen_as}, seen_as)
    carrying = [one for one in found.series.values() if getattr(one, "with_carried", True)]
    if carrying:
        _those_before(found, carrying)
    found.clubs = holding(found.series.values())
    return found


def _those_before(found: Asked, series: Iterable[Series]) -> None:
    series = list(series)
    finals = _finals_of({one.club_id: one.club for one in series})
    for one in series:
        last = one.pk
        while (before := finals.get(last)) is not None and last not in found.finals:
            found.finals[last] = before
            last = before.final.series_id
            found.series.setdefault(last, before.final.series)


def _finals_of(clubs: Mapping[int, Club]) -> dict[int, FinalBefore]:
    """Return the finals of some clubs by the series that points are carried to; one query."""
    rows = SeriesFinal.objects.filter(series__club__in=clubs, carried_to__isnull=False)
    rows = rows.exclude(carry=Carry.NONE).select_related("series")
    held_together = Exists(JointClub.objects.filter(series=OuterRef("series"), part__isnull=False))
    found = {}
    for one in _with_declines(rows.annotate(held_together=held_together)):
        series = one.final.series
        series.club = clubs[series.club_id]
        vars(series)["is_held_together"] = vars(one.final)["held_together"]
        assert one.final.carried_to_id is not None
        found[one.final.carried_to_id] = one
    return found


def final_ahead(series: Series) -> FinalBefore | None:
    """Return the final of a series, if it has one; one query, or none."""
    if not getattr(series, "with_final", True):
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
    found: dict[int, SeriesFinal] = {}
    declined: dict[int, set[SeriesPerson]] = {}
    guests: dict[int, dict[SeriesPerson, SeriesPerson]] = {}
    for one in rows:
        found.setdefault(one.pk, one)
        people = declined.setdefault(one.pk, set())
        if one.by is not None:
            people.add(f"m{one.by_member}" if one.by_member else f"g{one.by_guest}")
        there = guests.setdefault(one.pk, {})
        if one.finalist:
            there[one.finalist] = f"m{one.plays_as_member}" if one.plays_as_member else f"g{one.plays}"
    return [FinalBefore(one, frozenset(declined[pk]), guests[pk]) for pk, one in found.items()]
