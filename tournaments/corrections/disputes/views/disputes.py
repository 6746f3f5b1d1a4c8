"""Calls for the arbiters: made and withdrawn at the table, listed for those who rule, and the log."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.deeds import Refused
from scoring.table.at_the_table import Visit, visit
from scoring.web.access import PAGE, deed_of
from scoring.web.language import current_language
from scoring.web.submitting import submit
from tournaments.corrections.disputes import verbs as running
from tournaments.corrections.disputes.forms import Calling
from tournaments.corrections.disputes.pages import disputes_of, words_of
from tournaments.models import Call, Pulse, Stage, Table
from tournaments.web.access import page_about, run_tournament
from tournaments.web.phones import answer_phone, json_posted

# At the table


@require_http_methods(PAGE)
def call(request: HttpRequest, code: str, table: int) -> HttpResponse:
    """Show the page to call from, or call the arbiters, by a form or by JSON.

    Sent is {"id": a new UUID, "words": "…"}. Told is {"id": the same, "table": what `table_facts` says}, or
    {"problems": [{"where": "", "text": "…"}], "table": …} with status 400. The same id calls once, however
    often it comes.
    """
    here, at = _at_the_table(request, code, table)
    if request.method != "POST":
        return _call_page(request, here, at, Calling())
    if not request.POST:
        posted = json_posted(request)
        act = partial(_call, here, at, posted["id"], posted.get("words", ""))
        return answer_phone(posted, here.sheet, act)
    form = Calling(request.POST)
    if form.is_valid():
        try:
            _call(here, at, deed_of(request), form.cleaned_data["words"])
        except Refused as refused:
            form.show(refused)
        else:
            messages.success(
                request, _("The arbiters have been called. Sheet and clock of this table stand still.")
            )
            return redirect("tournaments:call", code, table)
    return _call_page(request, here, at, form)


def _call(here: Visit, table: Table, made: UUID, words: object) -> None:
    if not isinstance(words, str):
        raise BadRequest("No words")
    running.call_arbiters(actor=here.acts, deed=made, table=table, words=words)


@require_POST
def withdraw_call(request: HttpRequest, code: str, table: int, call: UUID) -> HttpResponse:
    """Withdraw a call, by a form or by JSON {"id": a new UUID}, which is answered as by `call`."""
    here, at = _at_the_table(request, code, table)
    called = get_object_or_404(Call.objects.select_related("table__sheet"), pk=call, table=at)
    if not request.POST:
        posted = json_posted(request)
        act = partial(running.withdraw_call, actor=here.acts, deed=posted["id"], call=called)
        return answer_phone(posted, here.sheet, act)
    said = _("The call is withdrawn. The table goes on.")
    submit(request, None, running.withdraw_call, said, actor=here.acts, call=called)
    return redirect("tournaments:call", code, table)


def _at_the_table(request: HttpRequest, code: str, table: int) -> tuple[Visit, Table]:
    """Return the visit and table of whoever may record there; the others have nobody to call from here."""
    tables = Table.objects.select_related("round__tournament__club", "sheet")
    at = get_object_or_404(tables, pk=table, round__tournament__code=code, sheet__isnull=False)
    assert at.sheet is not None
    here = visit(request, at.sheet.pk)
    if here.actor is None:
        raise PermissionDenied
    at.sheet = here.sheet
    return here, at


def _call_page(request: HttpRequest, here: Visit, table: Table, form: Calling) -> HttpResponse:
    round_ = table.round
    waiting = table.calls.open().select_related("words").first()
    page = page_about(
        table,
        here=here,
        sheet=here.sheet,
        waiting=waiting,
        words="" if waiting is None else words_of(waiting),
        may_call=round_.stage == Stage.RUNNING and here.sheet.is_open,
        form=form,
    )
    status = 400 if form.errors else 200
    return render(request, "tournaments/corrections/disputes/call.html", page, status=status)


# For arbiters and directors


@require_safe
def disputes(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show which tables wait, longest first, and everything that came before."""
    tournament = run_tournament(request, slug, pk)
    count = Pulse.objects.values_list("count", flat=True).get(pk=tournament.pk)  # before anything is read
    decisions = disputes_of(tournament, current_language())
    open_cases = [case for case in decisions if case.is_open]
    page = page_about(tournament, disputes=decisions, open_cases=open_cases, count=count)
    return render(request, "tournaments/corrections/disputes/disputes.html", page)


@require_safe
def disputes_log(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the log of all disputes, to be printed."""
    tournament = run_tournament(request, slug, pk)
    decisions = disputes_of(tournament, current_language())
    page = page_about(tournament, disputes=decisions)
    return render(request, "tournaments/corrections/disputes/disputes_log.html", page)
