"""The page of sections: named, people divided at once or by hand, and taken back."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.sealing import seal_of
from scoring.web.access import PAGE, deed_of
from scoring.web.submitting import submit
from tournaments.models import State, Tournament
from tournaments.series.sections import verbs
from tournaments.series.sections.forms import APART, TOGETHER, ByHandForm, DivideForm, SectionsForm
from tournaments.series.sections.pages import LOT, divided, groups_to_choose, orders_of, sections_shown
from tournaments.web.access import directed_tournament


@require_http_methods(PAGE)
def sections(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show who plays in which section, and put single people into another one."""
    tournament = directed_tournament(request, slug, pk)
    by_hand = partial(_by_hand_form, request, slug, pk)
    form, said = by_hand(request.POST or None), _("Saved.")
    if form.is_valid():
        asked = {"sections": form.sections, "reason": form.cleaned_data["reason"]}
        if submit(request, form, verbs.divide_people, said, by_hand, tournament=tournament, **asked):
            return redirect("tournaments:sections", slug, pk)
    return _page(request, tournament, by_hand=form)


@require_http_methods(PAGE)
def settings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Name the sections, and say how they are ranked."""
    tournament = directed_tournament(request, slug, pk)
    if request.method != "POST":
        return redirect("tournaments:sections", slug, pk)
    stored, said = partial(_settings_form, request, slug, pk), _("Saved.")
    form = stored(request.POST)
    if form.is_valid() and submit(
        request, form, verbs.set_sections, said, stored, tournament=tournament, **form.asked
    ):
        return redirect("tournaments:sections", slug, pk)
    return _page(request, tournament, settings_form=form)


@require_http_methods(PAGE)
def divide(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Divide everybody at once."""
    tournament = directed_tournament(request, slug, pk)
    if request.method != "POST" or not tournament.terms.sections:
        return redirect("tournaments:sections", slug, pk)
    form = _divide_form(tournament, request)
    if form.is_valid():
        asked = form.cleaned_data
        seed = seal_of("tournaments.series.sections", deed_of(request))[:8]  # sent twice, it is the same lot
        found = divided(tournament, asked["way"], seed=seed, order=asked["order"], groups=form.group_of)
        drawn = seed if asked["way"] == LOT else ""
        reason = asked.get("reason", "")
        if submit(
            *(request, form, verbs.divide_people, _("Everybody is divided.")),
            tournament=tournament,
            sections=found,
            seed=drawn,
            reason=reason,
        ):
            return redirect("tournaments:sections", slug, pk)
    return _page(request, tournament, divide_form=form)


@require_POST
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take back how people were divided the last time."""
    tournament = directed_tournament(request, slug, pk)
    submit(request, None, verbs.undo_dividing, _("Taken back."), tournament=tournament)
    return redirect("tournaments:sections", slug, pk)


def _by_hand_form(request: HttpRequest, slug: str, pk: int, posted: QueryDict | None = None) -> ByHandForm:
    return ByHandForm(posted, there=sections_shown(directed_tournament(request, slug, pk)))


def _settings_form(request: HttpRequest, slug: str, pk: int, posted: QueryDict | None = None) -> SectionsForm:
    terms = directed_tournament(request, slug, pk).terms
    ranked = TOGETHER if terms.together else APART
    return SectionsForm(posted, initial={"names": "\n".join(terms.sections), "ranked": ranked})


def _divide_form(tournament: Tournament, request: HttpRequest | None = None) -> DivideForm:
    return DivideForm(
        request.POST if request else None,
        sections=tournament.terms.sections,
        orders=orders_of(tournament),
        groups=groups_to_choose(tournament),
        has_begun=tournament.state != State.PLANNED,
    )


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    by_hand: ByHandForm | None = None,
    divide_form: DivideForm | None = None,
    settings_form: SectionsForm | None = None,
) -> HttpResponse:
    terms = tournament.terms
    there = sections_shown(tournament)
    page = {
        "club": tournament.club,
        "tournament": tournament,
        "there": there,
        "by_hand": by_hand or ByHandForm(there=there),
        "divide_form": divide_form or (_divide_form(tournament) if terms.sections else None),
        "settings_form": settings_form or _settings_form(request, tournament.club.slug, tournament.pk),
        "can_undo": tournament.is_open and verbs.last_divided(tournament) is not None,
        "has_begun": tournament.state != State.PLANNED,
    }
    return render(request, "tournaments/series/sections/sections.html", page)
