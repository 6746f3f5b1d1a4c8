"""What other clubs have asked a club about series, on its own page."""

from __future__ import annotations

from django.db.models import CharField, F, OuterRef, Subquery, Value
from django.db.models.functions import Cast, Coalesce
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from scoring.models import Club
from tournaments.models import JointClub, SamePerson


def on_club_page(_request: HttpRequest, club: Club) -> SafeString:
    """Return what waits for an answer of those who direct the club; one query."""
    if not club.is_directed:
        return SafeString()
    nothing = Value("", output_field=CharField())
    invited = JointClub.objects.filter(club=club, part=None, declined_at=None).order_by()
    own_part = JointClub.objects.filter(series=OuterRef("series"), club=club).order_by().values("part")[:1]
    asked = SamePerson.objects.filter(other__club=club, agreed_at=None).order_by()
    asked = asked.annotate(here=Cast(Coalesce(Subquery(own_part), F("series")), CharField())).distinct()
    rows = invited.values_list("code", nothing, "series__title", "series__club__name").union(
        asked.values_list(nothing, "here", "series__title", "one__club__name")
    )
    found = sorted(rows)
    if not found:
        return SafeString()
    return render_to_string("tournaments/joint/_waiting.html", {"club": club, "waiting": found})
