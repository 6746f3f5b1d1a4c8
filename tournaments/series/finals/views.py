"""The final of a series: who plays, who comes next, and its terms."""

from __future__ import annotations

import re

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.web.access import PAGE
from scoring.web.language import current_language
from scoring.web.submitting import submit
from tournaments.engine.finals import FinalTerms
from tournaments.series.access import directed_series, series_in
from tournaments.series.finals import verbs
from tournaments.series.finals.forms import FinalForm
from tournaments.series.finals.pages import final_of, is_in_sections, possible_finals, shown_final
from tournaments.series.keeping import PERSON
from tournaments.series.pages import shown_series

USUAL = FinalTerms(places=24)


@require_safe
def series_final(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show who plays in the final, who is in reserve and who declined."""
    found, club = series_in(request, slug, series)
    shown = shown_series(found, member=club.member_id)
    final = final_of(shown.series)
    page = {
        "club": club,
        "series": found,
        "shown": shown,
        "final": final and shown_final(shown, final, current_language()),
    }
    return render(request, "tournaments/series/finals/final.html", page)


@require_http_methods(PAGE)
def final_terms(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Ask for the tournament, how many play in it, and what they bring along."""
    found, club = directed_series(request, slug, series)

    def form_for(posted: QueryDict | None = None) -> FinalForm:
        stored = final_of(found)
        return FinalForm(
            posted,
            tournaments=possible_finals(found),
            terms=stored.terms if stored else USUAL,
            tournament=stored.tournament_id if stored else None,
            sections=is_in_sections(found),
        )

    final, form = final_of(found), form_for(request.POST or None)
    if form.is_valid():
        asked = {"tournament": form.cleaned_data["tournament"], "terms": form.terms}
        if submit(request, form, verbs.set_final, _("Saved."), form_for, series=found, **asked):
            return redirect("tournaments:series_final", slug, found.pk)
    page = {"club": club, "series": found, "final": final, "form": form}
    return render(request, "tournaments/series/finals/final_terms.html", page)


@require_POST
def decline_final(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Note that somebody declines, or plays after all."""
    found, _club = directed_series(request, slug, series)
    person = request.POST.get("person", "")
    if not re.fullmatch(PERSON, person):
        raise BadRequest("Nobody")
    verb = verbs.accept_final if "after_all" in request.POST else verbs.decline_final
    submit(request, None, verb, _("Saved."), series=found, person=person)
    return redirect("tournaments:series_final", slug, found.pk)


@require_POST
def register_finalists(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Bring the list of the tournament up to date."""
    found, _club = directed_series(request, slug, series)
    if (final := final_of(found)) is not None:
        shown = shown_final(shown_series(found), final, current_language())
        said = _("The list of the tournament is up to date.")
        submit(request, None, verbs.register_finalists, said, final=final, **shown.to_register)
    return redirect("tournaments:series_final", slug, found.pk)


@require_http_methods(PAGE)
def remove_final(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Ask once more; the tournament and its people stay."""
    found, club = directed_series(request, slug, series)
    if request.method == "POST":
        submit(request, None, verbs.remove_final, _("Saved."), series=found)
        return redirect(found)
    return render(request, "tournaments/series/finals/remove_final.html", {"club": club, "series": found})
