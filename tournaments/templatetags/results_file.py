"""The letters of a tournament's file of results."""

from __future__ import annotations

from django import template
from django.template import Context
from django.urls import reverse

from scoring.web.links import is_there
from tournaments.models import Tournament
from tournaments.results_file.exporting import letters_of_tournament
from tournaments.standings.derived import is_shown

register = template.Library()


@register.simple_tag
def public_results_file(tournament: Tournament) -> str:
    """Return where everybody gets the file of a tournament whose standings are shown; else nothing."""
    where = {"code": tournament.code}
    if not is_shown(tournament) or not is_there("tournaments:public_results", **where):
        return ""
    return reverse("tournaments:public_results", kwargs=where)


@register.inclusion_tag("tournaments/results_file/_letters.html", takes_context=True)
def results_letters(context: Context, tournament: Tournament) -> dict[str, str]:
    """Return the ten letters of a finished tournament's file, and where anybody can check it."""
    if not is_there("tournaments:check"):
        return {}
    address = reverse("tournaments:check")
    request = context["request"]
    whole = request.build_absolute_uri(address)
    return {"letters": letters_of_tournament(tournament), "address": address, "whole": whole}
