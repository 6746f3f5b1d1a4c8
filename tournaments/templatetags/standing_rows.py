"""The rows of standings."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.standings.pages.standings import ShownStandings, StandingRow

register = template.Library()


@register.simple_tag
def standing_row(row: StandingRow, standings: ShownStandings, *, ranked: bool) -> SafeString:
    """Somebody's row. Nothing but what is in it makes it look as it does, so it is written once."""
    kind = "overall" if standings.overall else "round"
    return _written(row, kind, standings.money, bool(standings.counts), ranked, get_language() or "")


@lru_cache(maxsize=4000)  # of a big tournament the rows of all rounds, and for a while those before
def _written(
    row: StandingRow, kind: str, money: bool, counts: bool, ranked: bool, language: str
) -> SafeString:
    page = {"row": row, "money": money, "counts": counts, "ranked": ranked}
    return render_to_string(f"tournaments/standings/_standings_{kind}_row.html", page)
