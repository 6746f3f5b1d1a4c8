"""Pages for corrections at a table, for people who leave and come, and for tables on paper."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.capability import Capability
from scoring.deeds import Refused, log_of
from scoring.engine.money import money_in_words
from scoring.table.consequences import Changed
from scoring.web.access import PAGE, account_of, deed_of
from scoring.web.confirming import Confirmation, confirm
from scoring.web.fields import PageForm
from scoring.web.language import current_language
from scoring.web.submitting import explain_lost_choice, submit
from tournaments.corrections import cross_check, grid
from tournaments.corrections import verbs as repair
from tournaments.corrections.desk import DeskRow, counted, rows_of, state_words
from tournaments.corrections.forms.paper import LABELS, REASON, ResultForm
from tournaments.corrections.forms.repair import (
    FurtherForm,
    JoinForm,
    WhyForm,
)
from tournaments.corrections.forms.table import SIGNUP
from tournaments.corrections.mend import differently, mend
from tournaments.corrections.pages import (
    LATER,
    TypedText,
    choices_of,
    decided_by,
    directed_table,
    looked_at,
    names_carried,
    paper_table,
    ranks_changed,
    typed_texts,
    ways_of,
)
from tournaments.corrections.past import PAST
from tournaments.corrections.verbs import takes_result_when_closed
from tournaments.engine.stages import is_possible
from tournaments.entrants.pages import arrival_in_words
from tournaments.entrants.verbs import arrive
from tournaments.models import Round, Stage, Table
from tournaments.standings.derived import BEGUN
from tournaments.standings.pages.standings import periods
from tournaments.web.access import (
    directed_round,
    number_sent,
    page_about,
    redirect_to,
    round_in,
    table_in,
    typed_tournament,
    was_done,
)


@require_http_methods(PAGE)
def reopen_round(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Ask why a closed round is to be opened again, and open it."""
    round_ = directed_round(request, slug, pk, number)
    if not is_possible("reopen", round_.stage) and request.method != "POST":
        return redirect_to("round", round_)
    question = Confirmation(
        crumbs="tournaments/corrections/_repair_crumbs.html",
        about=round_.tournament.title,
        heading=_("Reopen round %(number)s?") % {"number": number},
        sentences=[
            _(
                "Directors and arbiters can correct the sheets that were closed with the round. The cards on "
                "the tables do not work, and the bell has rung. The round then has to be closed again."
            )
        ],
        refused=_why_refused(repair.demand_no_later_round, round_),
        form=WhyForm(request.POST if request.method == "POST" else None),
        button=_("Reopen the round"),
        back=reverse("tournaments:round", args=[slug, pk, number]),
        template="tournaments/corrections/reopen_round.html",
    )
    page = page_about(
        round_,
        prizes=round_.prizes.filter(taken_by__isnull=False),
        lots=round_.lots.filter(withdrawn_at=None).count(),
    )
    success = _(
        "Round %(number)d is open again for directors and arbiters. Please close it when you are done."
    )
    return confirm(request, question, page, repair.reopen_round, success % {"number": number}, round_=round_)


def _why_refused(demand: Callable[..., object], *arguments: Any) -> str:
    """Return why a page need not ask; empty where it may."""
    try:
        demand(*arguments)
    except Refused as refused:
        return " ".join(refused.sentences)
    return ""


