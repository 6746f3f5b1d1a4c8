"""Single seats of a published round: somebody comes, goes, or two change places; looked at first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.deeds import Refused
from scoring.web.access import PAGE, account_of, deed_of
from scoring.web.fields import PageForm
from scoring.web.saved_forms import remember_saved
from scoring.web.submitting import submit
from tournaments.corrections.forms.repair import GoForm, JoinForm, PlacesForm
from tournaments.corrections.pages.repair import directed_table
from tournaments.corrections.pages.seats import SeatChange, choices_of, foreseen_seats
from tournaments.corrections.verbs import seats as verbs
from tournaments.draw.verbs import swap_seats
from tournaments.models import Leaving, Round, Stage
from tournaments.web.access import directed_tournament, page_about, redirect_to, round_in, table_in, was_done


@require_http_methods(PAGE)
def seats(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Ask who comes, goes or changes places, show the tables before and after, and do it."""
    tournament = directed_tournament(request, slug, pk)
    round_ = round_in(tournament, number)
    if round_.stage not in (Stage.PUBLISHED, Stage.RUNNING):
        return redirect("tournaments:round", slug, pk, number)
    running = round_.stage == Stage.RUNNING
    names = tournament.evening.names()
    there = choices_of(round_, names)
    do = request.POST.get("do", "")
    forms: dict[str, PageForm] = {
        "join": JoinForm(_posted(request, "join"), people=there.newcomers, tables=there.fours),
        "go": GoForm(_posted(request, "go"), people=there.goers, running=running),
        "change": PlacesForm(_posted(request, "change"), people=there.seated),
    }
    changed: list[SeatChange] | None = None
    form = forms.get(do)
    if form is not None and not form.is_valid():
        if was_done(request, form):
            return redirect_to("board", round_)
    elif form is not None:
        act = _acts(request, round_)[do]
        try:
            if request.POST.get("step") == "save":
                act(form.cleaned_data, deed_of(request))
                remember_saved(request)
                messages.success(request, _("The seats are changed. Phones and screens show it."))
                return redirect_to("board", round_)
            changed = foreseen_seats(round_, names, lambda: act(form.cleaned_data, uuid4()))
        except Refused as refused:
            form.show(refused)
    page = page_about(round_, **forms, there=there, done=do, changed=changed, running=running)
    return render(request, "tournaments/corrections/seats.html", page)


def _posted(request: HttpRequest, do: str) -> Any:
    return request.POST if request.method == "POST" and request.POST.get("do") == do else None


def _acts(request: HttpRequest, round_: Round) -> dict[str, Callable[[dict[str, Any], UUID], object]]:
    actor = account_of(request)
    change = verbs.change_places if round_.stage == Stage.RUNNING else swap_seats

    def go(asked: dict[str, Any], deed: UUID) -> object:
        if round_.stage == Stage.RUNNING:
            ranked = Leaving.Ranked(asked["ranked"])
            return verbs.leave_five(actor=actor, deed=deed, round_=round_, one=asked["one"], ranked=ranked)
        return verbs.give_up_seat(actor=actor, deed=deed, round_=round_, one=asked["one"])

    return {
        "join": lambda asked, deed: verbs.join_table(
            actor=actor,
            deed=deed,
            table=table_in(round_, int(asked["table"])),
            entrant=int(asked["entrant"]) if asked["entrant"] else None,
            name=asked["name"],
        ),
        "go": go,
        "change": lambda asked, deed: change(
            actor=actor, deed=deed, round_=round_, one=asked["first"], other=asked["second"]
        ),
    }


@require_POST
def undo_joining(
    request: HttpRequest, slug: str, pk: int, number: int, table: int, joined: UUID
) -> HttpResponse:
    """Take back that somebody came to a table."""
    found = directed_table(request, slug, pk, number, table)
    submit(request, None, verbs.undo_joining, _("Taken back."), table=found, joined=joined)
    return redirect_to("repair_table", found)
