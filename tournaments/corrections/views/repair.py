"""One table as the director sees it, and what is put right there: people, seats, rules; looked at first."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.deeds import Refused
from scoring.engine.money import money_in_words
from scoring.table.writing import Illegal
from scoring.web.access import PAGE, account_of, deed_of
from scoring.web.fields import PageForm
from scoring.web.language import current_language
from scoring.web.stored_forms import remember_saved
from scoring.web.submitting import submit
from tournaments.corrections.forms.repair import (
    ExchangeForm,
    GoForm,
    JoinForm,
    LeaveForm,
    PlacesForm,
    RulesForm,
    WhyForm,
)
from tournaments.corrections.pages import (
    LATER,
    changes_in_words,
    choices_of,
    directed_table,
    everybody_choices,
    foreseen_seats,
    illegal_in_words,
    page_of,
    seated_choices,
    version_choices,
)
from tournaments.corrections.verbs import leaving, repair
from tournaments.corrections.verbs import seats as verbs
from tournaments.corrections.verbs.leaving import house_players
from tournaments.corrections.verbs.paper import takes_result_when_closed
from tournaments.draw.verbs import swap_seats
from tournaments.engine.stages import is_possible
from tournaments.entrants.pages import arrival_in_words
from tournaments.entrants.verbs import arrive
from tournaments.models import Leaving, Round, Stage, Table, Tournament
from tournaments.web.access import (
    directed_round,
    page_about,
    redirect_to,
    round_in,
    table_in,
    was_done,
    watched_tournament,
)


@require_safe
def table(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Show who sits there and how it stands, to arbiters, and to helpers who type from paper."""
    tournament = watched_tournament(request, slug, pk)
    round_ = round_in(tournament, number)
    found = table_in(round_, table)
    page = page_about(
        found,
        page=page_of(found, tournament.evening.names()),
        may_repair=tournament.is_directed and tournament.is_open and round_.stage == Stage.RUNNING,
        may_type=(
            tournament.is_typed and tournament.is_open and round_.stage == Stage.RUNNING and found.paper
        ),
        may_correct=(
            tournament.is_directed and round_.stage == Stage.CLOSED and takes_result_when_closed(found)
        ),
        may_reopen=tournament.is_directed and tournament.is_open and is_possible("reopen", round_.stage),
    )
    return render(request, "tournaments/corrections/repair_table.html", page)


