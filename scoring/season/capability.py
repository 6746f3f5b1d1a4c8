"""Standings, statistics and playing strengths: what they hand to the rest of the program."""

from __future__ import annotations

from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.capability import Capability
from scoring.models import Club
from scoring.web.bars import SubjectBar, bar, part_of


def season_bar(request: HttpRequest, context: Context, club: Club) -> SubjectBar | None:
    """Return the bar of a season, with the period that is looked at."""
    here = reverse("scoring:season", args=[club.slug])
    if not request.path.startswith(here):
        return None
    back = context.get("back") or ""
    ways = [
        ("", pgettext("bar", "Standings"), here + back),
        ("statistics", _("Statistics"), reverse("scoring:statistics", args=[club.slug]) + back),
        ("rating", _("Playing strength"), reverse("scoring:rating", args=[club.slug]) + back),
    ]
    part = part_of(request, here)
    return bar(_("Season"), part if part in ("statistics", "rating") else "", ways)


CAPABILITY = Capability(urls="scoring.season.views", bars=(season_bar,))
