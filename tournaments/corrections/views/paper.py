"""A table that plays on paper: switched over and back, its hands typed, or only the result."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.deeds import Refused, rehearsed
from scoring.engine.play_money import amount_from
from scoring.rules.versions.books import rules_for
from scoring.table.consequences import Changed, changed_elsewhere
from scoring.table.writing import Illegal, Stale
from scoring.table_policy import ElsewherePlace
from scoring.web.access import PAGE, account_of
from scoring.web.language import current_language
from scoring.web.stored_forms import SavedBefore, remember_saved, saved_before
from scoring.web.submitting import submit
from tournaments.corrections.forms.lines import LinesReading, example_for, read_lines, shorts_for
from tournaments.corrections.forms.paper import LABELS, LINES, REASON, LinesForm, ResultForm
from tournaments.corrections.forms.repair import WhyForm
from tournaments.corrections.pages.closed import decided_by, standing_of
from tournaments.corrections.pages.paper import (
    TableAsOpened,
    changed_meanwhile,
    typed_texts,
    why_hands_wait,
    why_result_waits,
)
from tournaments.corrections.pages.repair import directed_table, illegal_in_words, paper_table
from tournaments.corrections.verbs import paper
from tournaments.engine.terms import Format
from tournaments.models import Stage, Table
from tournaments.standings.results import in_seat_order, standing_result
from tournaments.web.access import page_about, redirect_to, was_done


@require_POST
def play_on_paper(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Set a table to paper from now on, or to the screen again, by one button."""
    found = directed_table(request, slug, pk, number, table)
    on = request.POST.get("paper") == "yes"
    said = _("This table now plays on paper.") if on else _("This table plays on the screen again.")
    submit(request, None, paper.play_on_paper, said, table=found, paper=on)
    return redirect_to("repair_table", found)


PaperView = Callable[[HttpRequest, str, int, int, int], HttpResponse]