@require_http_methods(PAGE)
def leave(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Ask who leaves a table and who sits down instead, and record it."""
    found = directed_table(request, slug, pk, number, table)
    form = _leave_form(
        found, request.POST if request.method == "POST" else None, request.GET.get("entrant", "")
    )
    if not form.is_valid():
        if was_done(request, form):
            return redirect_to("repair_table", found)
    elif done := submit(request, form, leaving.leave_table, table=found, **form.verb_arguments):
        remember_saved(request)
        messages.success(request, _leaving_in_words(done.result, found.round.tournament))
        return redirect_to("repair_table", found)
    return render(request, "tournaments/corrections/leave.html", page_about(found, form=form))


def _leave_form(table: Table, typed: Any, who: str) -> LeaveForm:
    tournament = table.round.tournament
    names = tournament.evening.names()
    entrants = {str(entrant.participant_id): entrant.pk for entrant in tournament.entrants.all()}
    seated = [
        (str(entrants[player]), names[player])
        for player in table.started_sheet.standing["players"]
        if player in entrants
    ]
    house = [(str(entrant.pk), names[str(entrant.participant_id)]) for entrant in house_players(tournament)]
    return LeaveForm(typed, seated=seated, house=house, initial={"entrant": who})


def _leaving_in_words(left: Leaving, tournament: Tournament) -> str:
    names = tournament.evening.names()
    name = {"name": names[str(left.entrant.participant_id)]}
    if leaving.went_on_without(left):
        return _("%(name)s has left. The others play on.") % name
    if left.instead is None:
        return _("%(name)s has left. The sheet of this table is closed.") % name
    instead = names[str(left.instead.participant_id)]
    return _("%(name)s has left. %(instead)s plays from the next hand on.") % {**name, "instead": instead}


@require_POST
def undo_leaving(
    request: HttpRequest, slug: str, pk: int, number: int, table: int, leaving_id: UUID
) -> HttpResponse:
    """Take back that somebody left a table."""
    found = directed_table(request, slug, pk, number, table)
    left = get_object_or_404(
        Leaving.objects.select_related("table__round__tournament"), table=found, pk=leaving_id
    )
    submit(request, None, leaving.undo_leaving, _("Taken back."), leaving=left)
    return redirect_to("repair_table", found)


# Wrong people, wrong rules


@require_http_methods(PAGE)
def exchange(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Ask which two people were recorded at the wrong place, show what would change, and exchange them."""
    round_ = directed_round(request, slug, pk, number)
    names = round_.tournament.evening.names()
    form = ExchangeForm(
        request.POST if request.method == "POST" else None,
        initial={"one": request.GET.get("one", "")},
        offered={"one": seated_choices(round_, names), "other": everybody_choices(round_, names)},
    )

    def act(deed: UUID) -> Any:
        asked = {key: form.cleaned_data[key] for key in ("one", "other", "reason")}
        return repair.exchange_people(account_of(request), deed, round_=round_, **asked)

    looked = looked_at(request, round_, form, act)
    if looked == "done":
        one, other = names[form.cleaned_data["one"]], names[form.cleaned_data["other"]]
        messages.success(
            request, _("%(one)s and %(other)s have been swapped.") % {"one": one, "other": other}
        )
        return redirect_to("board", round_)
    page = page_about(round_, form=form, changed=looked)
    return render(request, "tournaments/corrections/swap.html", page)


@require_http_methods(PAGE)
def rules(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Ask which version of the rules holds at a table, show what would change, and do it."""
    found = directed_table(request, slug, pk, number, table)
    versions = repair.versions_for(found)
    form = RulesForm(
        request.POST if request.method == "POST" else None,
        versions=version_choices(versions, current_language()),
    )

    def act(deed: UUID) -> Any:
        version = next(version for version in versions if str(version.pk) == form.cleaned_data["version"])
        return repair.move_to_rules(
            account_of(request),
            deed,
            table=found,
            version=version,
            from_first=form.from_first,
            reason=form.cleaned_data["reason"],
        )

    looked = looked_at(request, found.round, form, act)
    if looked == "done":
        messages.success(request, _("The table now plays by these rules."))
        return redirect_to("repair_table", found)
    page = page_about(found, form=form, changed=looked)
    return render(request, "tournaments/corrections/rules_of_table.html", page)


def _changes(round_: Round, act: Callable[[], Any]) -> list[Any]:
    """Return in words what would change at the tables of a round."""
    found = repair.foreseen(round_, act)
    return changes_in_words(found, round_.tournament.evening.names(), round_.tournament.terms)


def looked_at(
    request: HttpRequest,
    round_: Round,
    form: PageForm,
    act: Callable[[UUID], Any],
    foreseen: Callable[[Round, Callable[[], Any]], list[Any]] = _changes,
) -> list[Any] | str | None:
    """Return "done", or what it would change; None: nothing was asked yet, or what was asked is wrong."""
    if request.method != "POST" or not form.is_valid():
        return None
    try:
        if request.POST.get("step") == "save":
            act(deed_of(request))
            return "done"
        return foreseen(round_, lambda: act(uuid4()))
    except Refused as refused:
        form.show(refused)
    except Illegal as illegal:
        form.show(Refused(form=illegal_in_words(illegal, round_.tournament)))
    return None


@require_http_methods(PAGE)
def reopen_round(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Ask why a closed round is to be opened again, and open it."""
    round_ = directed_round(request, slug, pk, number)
    if not is_possible("reopen", round_.stage) and request.method != "POST":
        return redirect_to("board", round_)
    form = WhyForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and submit(
        request, form, repair.reopen_round, round_=round_, reason=form.cleaned_data["reason"]
    ):
        said = _(
            "Round %(number)d is open again for directors and arbiters. Please close it when you are done."
        )
        messages.success(request, said % {"number": number})
        return redirect_to("board", round_)
    page = page_about(
        round_,
        form=form,
        prizes=round_.prizes.filter(taken_by__isnull=False),
        lots=round_.lots.filter(withdrawn_at=None).count(),
        why_not=_why_not_reopened(round_),
    )
    return render(request, "tournaments/corrections/reopen_round.html", page)


def _why_not_reopened(round_: Round) -> str:
    try:
        repair.demand_no_later_round(round_)
    except Refused as refused:
        return " ".join(refused.problems["form"])
    return ""


@require_http_methods(PAGE)
def seats(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Ask who comes, goes or changes places, show the tables before and after, and do it."""
    round_ = directed_round(request, slug, pk, number)
    if not is_possible("seat", round_.stage):
        return redirect("tournaments:round", slug, pk, number)
    running = round_.stage == Stage.RUNNING
    names = round_.tournament.evening.names()
    there = choices_of(round_, names)
    do = request.POST.get("do", "")
    coming = {"entrant": there["newcomers"], "table": [*there["fours"], *there["later"]]}
    going = {"one": there["goers"], "house": there["instead"]}
    changing = dict.fromkeys(("first", "second"), there["seated"])
    forms: dict[str, PageForm] = {
        "join": JoinForm(_posted(request, "join"), offered=coming),
        "go": GoForm(_posted(request, "go"), offered=going, running=running),
        "change": PlacesForm(_posted(request, "change"), offered=changing),
    }
    changed: list[Any] | str | None = None
    form = forms.get(do)
    if form is not None and not form.is_valid():
        if was_done(request, form):
            return redirect_to("board", round_)
    elif do == "join" and form is not None and form.cleaned_data["table"] == LATER:
        if _comes_later(request, round_, form):
            return redirect_to("board", round_)
    elif do == "go" and form is not None and (at := _of_four(round_, form.cleaned_data["one"])):
        leaver = round_.tournament.entrants.get(participant=int(form.cleaned_data["one"]))
        way = redirect_to("leave", at)
        way.headers["Location"] += f"?entrant={leaver.pk}"
        return way
    elif form is not None:
        act = partial(_acts(request, round_)[do], form.cleaned_data)
        changed = looked_at(request, round_, form, act, foreseen_seats)
        if changed == "done":
            remember_saved(request)
            messages.success(request, _("The seats are changed. Phones and screens show it."))
            return redirect_to("board", round_)
    terms, currency = round_.tournament.terms, round_.tournament.evening.currency
    fee = money_in_words(terms.fee, currency, current_language()) if terms.fee else ""
    page = page_about(round_, **forms, there=there, done=do, changed=changed, running=running, fee=fee)
    return render(request, "tournaments/corrections/seats.html", page)


def _comes_later(request: HttpRequest, round_: Round, form: PageForm) -> bool:
    """Note that somebody is there for the next round, or only on the list; say which."""
    asked = {"entrant": int(form.cleaned_data["entrant"] or 0) or None, "name": form.cleaned_data["name"]}
    done = submit(request, form, arrive, round_=round_, **asked)
    if done is not None:
        messages.success(request, arrival_in_words(done.result))
    return done is not None


def _of_four(round_: Round, one: str) -> Table | None:
    """Return the table of somebody who leaves while the round runs, if too few would stay."""
    if round_.stage != Stage.RUNNING:
        return None
    tables = list(round_.tables.select_related("sheet"))
    found = next((table for table in tables if one in table.seated), None)
    if found is None or len(found.seated) > verbs.ROOM_AT:
        return None
    found.round = round_
    return found


def _posted(request: HttpRequest, do: str) -> Any:
    return request.POST if request.method == "POST" and request.POST.get("do") == do else None


def _acts(request: HttpRequest, round_: Round) -> dict[str, Callable[[dict[str, Any], UUID], object]]:
    actor = account_of(request)
    change: Callable[..., object] = verbs.change_places if round_.stage == Stage.RUNNING else swap_seats

    def go(asked: dict[str, Any], deed: UUID) -> object:
        if round_.stage == Stage.RUNNING:
            ranked = Leaving.Ranked(asked["ranked"])
            return verbs.leave_five(actor=actor, deed=deed, round_=round_, one=asked["one"], ranked=ranked)
        instead = int(asked["house"]) if asked["house"] else None
        return verbs.give_up_seat(
            actor, deed, round_=round_, one=asked["one"], instead=instead, name=asked["name"]
        )

    return {
        "join": lambda asked, deed: verbs.join_table(
            actor,
            deed,
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
