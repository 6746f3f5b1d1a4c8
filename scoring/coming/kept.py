"""What is kept of those who said whether they come: found, verified, forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from scoring.figures.figures import Column, ColumnKind, Figures
from scoring.models import CLUB_EVENING, Coming, Evening, Member, Reply
from scoring.verifying import CheckedWhole, Discrepancy


def stored(member: Member) -> Iterator[Figures]:
    """Yield what a member said of planned evenings."""
    columns = (
        Column(_("Evening"), ColumnKind.DATE, key="date"),
        Column(_("Is coming"), key="says"),
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Who"), key="by"),
    )
    found = (
        Coming.objects.filter(member=member).select_related("evening", "by").order_by("evening__date", "pk")
    )
    rows = tuple((one.evening.date, says_told(one.says), one.at, by_told(one)) for one in found)
    yield Figures(_("Who is coming?"), columns, rows, name=_("Who is coming?"))


def says_told(says: str) -> str:
    """Return what somebody said, in a word."""
    return str(Reply(says).label) if says else _("No answer")


def by_told(coming: Coming) -> str:
    """Return who said it."""
    return coming.by.name if coming.by is not None else _("The club’s link")


def forget(person: Any, _neutral: str) -> None:
    """Delete what somebody said, whose name goes."""
    if person.member is not None:
        Coming.objects.filter(member=person.member).delete()


def of_the_clubs(evenings: QuerySet[Evening]) -> Iterator[CheckedWhole]:
    """Yield each evening of which somebody said something, who must be of its club."""
    found = evenings.filter(comings__isnull=False).select_related("club").distinct().order_by("pk")
    for evening in found:
        strangers = evening.comings.filter(
            ~Q(member__club=evening.club_id) | Q(by__isnull=False) & ~Q(by__club=F("member__club"))
        )
        wrong = [
            Discrepancy(one.member.name, f"a member of {evening.club}", f"one of {one.member.club}")
            for one in strangers.select_related("member__club").order_by("pk")
        ]
        if evening.occasion != CLUB_EVENING:
            wrong.append(Discrepancy("Who is coming", "asked of an evening of the club", evening.occasion))
        yield CheckedWhole(f"{evening.club}, {evening}: who is coming", tuple(wrong))
