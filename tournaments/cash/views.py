"""Pages of the day's money: fees, prizes, other cash, and receipts."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.capability import Capability
from scoring.clubs.privacy.name_locations import Remedy, StoredText
from scoring.deeds import log_of
from scoring.models import Club
from scoring.web.access import PAGE
from scoring.web.submitting import submit
from tournaments.cash import verbs
from tournaments.cash.forms import CashForm, TillForm
from tournaments.cash.pages import (
    last_paid,
    money_of,
    owed_in,
    receipts_of,
    tables_with_receipts,
    tills_of,
)
from tournaments.models import CashEntry
from tournaments.web.access import number_sent, page_about, round_in, tournament_at_the_door


@require_http_methods(PAGE)
def money(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the money of the day to directors and cashiers, and note what else came in or went out."""
    tournament = tournament_at_the_door(request, slug, pk)
    counts = "count" in request.POST
    till = TillForm(request.POST if counts else None)
    if till.is_valid() and submit(
        request, till, verbs.count_till, _("The cash is closed."), tournament=tournament, **till.cleaned_data
    ):
        return redirect(f"{reverse('tournaments:money', args=[slug, pk])}#till")
    form = CashForm(request.POST if request.method == "POST" and not counts else None)
    if form.is_valid():
        fields = {**form.cleaned_data, "kind": CashEntry.Kind(form.cleaned_data["kind"])}
        if submit(request, form, verbs.note_cash, _("Saved."), tournament=tournament, **fields):
            return redirect("tournaments:money", slug, pk)
    day = money_of(tournament)
    overpaid = [(name, day.sum.in_words(cents)) for name, cents in day.overpaid(tournament.terms.ticket)]
    page = page_about(
        tournament,
        money=day,
        form=form,
        overpaid=overpaid,
        till=till,
        tills=tills_of(day),
        owed=owed_in(day),
        last_paid=last_paid(day),
    )
    return render(request, "tournaments/cash/money.html", page)


@require_POST
def take_money(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Mark an owed fee or day ticket as paid, or undo that."""
    tournament = tournament_at_the_door(request, slug, pk)
    pays = "pay" in request.POST
    number, _blank, entrant = request.POST.get("pay" if pays else "undo", "").partition(" ")
    arguments: dict[str, Any] = {"entrants": [number_sent(entrant)]}
    if number == "0":
        verb: Any = verbs.sell_tickets if pays else verbs.take_back_tickets
        arguments["tournament"] = tournament
    else:
        verb = verbs.pay if pays else verbs.take_back_payment
        arguments["round_"] = round_in(tournament, number_sent(number))
    submit(request, None, verb, _("Marked as paid.") if pays else _("Undone."), **arguments)
    to_people = request.POST.get("back") == "people" and tournament.is_directed
    return redirect(f"tournaments:{'people' if to_people else 'money'}", slug, pk)


@require_POST
def strike_cash(request: HttpRequest, slug: str, pk: int, entry: UUID) -> HttpResponse:
    """Take an entry off the list."""
    tournament = tournament_at_the_door(request, slug, pk)
    submit(request, None, verbs.strike_cash, _("Taken off the list."), tournament=tournament, entry=entry)
    return redirect("tournaments:money", slug, pk)


@require_safe
def receipts(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show receipts to print: of all who have paid, with `?who=` of one of them, `?table=` of one table."""
    tournament = tournament_at_the_door(request, slug, pk)
    who, table = request.GET.get("who", ""), request.GET.get("table", "")
    tables = tables_with_receipts(tournament)
    entrants = {number_sent(who)} if who else tables.get(number_sent(table), set()) if table else None
    shown = receipts_of(tournament, entrants)
    page = page_about(tournament, receipts=shown, one=entrants is not None, tables=list(tables), at=table)
    return render(request, "tournaments/cash/receipts.html", page)


# The money of the day: what it hands to the rest of the program


def stored_texts(club: Club) -> Iterator[StoredText]:
    """Return the texts of entries in the cash list."""
    entries = CashEntry.objects.filter(tournament__club=club).select_related("tournament").order_by("pk")
    for entry in entries:
        page = reverse("tournaments:money", args=[club.slug, entry.tournament_id])
        where = _("Tournament “%(title)s”") % {"title": entry.tournament.title}
        yield StoredText(where, entry.name, page, Remedy.CHANGE)


tournament_urls = [  # below …/<int:pk>/
    path("money/", money, name="money"),
    path("money/paid/", take_money, name="take_money"),
    path("money/receipts/", receipts, name="receipts"),
    path("money/<uuid:entry>/strike/", strike_cash, name="strike_cash"),
]


CAPABILITY = Capability(urls=__name__, words=log_of(verbs), free_texts=(stored_texts,))
