"""The demonstration club is removed by its owner."""

from __future__ import annotations

from django.contrib import messages
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring import demo
from scoring.models import Club
from scoring.web.access import PAGE, account_of


@require_http_methods(PAGE)
def removal(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask whether the demonstration is to be removed with everything in it, and remove it."""
    club = get_object_or_404(Club.objects.owned_by(request.user), slug=slug, demonstration=True)
    if request.method == "POST":
        account = account_of(request)
        try:
            demo.remove(club, by=account, actor=account.name)
        except OperationalError:
            messages.error(
                request, _("Somebody was recording just now. Nothing was removed; please try again.")
            )
            return redirect("scoring:remove_demonstration", slug)
        messages.success(request, _("The demonstration is removed."))
        own = Club.objects.open_to(request.user).filter(demonstration=False).order_by("pk").first()
        return redirect(own or "scoring:clubs")
    page = {"club": club, "contents": demo.contents(club)}
    return render(request, "scoring/demo/remove_demonstration.html", page)


club_urls: list[URLPattern | URLResolver] = [
    path("demonstration/remove/", removal, name="remove_demonstration"),
]
