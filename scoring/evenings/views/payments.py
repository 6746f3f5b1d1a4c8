"""Payments are ticked, taken back and carried on; and the page of who still owes whom."""

from collections.abc import Callable
from typing import Any

from django.db.models import Exists
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.capability import ClubCard, ClubPart
from scoring.evenings import payments
from scoring.evenings.pages.payments import from_a_form, owed_in
from scoring.models import Club, Evening, PaymentWay, SettledPayment
from scoring.web.access import PAGE, open_club, read_as
from scoring.web.submitting import submit

TICK_MESSAGES = {
    PaymentWay.PAID: gettext_lazy("Ticked as paid."),
    PaymentWay.CARRIED: gettext_lazy("Carried over: “Today” says who still owes whom."),
    PaymentWay.KITTY: gettext_lazy("Owed to the club’s kitty: “Today” says by whom."),
}
ON_THE_PAGE = 3  # of a club; the further ones are folded


def _back(request: HttpRequest, club: Club, evening: int) -> HttpResponse:
    """Lead back to the page with the tick; that of a later evening has some of earlier ones."""
    number = request.POST.get("of", "")
    if number.isascii() and number.isdecimal() and len(number) < 19:
        evening = int(number)
    return redirect(f"{reverse('scoring:evening', args=[club.slug, evening])}#payments")


@require_http_methods(PAGE)
def settle_payments(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Tick payments of an evening as paid, or carry them on."""
    club = open_club(request, slug)
    evening = get_object_or_404(Evening.objects.played_in(club), pk=pk)
    if request.method == "POST":
        way = request.POST.get("way", "")
        chosen = [read_as(from_a_form, text) for text in request.POST.getlist("payment")]
        message = str(TICK_MESSAGES[PaymentWay(way)]) if way in PaymentWay.values else ""
        evening.club = club
        submit(
            request, None, payments.settle_payments, message, evening=evening, payments=tuple(chosen), way=way
        )
    return _back(request, club, pk)


def _changing(verb: Callable[..., Any], message: Any) -> Callable[[HttpRequest, str, int, int], HttpResponse]:
    """Return the view of a button beside something that was ticked."""

    @require_http_methods(PAGE)
    def change(request: HttpRequest, slug: str, pk: int, payment: int) -> HttpResponse:
        club = open_club(request, slug)
        rows = SettledPayment.objects.filter(evening__in=Evening.objects.played_in(club), evening=pk)
        row = get_object_or_404(rows.select_related("evening__club"), pk=payment)
        if request.method == "POST":
            submit(request, None, verb, str(message), payment=row)
        return _back(request, club, pk)

    return change


untick_payment = _changing(payments.untick_payment, gettext_lazy("Taken back."))
pay_later = _changing(payments.pay_later, TICK_MESSAGES[PaymentWay.PAID])


def _owed_card(request: HttpRequest, club: Club) -> ClubPart:
    """Return who still owes whom, the oldest first."""
    lines = owed_in(club)
    shown = {"club": club, "lines": lines[:ON_THE_PAGE], "further": lines[ON_THE_PAGE:], "number": len(lines)}
    return ClubPart(render_to_string("scoring/evenings/_club_owed.html", shown, request), aside=True)


def _has_ticks(_request: HttpRequest, club: Club) -> Exists:
    return Exists(SettledPayment.objects.filter(evening__in=Evening.objects.played_in(club)))


OWED = ClubCard(_has_ticks, _owed_card)
