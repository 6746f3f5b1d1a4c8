"""The director's board, and what the director does there about a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.web.access import PAGE
from scoring.web.submitting import submit
from tournaments.duties import who_rules
from tournaments.models import Round, Stage, Table
from tournaments.rounds.forms import AddTime, Reopening
from tournaments.rounds.pages.board import SILENT_AFTER, board_of
from tournaments.rounds.verbs import bell_verbs, timing
from tournaments.web.access import (
    directed_tournament,
    page_about,
    redirect_to,
    round_in,
    table_in,
    tournament_of,
    watched_tournament,
)

WAYS = {  # where a round leads its director
    Stage.CHECK_IN: "check_in",
    Stage.DRAFT: "draw",
    Stage.PUBLISHED: "board",
    Stage.RUNNING: "board",
    Stage.CLOSED: "round_standings",
}


@require_safe
def round_page(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Lead to where the round is: check-in, draw, board or standings; other members to the desk."""
    tournament = tournament_of(request, slug, pk)
    round_ = round_in(tournament, number)
    watches = tournament.is_arbitrated or tournament.is_typed
    way = WAYS[Stage(round_.stage)]
    if not tournament.is_directed and not (watches and way in ("board", "round_standings")):
        return redirect(tournament)
    return redirect(f"tournaments:{way}", slug, pk, number)


@require_safe
def board(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show every table live; `?part` answers with the tables alone."""
    tournament = watched_tournament(request, slug, pk)
    round_ = round_in(tournament, number)
    if round_.stage in (Stage.CHECK_IN, Stage.DRAFT):
        return redirect("tournaments:round", slug, pk, number)
    page = page_about(
        round_,
        board=board_of(round_, tournament.evening.names()),
        minutes=AddTime(auto_id=False),
        watches_calls=tournament.is_directed or tournament.is_arbitrated,
        rules=who_rules(tournament) if round_.stage == Stage.PUBLISHED else None,
        silent_after=int(SILENT_AFTER.total_seconds() // 60),
    )
    template = "_board" if "part" in request.GET else "board"
    return render(request, f"tournaments/rounds/{template}.html", page)


@require_http_methods(PAGE)
def table(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Show one table: more time, one hand more, its sheet closed or opened again."""
    found = _table(request, slug, pk, number, table)
    form = AddTime(request.POST if request.POST.get("do") == "add" else None)
    if form.is_valid() and submit(
        request,
        form,
        timing.add_time,
        _("Table %(number)d has more time.") % {"number": table},
        round_=found.round,
        seconds=60 * form.cleaned_data["minutes"],
        table=found,
    ):
        return redirect("tournaments:board", slug, pk, number)
    return render(request, "tournaments/rounds/round_table.html", _page(found.round, table, form=form))


def _table(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> Table:
    return table_in(round_in(directed_tournament(request, slug, pk), number), table)


def _page(round_: Round, number: int, **further: Any) -> dict[str, Any]:
    shown = board_of(round_, round_.tournament.evening.names())
    return page_about(
        round_, board=shown, table=next(table for table in shown.tables if table.number == number), **further
    )


@require_POST
def allow_hand(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Allow a table one more hand after the bell."""
    found = _table(request, slug, pk, number, table)
    words = _("Table %(number)d may play one more hand.") % {"number": table}
    return _done(request, bell_verbs.allow_hand, found, words)


@require_POST
def close_table(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Close the sheet of a table."""
    found = _table(request, slug, pk, number, table)
    words = _("The sheet of table %(number)d is closed.") % {"number": table}
    return _done(request, bell_verbs.close_table, found, words)


def _done(request: HttpRequest, verb: Callable[..., Table], table: Table, words: str) -> HttpResponse:
    submit(request, None, verb, words, table=table)
    return redirect_to("board", table.round)


@require_http_methods(PAGE)
def reopen_table(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Ask why the sheet of a table is to be opened again, and open it."""
    found = _table(request, slug, pk, number, table)
    if found.sheet is None:
        raise Http404
    form = Reopening(request.POST or None)
    if form.is_valid() and submit(
        request,
        form,
        bell_verbs.reopen_table,
        _("The sheet of table %(number)d is open again.") % {"number": table},
        table=found,
        **form.cleaned_data,
    ):
        return redirect("tournaments:board", slug, pk, number)
    page = _page(found.round, table, form=form)
    return render(request, "tournaments/rounds/round_reopen_table.html", page)
