"""The cards on the tables: printed by the director, scanned by everybody."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.table.at_the_table import remember_link
from scoring.web.access import PAGE
from scoring.web.links import link_to
from scoring.web.submitting import submit
from tournaments.draw import verbs as drawing
from tournaments.draw.cards import MOST_CARDS, OPENED, codes_of, place_behind
from tournaments.draw.forms import CardsForm
from tournaments.draw.pages.cards import PrintedCard, at_the_card, tables_at_most
from tournaments.models import Card, Table
from tournaments.web.access import directed_tournament, page_about

WAYS_OF_A_CARD = (("card", "card"), ("now", "card_now"))

# For the director


@require_safe
def cards(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the cards, one for each table number; `?tables=12&page=1` says how many and how big."""
    tournament = directed_tournament(request, slug, pk)
    asked = {"tables": str(tables_at_most(tournament)), "page": "4", **request.GET.dict()}
    form = CardsForm(asked)
    printed = []
    if form.is_valid():
        codes = codes_of(tournament.pk, range(1, form.cleaned_data["tables"] + 1))
        renewed = dict(Card.objects.filter(tournament=tournament).values_list("number", "generation"))
        printed = [
            PrintedCard(
                number,
                link_to(request, reverse("tournaments:card", args=[code])),
                renewed.get(number, 1) - 1,
            )
            for number, code in codes.items()
        ]
    each = 1 if form.is_valid() and form.cleaned_data["page"] == "1" else 4
    page = page_about(
        tournament,
        form=form,
        each=each,
        pages=[printed[first : first + each] for first in range(0, len(printed), each)],
        is_local=any(printed_card.link.local for printed_card in printed),
    )
    return render(request, "tournaments/draw/cards.html", page)


@require_http_methods(PAGE)
def renew_card(request: HttpRequest, slug: str, pk: int, table: int) -> HttpResponse:
    """Ask, then renew a card; the new one has to be printed and put on the table."""
    tournament = directed_tournament(request, slug, pk)
    if not 1 <= table <= MOST_CARDS:
        raise Http404
    if request.method == "POST":
        if submit(request, None, drawing.renew_card, tournament=tournament, number=table):
            said = _("Table %(number)d has a new card. Please print it and put it on the table.")
            messages.success(request, said % {"number": table})
        return redirect("tournaments:cards", slug, pk)
    page = page_about(tournament, number=table)
    return render(request, "tournaments/draw/card_renew.html", page)


# At the table


@require_safe
def card(request: HttpRequest, code: str) -> HttpResponse:
    """Lead to the sheet of the round now running at this table, or show who sits here next."""
    place = place_behind(code)
    if place is None:
        if request.session.get(OPENED) == code:
            del request.session[OPENED]
        return render(request, "tournaments/draw/card_gone.html", status=404)
    if request.session.get(OPENED) != code:
        request.session[OPENED] = code
    here = at_the_card(place)
    if here.sheet is not None:
        remember_link(request, here.sheet, "record")
        return redirect("scoring:record", here.sheet.pk)
    page = page_about(here.tournament, here=here, code=code)
    return render(request, "tournaments/draw/card.html", page)


@require_safe
def at_card(request: HttpRequest, code: str, table: int) -> HttpResponse:
    """Return to a phone whose sheet is closed the card it came in with, and where to ask for its news."""
    mine = request.session.get(OPENED)
    place = place_behind(mine) if isinstance(mine, str) else None
    numbers = Table.objects.filter(pk=table, round__tournament__code=code)
    if place is None or (place.tournament, place.number) not in numbers.values_list(
        "round__tournament_id", "number"
    ):
        return JsonResponse({"card": None, "now": None})
    return JsonResponse({name: reverse(f"tournaments:{at}", args=[mine]) for name, at in WAYS_OF_A_CARD})


@require_safe
def card_now(request: HttpRequest, code: str) -> HttpResponse:
    """Return to a phone that waits whether the page of the card has something new to show."""
    place = place_behind(code)
    if place is None:
        return JsonResponse({"state": "gone"})
    tag = f'"{place.pulse}"'
    if request.headers.get("If-None-Match") == tag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = JsonResponse({"state": at_the_card(place).state})
    answer.headers["ETag"] = tag
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
