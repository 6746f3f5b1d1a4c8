"""Files of results: the letters of a tournament's, and what an organiser is promised."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse

from scoring.engine.declaring import declared
from scoring.engine.texts import Text
from tournaments.models import Tournament
from tournaments.results_file.exporting import letters_of_tournament

register = template.Library()


@register.inclusion_tag("tournaments/results_file/_promises.html")
def promises(language: str) -> dict[str, Any]:
    """Return what an organiser is promised, by matter, each with the test that keeps it."""
    groups: list[dict[str, Any]] = []
    first = 1
    for key, group in declared("tournaments.results_file.promises").items():
        said = group["promises"]
        found = [{"sentence": each[language], "test": each["test"].rpartition("::")[2]} for each in said]
        title = Text.declared(group["title"]).in_language(language)
        groups.append({"key": key, "title": title, "first": first, "promises": found})
        first += len(found)
    return {"groups": groups}


@register.inclusion_tag("tournaments/results_file/_letters.html", takes_context=True)
def results_letters(context: Context, tournament: Tournament) -> dict[str, str]:
    """Return the letters of a finished tournament's file, and where anybody can check it."""
    address = reverse("tournaments:check")
    request = context["request"]
    whole = request.build_absolute_uri(address)
    return {"letters": letters_of_tournament(tournament), "address": address, "whole": whole}