def returns_unsaved_text(view: PaperView) -> PaperView:
    """Show what somebody typed where the page is not for them, or not any more, and say so."""

    @wraps(view)
    def guarded(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
        try:
            return view(request, slug, pk, number, table)
        except (PermissionDenied, Http404) as why:
            opened = TableAsOpened.carried(request.POST.get("opened", ""))
            labels = {"lines": LINES, "reason": REASON, **LABELS}
            typed = typed_texts(request.POST, labels, {} if opened is None else opened.people)
            if not typed:
                raise
            carried = [
                (field, request.POST[field]) for field in ("deed", "after", "opened") if field in request.POST
            ]
            page = {"typed": typed, "carried": carried}
            status = 403 if isinstance(why, PermissionDenied) else 404
            return render(request, "tournaments/corrections/not_saved.html", page, status=status)

    return guarded


# Hands


@require_http_methods(PAGE)
@returns_unsaved_text
def hands(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Read typed hands, show all amounts, then save them together."""
    found = paper_table(request, slug, pk, number, table)
    sheet, names = found.started_sheet, found.round.tournament.evening.names()
    form = LinesForm(request.POST if request.method == "POST" else None)
    read: LinesReading | None = None
    if form.is_valid():
        read = read_lines(form.cleaned_data["lines"], sheet, names, current_language())
    if (earlier := saved_before(request)) is SavedBefore.THE_SAME:
        messages.info(request, _("These hands were saved before. Nothing was written down a second time."))
        return redirect_to("repair_table", found)
    if earlier is not None:
        words = _(
            "This form was saved before, with other lines: what was saved then is on the sheet. Nothing of "
            "what stands here now has been saved. Leave here only lines that are to come behind those on the "
            "sheet; a hand that is wrong there is corrected on the sheet."
        )
        form.add_error(None, words)
    elif read is not None and not read.is_right:
        form.add_error("lines", _("Not saved yet: please look at the lines marked below."))
    elif read is not None and request.POST.get("step") == "save" and _saved(request, found, form, read):
        remember_saved(request)
        said = ngettext("%(count)d hand is saved.", "%(count)d hands are saved.", len(read.records))
        messages.success(request, said % {"count": len(read.records)})
        return redirect_to("repair_table", found)
    seats = sheet.standing["players"]
    seated = [names[seat] for seat in seats]
    rules, waits = rules_for(sheet), why_hands_wait(found)
    page = page_about(
        found,
        **_meanwhile(request, found, names),
        form=form,
        read=read,
        hands=[]
        if read is None
        else [
            (line, [None if line.amounts is None else line.amounts.get(seat) for seat in seats])
            for line in read.lines
            if not line.wrong
        ],
        may_save=read is not None and read.is_right and not form.errors and not waits,
        seats=seated,
        after=sheet.seq,
        dealer=names[sheet.standing["dealer"]],
        shorts=shorts_for(rules, seated, current_language()),
        example=example_for(rules, seated),
        waits=waits,
    )
    return render(request, "tournaments/corrections/paper_hands.html", page)


def _meanwhile(request: HttpRequest, table: Table, names: Mapping[str, str]) -> dict[str, Any]:
    """Return the table as it was when the page was opened first, and what has changed since."""
    opened = TableAsOpened.carried(request.POST.get("opened", ""))
    if opened is None or opened.table != table.pk:
        return {"opened": TableAsOpened.now(table, names)}
    return {"opened": opened, "meanwhile": changed_meanwhile(opened, table, names)}


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
        for sentence in illegal_in_words(illegal, table.round.tournament):
            form.add_error("lines", sentence)
    return not form.errors


# The result


@require_http_methods(PAGE)
@returns_unsaved_text
def result(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Ask for final balance and replacement capital of everybody, or the Schrift."""
    found = paper_table(request, slug, pk, number, table)
    tournament = found.round.tournament
    names, terms = tournament.evening.names(), tournament.terms

    def form_for(posted: QueryDict | None = None) -> ResultForm:
        now = paper_table(request, slug, pk, number, table)
        return ResultForm(
            posted,
            initial=_initial_amounts(now),
            people={player: names[player] for player in in_seat_order(now, now.started_sheet.totals)},
            cup=terms.format is Format.CUP,
            again=now.paper_results.exists(),
        )

    form = form_for(request.POST if request.method == "POST" else None)
    others = [
        typed_text
        for typed_text in typed_texts(request.POST, LABELS, names)
        if typed_text.field not in form.fields and typed_text.field.partition("-")[2] in names
    ]
    is_closed, step = found.round.stage == Stage.CLOSED, request.POST.get("step")
    changed: list[Changed] | None = None
    if others:
        words = _(
            "Not saved yet. An amount was typed for somebody who is no longer at this table: %(amounts)s. "
            "Please move it to their table, or empty its field."
        )
        amounts = "; ".join(f"{typed_text.label} {typed_text.text}" for typed_text in others)
        form.add_error(None, words % {"amounts": amounts})
    if not form.is_valid():
        if was_done(request, form):
            return redirect_to("repair_table", found)
    elif is_closed or step != "look":
        reason = form.cleaned_data.get("reason", "")
        asked: dict[str, Any] = {"table": found, "lines": form.lines, "reason": reason}
        said = _("The result from paper is saved; it balances.")
        if is_closed and step != "save":
            changed = _foreseen(request, form, found, asked)
        elif submit(request, form, paper.enter_result, said, form_for, **asked):
            remember_saved(request)
            return redirect_to("repair_table", found)
    meanwhile = _meanwhile(request, found, names)
    if "meanwhile" not in meanwhile:  # opened at this table only now
        form.shown = form.stored_now()
    page = page_about(
        found,
        **meanwhile,
        form=form,
        others=others,
        is_closed=is_closed,
        changed=changed,
        kept_elsewhere=decided_by(found) if changed is not None else [],
        terms=terms,
        cup=form.cup,
        hands=found.started_sheet.standing["hands"],
        stands=standing_result(found) is not None,
        given=terms.capital * len(form.people),
        waits="" if tournament.is_directed else why_result_waits(found),
    )
    return render(request, "tournaments/corrections/paper_result.html", page)


def _foreseen(
    request: HttpRequest, form: ResultForm, table: Table, asked: dict[str, Any]
) -> list[Changed] | None:
    """Return what would change in standings and prizes; None where it is refused."""
    before = standing_of(table)

    def after() -> Mapping[ElsewherePlace, str]:
        paper.enter_result(account_of(request), uuid4(), **asked)
        return standing_of(table)

    try:
        return changed_elsewhere(before, rehearsed(after))
    except Refused as refused:
        form.show(refused)
        return None


def _initial_amounts(table: Table) -> dict[str, Any]:
    """Return what stands now; of a table that played on the screen, how far it had come."""
    return {
        f"{kind}-{result}": amount_from(line[kind])
        for result, line in table.results.get("players", {}).items()
        for kind in ("balance", "replacement", "schrift")
        if kind in line and (kind != "replacement" or line[kind])
    }


@require_http_methods(PAGE)
@returns_unsaved_text
def take_back(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Let the hands on the sheet count again."""
    found = paper_table(request, slug, pk, number, table)
    form = WhyForm(request.POST if request.method == "POST" else None)
    said = _("The result from paper is taken back; the hands count again.")
    if form.is_valid() and submit(
        request, form, paper.take_back_result, said, table=found, **form.cleaned_data
    ):
        return redirect_to("repair_table", found)
    return render(request, "tournaments/corrections/paper_take_back.html", page_about(found, form=form))
