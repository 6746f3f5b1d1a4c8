"""The tournaments of a club on its own page."""

from __future__ import annotations

from typing import Any

from django import template

from scoring.models import Club
from tournaments.models import Tournament
from tournaments.planning.pages.planning import row_of, with_counts

register = template.Library()

ON_THE_PAGE = 3


@register.inclusion_tag("tournaments/planning/_club_tournaments.html")
def tournaments_of(club: Club) -> dict[str, Any]:
    """Those that run and the newest ones; one query."""
    found = with_counts(Tournament.objects.filter(club=club))
    return {"club": club, "rows": [row_of(one) for one in found[:ON_THE_PAGE]]}
