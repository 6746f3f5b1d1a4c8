"""An evening on one page: who won, who pays whom, who has what, how each table went; and as files."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.engine.result import from_twelfths
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.export import title_of_evening, workbook_of_evening
from scoring.evenings.pages.evening import rules_page, tables, with_people
from scoring.evenings.pages.payments import payments_of
from scoring.evenings.pages.sealing import sealing_of
from scoring.evenings.pages.settling import settling_of
from scoring.evenings.pages.story import result_of, shown_evening
from scoring.evenings.payments import ticker_at
from scoring.evenings.results_file import evening_in_file
from scoring.evenings.seals import ended_at
from scoring.evenings.totals import totals_of
from scoring.export.answering import file_of, results_answer
from scoring.models import CLUB_EVENING, TAKEN_BACK, Club, Entry, Evening, Sharing, Sheet
from scoring.names import sorting
from scoring.table.pages.voices import waiting_in
from scoring.table_policy import Actor
from scoring.web.access import PAGE, account_of, directed_club, open_club
from scoring.web.language import current_language
from scoring.web.links import is_there, link_to
from scoring.web.submitting import submit


@require_safe
def evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show an evening, or a table that played without one, with what the reader may do there."""
    club = open_club(request, slug)
    evenings = Evening.objects.filter(club=club, occasion__in=(CLUB_EVENING, TAKEN_BACK))
    related = "ruleset", "why_taken_back", "old_batch__reason"
    evening = get_object_or_404(evenings.select_related(*related), pk=pk)
    evening.club = club
    if evening.occasion == TAKEN_BACK:
        return _taken_back(request, club, evening)
    account, language = account_of(request), current_language()
    sheets = list(with_people(Sheet.objects.open_to(account).filter(evening=evening)))
    sheets.sort(key=lambda sheet: sorting(sheet.name))
    assert club.member_id is not None
    settling = settling_of(evening, sheets, language)
    ended = ended_at(evening, sheets) is not None
    ticker = ticker_at(sheets, club.member_id, account)
    payments = payments_of(evening, settling, ticker, ended=ended)
    shown_tables = tables(sheets, Actor(account), language)
    shown = shown_evening(evening, shown_tables, settling, payments, language)
    page = {
        **shown,
        "club": club,
        "member": True,
        "directs": club.is_directed,
        "closable": club.is_directed and evening.is_open and not evening.spontaneous and settling.hands,
        "sealing": sealing_of(evening, sheets, settling, language),
        "waiting": waiting_in(evening),
        "choosable": club.is_directed
        and evening.spontaneous
        and not evening_verbs.counting_stays(evening, sheets, settled=evening.seals.exists()),
        **rules_page(evening, sheets, language),
        "totals": Entry.objects.current().filter(sheet__evening=evening) if evening.totals else (),
        **_handed_on(request, shown),
    }
    return render(request, "scoring/evenings/evening.html", page)


def _taken_back(request: HttpRequest, club: Club, evening: Evening) -> HttpResponse:
    """Show why an evening no longer counts, and its former totals."""
    batch = evening.old_batch
    reason = evening.why_taken_back or (batch and batch.reason)
    names, sheets = evening.names(), evening.sheets.all() if evening.totals else ()
    lists = [
        [(names[person], from_twelfths(twelfths)) for person, twelfths in totals_of(sheet).items()]
        for sheet in sheets
    ]
    page = {"club": club, "evening": evening, "why": reason and reason.text, "lists": lists}
    return render(request, "scoring/evenings/taken_back.html", page)


def _handed_on(request: HttpRequest, shown: dict[str, Any]) -> dict[str, Any]:
    """Return what can be shared of an evening: its link, and once a hand was played its result as text."""
    evening = shown["evening"]
    sharing = Sharing.objects.readable().select_related("made_by").filter(evening=evening).first()
    path = evening.get_absolute_url()
    if sharing is not None and is_there("scoring:shared", code="0"):
        path = reverse("scoring:shared", args=[sharing.code])
    link = link_to(request, path)
    if shown["story"] is None:
        return {"sharing": sharing, "link": link}
    result = result_of(evening, shown["settling"], shown["payments"], "" if link.local else link.url)
    return {"sharing": sharing, "link": link, "result": result}


@require_http_methods(PAGE)
def count_evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a table that plays by itself count in the season."""
    evening = _evening(directed_club(request, slug), pk)
    if request.method == "POST":
        message = _("This table counts in the season.")
        submit(request, None, evening_verbs.count_evening, message, evening=evening)
    return redirect(evening)


def _evening(club: Club, pk: int, **fields: bool) -> Evening:
    evenings = Evening.objects.played_in(club).select_related("ruleset").filter(**fields)
    evening = get_object_or_404(evenings, pk=pk)
    evening.club = club
    return evening


@require_safe
def evening_results(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Send the hands of the evening as an open file of results, which can be checked independently."""
    club = open_club(request, slug)
    evening = _evening(club, pk, totals=False)
    return results_answer(request, club, evening_in_file(evening), title_of_evening(evening, club))


@require_safe
def export_evening(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send the whole evening: its sheets, the money, the rules."""
    club = open_club(request, slug)
    evening = _evening(club, pk)
    workbook = workbook_of_evening(evening, title_of_evening(evening, club), current_language())
    return file_of(request, club, workbook, form)
