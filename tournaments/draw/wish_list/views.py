"""The page of wishes: noted here, and dropped."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.web.access import PAGE
from scoring.web.submitting import submit
from tournaments.draw.wish_list import verbs
from tournaments.draw.wish_list.forms import NoteWish
from tournaments.draw.wish_list.pages import wish_list
from tournaments.web.access import directed_tournament


@require_http_methods(PAGE)
def wishes(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show all wishes, and note one; `?who=` chooses somebody."""
    tournament = directed_tournament(request, slug, pk)
    there = wish_list(tournament)
    form = NoteWish(
        request.POST or None, people=there.people, initial={"entrant": request.GET.get("who", "")}
    )
    if form.is_valid() and submit(
        request, form, verbs.note_wish, _("Saved."), tournament=tournament, **form.asked
    ):
        return redirect("tournaments:wishes", slug, pk)
    page = {"club": tournament.club, "tournament": tournament, "there": there, "form": form}
    return render(request, "tournaments/draw/wish_list/wishes.html", page)


@require_POST
def drop(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Forget a wish."""
    tournament = directed_tournament(request, slug, pk)
    number = request.POST.get("wish", "")
    if not number.isascii() or not number.isdigit() or len(number) > 18:
        raise BadRequest("Nobody's wish")
    submit(request, None, verbs.drop_wish, _("Saved."), tournament=tournament, wish=int(number))
    return redirect("tournaments:wishes", slug, pk)
