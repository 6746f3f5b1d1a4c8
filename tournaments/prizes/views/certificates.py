"""Certificates: printed by the director, one page each."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.season.forms.certificates import EVERYBODY, CertificatesForm
from scoring.season.pages.certificates import Certificate, PeopleGroup
from tournaments.models import Round, Stage, Tournament
from tournaments.prizes.pages.certificates import Certificates, are_ready, certificates_of
from tournaments.web.access import directed_tournament, round_in


@require_safe
def certificates(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the certificates of the whole tournament, to print."""
    return _page(request, directed_tournament(request, slug, pk), None)


@require_safe
def round_certificates(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show the certificates of one round, to print."""
    tournament = directed_tournament(request, slug, pk)
    return _page(request, tournament, round_in(tournament, number))


def _chosen(form: CertificatesForm, found: Certificates) -> list[Certificate]:
    """Beside the first of all stand the first of each section; everybody gets one only."""
    if form.cleaned_data["whose"] == EVERYBODY:
        return form.chosen(found.all)
    return [*form.chosen(found.all), *form.chosen(found.of_sections)]


def _page(request: HttpRequest, tournament: Tournament, round_: Round | None) -> HttpResponse:
    """`?whose=first&first=3` says for whom."""
    ready = are_ready(tournament, round_)
    page: dict[str, Any] = {
        "club": tournament.club,
        "tournament": tournament,
        "round": round_,
        "ready": ready,
    }
    found = certificates_of(tournament, round_) if ready else None
    if round_ is None and found is None:
        page["rounds"] = tournament.rounds.filter(stage=Stage.CLOSED).order_by("number")
    if found is not None and found.all:
        form = CertificatesForm(request.GET.dict(), groups=[PeopleGroup(_("Only one person"), found.all)])
        page |= {
            "form": form,
            "problems": [_("Please look at the fields marked below.")],
            "occasion": found.occasion,
            "wait": found.wait,
            "certificates": _chosen(form, found) if form.is_valid() else (),
            "own_line": form.own_line if form.is_valid() else "",
        }
    elif found is not None:
        page["nobody"] = True
    return render(request, "tournaments/prizes/certificates.html", page)
