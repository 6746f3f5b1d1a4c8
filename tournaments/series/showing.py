"""How a series is handed on: by its link, a sentence, and lines for another page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.models import Club
from scoring.web.links import frame_of, link_to
from tournaments.series.pages import ShownSeries

TOLD = 3  # so many ranks


def sentence_of(shown: ShownSeries) -> str:
    """Return how it stands, for a message: who is first, second and third."""
    first = [f"{row.rank}. {row.name}" for row in shown.rows if row.rank and row.rank <= TOLD]
    if not first:
        return _("%(title)s: the standings are here.") % {"title": shown.series.title}
    return f"{after_so_many(shown)}: {', '.join(first)}."


def after_so_many(shown: ShownSeries) -> str:
    """Return which series it is, and how many events have been held."""
    held = len(shown.held)
    after = ngettext("%(title)s after %(number)d event", "%(title)s after %(number)d events", held)
    return after % {"title": shown.series.title, "number": held}


def shown_to_all(request: HttpRequest, shown: ShownSeries, club: Club) -> dict[str, Any]:
    """Return what members see of it: the link, a sentence to share, and how it is embedded."""
    series = shown.series
    if not series.code:
        return {"link": None}
    frame = link_to(request, reverse("tournaments:embedded_series", args=[series.code]))
    embeds = club.is_directed and not frame.local
    return {
        "link": link_to(request, reverse("tournaments:public_series", args=[series.code])),
        "sentence": sentence_of(shown),
        "snippet": frame_of(frame.url, pgettext("tournament", "Standings")) if embeds else "",
    }
