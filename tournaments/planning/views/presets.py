"""Terms that a club has saved: kept, renamed, removed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.models import Club
from scoring.rules.versions.versions import offered
from scoring.web.access import PAGE, account_of, deed_of, directed_club, done_before
from scoring.web.language import current_language
from scoring.web.submitting import submit
from tournaments.models import Preset
from tournaments.planning import verbs as planning
from tournaments.planning.forms import PresetName, replaced_preset
from tournaments.planning.pages.planning import own_beginning, rules_told
from tournaments.web.access import directed_tournament
from tournaments.wording import terms_told


def _preset_in(club: Club, pk: int) -> Preset:
    found = get_object_or_404(Preset, club=club, pk=pk)
    found.club = club
    return found


@require_http_methods(PAGE)
def preset(request: HttpRequest, slug: str, preset: int) -> HttpResponse:
    """Show what is in it, and its name."""
    club = directed_club(request, slug)
    found = _preset_in(club, preset)

    def form_for(posted: QueryDict | None = None) -> PresetName:
        return PresetName(posted, initial={"name": _preset_in(club, preset).name})

    form, said = form_for(request.POST or None), _("The name is saved.")
    if form.is_valid() and submit(
        request, form, planning.rename_preset, said, form_for, preset=found, **form.cleaned_data
    ):
        return redirect("tournaments:new_tournament", slug)
    begin = own_beginning(found, club, offered(club), current_language())
    page = {"club": club, "preset": found, "form": form, "begin": begin}
    return render(request, "tournaments/planning/preset.html", page)


@require_http_methods(PAGE)
def remove_preset(request: HttpRequest, slug: str, preset: int) -> HttpResponse:
    """Ask whether a preset is to be removed, and remove it."""
    club = directed_club(request, slug)
    if done_before(request, planning.remove_preset.__name__, club=club):
        return redirect("tournaments:new_tournament", slug)
    found = _preset_in(club, preset)
    if request.method == "POST":
        planning.remove_preset(actor=account_of(request), deed=deed_of(request), preset=found)
        messages.success(request, _("“%(name)s” is removed.") % {"name": found.name})
        return redirect("tournaments:new_tournament", slug)
    return render(request, "tournaments/planning/preset_remove.html", {"club": club, "preset": found})


@require_http_methods(PAGE)
def keep_preset(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Keep the terms of a tournament, to begin others with."""
    tournament = directed_tournament(request, slug, pk)
    club = tournament.club
    form = PresetName(request.POST or None, initial={"name": tournament.title})
    if form.is_valid() and (
        done := submit(
            request,
            form,
            planning.save_preset,
            club=club,
            replaces=request.POST.get("replaces", ""),
            rules=tournament.evening.ruleset.slug,
            terms=tournament.terms,
            **form.cleaned_data,
        )
    ):
        messages.success(request, _("The preset “%(name)s” is saved.") % {"name": done.result.name})
        return redirect(tournament)
    page = {
        "club": club,
        "tournament": tournament,
        "form": form,
        "rules": rules_told(tournament, current_language()),
        "terms": terms_told(tournament.terms, club.currency),
        "taken": list(club.presets.values_list("name", flat=True)),
        "replaced": replaced_preset(club, form, "name"),
    }
    return render(request, "tournaments/planning/keep_preset.html", page)
