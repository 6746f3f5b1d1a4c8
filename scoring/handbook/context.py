"""Which chapter of the handbook explains a page: for the head of every page."""

from __future__ import annotations

from django.http import HttpRequest

from scoring.handbook.chapters import explanation_of


def explained(request: HttpRequest) -> dict[str, str]:
    """Return the address of the section about the page that was asked for."""
    match = request.resolver_match
    return {"explained": explanation_of(match.func.__module__) if match else ""}
