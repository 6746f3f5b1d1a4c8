"""A table that plays on paper: switched over and back, its hands typed, or only the result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.deeds import Refused, rehearsed
from scoring.editions.books import rules_for
from scoring.occasions import ElsewherePlace
from scoring.table.consequences import ChangedElsewhere, changed_elsewhere
from scoring.table.writing import Illegal, Stale
from scoring.web.access import PAGE, account_of
from scoring.web.language import current_language
from scoring.web.submitting import submit
from tournaments.engine.terms import Format
from tournaments.models import Stage, Table
from tournaments.repair.forms.lines import LinesReading, example_for, reading, shorts_for
from tournaments.repair.forms.paper import LinesForm, ResultForm
from tournaments.repair.forms.repair import WhyForm
from tournaments.repair.pages.closed import decided_by, standing_of
from tournaments.repair.pages.paper import PaperHand, paid
from tournaments.repair.pages.tables import about, back_to, directed_table, illegal_told, typed_table
from tournaments.repair.verbs import paper
from tournaments.standings.results import amount_from, in_seat_order, standing_result
from tournaments.web.access import was_done


@require_POST
def play_on_paper(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """One button: on paper from now on, or on the screen again."""
    _tournament, _round, found = directed_table(request, slug, pk, number, table)
    on = request.POST.get("paper") == "yes"
    said = _("This table now plays on paper.") if on else _("This table plays on the screen again.")
    submit(request, None, paper.play_on_paper, said, table=found, paper=on)
    return back_to(found)


# Hands


@require_http_methods(PAGE)
def hands(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Typed, looked through with all amounts, then saved together."""
    tournament, round_, found = typed_table(request, slug, pk, number, table)
    assert found.sheet is not None
    sheet, names = found.sheet, tournament.evening.names()
    form = LinesForm(request.POST if request.method == "POST" else None)
    read: LinesReading | None = None
    if form.is_valid():
        read = reading(form.cleaned_data["lines"], sheet, names, current_language())
        if not read.is_right:
            if was_done(request, tournament):
                return back_to(found)
            form.add_error("lines", _("Not saved yet: please look at the lines marked below."))
        elif request.POST.get("step") == "save" and _saved(request, found, form, read):
            said = ngettext("%(count)d hand is saved.", "%(count)d hands are saved.", len(read.records))
            messages.success(request, said % {"count": len(read.records)})
            return back_to(found)
    seats = sheet.standing["players"]
    seated = [names[one] for one in seats]
    rules = rules_for(sheet)
    page = {
        **about(tournament, round_, found),
        "form": form,
        "read": read,
        "hands": [] if read is None else _paid(read, seats),
        "may_save": read is not None and read.is_right and not form.errors,
        "seats": seated,
        "after": sheet.seq,
        "dealer": names[sheet.standing["dealer"]],
        "shorts": shorts_for(rules, seated, current_language()),
        "example": example_for(rules, seated),
    }
    return render(request, "tournaments/repair/paper_hands.html", page)


def _paid(read: LinesReading, seats: list[str]) -> list[PaperHand]:
    return [paid(line.number, line.told, line.amounts, seats) for line in read.lines if not line.wrong]


def _saved(request: HttpRequest, table: Table, form: LinesForm, read: LinesReading) -> bool:
    try:
        after = int(request.POST.get("after", ""))
    except ValueError:
        raise BadRequest("Not a form of these pages") from None
    try:
        submit(request, form, paper.type_hands, table=table, after=after, records=read.records)
    except Stale:
        form.add_error(None, _("Something was entered at this table in the meantime. Please check it again."))
    except Illegal as illegal:
        for sentence in illegal_told(illegal, table.round.tournament):
            form.add_error("lines", sentence)
    return not form.errors


# The result


@require_http_methods(PAGE)
def result(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Ask for final balance and replacement capital of everybody, or the Schrift."""
    tournament, round_, found = typed_table(request, slug, pk, number, table)
    assert found.sheet is not None
    names = tournament.evening.names()
    terms = tournament.terms
    form = ResultForm(
        request.POST if request.method == "POST" else None,
        initial=_typed_before(found),
        people={one: names[one] for one in in_seat_order(found, found.sheet.totals)},
        cup=terms.format is Format.CUP,
        again=found.paper_results.exists(),
    )
    is_closed = round_.stage == Stage.CLOSED
    changed: list[ChangedElsewhere] | None = None
    if not form.is_valid():
        if was_done(request, tournament):
            return back_to(found)
    else:
        asked: dict[str, Any] = {
            "table": found,
            "lines": form.lines,
            "reason": form.cleaned_data.get("reason", ""),
        }
        if is_closed and request.POST.get("step") != "save":
            changed = _foreseen(request, form, found, asked)
        elif submit(
            request, form, paper.enter_result, _("The result from paper is saved; it balances."), **asked
        ):
            return back_to(found)
    page = {
        **about(tournament, round_, found),
        "form": form,
        "is_closed": is_closed,
        "changed": changed,
        "kept_elsewhere": decided_by(found) if changed is not None else [],
        "terms": terms,
        "cup": form.cup,
        "hands": found.sheet.standing["hands"],
        "stands": standing_result(found) is not None,
        "given": terms.capital * len(form.people),
    }
    return render(request, "tournaments/repair/paper_result.html", page)


def _foreseen(
    request: HttpRequest, form: ResultForm, table: Table, asked: dict[str, Any]
) -> list[ChangedElsewhere] | None:
    """Return what would change in standings and prizes; None where it is refused."""
    before = standing_of(table)

    def after() -> Mapping[ElsewherePlace, str]:
        paper.enter_result(actor=account_of(request), deed=uuid4(), **asked)
        return standing_of(table)

    try:
        return list(changed_elsewhere(before, rehearsed(after)))
    except Refused as refused:
        form.show(refused)
        return None


def _typed_before(table: Table) -> dict[str, Any]:
    """Return what stands now; of a table that played on the screen, how far it had come."""
    return {
        f"{kind}-{one}": amount_from(line[kind])
        for one, line in table.results.get("players", {}).items()
        for kind in ("balance", "replacement", "schrift")
        if kind in line and (kind != "replacement" or line[kind])
    }


@require_http_methods(PAGE)
def take_back(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Let the hands on the sheet count again."""
    tournament, round_, found = typed_table(request, slug, pk, number, table)
    form = WhyForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and submit(
        request,
        form,
        paper.take_back_result,
        _("The result from paper is taken back; the hands count again."),
        table=found,
        reason=form.cleaned_data["reason"],
    ):
        return back_to(found)
    return render(
        request, "tournaments/repair/paper_take_back.html", {**about(tournament, round_, found), "form": form}
    )
