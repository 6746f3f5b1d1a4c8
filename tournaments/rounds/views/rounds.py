"""The round begins, its clock is paused, resumed, extended and rung, and it is closed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.deeds import Refused
from scoring.web.access import PAGE, account_of, deed_of
from scoring.web.submitting import submit
from tournaments.models import Round, Stage
from tournaments.rounds.forms import ClockChange
from tournaments.rounds.pages.board import Board, board_of
from tournaments.rounds.verbs import rounds, timing
from tournaments.web.access import directed_tournament, page_about, redirect_to, round_in
from tournaments.wording import bell_rule


def _round(request: HttpRequest, slug: str, pk: int, number: int) -> Round:
    return round_in(directed_tournament(request, slug, pk), number)


def _do(
    request: HttpRequest, verb: Callable[..., Round], round_: Round, words: str, **further: Any
) -> HttpResponse:
    """Do what was asked and say so, or why not; then show the board."""
    submit(request, None, verb, words, round_=round_, **further)
    return redirect_to("board", round_)


@require_POST
def start_round(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Begin a round."""
    round_ = _round(request, slug, pk, number)
    return _do(request, rounds.start_round, round_, _("Round %(number)d has begun.") % {"number": number})


@require_POST
def run_clock(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Pause, resume, some minutes more or less for everybody, or so many from now on."""
    round_ = _round(request, slug, pk, number)
    match request.POST.get("do"):
        case "pause":
            return _do(request, timing.pause, round_, _("The clock is stopped for everybody."))
        case "resume":
            return _do(request, timing.resume, round_, _("The clock goes on."))
        case "add" | "cut" | "set" as how:
            return _change_time(request, round_, how)
    raise BadRequest("Nothing that a clock does")


def _change_time(request: HttpRequest, round_: Round, how: str) -> HttpResponse:
    """Change the time for everybody; what others did meanwhile is told on the same page."""
    form = ClockChange(request.POST)
    if form.is_valid():
        minutes, known = form.cleaned_data["minutes"], form.cleaned_data["known"]
        asked: dict[str, Any] = {"round_": round_, "seconds": 60 * minutes, "known": known}
        does: Callable[..., Round] = timing.add_time
        words = ngettext(
            "Everybody has %(minutes)d minute more.", "Everybody has %(minutes)d minutes more.", minutes
        )
        if how == "cut":
            does, asked["by"] = timing.set_clock, True
            words = ngettext(
                "Everybody has %(minutes)d minute less.", "Everybody has %(minutes)d minutes less.", minutes
            )
        elif how == "set":
            does = timing.set_clock
            words = ngettext(
                "%(minutes)d minute is left for everybody.",
                "%(minutes)d minutes are left for everybody.",
                minutes,
            )
        if submit(request, form, does, words % {"minutes": minutes}, **asked):
            return redirect_to("board", round_)
    tournament = round_.tournament
    page = page_about(
        round_, board=board_of(round_, tournament.evening.names()), minutes=form, watches_calls=True
    )
    return render(request, "tournaments/rounds/board.html", page)


@require_http_methods(PAGE)
def ring(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Ring the bell for everybody, once the director has read what follows."""
    round_ = _round(request, slug, pk, number)
    if request.method == "POST":
        return _do(request, timing.ring, round_, _("The bell has rung."))
    return _confirmation(request, round_, "round_ring", lambda board: board.can_ring)


@require_http_methods(PAGE)
def double_round(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Call the double round, once the director has read what follows."""
    round_ = _round(request, slug, pk, number)
    if request.method == "POST":
        return _do(request, rounds.double_round, round_, _("The next hands count double at every table."))
    return _confirmation(request, round_, "round_double", lambda board: board.can_double)


def _confirmation(
    request: HttpRequest, round_: Round, template: str, is_possible: Callable[[Board], bool]
) -> HttpResponse:
    """Show the page that says what follows and asks; whoever comes too late finds the board."""
    tournament = round_.tournament
    board = board_of(round_, tournament.evening.names())
    if not is_possible(board):
        return redirect_to("board", round_)
    page = page_about(round_, board=board, at_the_bell=bell_rule(tournament))
    return render(request, f"tournaments/rounds/{template}.html", page)


def _numbers(typed: Sequence[str]) -> list[int]:
    """Return the numbers among what was sent.

    >>> _numbers(["3", "", "x", "²", "9" * 5000])
    [3]
    """
    return [int(number) for number in typed if re.fullmatch(r"[0-9]{1,9}", number)]


@require_http_methods(PAGE)
def close_round(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Name the tables that are still open, and ask; then close the round."""
    round_ = _round(request, slug, pk, number)
    tournament, problems = round_.tournament, []
    if request.method == "POST":
        known = _numbers(request.POST.getlist("open"))
        try:
            rounds.close_round(
                actor=account_of(request), deed=deed_of(request), round_=round_, open_too=known
            )
        except Refused as refused:
            problems = refused.sentences
        else:
            messages.success(request, _("Round %(number)d is closed.") % {"number": number})
            return redirect("tournaments:round", slug, pk, number)
    elif round_.stage != Stage.RUNNING:
        return redirect("tournaments:round", slug, pk, number)
    page = page_about(round_, board=board_of(round_, tournament.evening.names()), problems=problems)
    return render(request, "tournaments/rounds/round_close.html", page)
