"""Pages to tick payments and take ticks back; and the card of a club's open amounts."""

import re

from django.db.models import Exists
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring import clock
from scoring.capability import ClubCard, ClubPart
from scoring.deeds import Refused
from scoring.evenings import payments
from scoring.evenings.pages.payments import from_a_form, open_balance
from scoring.models import Club, Evening, SettledPayment
from scoring.web.access import PAGE, account_of, directed_club, open_club, read_as
from scoring.web.fields import PageForm, day_field
from scoring.web.submitting import submit, tell

ON_THE_PAGE = 3  # of one's own; the further ones are folded
AMOUNT = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?")


class AllPaidBefore(PageForm):
    """The day before which all that was open is paid."""

    before = day_field(gettext_lazy("All is paid before"), required=True)


def cents_in(text: str) -> int:
    """Return a typed amount of money in cents; 0 if it is none.

    >>> cents_in("2,4"), cents_in(" 12.05"), cents_in("3"), cents_in("zwei")
    (240, 1205, 300, 0)
    """
    match = AMOUNT.fullmatch(text.strip())
    return 0 if match is None else 100 * int(match[1]) + int((match[2] or "0").ljust(2, "0"))


def _evening(club: Club, pk: int) -> Evening:
    evening = get_object_or_404(Evening.objects.played_in(club), pk=pk)
    evening.club = club
    return evening


def _back(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Redirect to the page with the tick: the evening's, or the club's."""
    page = evening.club if request.POST.get("from") == "club" else evening
    return redirect(f"{page.get_absolute_url()}#payments")


@require_http_methods(PAGE)
def settle_payments(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Tick payments of an evening as paid, a single one also in part."""
    evening = _evening(open_club(request, slug), pk)
    if request.method == "POST":
        chosen = [read_as(from_a_form, text) for text in request.POST.getlist("payment")]
        part = cents_in(request.POST["part"]) if "part" in request.POST else None
        arguments = {"evening": evening, "payments": tuple(chosen), "part": part}
        submit(request, None, payments.settle_payments, _("Ticked as paid."), **arguments)
    return _back(request, evening)


@require_http_methods(PAGE)
def untick_payment(request: HttpRequest, slug: str, pk: int, payment: int) -> HttpResponse:
    """Take back what was ticked."""
    evening = _evening(open_club(request, slug), pk)
    row = get_object_or_404(SettledPayment.objects.filter(evening=evening), pk=payment)
    row.evening = evening
    if request.method == "POST":
        submit(request, None, payments.untick_payment, _("Taken back."), payment=row)
    return _back(request, evening)


@require_http_methods(PAGE)
def leave_out_earlier(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Pay an evening by itself, or together with what was open before."""
    evening = _evening(open_club(request, slug), pk)
    if request.method == "POST":
        leaves_out = request.POST.get("leaves_out") == "yes"
        message = _("This evening is paid by itself.") if leaves_out else _("What was open is taken along.")
        submit(request, None, payments.leave_out_earlier, message, evening=evening, leaves_out=leaves_out)
    return _back(request, evening)


@require_http_methods(PAGE)
def close_earlier(request: HttpRequest, slug: str) -> HttpResponse:
    """Mark everything open before a day as paid; without a day it is open again."""
    club = directed_club(request, slug)
    if request.method == "POST":
        form = AllPaidBefore(request.POST)
        if "undo" in request.POST:
            submit(request, None, payments.close_earlier, _("It counts again."), club=club, before=None)
        elif form.is_valid():
            message = _("What was open before counts as paid.")
            submit(request, None, payments.close_earlier, message, club=club, **form.cleaned_data)
        else:
            tell(request, Refused(before=list(map(str, form.errors["before"]))))
    return redirect(f"{reverse('scoring:club', args=[club.slug])}#payments")


def _open_card(request: HttpRequest, club: Club) -> ClubPart:
    """Return the club's open amounts: the reader's own, and who pays whom."""
    balance = open_balance(club, account_of(request))
    shown_at_once = min(balance.number_of_own, ON_THE_PAGE)
    shown = {
        "club": club,
        "balance": balance,
        "lines": balance.payments[:shown_at_once],
        "further": balance.payments[shown_at_once:],
        "today": clock.today(),
    }
    return ClubPart(render_to_string("scoring/evenings/_club_owed.html", shown, request), aside=True)


def _has_ticks(_request: HttpRequest, club: Club) -> Exists:
    return Exists(SettledPayment.objects.filter(evening__in=Evening.objects.played_in(club)))


OWED = ClubCard(_has_ticks, _open_card)
