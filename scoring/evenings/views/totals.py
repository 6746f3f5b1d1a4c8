"""The totals of an evening are typed; and corrected afterwards."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.clock import day_in_words
from scoring.evenings.forms import ReasonForm
from scoring.evenings.totals import correct_totals as correct
from scoring.evenings.totals import record_totals, totals_of
from scoring.evenings.totals import take_back_totals as take_back
from scoring.evenings.totals_form import KITTY, CorrectedTotals, NewTotals, written
from scoring.evenings.verbs import days_of_tonight
from scoring.models import Club, Deed, Evening
from scoring.models.evenings import names_of
from scoring.names import folded
from scoring.table.at_the_table import visit
from scoring.table.pages.seatings import SeatChoice, people_to_choose
from scoring.web.access import PAGE, deed_of, directed_club, evening_in
from scoring.web.confirming import Confirmation, confirm
from scoring.web.submitting import submit


@require_http_methods(PAGE)
def totals(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for everybody's total at the end of an evening, and store it."""
    club = directed_club(request, slug)
    planned = _planned(club, days_of_tonight())
    when = planned.date if planned else days_of_tonight()[1]
    initial = {"date": when, "place": planned.venue if planned else ""}
    if planned:
        initial["rules"] = planned.ruleset.slug
    form = NewTotals(request.POST or None, club=club, choices=people_to_choose(club), initial=initial)
    warned: list[str] = []
    if form.is_valid():
        cleaned = form.cleaned_data
        planned = _planned(club, [cleaned["date"]])
        again = Deed.objects.filter(pk=deed_of(request)).first()
        if again is not None:
            evenings = Evening.objects.filter(club=club, date=cleaned["date"])
            planned = next((each for each in evenings if str(each.pk) == request.POST.get("planned")), None)
        elif (
            str(planned.pk if planned else "") != request.POST.get("planned", "")
            or "anyway" not in request.POST
        ):
            warned = _existing(club, cleaned["date"], planned)
        if not warned:
            terms = {"date": cleaned["date"], "venue": cleaned["place"], "rules": cleaned["rules"]}
            terms |= {"planned": planned, "totals": form.totals}
            submitted = submit(request, form, record_totals, club=club, **terms)
            if submitted is not None:
                return redirect(submitted.result)
    page = {"club": club, "form": form, "warned": warned, "planned": planned if warned else None}
    return render(request, "scoring/evenings/totals.html", page)


def _planned(club: Club, days: Iterable[date]) -> Evening | None:
    """Return an open evening of these days without a table."""
    evenings = Evening.objects.of(club).filter(closed_at=None, sheets=None, date__in=days)
    return evenings.select_related("ruleset").order_by("-date", "-pk").first()


def _existing(club: Club, day: date, planned: Evening | None) -> list[str]:
    """Return what to confirm: the planned evening is closed with it, or the day has one already."""
    named = {"day": day_in_words(day), "place": planned.venue if planned else ""}
    if planned is not None:
        sentence = _("An evening is planned for %(day)s (%(place)s): these totals close it. Then save again.")
        return [sentence % {**named, "place": planned.venue or "–"}]
    if not Evening.objects.of(club).filter(date=day, sheets__isnull=False).exists():
        return []
    return [_("There is an evening of %(day)s already. Is this another one? Then save again.") % named]


@require_http_methods(PAGE)
def correct_totals(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for other totals, and why they are others."""
    visitor = visit(request, pk)
    sheet, evening = visitor.sheet, visitor.sheet.evening
    if not evening.totals:
        raise Http404
    club = evening.club = directed_club(request, evening.club.slug)
    participants = list(evening.participants.select_related("member").order_by("pk"))
    names = names_of(participants)
    listed = {folded(name) for name in names.values()}
    kitties = {str(participant.pk) for participant in participants if participant.kitty}
    choices = [SeatChoice(f"p{pk}", name) for pk, name in names.items() if pk not in kitties]
    choices += [choice for choice in people_to_choose(club) if folded(choice.name) not in listed]
    values = {
        f"total-{KITTY if pk in kitties else f'p{pk}'}": written(twelfths)
        for pk, twelfths in totals_of(sheet).items()
    }
    posted: Any = request.POST or None
    initial = {"reason": _("Mistyped"), "seen_seq": sheet.seq}
    form = CorrectedTotals(posted, choices=choices, values=values, initial=initial)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        terms = {"known_seq": form.cleaned_data["seen_seq"], "totals": form.totals, "reason": reason}
        if submit(request, form, correct, sheet=sheet, **terms) is not None:
            return redirect(evening)
    page = {"club": club, "form": form, "evening": evening}
    return render(request, "scoring/evenings/totals.html", page)


@require_http_methods(PAGE)
def take_back_totals(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask why an evening with totals only shall no longer count."""
    club = directed_club(request, slug)
    evening = evening_in(club, pk)
    if not evening.totals:
        raise Http404
    batch = evening.old_batch
    confirmation = Confirmation(
        crumbs="scoring/evenings/_evening_crumbs.html",
        about=club.name,
        heading=_("Take the totals of %(day)s back?") % {"day": day_in_words(evening.date)},
        sentences=[_("The evening no longer counts, and is not shown any more. The log keeps the reason.")],
        form=ReasonForm(request.POST or None),
        button=_("Take them back"),
        back=evening.get_absolute_url(),
        template="scoring/evenings/take_back_totals.html",
    )
    next_page = batch.get_absolute_url() if batch else reverse("scoring:evenings", args=[slug])
    page = {"club": club, "evening": evening}
    return confirm(request, confirmation, page, take_back, _("Taken back."), next_page, evening=evening)