@require_http_methods(PAGE)
def seats(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show the seats as a grid before the start; while the round runs, ask who comes."""
    round_ = directed_round(request, slug, pk, number)
    if not is_possible("seat", round_.stage):
        return redirect("tournaments:round", slug, pk, number)
    running = round_.stage == Stage.RUNNING
    choices = choices_of(round_, round_.tournament.evening.names())
    do = request.POST.get("do", "")
    asking = {f"{SIGNUP}{signup.pk}": signup for signup in round_.tournament.signups.asking()}
    asks = _("%(name)s, registered and waiting")
    waiting = [(key, asks % {"name": signup.name}) for key, signup in asking.items()]
    coming = {"entrant": [*choices["newcomers"], *waiting], "table": [*choices["fours"], *choices["later"]]}
    join = JoinForm(_posted(request, "join"), offered=coming)
    if not running:
        join.only_later()
    without_seat = [
        *coming["entrant"],
        *((pk, _("%(name)s (house player)") % {"name": name}) for pk, name in choices["house"]),
    ]
    forms: dict[str, PageForm] = {
        "join": join,
        "further": FurtherForm(_posted(request, "further"), people=without_seat),
    }
    changed: list[Any] | str | None = None
    form = forms.get(do)
    if form is not None and form.is_valid() and (signup := asking.get(form.cleaned_data.get("entrant", ""))):
        form.cleaned_data |= {"entrant": "", "name": signup.name, "signup": signup.pk}
    if form is not None and not form.is_valid():
        if was_done(request, form):
            return redirect_to("round", round_)
        explain_lost_choice(request, form, {"round_": round_})
    elif do == "join" and form is not None and form.cleaned_data.get("table", LATER) == LATER:
        if _comes_later(request, round_, form):
            return redirect_to("round", round_)
    elif running and form is not None:
        act = partial(_acts(request, round_)[do], form.cleaned_data)
        changed = looked_at(request, round_, form, act)
        if changed == "done":
            messages.success(request, _("The seats have been changed. Phones and screens show it."))
            return redirect_to("round", round_)
    if not running:
        return grid.page(request, round_, later=join if choices["later"] else None)
    terms, currency = round_.tournament.terms, round_.tournament.evening.currency
    fee = money_in_words(terms.fee, currency, current_language()) if terms.fee else ""
    context = {"fee": fee, "without_seat": len(without_seat)}
    page = page_about(round_, **forms, there=choices, done=do, changed=changed, **context)
    return render(request, "tournaments/corrections/seats.html", page)


def _comes_later(request: HttpRequest, round_: Round, form: PageForm) -> bool:
    """Register a latecomer for the next round, or only on the list, and say which; False if refused."""
    arguments = {"entrant": int(form.cleaned_data["entrant"] or 0) or None, "name": form.cleaned_data["name"]}
    arguments["signup"] = form.cleaned_data.get("signup")
    outcome = submit(request, form, arrive, round_=round_, **arguments)
    if outcome is not None:
        messages.success(request, arrival_in_words(outcome.result))
    return outcome is not None


def _posted(request: HttpRequest, do: str) -> Any:
    return request.POST if request.method == "POST" and request.POST.get("do") == do else None


def _acts(request: HttpRequest, round_: Round) -> dict[str, Callable[[dict[str, Any], UUID], object]]:
    actor = account_of(request)
    return {
        "join": lambda answers, deed: mend(
            actor,
            deed,
            **differently(
                table_in(round_, int(answers["table"])),
                {},
                comes={
                    "entrant": int(answers["entrant"]) if answers["entrant"] else None,
                    "name": answers["name"],
                    "signup": answers.get("signup"),
                },
            ),
        ),
        "further": lambda answers, deed: repair.open_further_table(
            actor,
            deed,
            round_=round_,
            entrants=[int(choice) for choice in answers["people"] if not choice.startswith(SIGNUP)],
            signups=[
                int(choice.removeprefix(SIGNUP)) for choice in answers["people"] if choice.startswith(SIGNUP)
            ],
        ),
    }


# A table that plays on paper: switched over and back, and its result


@require_POST
def play_on_paper(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Move a table to paper from now on, or back to the screen, by one button."""
    table_row = directed_table(request, slug, pk, number, table)
    on = request.POST.get("paper") == "yes"
    success = _("This table now plays on paper.") if on else _("This table plays on the screen again.")
    submit(request, None, repair.play_on_paper, success, table=table_row, paper=on)
    return _back_to(request, table_row)


def _back_to(request: HttpRequest, table: Table) -> HttpResponse:
    """Return the address of the page with the button: the desk, or the table's page."""
    return redirect_to("paper_results", table.round) if "desk" in request.GET else redirect_to("table", table)


PaperView = Callable[..., HttpResponse]


def returns_unsaved_text(view: PaperView) -> PaperView:
    """Decorate a view to show the typed text again if it answers 403 or 404, so that it is not lost."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (PermissionDenied, Http404) as why:
            names = names_carried(request.POST.get("opened", ""))
            texts = typed_texts(request.POST, {"reason": REASON, **LABELS}, names)
            if not texts:
                raise
            carried = [(field, request.POST[field]) for field in ("deed", "opened") if field in request.POST]
            page = {"typed": texts, "carried": carried}
            status = 403 if isinstance(why, PermissionDenied) else 404
            return render(request, "tournaments/corrections/not_saved.html", page, status=status)

    return guarded


# The results of a round


@require_http_methods(PAGE)
@returns_unsaved_text
def results(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show the results desk of a round, and save every row that balances; a script sends single rows."""
    round_ = round_in(typed_tournament(request, slug, pk), number)
    names = round_.tournament.evening.names()
    if request.method == "POST":
        only = request.POST.get("row", "")
        rows = rows_of(round_, names, request.POST, number_sent(only) if only else 0)
        return _save_results(request, round_, rows, names)
    if round_.stage in (Stage.CHECK_IN, Stage.DRAFT, Stage.PUBLISHED):
        return redirect("tournaments:round", slug, pk, number)
    return _results_page(request, round_, rows_of(round_, names), names)


def _save_results(
    request: HttpRequest, round_: Round, rows: list[DeskRow], names: Mapping[str, str]
) -> HttpResponse:
    touched = [row for row in rows if row.is_waiting]
    is_single = bool(request.POST.get("row"))
    expected_fields = {
        row.form.add_prefix(field) for row in rows if row.is_asked for field in row.form.fields
    }
    left = _left_in_words(
        request,
        round_,
        [text for text in typed_texts(request.POST, LABELS, names) if text.field not in expected_fields],
    )
    if round_.stage == Stage.CLOSED and request.POST.get("step") == "look":
        changed = _foreseen(request, touched) if all(row.form.is_valid() for row in touched) else None
        return _results_page(request, round_, rows, names, left=left, changed=changed)
    saved = [row for row in touched if row.form.is_valid() and _saved_result(request, round_, row)]
    fresh = {row.table.pk: row for row in rows_of(round_, names)}
    if is_single:
        if not rows:
            return _results_page(request, round_, rows, names, left=left, status=404)
        row = fresh[rows[0].table.pk]
        row.left = left
        row.problems = [] if left or rows[0] in saved else _problems_of(rows[0])
        return render(
            request,
            "tournaments/corrections/_result_row.html",
            _desk_page(round_, [row], row=row),
        )
    if saved:
        words = ngettext(
            "%(count)d result is saved; it balances.",
            "%(count)d results are saved; they balance.",
            len(saved),
        )
        messages.success(request, words % {"count": len(saved)})
    rows = [row if row in touched and row not in saved else fresh[row.table.pk] for row in rows]
    if len(saved) == len(touched) and not left:
        return redirect_to("paper_results", round_)
    return _results_page(request, round_, rows, names, left=left)


def _problems_of(row: DeskRow) -> list[str]:
    """Return why a row is not saved; what is newer stands in the fresh row anyway."""
    return [str(sentence) for sentences in row.form.errors.values() for sentence in sentences]


def _saved_result(request: HttpRequest, round_: Round, row: DeskRow) -> bool:
    """Save one row, under an id of its own: the same row sent twice is saved once."""
    if row.holds_the_same:
        return True

    def stored() -> ResultForm:
        names = round_.tournament.evening.names()
        return rows_of(round_, names, None, row.table.number)[0].form

    lines = row.form.lines
    contents = f"{row.form.shown_then} {sorted(lines.items())}"
    arguments: dict[str, Any] = {"table": row.table, "lines": lines}
    deed = uuid5(deed_of(request), contents)
    arguments["reason"] = row.reason
    return submit(request, row.form, repair.enter_result, "", stored, deed=deed, **arguments) is not None


def _desk_page(round_: Round, rows: Sequence[DeskRow], **context: Any) -> dict[str, Any]:
    """Return the values for these rows of the desk, however many."""
    is_running = round_.stage == Stage.RUNNING
    return page_about(round_, rows=rows, is_running=is_running, state_words=state_words(), **context)


def _results_page(
    request: HttpRequest,
    round_: Round,
    rows: list[DeskRow],
    names: Mapping[str, str],
    *,
    left: str = "",
    changed: list[Changed] | None = None,
    status: int = 200,
) -> HttpResponse:
    totals = counted(rows)
    page = _desk_page(
        round_,
        rows,
        there=request.path,
        ways=ways_of(round_, "paper_results"),
        periods=_periods(round_),
        **totals,
        left=left,
        changed=changed,
        kept_elsewhere=decided_by(rows[0].table) if changed is not None else [],
        is_closed=round_.stage == Stage.CLOSED,
        may_save=any(row.may_type for row in rows)
        and (
            round_.stage != Stage.CLOSED
            or changed is not None
            or not all(row.is_stored for row in rows if row.may_type)
        ),
        on_screen=sum(not row.table.paper for row in rows) if round_.stage == Stage.RUNNING else 0,
        pulse=reverse("tournaments:pulse", args=[round_.tournament.code]),
        opened=json.dumps({player: names[player] for row in rows for player in row.form.people}),
    )
    return render(request, "tournaments/corrections/paper_results.html", page, status=status)


def _periods(round_: Round) -> list[dict[str, Any]]:
    """Return the links to the results of each round, for the menu in the title."""
    tournament = round_.tournament
    return periods(
        tournament.rounds.filter(stage__in=BEGUN).order_by("number"),
        round_.number,
        None,
        overall=False,
        address=lambda number: reverse(
            "tournaments:paper_results", args=[tournament.club.slug, tournament.pk, number]
        ),
    )


def _left_in_words(request: HttpRequest, round_: Round, left: Sequence[TypedText]) -> str:
    """Return why typed text without a row is not saved, for all rows or for a single one."""
    if not left:
        return ""
    words = _(
        "Not saved yet, since nobody by this name has a row here any more: %(left)s. Please type it into "
        "the right row."
    )
    only = request.POST.get("row", "")
    number = number_sent(only) if only else 0
    table = round_.tables.filter(number=number).first()
    if table is not None and not table.paper:
        words = _(
            "Not saved yet: table %(number)d plays on the screen. The director can set it to paper again, on "
            "the page of the table."
        )
    elif table is not None and round_.stage == Stage.CLOSED and not takes_result_when_closed(table):
        words = _(
            "Not saved: round %(round)d is closed, and the hands on the sheet of table %(number)d count."
        )
    return words % {
        "left": "; ".join(f"{text.label} {text.text}" for text in left),
        "number": number,
        "round": round_.number,
    }


def _foreseen(request: HttpRequest, rows: Sequence[DeskRow]) -> list[Changed] | None:
    """Return the changes of standings and prizes; None where it is refused, or nothing was typed."""
    if not rows:
        return None

    def enter_all() -> None:
        for row in rows:
            try:
                repair.enter_result(
                    account_of(request), uuid4(), table=row.table, lines=row.form.lines, reason=row.reason
                )
            except Refused as refused:
                row.form.show(refused)
                raise

    try:
        return ranks_changed(rows[0].table, enter_all)
    except Refused:
        return None


@require_POST
def all_on_paper(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Move tables of a round to paper by one button, or those without a result back to the screen."""
    round_ = directed_round(request, slug, pk, number)
    on = request.POST.get("paper") == "yes"
    success = _("These tables play on paper, in the next rounds too.")
    if not on:
        success = _("The tables without a result play on the screen again.")
    chosen = {end: number_sent(request.POST[end]) for end in ("first", "last") if on and end in request.POST}
    submit(request, None, repair.all_on_paper, success, round_=round_, paper=on, **chosen)
    return redirect_to("paper_results" if on and round_.stage == Stage.RUNNING else "round", round_)


@require_http_methods(PAGE)
@returns_unsaved_text
def take_back(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Let the hands on the sheet count again."""
    table_row = paper_table(request, slug, pk, number, table)
    success = _("The result from paper has been taken back; the hands count again.")
    question = Confirmation(
        crumbs="tournaments/corrections/_repair_crumbs.html",
        about=table_row.round.tournament.title,
        heading=_("Take the result from paper back?"),
        sentences=[_("The hands on this table's sheet then count again. What was typed stays in the log.")],
        form=WhyForm(request.POST if request.method == "POST" else None),
        button=_("Take the result back"),
        back=_back_to(request, table_row).headers["Location"],
    )
    return confirm(
        request, question, page_about(table_row), repair.take_back_result, success, table=table_row
    )


# What is put right at a table: what it hands to the rest of the program


round_urls = [  # below …/<int:pk>/rounds/<int:number>/
    path("seats/", seats, name="seats"),
    path("results/", results, name="paper_results"),
    path("results/second/", cross_check.cross_check, name="second_results"),
    path("paper/", all_on_paper, name="all_on_paper"),
    path("open-again/", reopen_round, name="reopen_round"),
    path("tables/<int:table>/paper/", play_on_paper, name="play_on_paper"),
    path("tables/<int:table>/result/take-back/", take_back, name="paper_take_back"),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(repair, grid, mend) | PAST,
)
