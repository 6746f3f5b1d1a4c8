"""Who is coming to an evening: where its pages are, what is stored of it, and how that is verified."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext as _

from scoring.capability import ABOUT_EVENINGS, Capability
from scoring.coming import verbs, views
from scoring.coming.views import answer_in_words, on_club_page
from scoring.deeds import log_of
from scoring.export.figures import Figures
from scoring.models import CLUB_EVENING, Coming, Evening, Member
from scoring.verifying import Checked, Verified, of_other_clubs
from scoring.web.columns import Column, ColumnKind

site_urls: list[URLPattern | URLResolver] = [
    path("s/<str:code>/coming/", views.shared_coming, name="shared_coming"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("coming/", views.coming, name="coming"),
]

evening_urls: list[URLPattern | URLResolver] = [
    path("coming/", views.coming_to, name="coming_to"),
]


def stored(member: Member) -> Iterator[Figures]:
    """Yield what a member said of planned evenings."""
    columns = (
        Column(_("Evening"), ColumnKind.DATE, "date", "evening.date"),
        Column(_("Is coming"), key="says", of=lambda coming: answer_in_words(coming.says)),
        Column(_("Said for the day"), ColumnKind.DATE, key="moved_from"),
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Who"), key="by", of="noted_by"),
    )
    found = (
        Coming.objects.filter(member=member).select_related("evening", "by").order_by("evening__date", "pk")
    )
    yield Figures.of(_("Who is coming?"), columns, found)


def forget(person: Any, _neutral: str) -> None:
    """Delete what somebody said, whose name goes."""
    if person.member is not None:
        Coming.objects.filter(member=person.member).delete()


def of_the_clubs(evenings: QuerySet[Evening]) -> Iterator[Checked]:
    """Yield each evening of which somebody said something, who must be of its club."""
    for evening in evenings.filter(comings__isnull=False).select_related("club").distinct().order_by("pk"):
        wrong = [
            *of_other_clubs(evening.comings.all(), "evening__club", "{member.name}"),
            *of_other_clubs(evening.comings.all(), "member__club", "{member.name}", whose="by"),
        ]
        if evening.occasion != CLUB_EVENING:
            wrong.append(Verified("Who is coming", "asked of an evening of the club", evening.occasion))
        yield Checked(f"{evening.club}, {evening}: who is coming", {"who is coming": 1}, tuple(wrong))


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
    log_subject=ABOUT_EVENINGS,
    forgotten=(forget,),
    stored=(stored,),
    verified=(of_the_clubs,),
    on_club_page=(on_club_page,),
)
