"""The list of a club's evenings: those of today, who won how much, what is still to be paid."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Count, Exists, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import clock
from scoring.engine.amounts import noted
from scoring.engine.result import from_twelfths
from scoring.evenings.balances import balance_of
from scoring.evenings.pages.settling import signed_money, winners_of
from scoring.evenings.seals import settled_in_money
from scoring.evenings.verbs import days_of_tonight
from scoring.models import Club, Evening, Participant, Points, TableScore
from scoring.models.evenings import PLAYED
from scoring.web.language import current_language

EVENINGS_ON_A_PAGE = 30
MOST_IN_FRONT = 4  # people who won most evenings of a year
FEWEST_EVENINGS = 3  # before that nobody is in front

TwelfthsByPerson = dict[int, int]


class EveningRow(NamedTuple):
    """An evening of the list, or a table that was played without one."""

    evening: Evening
    day: str
    winners: str
    below: str
    figure: str


def evenings_page(club: Club, number: str | None) -> dict[str, Any]:
    """Return the list of a club's past and present evenings, by a fixed number of queries."""
    pages: Any = Paginator(_begun(club), EVENINGS_ON_A_PAGE).get_page(number)
    today, tonight = days_of_tonight()
    year = pages[0].date.year if pages else today.year
    scores, in_year, kitties = _scores(club, [evening.pk for evening in pages], year)
    first = {pk: winners_of(points, kitties) for pk, points in scores.items()}
    in_bulk = Participant.objects.select_related("member").in_bulk
    people = in_bulk({person for of_evening in first.values() for person in of_evening})
    open_payments = balance_of(club).open_by_evening
    running, rows = [], []
    for evening in pages:
        evening.club = club
        if _is_running(evening, today, tonight):
            running.append(evening)
        else:
            winners = {person: people[person].name for person in first.get(evening.pk, ())}
            rows.append(_row(evening, scores.get(evening.pk, {}), winners, open_payments.get(evening.pk, 0)))
    in_front = [people[person] for pk in in_year for person in first[pk]]
    return {
        "club": club,
        "pages": pages,
        "today": today,
        "running": running,
        "rows": rows,
        "year": year,
        "in_year": len(in_year),
        "has_old_sheets": pages[0].beside_old_sheets if pages else club.old_batches.exists(),
        "in_front": _counted(in_front) if len(in_year) >= FEWEST_EVENINGS else [],
    }


def _begun(club: Club) -> QuerySet[Evening]:
    """Return the evenings that are not planned any more, the newest first."""
    open_tables = Count("sheets", filter=Q(sheets__closed_at=None))
    counted = Evening.objects.played_in(club).annotate(
        tables=Count("sheets"), open_tables=open_tables, beside_old_sheets=Exists(club.old_batches.all())
    )
    is_planned = Q(tables=0, closed_at=None, date__gte=clock.today())
    return counted.exclude(is_planned).order_by("-date", "-pk")


def _is_running(evening: Any, today: date, tonight: date) -> bool:
    """Return whether an evening is running: one of today, or one of last night that has begun."""
    goes_on = evening.date == today or (evening.date == tonight and evening.tables)
    return bool(goes_on and _is_open(evening))


def _is_open(evening: Any) -> bool:
    return evening.is_open and (evening.open_tables or not evening.spontaneous)


def _scores(
    club: Club, shown: Sequence[int], year: int
) -> tuple[dict[int, TwelfthsByPerson], Sequence[int], Container[int]]:
    """Return the scores of these evenings and of a year, the evenings that count in it, and the kitties."""
    played = Evening.objects.played_in(club)
    wanted = Q(sheet__evening__in=shown) | Q(
        sheet__evening__in=played.filter(date__year=year, spontaneous=False)
    )
    columns = (
        *("sheet__evening", "sheet__evening__date", "sheet__evening__spontaneous"),
        *("participant", "participant__kitty", "twelfths"),
    )
    scores: dict[int, TwelfthsByPerson] = {}
    in_year: dict[int, None] = {}
    kitties = set()
    figures = TableScore.objects.filter(PLAYED, wanted).order_by("participant")
    for pk, day, alone, person, is_kitty, twelfths in figures.values_list(*columns):
        if is_kitty:
            kitties.add(person)
        points = scores.setdefault(pk, {})
        points[person] = points.get(person, 0) + twelfths
        if day.year == year and not alone:
            in_year[pk] = None
    return scores, list(in_year), kitties


def _row(evening: Evening, points: TwelfthsByPerson, winners: Mapping[int, str], owed: int) -> EveningRow:
    below = [evening.venue or (_("without an evening") if evening.spontaneous else "")]
    if owed:
        below.append(ngettext("%(number)d unpaid", "%(number)d unpaid", owed) % {"number": owed})
    elif _is_open(evening):
        below.append(_("still open"))
    figure = ""
    if points and evening.cents_per_point:
        sums = {str(person): Points(kassa=twelfths) for person, twelfths in points.items()}
        cents = settled_in_money(evening, sums).cents
        first = max(cents[str(person)] for person in winners)
        figure = signed_money(first, evening.currency, current_language())
    elif points:
        figure = noted(from_twelfths(points[next(iter(winners))]))
    return EveningRow(
        evening,
        clock.day_in_short(evening.date),
        ", ".join(winners.values()) or _("Nothing played"),
        " · ".join(filter(None, below)),
        figure,
    )


def _counted(winners: Iterable[Participant]) -> list[tuple[str, int, int]]:
    """Return who won most evenings, how many, and their share of the highest number in percent.

    A guest who came back is the same by the name.
    """
    times = Counter((person.member_id or person.key, person.name) for person in winners)
    most = times.most_common(MOST_IN_FRONT)
    return [(name, number, round(100 * number / most[0][1])) for (_key, name), number in most]
