"""Play: open a table, with a new evening or at an open one; or plan an evening."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.engine.sheet import BIGGEST_TABLE, SMALLEST_TABLE
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.forms import JustPlay, PlayForm
from scoring.evenings.newcomers import take_in
from scoring.evenings.verbs import evenings_of_today
from scoring.models import Club, Deed, Evening, Member, Sheet
from scoring.rules.versions.versions import offered, rules_of
from scoring.table.pages.seatings import SeatChoice, SeatValue, people_to_choose
from scoring.web.access import PAGE, account_of, deed_of, directed_club, evening_in, open_club
from scoring.web.submitting import submit


@require_http_methods(PAGE)
def play(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask who sits where and open a table; directors also say of which evening, or plan one."""
    club = open_club(request, slug)
    tonight = list(evenings_of_today(club).select_related("ruleset").order_by("-date", "-pk"))
    return _play(request, club, tonight)


@require_http_methods(PAGE)
def play_at(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Open a table of this evening, unless another one is chosen."""
    club = directed_club(request, slug)
    evening = evening_in(club, pk)
    if not evening.is_open:
        messages.error(request, _("This evening is closed. Open it again to open a table."))
        return redirect(evening)
    others = evenings_of_today(club).exclude(pk=pk).select_related("ruleset").order_by("-date", "-pk")
    return _play(request, club, [evening, *others], back=evening)


def _play(
    request: HttpRequest, club: Club, evenings: list[Evening], back: Evening | None = None
) -> HttpResponse:
    me = club.members.get(account=account_of(request))
    choices = people_to_choose(club, evenings)
    sheets = offered(club) | {evening.ruleset.slug: rules_of(evening.ruleset) for evening in evenings}
    arguments: dict[str, Any] = {
        "choices": choices,
        "seated": _seats_in_address(request, choices) or _first_seats(club, me, choices),
        "rules": evenings[0].ruleset.slug if evenings else club.default_rules,
        "offered": sheets,
        "takes_in": club.is_directed,
    }
    form: JustPlay | PlayForm
    if club.is_directed:
        form = PlayForm(request.POST or None, club=club, evenings=evenings, **arguments)
    else:
        form = JustPlay(request.POST or None, **arguments)
    warned: list[str] = []
    if form.is_valid():
        if isinstance(form, PlayForm) and form.is_planned:
            if planned := _planned(request, club, form):
                if form.seats:
                    messages.info(request, _("Who sits where is asked when a table is opened."))
                return redirect(planned)
        else:
            warned, opened = _opened(request, form, *_verb_for(club, form, evenings, back))
            if opened is not None:
                return redirect("scoring:record", opened.pk)
    page = {"club": club, "form": form, "for_others": me.may_start_for_others, "warned": warned}
    page["back"] = back
    return render(request, "scoring/evenings/play.html", page)


def _planned(request: HttpRequest, club: Club, form: PlayForm) -> Evening | None:
    terms = form.agreed
    assert terms is not None  # of a planned evening
    arguments = {**terms._asdict(), "rules": form.cleaned_data["rules"]}
    submitted = submit(request, form, evening_verbs.open_evening, club=club, **arguments)
    return None if submitted is None else submitted.result


def _verb_for(
    club: Club, form: JustPlay | PlayForm, evenings: list[Evening], back: Evening | None
) -> tuple[Callable[..., Sheet], dict[str, Any]]:
    """Return the verb that opens the table, and its arguments beside the people."""
    cleaned = form.cleaned_data
    if not isinstance(form, PlayForm):
        return evening_verbs.just_play, {"club": club, "rules": cleaned["rules"]}
    chosen = {"rules": cleaned["rules"], "name": cleaned["name"]}
    by_key = {str(evening.pk): evening for evening in evenings}
    if evening := by_key.get(cleaned.get("evening", "")) or (back if form.says_no_evening else None):
        return evening_verbs.open_sheet, {"evening": evening, **chosen}
    return evening_verbs.just_play, {"club": club, "agreed": form.agreed, **chosen}


def _opened(
    request: HttpRequest, form: JustPlay, verb: Callable[..., Sheet], arguments: dict[str, Any]
) -> tuple[list[str], Sheet | None]:
    """Open a table; return the questions to confirm first, or the table once it is open."""
    warned = [] if Deed.objects.filter(pk=deed_of(request)).exists() else form.at_two_tables
    if warned and "anyway" not in request.POST:
        return warned, None
    submitted = submit(request, form, verb, people=form.people, high_card=form.mark, **arguments)
    if submitted is None:
        return warned, None
    take_in(request, submitted.result.evening.club, form.new_members)
    return warned, submitted.result


def _seats_in_address(request: HttpRequest, choices: list[SeatChoice]) -> tuple[SeatValue, ...]:
    """Return the seats of people named in the address who sit at no other table."""
    free = {choice.code for choice in choices if not choice.at}
    codes = dict.fromkeys(request.GET.get("seats", "").split("-"))
    return tuple(SeatValue(code) for code in codes if code in free)


def _first_seats(club: Club, me: Member, choices: list[SeatChoice]) -> tuple[SeatValue, ...]:
    """Return the seats in a club that has not played yet: all of a small one, or the visitor's own."""
    if Sheet.objects.filter(evening__club=club).exists():
        return ()
    if len(choices) < SMALLEST_TABLE:
        return (SeatValue(f"m{me.pk}"),)
    return tuple(SeatValue(choice.code) for choice in choices) if len(choices) <= BIGGEST_TABLE else ()
