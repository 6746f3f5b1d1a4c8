"""What is stored of series, checked: orders of lots follow from seeds, everybody is of the right club."""

import re
from collections import Counter
from collections.abc import Iterator

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from scoring.clock import moment_in_words
from scoring.language import gettext_lazy as _
from scoring.models import Club, Evening
from scoring.verifying import Checked, Verified
from tournaments.engine.lots import drawn_from
from tournaments.models import (
    EndTable,
    EndTableResult,
    EndTableVersion,
    Entrant,
    Series,
    SeriesLot,
)
from tournaments.series.end_tables import key_of_name
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
    checks = (_lots, _finalists)
    for one_series in series.select_related("club").order_by("pk"):
        wrong = [pair for check in checks for pair in check(one_series) if pair.differs]
        if wrong:
            title = _("series “{title}” (series {number})", title=one_series.title, number=one_series.pk)
            page = one_series.get_absolute_url()
            yield Checked((one_series.club, title), {}, tuple(wrong), page=page)


def _lots(series: Series) -> Iterator[Verified]:
    for lot in SeriesLot.objects.filter(series=series).order_by("at", "pk"):
        name = _("The lot of {moment}", moment=moment_in_words(lot.at))
        if len(set(lot.order)) < len(lot.order) or len(lot.order) < 2:
            yield Verified((name, _("who is in it")), _("two or more, each once"), list(lot.order))
        if lot.seed:
            expected = drawn_from(lot.seed, in_order_of_numbers(lot.order))
            yield Verified((name, _("its order")), expected, list(lot.order))


def _finalists(series: Series) -> Iterator[Verified]:
    entrants = Entrant.objects.filter(tournament__as_final__series=series).exclude(finalist="")
    for number, finalist in entrants.order_by("number").values_list("number", "finalist"):
        if not re.fullmatch(PERSON, finalist):
            name = _("Finalist {number}", number=number)
            yield Verified((name, _("who that is in the series")), _("somebody"), finalist)


def _end_tables_of(club: Club) -> Iterator[Checked]:
    tables = EndTable.objects.filter(club=club).select_related("club")
    numbers: dict[int, list[int]] = {}
    for pk, number in EndTableVersion.objects.filter(table__in=tables).values_list("table", "number"):
        numbers.setdefault(pk, []).append(number)
    results = EndTableResult.objects.filter(table__in=tables)
    later = Q(until=None) | Q(until__number__gt=F("since__number"))
    odd = Counter(results.exclude(later).values_list("table", flat=True))
    guests = results.current().filter(member=None).order_by().values_list("table", "guest")
    named = Counter((pk, key_of_name(name)) for pk, name in guests)
    twice = Counter(pk for (pk, _person), lines in named.items() if lines > 1)
    for table in tables.order_by("pk"):
        versions = sorted(numbers.get(table.pk, ()))
        checks = [
            Verified(_("Its versions"), list(range(1, len(versions) + 1)), versions),
            Verified(_("Lines that do not apply from one version on, until a later one"), 0, odd[table.pk]),
            Verified(_("Names that are in it more than once"), 0, twice[table.pk]),
        ]
        if pairs := tuple(pair for pair in checks if pair.differs):
            title = _("end table “{title}” (end table {number})", title=table.title, number=table.pk)
            yield Checked((table.club, title), {}, pairs, page=table.get_absolute_url())
