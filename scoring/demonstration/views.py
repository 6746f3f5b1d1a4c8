"""The demonstration club is being filled: one evening with every answer, until the season is complete."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from scoring import demonstration
from scoring.models import Club
from scoring.web.access import PAGE


@require_http_methods(PAGE)
def filling(request: HttpRequest, slug: str) -> HttpResponse:
    """For its owner. A page without a script has a button for the next evening."""
    club = get_object_or_404(Club.objects.owned_by(request.user), slug=slug, demonstration=True)
    if request.method == "POST":
        progress = demonstration.go_on(club)
        return redirect(club) if progress.complete else redirect("scoring:demonstration", slug)
    progress = demonstration.progress(club)
    if progress.complete:
        return redirect(club)
    return render(request, "scoring/demonstration/demonstration.html", {"club": club, "progress": progress})
