"""Calls for the arbiters: made and withdrawn at the table, listed for those who rule, and the log."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.deeds import Refused
from scoring.models import Sheet
from scoring.table.pages.recording_page import table_facts
from scoring.table.views.at_the_table import Visit, visit
from scoring.web.access import PAGE, account_of, deed_of
from scoring.web.language import current_language
from scoring.web.refusals import tell
from tournaments.disputes import verbs as running
from tournaments.disputes.forms import AboutWhat, Calling, Permitting
from tournaments.disputes.pages import Case, arbiters_to_permit, disputes_of, hands_of, words_of
from tournaments.models import Call, Pulse, Stage, Table, Tournament
from tournaments.web.access import directed_tournament, run_tournament

BIGGEST_BODY = 10_000

# At the table


@never_cache
@require_http_methods(PAGE)
def call(request: HttpRequest, code: str, table: int) -> HttpResponse:
    """GET: the page. POST: calls the arbiters, as a form or as JSON.

    Sent is {"id": a new UUID, "words": "…"}. Told is {"id": the same, "table": what `table_facts` says}, or
    {"problems": [{"where": "", "text": "…"}], "table": …} with status 400. The same id calls once, however
    often it comes.
    """
    here, at = _at_the_table(request, code, table)
    if request.method != "POST":
        return _call_page(request, here, at, Calling())
    if not request.POST:
        sent = _sent(request)
        return _told(sent, at, lambda: _call(here, at, sent["id"], sent.get("words", "")))
    form = Calling(request.POST)
    if form.is_valid():
        try:
            _call(here, at, deed_of(request), form.cleaned_data["words"])
        except Refused as refused:
            form.show(refused)
            _beside(form, refused)
        else:
            messages.success(
                request, _("The arbiters have been called. Sheet and clock of this table stand still.")
            )
            return redirect("tournaments:call", code, table)
    return _call_page(request, here, at, form)


def _call(here: Visit, table: Table, made: UUID, words: object) -> None:
    if not isinstance(words, str):
        raise BadRequest("No words")
    running.call_arbiters(actor=here.acts, call=made, table=table, words=words)


def _beside(form: Calling, refused: Refused) -> None:
    """What is wrong with the words stands beside them."""
    for sentence in refused.problems.get("reason", ()):
        form.add_error("words", sentence)


@never_cache
@require_POST
def withdraw_call(request: HttpRequest, code: str, table: int, call: UUID) -> HttpResponse:
    """As a form or as JSON {"id": a new UUID}; told as by `call`."""
    here, at = _at_the_table(request, code, table)
    found = get_object_or_404(Call.objects.select_related("table__sheet"), pk=call, table=at)
    if not request.POST:
        sent = _sent(request)
        return _told(sent, at, lambda: running.withdraw_call(actor=here.acts, deed=sent["id"], call=found))
    try:
        running.withdraw_call(actor=here.acts, deed=deed_of(request), call=found)
    except Refused as refused:
        tell(request, refused)
    else:
        messages.success(request, _("The call is withdrawn. The table goes on."))
    return redirect("tournaments:call", code, table)


def _at_the_table(request: HttpRequest, code: str, table: int) -> tuple[Visit, Table]:
    """Whoever may record there; the others have nobody to call from here."""
    tables = Table.objects.select_related("round__tournament__club", "sheet")
    found = get_object_or_404(tables, pk=table, round__tournament__code=code, sheet__isnull=False)
    assert found.sheet is not None
    here = visit(request, found.sheet.pk)
    if here.actor is None:
        raise PermissionDenied
    found.sheet = here.sheet
    return here, found


def _sent(request: HttpRequest) -> dict[str, Any]:
    try:
        if len(request.body) > BIGGEST_BODY:
            raise ValueError("No words are as long as that")
        sent = json.loads(request.body)
        return {**sent, "id": UUID(sent["id"])}
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise BadRequest("Not a form of these pages") from None


def _told(sent: dict[str, Any], table: Table, do: Callable[[], object]) -> JsonResponse:
    try:
        do()
    except Refused as refused:
        sentences = refused.sentences
        problems = [{"where": "", "text": sentence} for sentence in sentences]
        return JsonResponse({"problems": problems, "table": _table(table)}, status=400)
    return JsonResponse({"id": str(sent["id"]), "table": _table(table)})


def _table(table: Table) -> dict[str, Any]:
    sheet = Sheet.objects.whole().get(table=table)
    return table_facts(sheet, sheet.evening.names(), current_language())


def _call_page(request: HttpRequest, here: Visit, table: Table, form: Calling) -> HttpResponse:
    round_ = table.round
    waiting = table.calls.open().select_related("words").first()
    page = {
        "here": here,
        "sheet": here.sheet,
        "tournament": round_.tournament,
        "round": round_,
        "table": table,
        "waiting": waiting,
        "words": "" if waiting is None else words_of(waiting),
        "may_call": round_.stage == Stage.RUNNING and here.sheet.is_open,
        "form": form,
    }
    return render(request, "tournaments/disputes/call.html", page, status=400 if form.errors else 200)


# For arbiters and directors


@never_cache
@require_safe
def disputes(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Who waits, longest first; and everything that came before."""
    tournament = run_tournament(request, slug, pk)
    count = Pulse.objects.values_list("count", flat=True).get(pk=tournament.pk)  # before anything is read
    found = disputes_of(tournament, current_language())
    page = {"club": tournament.club, "tournament": tournament, "disputes": found, "count": count}
    return render(request, "tournaments/disputes/disputes.html", page)


