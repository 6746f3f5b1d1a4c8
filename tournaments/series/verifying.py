"""What is stored of series, checked: orders of lots follow from seeds, everybody is of the right club."""

import re
from collections import Counter
from collections.abc import Iterator

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from scoring.models import Club, Evening
from scoring.verifying import Checked, Verified, listed, of_other_clubs
from tournaments.engine.lots import drawn_from
from tournaments.models import (
    BroughtPoints,
    EndTable,
    EndTableResult,
    EndTableVersion,
    Entrant,
    GroupMember,
    Series,
    SeriesEvent,
    SeriesGroup,
    SeriesLot,
)
from tournaments.series.end_tables import person_of, rows_by_table
from tournaments.series.outcomes import PERSON
from tournaments.series.verbs import in_order_of_numbers


def of_series(evenings: QuerySet[Evening]) -> Iterator[Checked]:
    """Yield wrong series and end tables of the clubs of these evenings; one query where there are none."""
    of_club = {"club": OuterRef("pk")}
    clubs = Club.objects.filter(pk__in=evenings.order_by().values("club")).annotate(
        has_series=Exists(Series.objects.filter(**of_club)),
        has_end_tables=Exists(EndTable.objects.filter(**of_club)),
    )
    for club in clubs.order_by("pk"):
        if club.has_series:
            yield from _series_of(club)
        if club.has_end_tables:
            yield from _end_tables_of(club)


def _series_of(club: Club) -> Iterator[Checked]:
    series = Series.objects.filter(club=club)
    checks = (_lots, _finalists, _events, _people)
    for one_series in series.select_related("club").order_by("pk"):
        wrong = [pair for check in checks for pair in check(one_series) if pair.differs]
        if wrong:
            yield Checked(
                f"{one_series.club}, series “{one_series.title}” (series {one_series.pk})", {}, tuple(wrong)
            )


def _lots(series: Series) -> Iterator[Verified]:
    for lot in SeriesLot.objects.filter(series=series).order_by("at", "pk"):
        name = f"The lot of {lot.at:%d.%m.%Y %H:%M}"
        if len(set(lot.order)) < len(lot.order) or len(lot.order) < 2:
            yield Verified(f"{name}, who is in it", "two or more, each once", listed(lot.order))
        if lot.seed:
            expected = drawn_from(lot.seed, in_order_of_numbers(lot.order))
            yield Verified(f"{name}, its order", expected, list(lot.order), listed)


def _finalists(series: Series) -> Iterator[Verified]:
    entrants = Entrant.objects.filter(tournament__as_final__series=series).exclude(finalist="")
    for number, finalist in entrants.order_by("number").values_list("number", "finalist"):
        if not re.fullmatch(PERSON, finalist):
            yield Verified(f"Finalist {number}, who that is in the series", "somebody", finalist)


def _events(series: Series) -> Iterator[Verified]:
    """Yield the events of another club: what a club brings is its own."""
    clubs = {"tournament__club": "tournament", "round__tournament__club": "round", "evening__club": "evening"}
    clubs["end_table__club"] = "end_table"
    for way, what in clubs.items():
        events = SeriesEvent.objects.filter(series=series, **{f"{way}__isnull": False})
        words = what.replace("_", " ")
        for pk in events.exclude(**{way: series.club}).order_by("pk").values_list(f"{what}_id", flat=True):
            yield Verified(
                f"The {words} {pk} that counts",
                f"one of {series.club}",
                "one of another club",
            )


def _people(series: Series) -> Iterator[Verified]:
    brought = BroughtPoints.objects.filter(series=series)
    yield from of_other_clubs(brought, "series__club", "Points that {member.name} brings along")
    groups = SeriesGroup.objects.filter(series=series).exclude(group__club=series.club)
    for use in groups.select_related("group__club").order_by("pk"):
        yield Verified(f"The group “{use.group.name}”", f"one of {series.club}", f"one of {use.group.club}")
    strangers = GroupMember.objects.filter(group__in_series__series=series)
    yield from of_other_clubs(strangers.distinct(), "group__club", "{member.name} in a group")


def _end_tables_of(club: Club) -> Iterator[Checked]:
    tables = EndTable.objects.filter(club=club).select_related("club")
    numbers: dict[int, list[int]] = {}
    for pk, number in EndTableVersion.objects.filter(table__in=tables).values_list("table", "number"):
        numbers.setdefault(pk, []).append(number)
    results = EndTableResult.objects.filter(table__in=tables)
    one_way = Q(since__table=F("table")) & (Q(until=None) | Q(until__table=F("table")))
    later = Q(until=None) | Q(until__number__gt=F("since__number"))
    odd = Counter(results.exclude(one_way & later).values_list("table", flat=True))
    twice: Counter[int] = Counter()
    for pk, rows in rows_by_table(results.standing().filter(member=None)).items():
        twice[pk] = len(rows) - len({person_of(row) for row in rows})
    for table in tables.order_by("pk"):
        versions = sorted(numbers.get(table.pk, ()))
        checks = [
            Verified("Its versions", list(range(1, len(versions) + 1)), versions, listed),
            Verified("Lines that stand from one version on, until a later one", 0, odd[table.pk]),
            Verified("Names that stand in it more than once", 0, twice[table.pk]),
            *of_other_clubs(results.filter(table=table), "table__club", "A line of {member.name}"),
        ]
        if pairs := tuple(pair for pair in checks if pair.differs):
            yield Checked(f"{table.club}, end table “{table.title}” (end table {table.pk})", {}, pairs)
