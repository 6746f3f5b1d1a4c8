"""The director opens registration, sees who came, and takes them in as one list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.deeds import Refused
from scoring.web.access import PAGE, account_of, deed_of
from scoring.web.links import link_to
from scoring.web.submitting import submit
from tournaments.entrants.forms.people import ListPreview, previewed
from tournaments.entrants.registration import verbs
from tournaments.entrants.registration.codes import code_at_the_door
from tournaments.entrants.registration.forms import OpenRegistration, TurnAway
from tournaments.entrants.registration.pages import signups_of
from tournaments.entrants.registration.verbs import TakenIn, problems_with_opening
from tournaments.models import Opening, Signup, Tournament
from tournaments.web.access import directed_tournament, page_about


@require_http_methods(PAGE)
def registration(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show who registered, and how; open it, or change how people register."""
    tournament = directed_tournament(request, slug, pk)

    def form_for(posted: QueryDict | None = None) -> OpenRegistration:
        return OpenRegistration(posted, opening=_opening(tournament))

    opening, form = _opening(tournament), form_for(request.POST or None)
    if form.is_valid() and submit(
        *(request, form, verbs.open_registration, _("Saved.")),
        form_for,
        tournament=tournament,
        **form.cleaned_data,
    ):
        return redirect("tournaments:registration_desk", slug, pk)
    page = page_about(
        tournament,
        opening=opening,
        problem=problems_with_opening(opening) if opening else "",
        link=link_to(request, reverse("tournaments:registration", args=[tournament.code])),
        list=signups_of(tournament, opening),
        form=form,
    )
    return render(request, "tournaments/entrants/registration/registration_desk.html", page)


def _opening(tournament: Tournament) -> Opening | None:
    found = Opening.objects.filter(tournament=tournament).first()
    if found is not None:
        found.tournament = tournament
    return found


@require_POST
def close(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Close registration at once."""
    return _done(request, slug, pk, verbs.close_registration)


@require_POST
def renew_door(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Make another code for the door."""
    tournament = directed_tournament(request, slug, pk)
    said = _("The code at the door is new. Please print the poster again.")
    submit(request, None, verbs.renew_door, said, tournament=tournament)
    return redirect("tournaments:poster", slug, pk)


@require_POST
def strike(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Turn somebody away, or remove what is left of them."""
    number = request.POST.get("signup", "")
    if not number.isascii() or not number.isdigit() or len(number) > 18:
        raise BadRequest("Nobody's registration")
    return _done(request, slug, pk, verbs.strike_signup, signup=int(number))


@require_http_methods(PAGE)
def turn_away(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask from whom to whom, show who that is, and turn all of them away."""
    tournament = directed_tournament(request, slug, pk)
    form = TurnAway(request.POST or None, asking=list(tournament.signups.asking()))
    chosen: Sequence[Signup] = ()
    if form.is_valid() and request.POST.get("step") == "turn away":
        done = submit(request, form, verbs.turn_away_many, tournament=tournament, **form.cleaned_data)
        if done:
            said = ngettext(
                "%(count)d person is turned away.", "%(count)d people are turned away.", done.result
            )
            messages.success(request, said % {"count": done.result})
            return redirect("tournaments:registration_desk", slug, pk)
    elif form.is_valid():
        chosen = form.chosen()
    page = page_about(tournament, form=form, chosen=chosen)
    return render(request, "tournaments/entrants/registration/turn_away.html", page)


@require_POST
def remove_turned_away(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove whoever was turned away."""
    return _done(request, slug, pk, verbs.remove_turned_away)


def _done(request: HttpRequest, slug: str, pk: int, verb: Any, **about: Any) -> HttpResponse:
    tournament = directed_tournament(request, slug, pk)
    submit(request, None, verb, _("Saved."), tournament=tournament, **about)
    return redirect("tournaments:registration_desk", slug, pk)


@require_http_methods(PAGE)
def take_in(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what each of those becomes for whom there is room, then take in who is clear."""
    tournament = directed_tournament(request, slug, pk)
    waiting = signups_of(tournament, _opening(tournament))
    if request.method != "POST" or not waiting.with_a_place:
        return redirect("tournaments:registration_desk", slug, pk)
    preview = previewed(tournament, waiting.text, request.POST.dict())
    if request.POST.get("step") != "take" or request.POST.get("looked") != preview.digest:
        return _preview(request, tournament, preview)
    if preview.problems:
        return _preview(request, tournament, preview, preview.problems)
    whose = [
        TakenIn(signed_up.pk, line.whose)
        for signed_up, line in zip(waiting.with_a_place, preview.lines, strict=True)
        if line.whose
    ]
    try:
        verbs.take_in(
            actor=account_of(request),
            deed=deed_of(request),
            tournament=tournament,
            names=preview.names,
            back=preview.readmitted,
            whose=whose,
        )
    except Refused as refused:
        return _preview(request, tournament, preview, refused.sentences)
    said = ngettext("%(count)d is taken in.", "%(count)d are taken in.", len(whose)) % {"count": len(whose)}
    messages.success(request, said)
    return redirect("tournaments:registration_desk", slug, pk)


def _preview(
    request: HttpRequest,
    tournament: Tournament,
    preview: ListPreview,
    problems: list[str] | None = None,
) -> HttpResponse:
    where = [tournament.club.slug, tournament.pk]
    page = page_about(
        tournament,
        preview=preview,
        problem=problems,
        take_at=reverse("tournaments:take_in", args=where),
        begin_at=reverse("tournaments:registration_desk", args=where),
    )
    return render(request, "tournaments/entrants/import_people.html", page)


@require_safe
def poster(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show two codes to print: one to register, one that checks people in at the door."""
    tournament = directed_tournament(request, slug, pk)
    opening = _opening(tournament)
    if opening is None:
        raise Http404
    door = reverse("tournaments:at_the_door", args=[tournament.code, code_at_the_door(opening)])
    page = page_about(
        tournament,
        opening=opening,
        register=link_to(request, reverse("tournaments:registration", args=[tournament.code])),
        door=link_to(request, door),
    )
    return render(request, "tournaments/entrants/registration/poster.html", page)