@never_cache
@require_safe
def disputes_log(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """To be printed."""
    tournament = run_tournament(request, slug, pk)
    found = disputes_of(tournament, current_language())
    page = {"club": tournament.club, "tournament": tournament, "disputes": found}
    return render(request, "tournaments/disputes/disputes_log.html", page)


@never_cache
@require_safe
def dispute(request: HttpRequest, slug: str, pk: int, call: UUID) -> HttpResponse:
    """One call: what came of it, and for whoever may rule which hand and how."""
    return dispute_page(request, run_tournament(request, slug, pk), call)


def call_in(tournament: Tournament, pk: UUID) -> Call:
    calls = Call.objects.select_related("table__round", "table__sheet", "words")
    found = get_object_or_404(calls, pk=pk, table__round__tournament=tournament)
    found.table.round.tournament = tournament
    return found


def case_in(tournament: Tournament, pk: UUID) -> Case:
    cases = disputes_of(tournament, current_language(), only=pk).cases
    if not cases:
        raise Http404
    return cases[0]


def dispute_page(
    request: HttpRequest,
    tournament: Tournament,
    pk: UUID,
    form: AboutWhat | None = None,
    permitting: Permitting | None = None,
) -> HttpResponse:
    case, found = case_in(tournament, pk), call_in(tournament, pk)
    is_running = found.table.round.stage == Stage.RUNNING
    may_rule = tournament.is_arbitrated and is_running and case.withdrawn_at is None
    if may_rule and not case.partial and form is None:
        form = about_what(found)
    to_permit = arbiters_to_permit(found.table, found) if tournament.is_directed and is_running else []
    page = {
        "club": tournament.club,
        "tournament": tournament,
        "case": case,
        "may_rule": may_rule,
        "about": form,
        "permitting": permitting or (Permitting(arbiters=to_permit) if to_permit and case.is_open else None),
        "form": form or permitting,
    }
    return render(request, "tournaments/disputes/dispute.html", page)


def about_what(call: Call, *args: Any) -> AboutWhat:
    """The last hand is offered first."""
    sheet = call.table.sheet
    assert sheet is not None
    sheet.evening = call.table.round.tournament.evening
    sheet.table = call.table
    hands = hands_of(sheet, sheet.evening.names(), current_language())
    return AboutWhat(*args, hands=[(str(hand.entry), hand.told) for hand in hands])


@never_cache
@require_POST
def permit(request: HttpRequest, slug: str, pk: int, call: UUID) -> HttpResponse:
    """The director lets somebody rule who plays at the table."""
    tournament = directed_tournament(request, slug, pk)
    found = call_in(tournament, call)
    form = Permitting(request.POST, arbiters=list(running.arbiters_of(tournament).values_list("pk", "name")))
    if form.is_valid():
        arbiter = tournament.club.members.get(pk=form.cleaned_data["arbiter"])
        try:
            running.permit_arbiter(
                actor=account_of(request), deed=deed_of(request), call=found, arbiter=arbiter
            )
        except Refused as refused:
            form.show(refused)
        else:
            said = _("%(name)s may rule on this call.") % {"name": arbiter.name}
            messages.success(request, said)
            return redirect("tournaments:dispute", slug, pk, call)
    return dispute_page(request, tournament, call, permitting=form)
